import { z } from 'zod';

import { agentConfigSchema } from './agent-config.ts';
import { jsonSchema } from './json.ts';
import { principalSchema } from './principal.ts';
import { contentIssueSchema } from './revision.ts';

const operationsSchema = z.array(z.string());
const timeSchema = z.iso.datetime();

/** An agent in `GET /api/agents` and `GET /api/agents/runtimes`: both kinds read alike. */
export const agentRecordSchema = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['code', 'database']),
  /** Class key of a code agent. */
  key: z.string().nullable(),
  /** Of a database agent. */
  slug: z.string().nullable(),
  name: z.string(),
  description: z.string(),
  isPublic: z.boolean(),
  hidden: z.boolean(),
  workerOnly: z.boolean(),
  /** Switched on and, for a database agent, published. */
  active: z.boolean(),
  /** As switched by its manager. */
  enabled: z.boolean(),
  publishedRevision: z.int().nullable(),
  /** Only for those who may edit it. */
  draftHash: z.string().optional(),
  /** The draft differs from what is live. */
  hasDraft: z.boolean().optional(),
  draftContributors: z.array(principalSchema).optional(),
  baseClass: z.string(),
  model: z.string(),
  health: z.enum(['ok', 'broken']),
  issues: z.array(contentIssueSchema).optional(),
  createdAt: timeSchema.nullable(),
  updatedAt: timeSchema.nullable(),
  can: operationsSchema,
}).meta({ id: 'Agent' });
export type AgentRecord = z.infer<typeof agentRecordSchema>;

export const agentDraftSchema = z.strictObject({
  content: agentConfigSchema.or(jsonSchema),
  hash: z.string(),
  /** What publishing it now would be refused for. */
  issues: z.array(contentIssueSchema),
  /** The revision it was last equal to. */
  basedOn: z.int().nullable(),
  contributors: z.array(principalSchema),
  updatedAt: timeSchema,
  can: operationsSchema,
}).meta({ id: 'AgentDraft' });
export type AgentDraft = z.infer<typeof agentDraftSchema>;

export const agentRevisionRecordSchema = z.strictObject({
  id: z.uuid(),
  number: z.int(),
  contentHash: z.string(),
  basedOn: z.int().nullable(),
  note: z.string(),
  contributors: z.array(principalSchema),
  createdBy: principalSchema,
  createdByName: z.string().nullable(),
  createdAt: timeSchema,
  isLive: z.boolean(),
  /** Only when one revision is read. */
  content: jsonSchema.optional(),
}).meta({ id: 'AgentRevision' });
export type AgentRevisionRecord = z.infer<typeof agentRevisionRecordSchema>;

export const agentPublicationRecordSchema = z.strictObject({
  id: z.uuid(),
  action: z.enum(['publish', 'rollback', 'unpublish']),
  number: z.int().nullable(),
  publishedBy: principalSchema,
  publishedByName: z.string().nullable(),
  publishedAt: timeSchema,
  note: z.string(),
  proofId: z.uuid().nullable(),
  overrideReason: z.string().nullable(),
}).meta({ id: 'AgentPublication' });
export type AgentPublicationRecord = z.infer<typeof agentPublicationRecordSchema>;

/** A class a database agent may be built on, with the values a draft falls back to. */
export const agentBaseSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  defaults: jsonSchema,
  can: operationsSchema,
}).meta({ id: 'AgentBase' });
export type AgentBase = z.infer<typeof agentBaseSchema>;

/** A tool a draft may name. */
export const agentToolSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  risk: z.enum(['safe', 'high', 'critical']),
  idempotent: z.boolean(),
  payload: jsonSchema,
  can: operationsSchema,
}).meta({ id: 'AgentTool' });
export type AgentTool = z.infer<typeof agentToolSchema>;
