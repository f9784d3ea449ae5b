import { Box, Typography } from '@mui/material';
import type { RunDetail } from '@roster/agents/contracts';
import { useText } from '../messages/use-text.ts';
import { JsonView } from '../shared/json-view.tsx';
import { PlainText } from '../shared/plain-text.tsx';

/** What a run was given and what it returned; conversations show both in their messages already. */
export function RunResult({ run }: { run: RunDetail }) {
  const t = useText();
  if (!run.isContentVisible) return <Typography color="textSecondary" sx={{ mt: 3 }}>{t('runs.contentHidden')}</Typography>;
  if (run.kind === 'chat') return null;
  return (
    <Box sx={{ mt: 3, display: 'grid', gap: 1 }}>
      {run.output != null && (
        <>
          <Typography variant="h2">{t('runs.output')}</Typography>
          {typeof run.output === 'string' ? <PlainText text={run.output} /> : <JsonView value={run.output} label={t('runs.output')} />}
        </>
      )}
      {run.input != null && (
        <>
          <Typography variant="h2" sx={{ mt: 1.5 }}>{t('runs.input')}</Typography>
          <JsonView value={run.input} label={t('runs.input')} />
        </>
      )}
    </Box>
  );
}
