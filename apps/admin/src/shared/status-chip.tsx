import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { type Tone, toneColors } from '../theme/tones.ts';

/** A state in a word. Colour repeats what the word says; it never says it alone. */
export function StatusChip({ tone, children, title }: { tone: Tone; children: ReactNode; title?: string }) {
  return (
    <Box
      component="span"
      {...(title !== undefined && { title })}
      sx={(theme) => {
        const colors = toneColors(theme, tone);
        return { display: 'inline-flex', alignItems: 'center', gap: 0.5, px: 1, py: '1px', borderRadius: 5, fontSize: '0.82rem', fontWeight: 600, lineHeight: 1.6, whiteSpace: 'nowrap', color: colors.text, backgroundColor: colors.background };
      }}
    >
      {children}
    </Box>
  );
}
