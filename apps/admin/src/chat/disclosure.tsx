import ChevronIcon from '@mui/icons-material/ChevronRight';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';

interface DisclosureProps {
  summary: ReactNode;
  children: ReactNode;
  open?: boolean;
  label: string;
  /** A subagent's card is set off by its edge. */
  accent?: boolean;
}

/** A card that opens: the browser's own element, so it works with keyboard and search without our help. */
export function Disclosure({ summary, children, open = false, label, accent = false }: DisclosureProps) {
  return (
    <Box
      component="details"
      open={open}
      aria-label={label}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 2, bgcolor: 'background.paper', minWidth: 0, ...(accent && { borderLeft: 3, borderLeftColor: 'primary.main' }), '&[open] > summary .chevron': { transform: 'rotate(90deg)' } }}
    >
      <Box component="summary" sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, px: 1.25, py: 0.75, cursor: 'pointer', listStyle: 'none', borderRadius: 2, '&::-webkit-details-marker': { display: 'none' } }}>
        <ChevronIcon className="chevron" fontSize="small" sx={{ color: 'text.secondary', transition: 'transform 120ms' }} />
        {summary}
      </Box>
      <Box sx={{ px: 1.5, pb: 1.5, display: 'grid', gap: 1.25, minWidth: 0 }}>{children}</Box>
    </Box>
  );
}
