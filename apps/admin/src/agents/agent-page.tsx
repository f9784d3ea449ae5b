import { useQuery } from '@tanstack/react-query';
import { useGetOne, useParams } from 'react-admin';
import { apiKey } from '../api/use-api.ts';
import { mayWith } from '../auth/use-may.ts';
import { Page } from '../shared/page.tsx';
import { QueryBlock } from '../shared/query-block.tsx';
import type { AgentRecord } from './agent.ts';
import { CodeAgentPage } from './code-agent-page.tsx';
import { EditorPage } from './editor/editor-page.tsx';
import { fetchDraft } from './editor/fetch-draft.ts';

/** One agent: an editor for those who may change it, else its facts. */
export default function AgentPage() {
  const { id = '', '*': tab = '' } = useParams();
  const agent = useGetOne<AgentRecord>('agents', { id });
  if (agent.data === undefined)
    return (
      <Page title="">
        <QueryBlock query={agent}>{() => null}</QueryBlock>
      </Page>
    );
  if (agent.data.kind === 'code' || !mayWith(agent.data, 'view_instructions')) return <CodeAgentPage agent={agent.data} />;
  return <DraftLoader key={agent.data.id} agent={agent.data} tab={tab} />;
}

function DraftLoader({ agent, tab }: { agent: AgentRecord; tab: string }) {
  const draft = useQuery({ queryKey: [...apiKey(`/agents/runtimes/${agent.id}`), 'opened'], queryFn: () => fetchDraft(agent.id), staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false });
  if (draft.data === undefined)
    return (
      <Page title={agent.name}>
        <QueryBlock query={draft}>{() => null}</QueryBlock>
      </Page>
    );
  return <EditorPage agent={agent} opened={draft.data} tab={tab} />;
}
