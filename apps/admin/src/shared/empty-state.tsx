import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** What would be here. */
  title: string;
  /** Why nothing is, and what fills it. */
  children: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Box sx={{ px: 3, py: 5, maxWidth: 560 }}>
      <Typography variant="h2" component="p">
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 0.75 }}>
        {children}
      </Typography>
      {action && <Box sx={{ mt: 2 }}>{action}</Box>}
    </Box>
  );
}
