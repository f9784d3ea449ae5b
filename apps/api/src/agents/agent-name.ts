import { z } from 'zod';

/** What names an agent in a path or body: registry id, class key, settings id or slug. */
export const agentName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/);
