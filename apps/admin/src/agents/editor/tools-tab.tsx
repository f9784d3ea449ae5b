import { Box, MenuItem, TextField, Typography } from '@mui/material';
import type { AgentTool } from '@roster/agents/contracts';
import { useApi } from '../../api/use-api.ts';
import { useText } from '../../messages/use-text.ts';
import { useEditor } from './editor-context.ts';
import { FieldBox } from './field-box.tsx';
import { ToolPicker } from './tool-picker.tsx';
import { ToolRow } from './tool-row.tsx';

export function ToolsTab() {
  return (
    <Box sx={{ display: 'grid', gap: 3.5, maxWidth: 860 }}>
      <ToolList />
      <ApprovalFields />
    </Box>
  );
}

function ToolList() {
  const t = useText();
  const { content, change, editable } = useEditor();
  const { data: known = [], isSuccess } = useApi<AgentTool[]>('/agents/runtimes/tools');
  const chosen = content.tools ?? [];
  const move = (from: number, to: number) => change({ tools: chosen.toSpliced(from, 1).toSpliced(to, 0, chosen[from] ?? '') });
  return (
    <FieldBox field="tools" label={t('editor.tools')} hint={t('editor.toolsHint')}>
      {() => (
        <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 2, bgcolor: 'background.paper' }}>
          {chosen.length === 0 && <Typography sx={{ p: 2, color: 'text.secondary' }}>{t('editor.noTools')}</Typography>}
          {chosen.map((key, index) => (
            <ToolRow key={key} toolKey={key} tool={known.find((tool) => tool.id === key)} missing={isSuccess} editable={editable} onUp={index > 0 ? () => move(index, index - 1) : undefined} onDown={index < chosen.length - 1 ? () => move(index, index + 1) : undefined} onRemove={() => change({ tools: chosen.filter((other) => other !== key) })} />
          ))}
          {editable && <ToolPicker tools={known.filter(({ id }) => !chosen.includes(id))} onPick={(key) => change({ tools: [...chosen, key] })} />}
        </Box>
      )}
    </FieldBox>
  );
}

function ApprovalFields() {
  const t = useText();
  const { content, change, editable } = useEditor();
  return (
    <>
      <FieldBox field="approvalAbove" label={t('editor.approval')} hint={t('editor.approvalHint')}>
        {({ labelId }) => (
          <TextField select value={content.approvalAbove ?? 'inherit'} disabled={!editable} onChange={(event) => change({ approvalAbove: event.target.value === 'inherit' ? undefined : (event.target.value as 'safe') })} slotProps={{ select: { labelId } }} sx={{ minWidth: 320, maxWidth: '100%' }}>
            {(['inherit', 'safe', 'high', 'never'] as const).map((option) => (
              <MenuItem key={option} value={option}>
                {t(`editor.approvals.${option}`)}
              </MenuItem>
            ))}
          </TextField>
        )}
      </FieldBox>
      <FieldBox field="approvalRequired" label={t('editor.approvalRequired')} hint={t('editor.approvalRequiredHint')}>
        {({ labelId, describedBy }) => (
          <TextField multiline minRows={2} fullWidth disabled={!editable} value={(content.approvalRequired ?? []).join('\n')} onChange={(event) => change({ approvalRequired: event.target.value === '' ? [] : event.target.value.split('\n').map((line) => line.trim()) })} slotProps={{ htmlInput: { 'aria-labelledby': labelId, 'aria-describedby': describedBy, spellCheck: false } }} />
        )}
      </FieldBox>
    </>
  );
}
