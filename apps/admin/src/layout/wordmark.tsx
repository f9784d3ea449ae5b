import { Box } from '@mui/material';

/** The name and its mark: three lines of a duty list, two of them on duty. */
export function Wordmark() {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, fontWeight: 700, fontSize: '1.08rem', letterSpacing: '-0.01em', color: 'text.primary' }}>
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="#1d4a45" />
        <g fill="none" strokeLinecap="round" strokeWidth="3">
          <path stroke="#f3f5f1" d="M8 10h10M8 16h16M8 22h7" />
          <path stroke="#e0a23b" d="M24 10h.01M21 22h3" />
        </g>
      </svg>
      Roster
    </Box>
  );
}
