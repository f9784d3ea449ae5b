import type { ChatPart, ToolCall } from './chat-message.ts';
import { readCall } from './read-call.ts';

/** One thing an answer shows, in the order it began. */
export type Item =
  | { kind: 'text' | 'reasoning'; text: string }
  | { kind: 'call'; call: ToolCall }
  /** A subagent at work: the delegation that started it (if it is known) and what it did. */
  | { kind: 'agent'; name: string; runId: string | null; call: ToolCall | null; items: Item[] }
  | { kind: 'source'; title: string; url: string | null }
  | { kind: 'problem'; code: string; message: string; ref: string | null };

type AgentItem = Extract<Item, { kind: 'agent' }>;

/**
 * The parts of an answer as a tree. A delegation becomes a card; calls made inside a child run lie in the card of that run, whatever
 * the agents are called. `childRuns` (toolCallId -> run id) ties delegations below the first level to their runs; calls of a run
 * nobody has linked yet get a card of their own.
 */
export function nestParts(parts: readonly ChatPart[], childRuns: Readonly<Record<string, string>> = {}): Item[] {
  const root: Item[] = [];
  const cards = new Map<string, AgentItem>();
  for (const part of parts) {
    const call = readCall(part);
    if (call === null) {
      const item = plainItem(part);
      if (item !== null) root.push(item);
      continue;
    }
    const { attribution, ...shown } = call;
    const into = attribution.agent === undefined ? root : cardOf(attribution.agent, attribution.runId ?? null, { root, cards }).items;
    const childRun = attribution.handoff !== undefined ? (attribution.runId ?? null) : childRuns[call.toolCallId];
    into.push(childRun === undefined ? { kind: 'call', call: shown } : openCard({ kind: 'agent', name: attribution.handoff ?? call.toolName, runId: childRun, call: shown, items: [] }, cards));
  }
  return root;
}

function cardOf(name: string, runId: string | null, { root, cards }: { root: Item[]; cards: Map<string, AgentItem> }): AgentItem {
  const known = cards.get(runId ?? name);
  if (known !== undefined) {
    known.name = name;
    return known;
  }
  const card: AgentItem = { kind: 'agent', name, runId, call: null, items: [] };
  cards.set(runId ?? name, card);
  root.push(card);
  return card;
}

function openCard(card: AgentItem, cards: Map<string, AgentItem>): AgentItem {
  if (card.runId !== null) cards.set(card.runId, card);
  return card;
}

function plainItem(part: ChatPart): Item | null {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text === '' ? null : { kind: part.type, text: part.text };
    case 'source-url':
      return { kind: 'source', title: part.title ?? part.url, url: part.url };
    case 'source-document':
      return { kind: 'source', title: part.title, url: null };
    case 'data-error':
      return problemItem((part as { data: unknown }).data);
    default:
      return null;
  }
}

function problemItem(data: unknown): Item {
  const { code = 'unknown', message = '', ref = null } = data as { code?: string; message?: string; ref?: string };
  return { kind: 'problem', code, message, ref };
}
