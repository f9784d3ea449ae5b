import { agentConfigSchema, type AgentConfig, type ContentIssue, type Json } from '@roster/agents/contracts';

export type ParsedContent = { ok: true; content: AgentConfig } | { ok: false; issues: ContentIssue[] };

/** Stored content, held against today's schema: an old revision may no longer fit. */
export function parseContent(stored: Json): ParsedContent {
  const parsed = agentConfigSchema.safeParse(stored);
  if (parsed.success) return { ok: true, content: parsed.data };
  return { ok: false, issues: parsed.error.issues.map((issue) => ({ path: `/${issue.path.join('/')}`, code: issue.code, message: issue.message })) };
}
