import { Box, Link } from '@mui/material';
import { Fragment } from 'react';
import { LinkBase } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { formatCount, formatDuration } from '../shared/format.ts';
import type { AnswerMetadata } from './chat-message.ts';

/** What produced an answer and what it took, in one line. */
export function AnswerDetails({ metadata }: { metadata: AnswerMetadata }) {
  const t = useText();
  const { revision, usage, processingTimeMs, truncated, runId, agentName } = metadata;
  const facts = [
    agentName,
    revision === 'draft' ? t('chat.draft') : revision === undefined ? undefined : t('chat.revision', { number: revision }),
    usage && t('chat.tokens', { input: formatCount(usage.inputTokens), output: formatCount(usage.outputTokens) }),
    processingTimeMs === undefined || processingTimeMs === null ? undefined : formatDuration(processingTimeMs),
    truncated ? t('chat.truncated') : undefined,
  ].filter((fact): fact is string => fact !== undefined);
  return (
    <Box data-testid="answer-details" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 0.75, color: 'text.secondary', fontSize: '0.82rem' }}>
      {facts.map((fact, index) => (
        <Fragment key={fact}>
          {index > 0 && <span aria-hidden="true">·</span>}
          <span>{fact}</span>
        </Fragment>
      ))}
      {runId !== undefined && (
        <Link component={LinkBase} to={`/runs/${runId}`}>
          {t('chat.openRun')}
        </Link>
      )}
    </Box>
  );
}
