/** Columns a phone leaves out. */
export const narrowHidden = { display: { xs: 'none', md: 'table-cell' } } as const;
