import { Box, Card, Link, Typography } from '@mui/material';
import { LinkBase } from 'react-admin';
import { riskTones } from '../agents/editor/tool-risk.ts';
import { mayWith } from '../auth/use-may.ts';
import { useText } from '../messages/use-text.ts';
import { ErrorCard } from '../shared/error-card.tsx';
import { StatusChip } from '../shared/status-chip.tsx';
import { Timestamp } from '../shared/timestamp.tsx';
import { AnswerForm } from './answer-form.tsx';
import { ArgumentsView } from './arguments-view.tsx';
import { DecidedNote } from './decided-note.tsx';
import type { HumanRequestRecord } from './human-request.ts';
import { useAnswer } from './use-answer.ts';

export function RequestCardView({ request }: { request: HumanRequestRecord }) {
  const t = useText();
  const { card } = request;
  const answer = useAnswer(request);
  const operation = ['clarification', 'questions', 'external_tools'].includes(request.kind) ? 'chat' : 'approve_tool';
  const may = mayWith(request, operation);
  return (
    <Card component="article" aria-label={card.prompt ?? card.question ?? card.title ?? request.kind} sx={{ p: 2 }}>
      <RequestHead request={request} />
      <Typography sx={{ fontSize: '1.1rem', fontWeight: 600, mt: 0.75, overflowWrap: 'anywhere' }}>{card.prompt ?? card.question ?? card.title ?? t(`approvals.kinds.${request.kind}`)}</Typography>
      {card.reason !== undefined && <Typography color="textSecondary" variant="body2">{t(`approvals.why.${card.reason}`)}</Typography>}
      {card.payload !== undefined && <ArgumentsView payload={card.payload} toolName={card.toolName ?? ''} />}
      {answer.lost !== null && <Box sx={{ mt: 1.5 }}><ErrorCard error={answer.lost} /></Box>}
      {request.status === 'pending' ? <AnswerForm request={request} answer={answer} may={may} operation={operation} /> : <DecidedNote request={request} />}
    </Card>
  );
}

function RequestHead({ request }: { request: HumanRequestRecord }) {
  const t = useText();
  const { risk } = request;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, color: 'text.secondary', fontSize: '0.88rem' }}>
      <StatusChip tone="waiting">{t(`approvals.kinds.${request.kind}`)}</StatusChip>
      {risk !== null && <StatusChip tone={riskTones[risk]}>{t(`editor.risks.${risk}`)}</StatusChip>}
      <span>{request.agentName}</span>
      {request.requestedBy !== null && <span>{t('approvals.onBehalfOf', { name: request.requestedBy })}</span>}
      <span>
        <Timestamp at={request.createdAt} />
      </span>
      {request.expiresAt !== null && (
        <span>
          {t('approvals.expires')} <Timestamp at={request.expiresAt} />
        </span>
      )}
      <Box sx={{ flex: 1 }} />
      <Link component={LinkBase} to={`/runs/${request.rootRunId}`}>
        {t('chat.openRun')}
      </Link>
    </Box>
  );
}
