import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

export function SectionHead({ lead, action }: { lead: string; action?: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', justifyContent: 'space-between', mb: 1 }}>
      <Typography color="textSecondary" sx={{ maxWidth: 640 }}>
        {lead}
      </Typography>
      {action}
    </Box>
  );
}
