import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useText } from '../messages/use-text.ts';
import { JsonView } from '../shared/json-view.tsx';
import { ReadableValue } from '../shared/readable-value.tsx';

/** The arguments of a call for people, or exactly as the model wrote them. */
export function ArgumentsView({ payload, toolName }: { payload: Record<string, unknown>; toolName: string }) {
  const t = useText();
  const [raw, setRaw] = useState(false);
  return (
    <Box sx={{ mt: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5, color: 'text.secondary', fontSize: '0.88rem' }}>
        <span>{t('approvals.arguments', { tool: toolName })}</span>
        <Button size="small" onClick={() => setRaw(!raw)} aria-pressed={raw}>
          {t(raw ? 'approvals.readable' : 'approvals.raw')}
        </Button>
      </Box>
      {raw ? <JsonView value={payload} label={t('chat.arguments')} /> : <ReadableValue value={payload} />}
    </Box>
  );
}
