import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { Wordmark } from '../layout/wordmark.tsx';

/** Pages for people who are not signed in yet. */
export function AuthFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Roster`;
  }, [title]);
  return (
    <Box component="main" sx={{ minHeight: '100vh', display: 'grid', gridTemplateColumns: { xs: '1fr', md: '5fr 7fr' }, bgcolor: 'background.default' }}>
      <Box sx={{ display: { xs: 'none', md: 'block' }, borderRight: 1, borderColor: 'divider', bgcolor: (theme) => theme.roster.pineSoft }} aria-hidden="true">
        <DutyList />
      </Box>
      <Box sx={{ px: { xs: 3, md: 9 }, py: { xs: 5, md: 10 }, maxWidth: 620, width: '100%' }}>
        <Wordmark />
        <Typography variant="h1" sx={{ mt: 6 }}>
          {title}
        </Typography>
        <Typography color="textSecondary" sx={{ mt: 1, mb: 3 }}>
          {lead}
        </Typography>
        {children}
      </Box>
    </Box>
  );
}

/** The mark, large: rows of a duty list, some lit. */
function DutyList() {
  const rows = [58, 84, 40, 92, 66, 30, 78, 50, 88, 62, 36, 74];
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column', justifyContent: 'center', gap: '2.6vh', px: '14%' }}>
      {rows.map((width, row) => (
        <Box key={row} sx={{ display: 'flex', gap: '3%' }}>
          <Box sx={{ height: 10, borderRadius: 5, width: `${width * 0.8}%`, bgcolor: 'primary.main', opacity: 0.16 + (row % 4) * 0.1 }} />
          {row % 3 === 1 && <Box sx={{ height: 10, borderRadius: 5, width: '9%', bgcolor: 'warning.main', opacity: 0.75 }} />}
        </Box>
      ))}
    </Box>
  );
}
