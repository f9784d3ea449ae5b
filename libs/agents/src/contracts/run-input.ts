import { z } from 'zod';
import { headlessMessageSchema } from './headless-run.ts';

/**
 * What a coordinator's run is given. `chat`: the thread's history up to the user message is the conversation.
 * `messages`: the whole conversation, as a headless start or the one task turn of a delegation gives it.
 */
export const runInputSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('chat'), threadId: z.uuid(), userMessageId: z.uuid(), assistantMessageId: z.uuid() }),
  z.strictObject({
    kind: z.literal('messages'),
    messages: z.array(headlessMessageSchema).min(1),
    /** false: one model call, no tools. */
    tools: z.boolean().default(true),
  }),
]);
export type RunInput = z.infer<typeof runInputSchema>;
/** As written into a run row: defaults may be absent. */
export type RunInputDraft = z.input<typeof runInputSchema>;

/** The input of a run that answers one text. */
export const textInput = (text: string): RunInputDraft => ({ kind: 'messages', messages: [{ role: 'user', content: text }] });
