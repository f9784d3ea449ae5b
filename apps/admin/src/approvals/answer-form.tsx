import { Typography } from '@mui/material';
import type { Operation } from '@roster/permissions/operations';
import { useText } from '../messages/use-text.ts';
import { ClarificationForm } from './clarification-form.tsx';
import { ConfirmationForm } from './confirmation-form.tsx';
import { ExternalForm } from './external-form.tsx';
import type { HumanRequestRecord } from './human-request.ts';
import { OperatorForm } from './operator-form.tsx';
import { QuestionsForm } from './questions-form.tsx';
import type { Answering } from './use-answer.ts';

interface AnswerFormProps {
  request: HumanRequestRecord;
  answer: Answering;
  may: boolean;
  operation: Operation;
}

/** The answer a request takes, by its kind. */
export function AnswerForm({ request, answer, may, operation }: AnswerFormProps) {
  const t = useText();
  if (!may) return <Typography color="textSecondary" sx={{ mt: 1.5 }}>{t('approvals.notYours', { operation: operation.toUpperCase() })}</Typography>;
  switch (request.kind) {
    case 'confirmation':
      return <ConfirmationForm request={request} answer={answer} />;
    case 'clarification':
      return <ClarificationForm answer={answer} />;
    case 'questions':
      return <QuestionsForm questions={request.card.questions ?? []} answer={answer} />;
    case 'external_tools':
      return <ExternalForm items={request.card.items ?? []} answer={answer} />;
    case 'in_doubt':
    case 'nondeterminism':
      return <OperatorForm request={request} answer={answer} />;
  }
}
