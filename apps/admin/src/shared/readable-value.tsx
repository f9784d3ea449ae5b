import { Box, Typography } from '@mui/material';
import { monoFont } from '../theme/roster-theme.ts';

/** A small object as a list of terms, for people; nested values stay JSON. */
export function ReadableValue({ value }: { value: unknown }) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return <Plain value={value} />;
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 2, rowGap: 0.5 }}>
      {Object.entries(value).map(([name, item]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Typography component="dt" color="textSecondary" variant="body2">
            {name}
          </Typography>
          <Box component="dd" sx={{ m: 0 }}>
            <Plain value={item} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Plain({ value }: { value: unknown }) {
  const isText = typeof value === 'string';
  return (
    <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', ...(isText ? {} : { fontFamily: monoFont, fontSize: '0.85rem' }) }}>
      {isText ? value : JSON.stringify(value)}
    </Typography>
  );
}
