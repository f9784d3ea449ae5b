import { Box, Button, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useText } from '../messages/use-text.ts';
import type { HumanRequestRecord } from './human-request.ts';
import { parseResult } from './parse-object.ts';
import type { Answering } from './use-answer.ts';

const choices = { in_doubt: ['retry', 'record', 'fail'], nondeterminism: ['accept', 'fail'] } as const;
type Choice = 'retry' | 'record' | 'fail' | 'accept';

/** A call that may or may not have happened, or a journal that no longer fits the code: an operator says how it goes on. */
export function OperatorForm({ request, answer }: { request: HumanRequestRecord; answer: Answering }) {
  const t = useText();
  const [result, setResult] = useState('');
  const kind = request.kind === 'in_doubt' ? 'in_doubt' : 'nondeterminism';
  const give = (choice: Choice) => answer.give(choice === 'record' ? { choice, result: parseResult(result) } : { choice });
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mt: 2 }}>
      <Typography>{t(`approvals.operator.${kind}`)}</Typography>
      {kind === 'in_doubt' && <TextField multiline label={t('approvals.operator.result')} helperText={t('approvals.operator.resultHint')} value={result} onChange={(event) => setResult(event.target.value)} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {choices[kind].map((choice) => (
          <Button key={choice} variant="outlined" color={choice === 'fail' ? 'error' : 'primary'} disabled={answer.busy || (choice === 'record' && result.trim() === '')} onClick={() => give(choice)}>
            {t(`approvals.operator.${choice}`)}
          </Button>
        ))}
      </Box>
    </Box>
  );
}
