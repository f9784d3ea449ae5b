import { Box, Button, TextField } from '@mui/material';
import { useState } from 'react';
import { useText } from '../messages/use-text.ts';
import type { Answering } from './use-answer.ts';

export function ClarificationForm({ answer }: { answer: Answering }) {
  const t = useText();
  const [text, setText] = useState('');
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mt: 2 }}>
      <TextField multiline minRows={2} label={t('approvals.answer')} value={text} onChange={(event) => setText(event.target.value)} />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="contained" disabled={answer.busy || text.trim() === ''} onClick={() => answer.give({ text })}>
          {t('approvals.send')}
        </Button>
        <Button disabled={answer.busy} onClick={() => answer.give({ skip: true })}>
          {t('approvals.skip')}
        </Button>
      </Box>
    </Box>
  );
}
