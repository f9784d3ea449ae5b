import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { send } from '../../api/request.ts';
import { apiKey } from '../../api/use-api.ts';
import { type DraftState, hasUnsavedEdits, loadedDraft, reduceDraft, type SavedDraft } from './draft-state.ts';
import type { Content } from './merge-content.ts';
import { fetchDraft, savedDraftOf } from './fetch-draft.ts';

/** Milliseconds of rest after which an edit is saved. */
const autosaveAfterMs = 2000;

/** Edits the shared draft of an agent: saved by itself under If-Match, merged when somebody else was faster. */
export function useDraft(agentId: string, opened: SavedDraft) {
  const [state, dispatch] = useReducer(reduceDraft, opened, loadedDraft);
  const latest = useRef(state);
  latest.current = state;
  const client = useQueryClient();

  const save = useCallback(async (): Promise<void> => {
    const { phase, saved, content } = latest.current;
    if (phase.name === 'saving' || phase.name === 'conflict' || !hasUnsavedEdits(latest.current)) return;
    dispatch({ type: 'saving' });
    try {
      dispatch({ type: 'saved', draft: await putDraft(agentId, content, saved.etag), sent: content });
      await Promise.all([client.invalidateQueries({ queryKey: ['agents'] }), client.invalidateQueries({ queryKey: apiKey(`/agents/runtimes/${agentId}/revisions/diff`) })]);
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) dispatch({ type: 'overtaken', theirs: await fetchDraft(agentId) });
      else dispatch({ type: 'refused', error });
    }
  }, [agentId, client]);

  useAutosave(state, save);
  const reload = useCallback(async () => dispatch({ type: 'replaced', draft: await fetchDraft(agentId) }), [agentId]);
  return { state, save, reload, dispatch };
}

function useAutosave(state: DraftState, save: () => Promise<void>) {
  useEffect(() => {
    if (state.phase.name !== 'dirty') return;
    const timer = setTimeout(() => void save(), autosaveAfterMs);
    return () => clearTimeout(timer);
  }, [state, save]);
}

async function putDraft(agentId: string, content: Content, etag: string): Promise<SavedDraft> {
  return savedDraftOf(await send(`/agents/runtimes/${agentId}/draft`, { method: 'PUT', body: content, headers: { 'if-match': etag } }));
}
