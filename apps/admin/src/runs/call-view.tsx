import { Typography } from '@mui/material';
import { Disclosure } from '../chat/disclosure.tsx';
import { useText } from '../messages/use-text.ts';
import { formatDuration } from '../shared/format.ts';
import { JsonView } from '../shared/json-view.tsx';
import { StatusChip } from '../shared/status-chip.tsx';
import { monoFont } from '../theme/roster-theme.ts';
import type { Tone } from '../theme/tones.ts';
import type { CallOutcome, LaneItem } from './run-tree.ts';

const tones: Record<CallOutcome['state'], Tone> = { running: 'active', done: 'good', failed: 'bad', denied: 'bad', skipped: 'quiet' };

export function CallView({ call }: { call: Extract<LaneItem, { kind: 'call' }> }) {
  const t = useText();
  const { outcome } = call;
  return (
    <Disclosure
      label={t('chat.call', { name: call.toolName })}
      summary={
        <>
          <Typography component="code" sx={{ fontFamily: monoFont, fontSize: '0.9rem' }}>{call.toolName}</Typography>
          <StatusChip tone={tones[outcome.state]}>{t(`runs.outcomes.${outcome.state}`)}</StatusChip>
          {'durationMs' in outcome && <Typography variant="caption" color="textSecondary">{formatDuration(outcome.durationMs)}</Typography>}
        </>
      }
    >
      <Typography variant="caption" color="textSecondary">{t('chat.arguments')}</Typography>
      <JsonView value={call.payload} label={t('chat.arguments')} />
      {outcome.state === 'done' && (
        <>
          <Typography variant="caption" color="textSecondary">{t('chat.result')}</Typography>
          <JsonView value={outcome.result} label={t('chat.result')} />
        </>
      )}
      {outcome.state === 'failed' && <Typography color="error">{outcome.message}</Typography>}
    </Disclosure>
  );
}
