import { Box } from '@mui/material';
import { useText } from '../../messages/use-text.ts';
import { StatusChip } from '../../shared/status-chip.tsx';
import type { Tone } from '../../theme/tones.ts';
import type { DraftState } from './draft-state.ts';
import { useEditor } from './editor-context.ts';

const tones: Record<DraftState['phase']['name'], Tone> = { clean: 'quiet', dirty: 'waiting', saving: 'active', failed: 'bad', conflict: 'bad' };

/** What is live, and where the draft stands. */
export function EditorMarks({ state }: { state: DraftState }) {
  const t = useText();
  const { agent } = useEditor();
  return (
    <Box role="status" aria-live="polite" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
      {agent.publishedRevision === null ? <StatusChip tone="quiet">{t('editor.neverPublished')}</StatusChip> : <StatusChip tone="good">{t('editor.live', { number: agent.publishedRevision })}</StatusChip>}
      {agent.publishedRevision !== null && agent.hasDraft && <StatusChip tone="waiting">{t('editor.differs')}</StatusChip>}
      <StatusChip tone={tones[state.phase.name]}>{t(`editor.phases.${state.phase.name}`)}</StatusChip>
    </Box>
  );
}
