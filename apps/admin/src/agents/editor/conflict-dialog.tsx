import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material';
import { useState } from 'react';
import { useText } from '../../messages/use-text.ts';
import { fieldTitle } from '../review/field-title.ts';
import { TextDiff } from '../review/text-diff.tsx';
import type { DraftState } from './draft-state.ts';
import type { Content, ContentField } from './merge-content.ts';

interface ConflictDialogProps {
  phase: Extract<DraftState['phase'], { name: 'conflict' }>;
  /** What the other person saved. */
  saved: Content;
  onResolve: (keepTheirs: ContentField[]) => void;
}

/** Two people changed the same fields: each is chosen here, nothing is overwritten silently. */
export function ConflictDialog({ phase, saved, onResolve }: ConflictDialogProps) {
  const t = useText();
  const [theirs, setTheirs] = useState<readonly ContentField[]>([]);
  const choose = (field: ContentField, side: string) => setTheirs((fields) => (side === 'theirs' ? [...fields, field] : fields.filter((other) => other !== field)));
  return (
    <Dialog open fullWidth maxWidth="md" aria-labelledby="conflict-title">
      <DialogTitle id="conflict-title">{t('editor.conflictTitle')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>{t('editor.conflictLead')}</Typography>
        {phase.fields.map((field) => (
          <Box key={field} sx={{ mb: 2.5 }}>
            <Typography sx={{ fontWeight: 650 }}>{fieldTitle(field).title}</Typography>
            <TextDiff before={shown(saved[field])} after={shown(phase.mine[field])} />
            <RadioGroup row value={theirs.includes(field) ? 'theirs' : 'mine'} onChange={(_, side) => choose(field, side)}>
              <FormControlLabel value="theirs" control={<Radio size="small" />} label={`− ${t('editor.theirs')}`} />
              <FormControlLabel value="mine" control={<Radio size="small" />} label={`+ ${t('editor.mine')}`} />
            </RadioGroup>
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={() => onResolve([...theirs])}>
          {t('editor.resolve')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''));
