import { z } from 'zod';
import { operatorName } from './text.ts';
import { uiMessageSchema } from './ui-message.ts';

export const createThreadSchema = z.strictObject({ agentId: z.string().min(1).max(200) });
export type CreateThreadRequest = z.infer<typeof createThreadSchema>;

/** Absent keeps, null clears. */
export const updateThreadSchema = z.strictObject({ title: operatorName({ min: 1, max: 200 }).nullable().optional() });
export type UpdateThreadRequest = z.infer<typeof updateThreadSchema>;

export const threadSchema = z.strictObject({
  id: z.uuid(),
  agentId: z.uuid(),
  agentName: z.string().nullable(),
  title: z.string().nullable(),
  /** From the playground: kept apart from real conversations. */
  isTest: z.boolean(),
  endUser: z.string().nullable(),
  activeRunId: z.uuid().nullable(),
  messageCount: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  can: z.array(z.string()),
}).meta({ id: 'Thread' });
export type ThreadRecord = z.infer<typeof threadSchema>;

export const messagePageQuerySchema = z.strictObject({
  /** Id of the message to read backwards from. */
  before: z.string().min(1).max(255).optional(),
  limit: z.string().regex(/^\d{1,3}$/).transform(Number).pipe(z.int().min(1).max(200)).default(50),
  clientProtocol: z.enum(['v5', 'v6', 'v7']).optional(),
});
export type MessagePageQuery = z.infer<typeof messagePageQuerySchema>;

export const messagePageSchema = z.strictObject({
  messages: z.array(uiMessageSchema),
  /** A reply that streams now and is left out of `messages`: read it from GET /api/chat/{id}/stream. */
  activeMessageId: z.uuid().nullable(),
  hasMore: z.boolean(),
}).meta({ id: 'MessagePage' });
export type MessagePage = z.infer<typeof messagePageSchema>;
