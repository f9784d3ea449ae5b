import SendIcon from '@mui/icons-material/Send';
import StopIcon from '@mui/icons-material/StopCircleOutlined';
import { Box, Button, TextField } from '@mui/material';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useText } from '../messages/use-text.ts';

interface ComposerProps {
  busy: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
}

/** One input for every pane. Enter sends, Shift+Enter breaks the line. */
export function Composer({ busy, onSend, onStop }: ComposerProps) {
  const t = useText();
  const [text, setText] = useState('');
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (busy || text.trim() === '') return;
    onSend(text);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'flex', gap: 1, alignItems: 'flex-end' }}>
      <TextField fullWidth multiline maxRows={8} autoFocus label={t('playground.message')} placeholder={t('playground.placeholder')} value={text} onChange={(event) => setText(event.target.value)} onKeyDown={onKeyDown} />
      {busy ? (
        <Button variant="outlined" onClick={onStop} startIcon={<StopIcon />}>
          {t('playground.stop')}
        </Button>
      ) : (
        <Button type="submit" variant="contained" disabled={text.trim() === ''} startIcon={<SendIcon />}>
          {t('playground.send')}
        </Button>
      )}
    </Box>
  );
}
