import { Box } from '@mui/material';
import { formatLocal, formatRelative } from './format.ts';

/** A time as people speak of it; local and UTC in full on hover. */
export function Timestamp({ at, absolute = false }: { at: string | null | undefined; absolute?: boolean }) {
  if (at === null || at === undefined) return <span>–</span>;
  const date = new Date(at);
  return (
    <Box component="time" dateTime={at} title={`${formatLocal(date)} · ${date.toISOString()}`} sx={{ whiteSpace: 'nowrap' }}>
      {absolute ? formatLocal(date) : formatRelative(date, new Date())}
    </Box>
  );
}
