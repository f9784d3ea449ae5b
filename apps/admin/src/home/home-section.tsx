import { Box, Link, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { LinkBase } from 'react-admin';

export function HomeSection({ title, to, toLabel, children }: { title: string; to?: string; toLabel?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', mb: 1 }}>
        <Typography id={id} variant="h2">
          {title}
        </Typography>
        {to !== undefined && (
          <Link component={LinkBase} to={to}>
            {toLabel}
          </Link>
        )}
      </Box>
      <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 2, bgcolor: 'background.paper', overflow: 'hidden' }}>{children}</Box>
    </Box>
  );
}
