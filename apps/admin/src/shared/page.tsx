import { Box, Typography } from '@mui/material';
import { type ReactNode, useEffect } from 'react';

interface PageProps {
  title: string;
  /** Beside the title: states. */
  mark?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** A page that fills the window (the playground) instead of reading like a column. */
  wide?: boolean;
}

/** The frame every page stands in: one heading, its actions on the same line, then the content. */
export function Page({ title, mark, lead, actions, children, wide = false }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Roster`;
  }, [title]);
  return (
    <Box sx={{ px: { xs: 2, md: 3.5 }, pt: 2.5, pb: 6, maxWidth: wide ? 'none' : 1240, width: '100%' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1, mb: lead === undefined ? 2 : 0.5 }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {mark}
        <Box sx={{ flex: 1 }} />
        {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{actions}</Box>}
      </Box>
      {lead !== undefined && (
        <Typography component="div" color="textSecondary" sx={{ mb: 2, maxWidth: 760 }}>
          {lead}
        </Typography>
      )}
      {children}
    </Box>
  );
}
