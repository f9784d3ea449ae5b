import { Box, Skeleton } from '@mui/material';
import { useText } from '../messages/use-text.ts';

export function LoadingBlock({ rows = 4 }: { rows?: number }) {
  const t = useText();
  return (
    <Box role="status" aria-label={t('shared.loading')} sx={{ maxWidth: 720 }}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={34} width={`${92 - row * 9}%`} />
      ))}
    </Box>
  );
}
