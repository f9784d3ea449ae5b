import { Box, Button, TextField } from '@mui/material';
import { useState } from 'react';
import { useText } from '../messages/use-text.ts';
import { ArgumentsView } from './arguments-view.tsx';
import type { RequestCard } from './human-request.ts';
import { parseResult } from './parse-object.ts';
import type { Answering } from './use-answer.ts';

/** Calls somebody runs outside: their results are brought back here, all at once. */
export function ExternalForm({ items, answer }: { items: NonNullable<RequestCard['items']>; answer: Answering }) {
  const t = useText();
  const [results, setResults] = useState<Record<string, string>>({});
  const complete = items.every(({ toolCallId }) => (results[toolCallId] ?? '').trim() !== '');
  const send = () => answer.give({ results: items.map(({ toolCallId }) => ({ toolCallId, result: parseResult(results[toolCallId] ?? '') })) });
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 2 }}>
      {items.map(({ toolCallId, toolName, payload }) => (
        <div key={toolCallId}>
          <ArgumentsView payload={payload as Record<string, unknown>} toolName={toolName} />
          <TextField fullWidth multiline minRows={2} sx={{ mt: 1 }} label={t('approvals.resultOf', { tool: toolName })} value={results[toolCallId] ?? ''} onChange={(event) => setResults((all) => ({ ...all, [toolCallId]: event.target.value }))} />
        </div>
      ))}
      <Button variant="contained" sx={{ justifySelf: 'start' }} disabled={answer.busy || !complete} onClick={send}>
        {t('approvals.send')}
      </Button>
    </Box>
  );
}
