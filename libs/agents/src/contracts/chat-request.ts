import { z } from 'zod';
import { runLabelsSchema } from './headless-run.ts';
import { jsonSchema } from './json.ts';
import { messageUsageSchema } from './message-part.ts';
import { uiMessageSchema } from './ui-message.ts';

/** A thread id the caller may see, or the caller's own key that names or creates a thread. */
export const chatIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Use 1 to 64 letters, digits, "-" or "_".');

export const clientProtocolSchema = z.enum(['v5', 'v6', 'v7']);
export type ClientProtocol = z.infer<typeof clientProtocolSchema>;

/**
 * A UI message as clients send it. Only the newest one is read, and of it only user text (or the answers to open requests):
 * the rest is somebody's copy of history and is not trusted, so it is not checked either.
 */
export const clientMessageSchema = z.looseObject({
  id: z.string().min(1).max(255).optional(),
  role: z.enum(['system', 'user', 'assistant']),
  parts: z.array(z.looseObject({ type: z.string() })).max(1_000),
});
export type ClientMessage = z.infer<typeof clientMessageSchema>;

/** `POST /api/chat` (protocols.md section 3). */
export const chatRequestSchema = z
  .strictObject({
    id: chatIdSchema,
    /** Required for a new thread; for an existing one it must be the thread's. Registry id, class key or slug. */
    agentId: z.string().min(1).max(200).optional(),
    trigger: z.enum(['submit-message', 'regenerate-message']).default('submit-message'),
    /** Edit and retry: a stored user message. Regenerate: the reply or its user message. */
    messageId: z.string().min(1).max(255).nullish().transform((value) => value ?? undefined),
    messages: z.array(clientMessageSchema).min(1).max(10_000).optional(),
    message: clientMessageSchema.optional(),
    revision: z.union([z.int().min(1), z.literal('draft')]).optional(),
    clientProtocol: clientProtocolSchema.optional(),
    compat: z.literal('strict').optional(),
    stream: z.boolean().default(true),
    supersede: z.boolean().default(false),
    labels: runLabelsSchema.optional(),
    /** Marks a new thread as a test: kept out of lists of real conversations. */
    playground: z.strictObject({ tools: z.literal('real').default('real') }).optional(),
  })
  .check(({ value, issues }) => {
    if (value.trigger === 'submit-message' && (value.messages === undefined) === (value.message === undefined)) {
      issues.push({ code: 'custom', path: ['message'], message: 'Send exactly one of message and messages.', input: value.message });
    }
  });
export type ChatRequest = z.infer<typeof chatRequestSchema>;

export const stopChatSchema = z.strictObject({ messageId: z.string().min(1).max(255).optional() });
export type StopChat = z.infer<typeof stopChatSchema>;

export const stoppedChatSchema = z.strictObject({
  status: z.enum(['stopped', 'stopping', 'idle']),
  runId: z.uuid().optional(),
  messageId: z.uuid().optional(),
}).meta({ id: 'StoppedChat' });
export type StoppedChat = z.infer<typeof stoppedChatSchema>;

/** The answer of `POST /api/chat` with `stream: false`. */
export const chatReplySchema = z.strictObject({
  threadId: z.uuid(),
  runId: z.uuid(),
  status: z.enum(['complete', 'awaiting_input', 'error', 'cancelled']),
  message: uiMessageSchema,
  /** Open questions to a person. */
  requests: z.array(jsonSchema),
  usage: messageUsageSchema,
}).meta({ id: 'ChatReply' });
export type ChatReply = z.infer<typeof chatReplySchema>;

/** `GET /api/chat/{id}/stream` */
export const chatStreamQuerySchema = z.strictObject({ clientProtocol: clientProtocolSchema.optional(), compat: z.literal('strict').optional() });
export type ChatStreamQuery = z.infer<typeof chatStreamQuerySchema>;
