import { Box } from '@mui/material';
import { useText } from '../messages/use-text.ts';
import { monoFont } from '../theme/roster-theme.ts';

interface JsonViewProps {
  value: unknown;
  label: string;
  /** Characters shown; the rest is counted, not hidden silently. */
  limit?: number;
}

/** Foreign data as text, exactly as it is. */
export function JsonView({ value, label, limit = 8000 }: JsonViewProps) {
  const t = useText();
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  const cut = text.length > limit;
  return (
    <Box
      component="pre"
      aria-label={label}
      tabIndex={0}
      sx={{ m: 0, p: 1.25, borderRadius: 1.5, bgcolor: (theme) => theme.roster.raised, border: 1, borderColor: 'divider', fontFamily: monoFont, fontSize: '0.82rem', lineHeight: 1.5, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: 360, overflow: 'auto' }}
    >
      {cut ? `${text.slice(0, limit)}\n${t('shared.cut', { count: text.length - limit })}` : text}
    </Box>
  );
}
