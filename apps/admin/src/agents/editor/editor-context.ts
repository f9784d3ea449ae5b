import { createContext, useContext } from 'react';
import type { ContentIssue } from '@roster/agents/contracts';
import type { AgentRecord } from '../agent.ts';
import type { Content, ContentField } from './merge-content.ts';

export interface Editor {
  agent: AgentRecord;
  content: Content;
  change: (change: Partial<Content>) => void;
  /** False for somebody who may look but not edit. */
  editable: boolean;
  issues: readonly ContentIssue[];
  /** Refused values by field, from the last save. */
  problems: Readonly<Record<string, string>>;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error('This part of the editor stands outside it.');
  return editor;
}

/** What is wrong with a field: a refused value, else a problem that blocks publishing. */
export function problemOf({ issues, problems }: Editor, field: ContentField): string | undefined {
  const refused = Object.entries(problems).find(([path]) => belongsTo(path, field))?.[1];
  return refused ?? issues.find(({ path }) => belongsTo(path, field))?.message;
}

/** Paths come as `/tools/2` (stored content) and as `content.tools.2` (request bodies). */
function belongsTo(path: string, field: string): boolean {
  const parts = path.split(/[/.]/).filter((part) => part !== '' && part !== 'content');
  return parts[0] === field;
}
