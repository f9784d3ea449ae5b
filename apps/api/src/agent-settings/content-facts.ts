import type { AgentBase, AgentConfig, AgentTool, ContentIssue, Json } from '@roster/agents/contracts';

import { parseContent } from './agent-content.ts';

/** What this feature asks about content: it depends on what the process was started with (classes, tools, models), which it does not know itself. */
export abstract class ContentFacts {
  /** Why content cannot go live; empty when it can. */
  abstract issuesOf(content: AgentConfig): ContentIssue[];

  /** `provider/model` it would run on. */
  abstract modelOf(stored: Json): string;

  /** Names of code agents win over slugs. */
  abstract isAgentKey(name: string): boolean;

  /** Classes a database agent may be built on. */
  abstract bases(): AgentBase[];

  /** Tools a draft may name. */
  abstract tools(): AgentTool[];

  issuesOfStored(stored: Json): ContentIssue[] {
    const parsed = parseContent(stored);
    return parsed.ok ? this.issuesOf(parsed.content) : parsed.issues;
  }
}
