import type { AgentConfigInput } from '@roster/agents/contracts';

export type Content = AgentConfigInput;
export type ContentField = keyof Content;

export interface MergedContent {
  merged: Content;
  /** Fields both sides changed differently; `merged` holds mine. */
  conflicts: ContentField[];
}

/** Three-way merge field by field: what only one side touched is taken from that side; equal changes never conflict. */
export function mergeContent({ base, mine, theirs }: { base: Content; mine: Content; theirs: Content }): MergedContent {
  const merged: Record<string, unknown> = { ...theirs };
  const conflicts: ContentField[] = [];
  for (const field of fieldsOf(base, mine, theirs)) {
    if (same(mine[field], base[field])) continue;
    merged[field] = mine[field];
    if (!same(theirs[field], base[field]) && !same(theirs[field], mine[field])) conflicts.push(field);
  }
  return { merged: merged as Content, conflicts };
}

export const sameContent = (left: Content, right: Content): boolean => fieldsOf(left, right).every((field) => same(left[field], right[field]));

const fieldsOf = (...contents: Content[]) => [...new Set(contents.flatMap((content) => Object.keys(content)))] as ContentField[];
const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
