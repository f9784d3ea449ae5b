import { z } from 'zod';

import { operatorName, operatorText } from './text.ts';

/** Routes below `/api/agents` use these words themselves. */
export const reservedAgentSlugs = ['runtimes', 'tools'] as const;
const slugSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters and digits, joined by single hyphens.')
  .max(64)
  .refine((slug) => !(reservedAgentSlugs as readonly string[]).includes(slug), 'This word is taken by a route.');

const noteSchema = operatorText({ max: 2_000 });
const requiredNoteSchema = operatorText({ min: 1, max: 2_000 });
const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);
const revisionNumberSchema = z.int().min(1);

/** The fields of the row that act at once. */
const rowFields = {
  name: operatorName({ min: 1, max: 80 }),
  description: operatorText({ max: 2_000 }),
  active: z.boolean(),
  isPublic: z.boolean(),
  hidden: z.boolean(),
  workerOnly: z.boolean(),
};

/** `POST /api/agents/runtimes`. The slug comes from the name unless given and never changes. `baseClass` starts the draft. */
export const createAgentRequestSchema = z.strictObject({
  name: rowFields.name,
  slug: slugSchema.optional(),
  description: rowFields.description.optional(),
  isPublic: rowFields.isPublic.optional(),
  hidden: rowFields.hidden.optional(),
  workerOnly: rowFields.workerOnly.optional(),
  baseClass: z.string().min(1).max(128).optional(),
});
export type CreateAgentRequest = z.infer<typeof createAgentRequestSchema>;

/** `PATCH /api/agents/runtimes/:agentId`: absent keeps, null clears (description to empty, flags to their defaults). */
export const updateAgentRequestSchema = z.strictObject({
  name: rowFields.name.optional(),
  description: rowFields.description.nullable().optional(),
  active: rowFields.active.nullable().optional(),
  isPublic: rowFields.isPublic.nullable().optional(),
  hidden: rowFields.hidden.nullable().optional(),
  workerOnly: rowFields.workerOnly.nullable().optional(),
});
export type UpdateAgentRequest = z.infer<typeof updateAgentRequestSchema>;

export const publishRequestSchema = z.strictObject({
  expectedDraftHash: hashSchema,
  note: requiredNoteSchema,
  proofId: z.uuid().optional(),
  overrideReason: operatorText({ min: 1, max: 2_000 }).optional(),
});
export type PublishRequest = z.infer<typeof publishRequestSchema>;

export const rollbackRequestSchema = z.strictObject({ number: revisionNumberSchema, note: requiredNoteSchema });
export type RollbackRequest = z.infer<typeof rollbackRequestSchema>;

export const unpublishRequestSchema = z.strictObject({ note: noteSchema.optional() });
export type UnpublishRequest = z.infer<typeof unpublishRequestSchema>;

export const restoreRequestSchema = z.strictObject({ number: revisionNumberSchema });
export type RestoreRequest = z.infer<typeof restoreRequestSchema>;

/** One end of a comparison. */
export const revisionSelectorSchema = z.union([z.literal('draft'), z.literal('published'), z.coerce.number<string>().int().min(1)]);
export type RevisionSelector = z.infer<typeof revisionSelectorSchema>;
export const revisionDiffQuerySchema = z.strictObject({ from: revisionSelectorSchema, to: revisionSelectorSchema });
export type RevisionDiffQuery = z.infer<typeof revisionDiffQuerySchema>;

/** `system` subjects have no row; the id of a system member is its name. */
export const agentMemberSchema = z.strictObject({
  subjectKind: z.enum(['user', 'group', 'api_key', 'system']),
  subjectId: z.string().min(1).max(128),
  canManage: z.boolean().default(false),
});
export type AgentMember = z.infer<typeof agentMemberSchema>;
export const agentMemberKeySchema = agentMemberSchema.omit({ canManage: true });
export type AgentMemberKey = z.infer<typeof agentMemberKeySchema>;

/** A member with its name: of the user, group or key; the id itself for `system`. `id` is `kind:subject`. */
export const agentMemberRecordSchema = z.strictObject({
  id: z.string(),
  subjectKind: agentMemberSchema.shape.subjectKind,
  subjectId: z.string(),
  canManage: z.boolean(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  can: z.array(z.string()),
}).meta({ id: 'AgentMember' });
export type AgentMemberRecord = z.infer<typeof agentMemberRecordSchema>;
