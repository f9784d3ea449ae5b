import { Box, FormHelperText, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import type { ContentField } from './merge-content.ts';
import { problemOf, useEditor } from './editor-context.ts';

interface FieldBoxProps {
  field: ContentField;
  label: string;
  hint?: string;
  children: (ids: { labelId: string; describedBy: string }) => ReactNode;
}

/** One field of the draft with its label, explanation and what is wrong with it. `data-field` is where review links lead. */
export function FieldBox({ field, label, hint, children }: FieldBoxProps) {
  const problem = problemOf(useEditor(), field);
  const labelId = useId();
  const describedBy = useId();
  return (
    <Box data-field={field} sx={{ scrollMarginTop: 120 }}>
      <Typography id={labelId} component="div" sx={{ fontWeight: 600, mb: 0.25 }}>
        {label}
      </Typography>
      {hint !== undefined && (
        <Typography id={describedBy} variant="caption" component="div" color="textSecondary" sx={{ mb: 0.75, maxWidth: 640 }}>
          {hint}
        </Typography>
      )}
      {children({ labelId, describedBy })}
      {problem !== undefined && <FormHelperText error>{problem}</FormHelperText>}
    </Box>
  );
}
