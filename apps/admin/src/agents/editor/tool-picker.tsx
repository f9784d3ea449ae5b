import { Autocomplete, Box, TextField, Typography } from '@mui/material';
import type { AgentTool } from '@roster/agents/contracts';
import { useText } from '../../messages/use-text.ts';

export function ToolPicker({ tools, onPick }: { tools: readonly AgentTool[]; onPick: (key: string) => void }) {
  const t = useText();
  return (
    <Box sx={{ p: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Autocomplete
        size="small"
        options={[...tools]}
        value={null}
        blurOnSelect
        clearOnBlur
        getOptionLabel={(tool) => `${tool.title} ${tool.id}`}
        onChange={(_, tool) => tool !== null && onPick(tool.id)}
        renderInput={(params) => <TextField {...params} label={t('editor.addTool')} />}
        renderOption={({ key, ...props }, tool) => (
          <Box component="li" key={key} {...props} sx={{ display: 'block !important' }}>
            <Typography sx={{ fontWeight: 600 }}>{tool.title}</Typography>
            <Typography variant="caption" color="textSecondary">
              {tool.description}
            </Typography>
          </Box>
        )}
      />
    </Box>
  );
}
