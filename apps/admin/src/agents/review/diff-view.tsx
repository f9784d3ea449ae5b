import { Box, Typography } from '@mui/material';
import type { RevisionChange, RevisionDiff } from '@roster/agents/contracts';
import { useText } from '../../messages/use-text.ts';
import { StatusChip } from '../../shared/status-chip.tsx';
import { monoFont } from '../../theme/roster-theme.ts';
import type { Tone } from '../../theme/tones.ts';
import { fieldTitle } from './field-title.ts';
import { TextDiff } from './text-diff.tsx';

const tones: Record<RevisionChange['kind'], Tone> = { added: 'good', removed: 'bad', changed: 'waiting', moved: 'active' };

/** What differs between two versions, field by field. */
export function DiffView({ diff }: { diff: RevisionDiff }) {
  const t = useText();
  if (diff.identical) return <Typography color="textSecondary">{t('review.identical')}</Typography>;
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      {diff.changes.map((change) => (
        <Change key={`${change.kind} ${change.path}`} change={change} />
      ))}
    </Box>
  );
}

function Change({ change }: { change: RevisionChange }) {
  const t = useText();
  const { title, detail } = fieldTitle(change.path);
  return (
    <Box component="section">
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', mb: 0.75, flexWrap: 'wrap' }}>
        <Typography component="h3" sx={{ fontWeight: 650 }}>
          {title}
        </Typography>
        {detail !== undefined && (
          <Typography variant="caption" color="textSecondary" sx={{ fontFamily: monoFont }}>
            {detail}
          </Typography>
        )}
        <StatusChip tone={tones[change.kind]}>{t(`review.kinds.${change.kind}`)}</StatusChip>
      </Box>
      <Values change={change} />
    </Box>
  );
}

function Values({ change: { kind, before, after } }: { change: RevisionChange }) {
  const t = useText();
  if (typeof before === 'string' && typeof after === 'string' && (before + after).length > 40) return <TextDiff before={before} after={after} />;
  if (kind === 'moved') return <Value label={t('review.from')} value={before} tone="quiet" second={{ label: t('review.to'), value: after }} />;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: kind === 'changed' ? '1fr 1fr' : '1fr' }, gap: 1 }}>
      {kind !== 'added' && <Value label={t('review.before')} value={before} tone="bad" />}
      {kind !== 'removed' && <Value label={t('review.after')} value={after} tone="good" />}
    </Box>
  );
}

interface ValueProps {
  label: string;
  value: unknown;
  tone: Tone;
  second?: { label: string; value: unknown };
}

function Value({ label, value, tone, second }: ValueProps) {
  const text = `${show(value)}${second === undefined ? '' : `  →  ${show(second.value)}`}`;
  return (
    <Box sx={{ borderLeft: 3, borderColor: tone === 'bad' ? 'error.main' : tone === 'good' ? 'success.main' : 'divider', pl: 1.25 }}>
      <Typography variant="caption" color="textSecondary">
        {label}
      </Typography>
      <Box sx={{ fontFamily: monoFont, fontSize: '0.88rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Box>
    </Box>
  );
}

const show = (value: unknown): string => (typeof value === 'string' ? (value === '' ? '""' : value) : (JSON.stringify(value) ?? '–'));
