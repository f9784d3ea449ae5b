import { z } from 'zod';
import { operatorName } from './text.ts';

export const roleSchema = z.enum(['user', 'operator', 'admin']);
const emailSchema = z.email().max(254).overwrite((email) => email.toLowerCase());
const passwordSchema = z.string().min(12).max(128);
const nameSchema = operatorName({ min: 1, max: 120 });
const operationSchema = z.string().regex(/^[a-z_]{1,40}$/);
const linkTokenSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const timeSchema = z.iso.datetime();
const can = { can: z.array(z.string()) };

/** `POST /api/login`. Any text is taken, so that a wrong password and an impossible one read the same. */
export const loginSchema = z.strictObject({ email: z.string().min(1).max(254), password: z.string().min(1).max(1_000) });
/** `POST /api/setup`: the first administrator. */
export const setupSchema = z.strictObject({ token: linkTokenSchema, email: emailSchema, name: nameSchema, password: passwordSchema });
/** `POST /api/invitations`: an invited user chooses a password. */
export const acceptInvitationSchema = z.strictObject({ token: linkTokenSchema, password: passwordSchema });
/** `PUT /api/me/password` */
export const changePasswordSchema = z.strictObject({ current: z.string().min(1).max(1_000), password: passwordSchema });

/** `GET /api/me`, also the answer of login, setup and invitation. */
export const meSchema = z.strictObject({
  principal: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('user'), userId: z.uuid() }),
    z.strictObject({ kind: z.literal('apiKey'), apiKeyId: z.uuid(), endUser: z.string().optional() }),
  ]),
  /** The user, or the owner of the key. */
  user: z.strictObject({ id: z.uuid(), email: z.string(), name: z.string(), role: roleSchema }),
  /** Operations that are allowed on something; records carry their own. */
  ...can,
});
export type Me = z.infer<typeof meSchema>;

export const userSchema = z.strictObject({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: roleSchema,
  /** `invited` has no password yet. */
  status: z.enum(['invited', 'active', 'disabled']),
  groupIds: z.array(z.uuid()),
  createdAt: timeSchema,
  lastLoginAt: timeSchema.nullable(),
  ...can,
});
export type UserRecord = z.infer<typeof userSchema>;
export const createUserSchema = z.strictObject({ email: emailSchema, name: nameSchema, role: roleSchema.default('user') });
export const updateUserSchema = z.strictObject({ name: nameSchema, role: roleSchema, status: z.enum(['active', 'disabled']) }).partial();
/** Answer of `POST /api/users` and `POST /api/users/:userId/invitation`: the link is shown once, there is no mail. */
export const invitedUserSchema = userSchema.extend({ invitationUrl: z.string(), invitationExpiresAt: timeSchema });

export const groupSchema = z.strictObject({ id: z.uuid(), name: z.string(), description: z.string(), memberIds: z.array(z.uuid()), createdAt: timeSchema, ...can });
export type GroupRecord = z.infer<typeof groupSchema>;
export const createGroupSchema = z.strictObject({ name: nameSchema, description: z.string().max(1_000).default(''), memberIds: z.array(z.uuid()).max(1_000).default([]) });
export const updateGroupSchema = z.strictObject({ name: nameSchema, description: z.string().max(1_000), memberIds: z.array(z.uuid()).max(1_000) }).partial();

export const grantSubjectKindSchema = z.enum(['user', 'group', 'api_key']);
export const grantSchema = z.strictObject({
  id: z.uuid(),
  subjectKind: grantSubjectKindSchema,
  subjectId: z.uuid(),
  operation: z.string(),
  effect: z.enum(['allow', 'deny']),
  /** null: all agents, and everything that has no agent */
  agentId: z.uuid().nullable(),
  createdAt: timeSchema,
  ...can,
});
export type GrantRecord = z.infer<typeof grantSchema>;
export const createGrantSchema = z.strictObject({
  subjectKind: grantSubjectKindSchema,
  subjectId: z.uuid(),
  operation: operationSchema,
  effect: z.enum(['allow', 'deny']),
  agentId: z.uuid().nullable().default(null),
});

export const apiKeySchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  ownerId: z.uuid(),
  operations: z.array(z.string()),
  agentIds: z.union([z.literal('all'), z.array(z.uuid())]),
  status: z.enum(['active', 'expired', 'revoked']),
  expiresAt: timeSchema,
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
  ...can,
});
export type ApiKeyRecord = z.infer<typeof apiKeySchema>;
export const createApiKeySchema = z.strictObject({
  name: nameSchema,
  operations: z.array(operationSchema).min(1).max(100),
  agentIds: z.union([z.literal('all'), z.array(z.uuid()).min(1).max(200)]),
  /** At most a year ahead. */
  expiresAt: timeSchema,
});
/** Answer of `POST /api/api-keys`: the only time the secret is shown. */
export const createdApiKeySchema = apiKeySchema.extend({ key: z.string() });

export const auditEventSchema = z.strictObject({
  id: z.uuid(),
  at: timeSchema,
  actorKind: z.enum(['user', 'apiKey', 'system', 'anonymous']),
  actorId: z.string().nullable(),
  onBehalfOf: z.string().nullable(),
  action: z.string(),
  objectKind: z.string(),
  objectId: z.string().nullable(),
  outcome: z.enum(['allowed', 'denied', 'failed']),
  before: z.json().nullable(),
  after: z.json().nullable(),
  reason: z.string().nullable(),
  requestId: z.string().nullable(),
  address: z.string().nullable(),
});
export type AuditEventRecord = z.infer<typeof auditEventSchema>;

/** `GET /api/permissions/explain`; another principal's is for administrators. */
export const explainQuerySchema = z.strictObject({
  operation: operationSchema,
  agentId: z.uuid().optional(),
  userId: z.uuid().optional(),
  apiKeyId: z.uuid().optional(),
});
export const explainAnswerSchema = z.strictObject({ allowed: z.boolean(), decidedBy: z.string() });
