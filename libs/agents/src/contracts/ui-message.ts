import { z } from 'zod';
import { jsonSchema } from './json.ts';

/** A message of the history in the form the AI SDK's clients hold (protocols.md section 6). */
export const uiMessageSchema = z.strictObject({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  metadata: z.record(z.string(), jsonSchema).optional(),
  parts: z.array(z.looseObject({ type: z.string() })),
}).meta({ id: 'UiMessage' });
export type UiMessage = z.infer<typeof uiMessageSchema>;
export type UiMessagePart = UiMessage['parts'][number];
