import { Box, Typography } from '@mui/material';
import type { RunStepRecord } from '@roster/agents/contracts';
import { useApi } from '../api/use-api.ts';
import { Disclosure } from '../chat/disclosure.tsx';
import { useText } from '../messages/use-text.ts';
import { EmptyState } from '../shared/empty-state.tsx';
import { formatDuration } from '../shared/format.ts';
import { JsonView } from '../shared/json-view.tsx';
import { QueryBlock } from '../shared/query-block.tsx';
import { StatusChip } from '../shared/status-chip.tsx';
import { monoFont } from '../theme/roster-theme.ts';
import type { Tone } from '../theme/tones.ts';

const tones: Record<RunStepRecord['state'], Tone> = { accepted: 'quiet', intent: 'active', done: 'good', failed: 'bad', aborted: 'quiet' };

/** The journal of a run: every effect, once, with what it returned. This is what a restarted process reads. */
export function Journal({ runId, live }: { runId: string; live: boolean }) {
  const t = useText();
  const steps = useApi<RunStepRecord[]>(`/runs/${runId}/steps`, { refetchInterval: live ? 3000 : false });
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>{t('runs.journalLead')}</Typography>
      <QueryBlock query={steps}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t('runs.noSteps')}>{t('runs.noEventsBody')}</EmptyState>
          ) : (
            <Box sx={{ display: 'grid', gap: 1 }}>
              {rows.map((step) => (
                <Step key={step.key} step={step} />
              ))}
            </Box>
          )
        }
      </QueryBlock>
    </>
  );
}

function Step({ step }: { step: RunStepRecord }) {
  const t = useText();
  const took = step.startedAt !== null && step.finishedAt !== null ? formatDuration(Date.parse(step.finishedAt) - Date.parse(step.startedAt)) : null;
  return (
    <Disclosure
      label={step.key}
      summary={
        <>
          <Typography component="code" sx={{ fontFamily: monoFont, fontSize: '0.88rem', overflowWrap: 'anywhere' }}>{step.key}</Typography>
          <StatusChip tone={tones[step.state]}>{t(`runs.steps.${step.state}`)}</StatusChip>
          <Typography variant="caption" color="textSecondary">{[step.kind, took, step.attempts > 1 ? t('runs.attempts', { smart_count: step.attempts }) : null].filter(Boolean).join(' · ')}</Typography>
        </>
      }
    >
      {step.facts !== null && <JsonView value={step.facts} label={t('runs.facts')} />}
      {step.result !== null && <JsonView value={step.result} label={t('chat.result')} />}
      {step.error !== null && <JsonView value={step.error} label={t('chat.error')} />}
    </Disclosure>
  );
}
