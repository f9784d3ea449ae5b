import { Box, Button, Typography } from '@mui/material';
import type { AgentRevisionRecord } from '@roster/agents/contracts';
import { mayWith } from '../../auth/use-may.ts';
import { useText } from '../../messages/use-text.ts';
import { GuardedButton } from '../../shared/guarded-button.tsx';
import { StatusChip } from '../../shared/status-chip.tsx';
import { Timestamp } from '../../shared/timestamp.tsx';
import { useEditor } from '../editor/editor-context.ts';
import type { RevisionAction } from './revision-dialog.tsx';

export function RevisionRow({ revision, onAction }: { revision: AgentRevisionRecord; onAction: (action: RevisionAction) => void }) {
  const t = useText();
  const { agent } = useEditor();
  const { number, isLive, note, createdByName } = revision;
  const compared = isLive ? (revision.basedOn ?? null) : 'published';
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1.25, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ flex: 1, minWidth: 220 }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          <Typography sx={{ fontWeight: 650 }}>{t('history.number', { number })}</Typography>
          {isLive && <StatusChip tone="good">{t('history.live')}</StatusChip>}
        </Box>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{note}</Typography>
        <Typography variant="caption" color="textSecondary">
          <Timestamp at={revision.createdAt} /> {createdByName !== null && t('history.by', { name: createdByName })}
        </Typography>
      </Box>
      {compared !== null && (
        <Button size="small" onClick={() => onAction({ kind: 'compare', from: compared, to: number })}>
          {isLive ? t('history.compare') : t('history.compareWithLive')}
        </Button>
      )}
      <GuardedButton size="small" operation="update_agent" allowed={mayWith(agent, 'update_agent')} onClick={() => onAction({ kind: 'restore', number })}>
        {t('history.restore')}
      </GuardedButton>
      {!isLive && (
        <GuardedButton size="small" variant="outlined" operation="publish_agent" allowed={mayWith(agent, 'publish_agent')} onClick={() => onAction({ kind: 'rollback', number })}>
          {t('history.rollBack')}
        </GuardedButton>
      )}
    </Box>
  );
}
