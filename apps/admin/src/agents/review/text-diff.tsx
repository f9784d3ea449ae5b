import { Box } from '@mui/material';
import { type Theme, useTheme } from '@mui/material/styles';
import { useMemo } from 'react';
import { useText } from '../../messages/use-text.ts';
import { monoFont } from '../../theme/roster-theme.ts';
import { type DiffLine, type DiffRow, presentTextDiff } from './present-diff.ts';

const signs = { same: ' ', removed: '−', added: '+' } as const;

/** Lines with their sign; changed words are underlined as well as coloured. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const t = useText();
  const rows = useMemo(() => presentTextDiff(before, after), [before, after]);
  return (
    <Box role="group" aria-label={t('review.textDiff')} sx={{ border: 1, borderColor: 'divider', borderRadius: 1.5, overflow: 'hidden', fontFamily: monoFont, fontSize: '0.86rem', lineHeight: 1.55, bgcolor: 'background.paper' }}>
      {rows.map((row, index) => (
        <Row key={index} row={row} />
      ))}
    </Box>
  );
}

function Row({ row }: { row: DiffRow }) {
  const t = useText();
  const theme = useTheme();
  if (row.kind === 'gap') return <Box sx={{ px: 1.5, py: 0.25, color: 'text.secondary', bgcolor: theme.roster.raised }}>{t('review.gap', { smart_count: row.lines })}</Box>;
  const { line, word } = colors(theme, row.kind);
  return (
    <Box component={row.kind === 'removed' ? 'del' : row.kind === 'added' ? 'ins' : 'div'} sx={{ display: 'flex', textDecoration: 'none', bgcolor: line, px: 1 }}>
      <Box component="span" aria-hidden="true" sx={{ width: 18, flexShrink: 0, userSelect: 'none', color: 'text.secondary' }}>
        {signs[row.kind]}
      </Box>
      <Box component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', minWidth: 0 }}>
        {row.words.map(({ text, changed }, index) => (
          <Box key={index} component={changed ? 'mark' : 'span'} sx={changed ? { bgcolor: 'transparent', color: word, fontWeight: 700, textDecoration: 'underline' } : {}}>
            {text === '' ? '​' : text}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function colors({ roster }: Theme, kind: DiffLine['kind']) {
  if (kind === 'removed') return { line: roster.brickSoft, word: roster.brick };
  if (kind === 'added') return { line: roster.pineSoft, word: roster.pine };
  return { line: 'transparent', word: roster.ink };
}
