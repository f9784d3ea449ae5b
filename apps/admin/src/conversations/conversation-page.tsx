import { Box, Link } from '@mui/material';
import type { ThreadRecord } from '@roster/agents/contracts';
import { useState } from 'react';
import { LinkBase, useDelete, useGetOne, useNavigate, useParams } from 'react-admin';
import { useApi } from '../api/use-api.ts';
import { mayWith } from '../auth/use-may.ts';
import type { ChatMessage } from '../chat/chat-message.ts';
import { MessageView } from '../chat/message-view.tsx';
import { useText } from '../messages/use-text.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { EmptyState } from '../shared/empty-state.tsx';
import { GuardedButton } from '../shared/guarded-button.tsx';
import { Page } from '../shared/page.tsx';
import { QueryBlock } from '../shared/query-block.tsx';
import { useReport } from '../shared/use-report.tsx';

interface MessagePage {
  messages: ChatMessage[];
  activeMessageId: string | null;
  hasMore: boolean;
}

export default function ConversationPage() {
  const t = useText();
  const { id = '' } = useParams();
  const thread = useGetOne<ThreadRecord>('threads', { id });
  const messages = useApi<MessagePage>(`/threads/${id}/messages?clientProtocol=v6&limit=200`, { enabled: thread.data !== undefined, refetchInterval: thread.data?.activeRunId != null ? 3000 : false });
  if (thread.data === undefined)
    return (
      <Page title="">
        <QueryBlock query={thread}>{() => null}</QueryBlock>
      </Page>
    );
  return (
    <Page title={thread.data.title ?? t('conversations.untitled')} lead={<AgentLink thread={thread.data} />} actions={<DeleteThread thread={thread.data} />}>
      <QueryBlock query={messages}>{(page) => <Messages page={page} onDecided={() => void messages.refetch()} />}</QueryBlock>
    </Page>
  );
}

function Messages({ page, onDecided }: { page: MessagePage; onDecided: () => void }) {
  const t = useText();
  if (page.messages.length === 0) return <EmptyState title={t('playground.emptyTitle')}>{t('conversations.emptyBody')}</EmptyState>;
  return (
    <Box sx={{ display: 'grid', gap: 2.5, maxWidth: 820 }}>
      {page.hasMore && <Box sx={{ color: 'text.secondary' }}>{t('conversations.older')}</Box>}
      {page.messages.map((message) => (
        <MessageView key={message.id} message={message} onDecided={onDecided} />
      ))}
      {page.activeMessageId !== null && <Box sx={{ color: 'text.secondary' }}>{t('chat.working')}</Box>}
    </Box>
  );
}

function AgentLink({ thread }: { thread: ThreadRecord }) {
  const t = useText();
  return (
    <Link component={LinkBase} to={`/agents/${thread.agentId}`}>
      {thread.agentName ?? t('conversations.agentGone')}
    </Link>
  );
}

function DeleteThread({ thread }: { thread: ThreadRecord }) {
  const t = useText();
  const report = useReport();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [remove, { isPending }] = useDelete();
  const confirm = () => remove('threads', { id: thread.id, previousData: thread }, { onSuccess: () => navigate('/conversations'), onError: report });
  return (
    <>
      <GuardedButton color="error" operation="delete_thread" allowed={mayWith(thread, 'delete_thread')} onClick={() => setAsking(true)}>
        {t('shared.delete')}
      </GuardedButton>
      <ConfirmDialog open={asking} title={t('conversations.deleteTitle')} action={t('shared.delete')} danger busy={isPending} onConfirm={() => void confirm()} onClose={() => setAsking(false)}>
        {t('conversations.deleteBody')}
      </ConfirmDialog>
    </>
  );
}
