import { z } from 'zod';

/** On whose behalf something happens; stored on every run. */
export const principalSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user'), userId: z.uuid() }),
  z.strictObject({ kind: z.literal('apiKey'), apiKeyId: z.uuid(), endUser: z.string().min(1).max(128).optional() }),
  z.strictObject({ kind: z.literal('system'), name: z.string() }),
]);
export type Principal = z.infer<typeof principalSchema>;
