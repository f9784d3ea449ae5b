import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { LinkBase } from 'react-admin';

/** A whole row that leads somewhere. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Box component={LinkBase} to={to} sx={{ display: 'flex', alignItems: 'center', gap: 1.25, px: 2, py: 1.1, color: 'text.primary', textDecoration: 'none', '&:hover': { bgcolor: (theme) => theme.roster.raised }, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      {children}
    </Box>
  );
}
