import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, isToolUIPart, lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from 'ai';
import { type FormEvent, useState } from 'react';
import type { PageSettings } from './page-settings.ts';

interface ChatPageProps {
  settings: PageSettings;
  history: UIMessage[] | null;
}

/** A product's own chat in the plainest way the AI SDK offers: its hook, its transport, nothing of Roster's. */
export function ChatPage({ settings, history }: ChatPageProps) {
  const { api, agentId, chatId } = settings;
  const headers = { authorization: `Bearer ${settings.key}` };
  const chat = useChat({
    id: chatId,
    messages: history ?? [],
    resume: history !== null,
    transport: new DefaultChatTransport({ api: `${api}/api/chat`, headers, body: { agentId, clientProtocol: 'v6' } }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const question = chat.messages.findLast(({ role }) => role === 'user');
  const stop = () => void fetch(`${api}/api/chat/${chatId}/stop`, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' });
  return (
    <>
      {chat.messages.map((message) => (
        <Message key={message.id} message={message} onDecide={(id, approved) => void chat.addToolApprovalResponse({ id, approved })} />
      ))}
      {chat.error && <p role="alert">{chat.error.message}</p>}
      <output>{chat.status}</output>
      <Composer onSend={(text) => void chat.sendMessage({ text })} onEdit={(text) => void chat.sendMessage({ text, messageId: question!.id })} />
      <button onClick={stop}>Stop</button>
      <button onClick={() => void chat.regenerate()}>Regenerate</button>
      <pre aria-label="Messages">{JSON.stringify(chat.messages)}</pre>
    </>
  );
}

function Message({ message, onDecide }: { message: UIMessage; onDecide: (id: string, approved: boolean) => void }) {
  return (
    <article aria-label={message.role}>
      {message.parts.map((part, index) => {
        if (part.type === 'text') return <p key={index}>{part.text}</p>;
        if (!isToolUIPart(part)) return null;
        return (
          <fieldset key={index}>
            <legend>{part.type}</legend>
            {part.state}
            {part.state === 'approval-requested' && <button onClick={() => onDecide(part.approval.id, true)}>Approve</button>}
            {part.state === 'approval-requested' && <button onClick={() => onDecide(part.approval.id, false)}>Deny</button>}
          </fieldset>
        );
      })}
    </article>
  );
}

function Composer({ onSend, onEdit }: { onSend: (text: string) => void; onEdit: (text: string) => void }) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend(text);
  };
  return (
    <form onSubmit={submit}>
      <input aria-label="Message" value={text} onChange={(event) => setText(event.target.value)} />
      <button>Send</button>
      <button type="button" onClick={() => onEdit(text)}>
        Edit the last question
      </button>
    </form>
  );
}
