import { Box, TextField, Typography } from '@mui/material';
import { useText } from '../../messages/use-text.ts';
import { monoFont } from '../../theme/roster-theme.ts';
import { useEditor } from './editor-context.ts';
import { FieldBox } from './field-box.tsx';

export function PromptTab() {
  const t = useText();
  const { content, change, editable } = useEditor();
  const instructions = content.instructions ?? '';
  return (
    <FieldBox field="instructions" label={t('editor.instructions')} hint={t('editor.instructionsHint')}>
      {({ labelId, describedBy }) => (
        <>
          <TextField
            multiline
            fullWidth
            minRows={14}
            maxRows={32}
            value={instructions}
            disabled={!editable}
            placeholder={t('editor.instructionsPlaceholder')}
            onChange={(event) => change({ instructions: event.target.value })}
            slotProps={{ htmlInput: { 'aria-labelledby': labelId, 'aria-describedby': describedBy, spellCheck: false }, input: { sx: { fontFamily: monoFont, fontSize: '0.92rem', lineHeight: 1.6, alignItems: 'flex-start' } } }}
          />
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: 0.5 }}>
            <Typography variant="caption" color="textSecondary">
              {t('editor.length', { characters: [...instructions].length.toLocaleString('en'), tokens: Math.ceil(instructions.length / 4).toLocaleString('en') })}
            </Typography>
          </Box>
        </>
      )}
    </FieldBox>
  );
}
