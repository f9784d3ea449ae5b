import { Box, Button, TextField } from '@mui/material';
import { useState } from 'react';
import { useText } from '../messages/use-text.ts';
import { monoFont } from '../theme/roster-theme.ts';
import type { HumanRequestRecord } from './human-request.ts';
import { parseObject } from './parse-object.ts';
import type { Answering } from './use-answer.ts';

type Mode = 'decide' | 'edit' | 'deny';

export function ConfirmationForm({ request, answer }: { request: HumanRequestRecord; answer: Answering }) {
  const t = useText();
  const [mode, setMode] = useState<Mode>('decide');
  if (mode === 'edit') return <EditArguments payload={request.card.payload ?? {}} answer={answer} onBack={() => setMode('decide')} />;
  if (mode === 'deny') return <Deny answer={answer} onBack={() => setMode('decide')} />;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
      <Button variant="contained" disabled={answer.busy} onClick={() => answer.give({ approved: true })}>
        {t('approvals.approve')}
      </Button>
      <Button variant="outlined" disabled={answer.busy} onClick={() => setMode('edit')}>
        {t('approvals.approveEdited')}
      </Button>
      <Button color="error" disabled={answer.busy} onClick={() => setMode('deny')}>
        {t('approvals.deny')}
      </Button>
    </Box>
  );
}

function EditArguments({ payload, answer, onBack }: { payload: Record<string, unknown>; answer: Answering; onBack: () => void }) {
  const t = useText();
  const [text, setText] = useState(() => JSON.stringify(payload, null, 2));
  const parsed = parseObject(text);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mt: 2 }}>
      <TextField multiline minRows={4} autoFocus label={t('approvals.editedArguments')} value={text} error={parsed === null} helperText={parsed === null ? t('approvals.notJson') : t('approvals.editedHint')} onChange={(event) => setText(event.target.value)} slotProps={{ input: { sx: { fontFamily: monoFont, fontSize: '0.9rem' } }, htmlInput: { spellCheck: false } }} />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="contained" disabled={answer.busy || parsed === null} onClick={() => answer.give({ approved: true, arguments: parsed })}>
          {t('approvals.approveEdited')}
        </Button>
        <Button onClick={onBack}>{t('approvals.back')}</Button>
      </Box>
    </Box>
  );
}

function Deny({ answer, onBack }: { answer: Answering; onBack: () => void }) {
  const t = useText();
  const [comment, setComment] = useState('');
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mt: 2 }}>
      <TextField multiline minRows={2} autoFocus label={t('approvals.reason')} helperText={t('approvals.reasonHint')} value={comment} onChange={(event) => setComment(event.target.value)} />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="contained" color="error" disabled={answer.busy} onClick={() => answer.give({ approved: false, ...(comment.trim() !== '' && { comment }) })}>
          {t('approvals.deny')}
        </Button>
        <Button onClick={onBack}>{t('approvals.back')}</Button>
      </Box>
    </Box>
  );
}
