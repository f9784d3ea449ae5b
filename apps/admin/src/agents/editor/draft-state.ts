import type { ContentIssue } from '@roster/agents/contracts';
import { type Content, type ContentField, mergeContent, sameContent } from './merge-content.ts';

/** The draft as the server holds it. */
export interface SavedDraft {
  content: Content;
  etag: string;
  draftHash: string;
  issues: readonly ContentIssue[];
}

/** A shared draft while one person edits it: what the server last said, what is on the screen, and how they get together. */
export interface DraftState {
  saved: SavedDraft;
  content: Content;
  phase: { name: 'clean' } | { name: 'dirty' } | { name: 'saving' } | { name: 'failed'; error: unknown } | { name: 'conflict'; fields: ContentField[]; mine: Content };
}

export type DraftEvent =
  | { type: 'edited'; change: Partial<Content> }
  | { type: 'saving' }
  | { type: 'saved'; draft: SavedDraft; sent: Content }
  | { type: 'refused'; error: unknown }
  /** Somebody else saved first. */
  | { type: 'overtaken'; theirs: SavedDraft }
  | { type: 'resolved'; keepTheirs: readonly ContentField[] }
  /** The server's draft replaces the screen's (restore, first load). */
  | { type: 'replaced'; draft: SavedDraft };

export const loadedDraft = (saved: SavedDraft): DraftState => ({ saved, content: saved.content, phase: { name: 'clean' } });

export function reduceDraft(state: DraftState, event: DraftEvent): DraftState {
  switch (event.type) {
    case 'edited':
      return settle({ ...state, content: withChange(state.content, event.change) });
    case 'saving':
      return { ...state, phase: { name: 'saving' } };
    case 'saved':
      return settle({ ...state, saved: event.draft });
    case 'refused':
      return { ...state, phase: { name: 'failed', error: event.error } };
    case 'overtaken':
      return overtaken(state, event.theirs);
    case 'resolved':
      return resolved(state, event.keepTheirs);
    case 'replaced':
      return loadedDraft(event.draft);
  }
}

export const hasUnsavedEdits = ({ saved, content }: DraftState): boolean => !sameContent(saved.content, content);

function overtaken(state: DraftState, theirs: SavedDraft): DraftState {
  const { merged, conflicts } = mergeContent({ base: state.saved.content, mine: state.content, theirs: theirs.content });
  if (conflicts.length > 0) return { saved: theirs, content: merged, phase: { name: 'conflict', fields: conflicts, mine: state.content } };
  return settle({ ...state, saved: theirs, content: merged });
}

function resolved(state: DraftState, keepTheirs: readonly ContentField[]): DraftState {
  const theirs = Object.fromEntries(keepTheirs.map((field) => [field, state.saved.content[field]]));
  return settle({ ...state, content: withChange(state.content, theirs) });
}

/** Undefined means "as the base class says": the field is left out, not written as nothing. */
function withChange(content: Content, change: Partial<Content>): Content {
  return Object.fromEntries(Object.entries({ ...content, ...change }).filter(([, value]) => value !== undefined)) as Content;
}

function settle(state: Omit<DraftState, 'phase'>): DraftState {
  const { saved, content } = state;
  return { saved, content, phase: { name: sameContent(saved.content, content) ? 'clean' : 'dirty' } };
}
