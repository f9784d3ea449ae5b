import { Box, MenuItem, TextField } from '@mui/material';
import type { AgentBase } from '@roster/agents/contracts';
import { useApi } from '../../api/use-api.ts';
import { useText } from '../../messages/use-text.ts';
import { useEditor } from './editor-context.ts';
import { FieldBox } from './field-box.tsx';
import type { Content } from './merge-content.ts';

type ModelParams = NonNullable<Content['modelParams']>;
const numericParams = ['temperature', 'topP', 'topK', 'maxOutputTokens', 'presencePenalty', 'frequencyPenalty', 'seed'] as const satisfies readonly (keyof ModelParams)[];

export function ModelTab() {
  const t = useText();
  const { content, change, editable } = useEditor();
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 720 }}>
      <BaseField />
      <FieldBox field="model" label={t('editor.model')} hint={t('editor.modelHint')}>
        {({ labelId, describedBy }) => (
          <TextField fullWidth value={content.model ?? ''} disabled={!editable} placeholder="demo/offline" onChange={(event) => change({ model: event.target.value.trim() })} slotProps={{ htmlInput: { 'aria-labelledby': labelId, 'aria-describedby': describedBy, spellCheck: false } }} />
        )}
      </FieldBox>
      <FieldBox field="modelParams" label={t('editor.parameters')} hint={t('editor.parametersHint')}>
        {() => (
          <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))', gap: 1.5 }}>
            {numericParams.map((name) => (
              <ParamInput key={name} name={name} />
            ))}
          </Box>
        )}
      </FieldBox>
    </Box>
  );
}

function BaseField() {
  const t = useText();
  const { content, change, editable } = useEditor();
  const { data: bases = [] } = useApi<Pick<AgentBase, 'id' | 'name' | 'description'>[]>('/agents/runtimes/bases');
  const current = content.baseClass ?? 'StandardAgent';
  const options = bases.some(({ id }) => id === current) ? bases : [...bases, { id: current, name: current, description: '' }];
  return (
    <FieldBox field="baseClass" label={t('editor.base')} hint={t('editor.baseHint')}>
      {({ labelId }) => (
        <TextField select fullWidth value={current} disabled={!editable} onChange={(event) => change({ baseClass: event.target.value })} slotProps={{ select: { labelId } }} helperText={options.find(({ id }) => id === current)?.description}>
          {options.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name === id ? id : `${name} · ${id}`}
            </MenuItem>
          ))}
        </TextField>
      )}
    </FieldBox>
  );
}

function ParamInput({ name }: { name: (typeof numericParams)[number] }) {
  const t = useText();
  const { content, change, editable } = useEditor();
  const params = content.modelParams ?? {};
  const set = (text: string) => {
    const { [name]: _, ...rest } = params;
    change({ modelParams: text === '' ? rest : { ...rest, [name]: Number(text) } });
  };
  return <TextField type="number" label={t(`editor.params.${name}.label`)} helperText={t(`editor.params.${name}.hint`)} value={params[name] ?? ''} disabled={!editable} onChange={(event) => set(event.target.value)} slotProps={{ htmlInput: { step: 'any' }, inputLabel: { shrink: true } }} />;
}
