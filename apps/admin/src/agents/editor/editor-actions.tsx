import MoreIcon from '@mui/icons-material/MoreVert';
import { IconButton, Menu, MenuItem } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-admin';
import type { ContentIssue } from '@roster/agents/contracts';
import { mayWith } from '../../auth/use-may.ts';
import { useText } from '../../messages/use-text.ts';
import { GuardedButton } from '../../shared/guarded-button.tsx';
import { tabOf } from '../review/field-title.ts';
import { AgentDangerDialogs, type DangerName } from './agent-danger-dialogs.tsx';
import { type DraftState, hasUnsavedEdits } from './draft-state.ts';
import { useEditor } from './editor-context.ts';
import { focusField } from './focus-field.ts';
import { RenameDialog } from './rename-dialog.tsx';

const ReviewDialog = lazy(async () => ({ default: (await import('../review/review-dialog.tsx')).ReviewDialog }));

interface EditorActionsProps {
  state: DraftState;
  save: () => Promise<void>;
  onTab: (name: string) => void;
}

export function EditorActions({ state, save, onTab }: EditorActionsProps) {
  const t = useText();
  const navigate = useNavigate();
  const { agent } = useEditor();
  const [reviewing, setReviewing] = useState(false);
  const unsaved = hasUnsavedEdits(state);
  const openReview = async () => {
    await save();
    setReviewing(true);
  };
  const showIssue = (issue: ContentIssue) => {
    setReviewing(false);
    onTab(tabOf(issue.path));
    focusField(issue.path);
  };
  return (
    <>
      <GuardedButton sx={{ display: { xs: unsaved ? 'inline-flex' : 'none', sm: 'inline-flex' } }} operation="update_agent" allowed={mayWith(agent, 'update_agent')} disabled={!unsaved || state.phase.name === 'saving'} onClick={() => void save()}>
        {t('editor.save')}
      </GuardedButton>
      <GuardedButton operation="chat" allowed={mayWith(agent, 'chat') || mayWith(agent, 'update_agent')} variant="outlined" onClick={() => void save().then(() => navigate(`/playground/${agent.id}`))}>
        {t('editor.test')}
      </GuardedButton>
      <GuardedButton operation="publish_agent" allowed={mayWith(agent, 'publish_agent')} variant="contained" onClick={() => void openReview()} {...(!unsaved && agent.hasDraft === false && { reason: t('editor.nothingToPublish') })}>
        {t('editor.review')}
      </GuardedButton>
      <MoreMenu />
      <Suspense>{reviewing && <ReviewDialog agent={agent} draftHash={state.saved.draftHash} onClose={() => setReviewing(false)} onIssue={showIssue} />}</Suspense>
    </>
  );
}

function MoreMenu() {
  const t = useText();
  const { agent } = useEditor();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<DangerName | 'rename' | null>(null);
  const pick = (name: DangerName | 'rename') => (setAnchor(null), setDialog(name));
  return (
    <>
      <IconButton aria-label={t('editor.more')} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        <MoreIcon />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem disabled={!mayWith(agent, 'update_agent')} onClick={() => pick('rename')}>{t('editor.rename')}</MenuItem>
        <MenuItem disabled={!mayWith(agent, 'publish_agent') || agent.publishedRevision === null} onClick={() => pick('unpublish')}>{t('editor.unpublish')}</MenuItem>
        <MenuItem disabled={!mayWith(agent, 'delete_agent')} onClick={() => pick('delete')}>{t('editor.deleteAction')}</MenuItem>
      </Menu>
      {dialog === 'rename' && <RenameDialog onClose={() => setDialog(null)} />}
      <AgentDangerDialogs open={dialog === 'rename' ? null : dialog} onClose={() => setDialog(null)} />
    </>
  );
}
