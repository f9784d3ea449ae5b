import type { AgentDraft } from '@roster/agents/contracts';
import { type Answer, send } from '../../api/request.ts';
import type { SavedDraft } from './draft-state.ts';
import type { Content } from './merge-content.ts';

export async function fetchDraft(agentId: string): Promise<SavedDraft> {
  return savedDraftOf(await send<AgentDraft>(`/agents/runtimes/${agentId}/draft`));
}

/** The draft's ETag is its hash. Content that no longer fits the schema is shown as far as it can be; its issues say what is wrong. */
export function savedDraftOf({ data, headers }: Answer<AgentDraft>): SavedDraft {
  return { content: data.content as Content, draftHash: data.hash, etag: headers.get('etag') ?? `"${data.hash}"`, issues: data.issues };
}
