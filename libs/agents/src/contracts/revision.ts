import { z } from 'zod';
import { jsonSchema } from './json.ts';

/** A problem of stored content; publishing with one is refused (`not_publishable`). */
export const contentIssueSchema = z.strictObject({ path: z.string(), code: z.string(), message: z.string() });
export type ContentIssue = z.infer<typeof contentIssueSchema>;

/** Lines of a changed text, numbered from 1 on both sides; a line starts with ` `, `-` or `+`. */
export const diffHunkSchema = z.strictObject({
  beforeStart: z.int(), beforeLines: z.int(), afterStart: z.int(), afterLines: z.int(), lines: z.array(z.string()),
});
export type DiffHunk = z.infer<typeof diffHunkSchema>;

export const revisionChangeSchema = z.strictObject({
  /** JSON pointer into the content: `/modelParams/temperature`, `/tools/2`. */
  path: z.string(),
  kind: z.enum(['added', 'removed', 'changed', 'moved']),
  before: jsonSchema.optional(),
  after: jsonSchema.optional(),
  /** Only for texts of several lines. */
  hunks: z.array(diffHunkSchema).optional(),
});
export type RevisionChange = z.infer<typeof revisionChangeSchema>;

export const revisionDiffSchema = z.strictObject({ identical: z.boolean(), changes: z.array(revisionChangeSchema) }).meta({ id: 'RevisionDiff' });
export type RevisionDiff = z.infer<typeof revisionDiffSchema>;
