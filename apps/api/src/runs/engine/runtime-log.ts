import type { RuntimeLog } from '@roster/agents/capabilities/runtime';

import type { Logger } from '../../telemetry/logger.ts';

export const runtimeLog = (logger: Logger): RuntimeLog => (level, event, fields) => logger[level]({ event, ...fields });
