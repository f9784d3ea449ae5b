import { Alert, Box, Tab, Tabs } from '@mui/material';
import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-admin';
import { ApiError } from '../../api/api-error.ts';
import { mayWith } from '../../auth/use-may.ts';
import { useText } from '../../messages/use-text.ts';
import { ErrorCard } from '../../shared/error-card.tsx';
import { UnsavedGuard } from '../../shared/unsaved-guard.tsx';
import { Page } from '../../shared/page.tsx';
import type { AgentRecord } from '../agent.ts';
import { HistoryTab } from '../history/history-tab.tsx';
import { AccessTab } from './access-tab.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { hasUnsavedEdits, type SavedDraft } from './draft-state.ts';
import { type Editor, EditorContext } from './editor-context.ts';
import { EditorActions } from './editor-actions.tsx';
import { EditorMarks } from './editor-marks.tsx';
import { LimitsTab } from './limits-tab.tsx';
import { ModelTab } from './model-tab.tsx';
import { PromptTab } from './prompt-tab.tsx';
import { ToolsTab } from './tools-tab.tsx';
import { useDraft } from './use-draft.ts';

const tabs = ['prompt', 'model', 'tools', 'limits', 'access', 'history'] as const;
type TabName = (typeof tabs)[number];
const isTab = (name: string): name is TabName => (tabs as readonly string[]).includes(name);

interface EditorPageProps {
  agent: AgentRecord;
  opened: SavedDraft;
  tab: string;
}

export function EditorPage({ agent, opened, tab }: EditorPageProps) {
  const t = useText();
  const navigate = useNavigate();
  const draft = useDraft(agent.id, opened);
  const { state, dispatch, save, reload } = draft;
  const current = isTab(tab) ? tab : 'prompt';
  const editable = mayWith(agent, 'update_agent');
  const editor = useEditorValue({ agent, state, editable, change: (change) => dispatch({ type: 'edited', change }) });
  const go = (name: string) => navigate(`/agents/${agent.id}/${name}`);
  useSaveShortcut(save);
  return (
    <EditorContext.Provider value={editor}>
      <Page title={agent.name} mark={<EditorMarks state={state} />} lead={agent.description || undefined} actions={<EditorActions state={state} save={save} onTab={go} />}>
        <UnsavedGuard when={hasUnsavedEdits(state)} within={`/agents/${agent.id}`} />
        {state.phase.name === 'conflict' && <ConflictDialog phase={state.phase} saved={state.saved.content} onResolve={(keepTheirs) => dispatch({ type: 'resolved', keepTheirs })} />}
        {state.phase.name === 'failed' && <Box sx={{ mb: 2 }}><ErrorCard error={state.phase.error} onRetry={() => void save()} /></Box>}
        {!editable && <Alert severity="info" variant="outlined" sx={{ mb: 2 }}>{t('editor.readOnly')}</Alert>}
        <Tabs value={current} onChange={(_, name: string) => go(name)} variant="scrollable" scrollButtons={false} aria-label={agent.name} sx={{ mb: 3 }}>
          {tabs.map((name) => (
            <Tab key={name} value={name} label={t(`editor.tabs.${name}`)} id={`tab-${name}`} aria-controls="tab-panel" />
          ))}
        </Tabs>
        <Box role="tabpanel" id="tab-panel" aria-labelledby={`tab-${current}`}>
          <TabPanel name={current} onRestored={reload} />
        </Box>
      </Page>
    </EditorContext.Provider>
  );
}

function TabPanel({ name, onRestored }: { name: TabName; onRestored: () => Promise<void> }) {
  switch (name) {
    case 'prompt':
      return <PromptTab />;
    case 'model':
      return <ModelTab />;
    case 'tools':
      return <ToolsTab />;
    case 'limits':
      return <LimitsTab />;
    case 'access':
      return <AccessTab />;
    case 'history':
      return <HistoryTab onRestored={onRestored} />;
  }
}

function useEditorValue({ agent, state, editable, change }: Pick<Editor, 'agent' | 'editable' | 'change'> & { state: ReturnType<typeof useDraft>['state'] }): Editor {
  const failure = state.phase.name === 'failed' && state.phase.error instanceof ApiError ? state.phase.error : undefined;
  return useMemo(() => ({ agent, content: state.content, change, editable, issues: state.saved.issues, problems: failure?.body.errors ?? {} }), [agent, state, editable, change, failure]);
}

/** Ctrl+S or ⌘S saves now instead of opening the browser's dialog. */
function useSaveShortcut(save: () => Promise<void>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void save();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [save]);
}
