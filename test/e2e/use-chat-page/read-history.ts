import type { UIMessage } from 'ai';
import type { PageSettings } from './page-settings.ts';

/** The stored conversation, as a page loads it before it shows anything; null for one that does not exist yet. */
export async function readHistory({ api, key, chatId }: PageSettings): Promise<UIMessage[] | null> {
  const response = await fetch(`${api}/api/threads/${chatId}/messages?clientProtocol=v6`, { headers: { authorization: `Bearer ${key}` } });
  if (response.status === 404) return null;
  return ((await response.json()) as { messages: UIMessage[] }).messages;
}
