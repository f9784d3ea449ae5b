import { pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Inject with `@Inject(LOGGER) private readonly logger: Logger`. One `noun_verb` event per line, ids as fields. */
export const LOGGER = Symbol('Logger');

export function createLogger(level: string): Logger {
  return pino({ level, base: null, redact: ['password', 'token', 'secret', 'authorization', 'cookie', '*.password', '*.token', '*.secret', '*.authorization', '*.cookie'] });
}
