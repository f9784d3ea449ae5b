import { z } from 'zod';

/** Who is asked about; see matrix-principals. */
export const principalNames = [
  'noGrants', 'operator', 'viewer@A', 'chatter@A', 'editor@A', 'publisher@A', 'manager@A', 'manager@B', 'admin', 'key@A', 'key@A+ann', 'key@A+bob', 'key@B', 'viewAs',
] as const;
export type PrincipalName = (typeof principalNames)[number];
/** Answered 401 on every route that is not public. */
export const withoutCredentials = ['anonymous', 'expiredLogin', 'disabledUser', 'expiredKey', 'revokedKey'] as const;

const principal = z.enum([...principalNames, 'everybody', 'logins', 'keys']);

/** One route of authz-matrix.json. */
export const matrixRowSchema = z.strictObject({
  route: z.string().regex(/^[A-Z]+ \/(api|v1)\//),
  /** `public`, `signed-in`, or the operation. Held against the decorator. */
  access: z.string(),
  /** What the path names: a fixture of matrix-objects. Absent: no object, refusals are 403. */
  object: z.string().optional(),
  allow: z.array(principal),
  /** See the object but may not do this: 403. Everybody else gets 404. */
  seesObject: z.array(principal).optional(),
  /** Statuses of the allowed; 2xx when absent. */
  status: z.array(z.int()).optional(),
  /** `$name` stands for a value of the object's fixture. */
  body: z.json().optional(),
  query: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** The call uses its caller up (logout). */
  endsLogin: z.boolean().optional(),
  /** Why a row is unusual. */
  why: z.string().optional(),
});
export type MatrixRow = z.infer<typeof matrixRowSchema>;

const groups: Record<string, readonly PrincipalName[]> = {
  everybody: principalNames,
  logins: principalNames.filter((name) => !name.startsWith('key')),
  keys: principalNames.filter((name) => name.startsWith('key')),
};

export const named = (names: readonly string[] = []): Set<string> => new Set(names.flatMap((name) => [...(groups[name] ?? [name])]));
