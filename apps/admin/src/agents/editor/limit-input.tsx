import { FormControlLabel, Radio, RadioGroup, TextField } from '@mui/material';
import { useText } from '../../messages/use-text.ts';
import { useInherited } from './use-inherited.ts';
import { useEditor } from './editor-context.ts';
import { FieldBox } from './field-box.tsx';
import type { Content, ContentField } from './merge-content.ts';

export type LimitField = { [F in ContentField]: NonNullable<Content[F]> extends number ? F : never }[ContentField];

interface LimitInputProps {
  field: LimitField;
  label: string;
  hint: string;
  /** Whether the field knows "no limit". */
  unlimited: boolean;
  start: number;
}

type Mode = 'inherit' | 'none' | 'set';

/** A limit in words: as the base class says, none at all, or a number. */
export function LimitInput({ field, label, hint, unlimited, start }: LimitInputProps) {
  const t = useText();
  const { content, change, editable } = useEditor();
  const inherited = useInherited(field);
  const value = content[field];
  const mode: Mode = value === undefined ? 'inherit' : value === null ? 'none' : 'set';
  const choose = (next: Mode) => change({ [field]: next === 'inherit' ? undefined : next === 'none' ? null : start });
  const option = (name: Mode) => <FormControlLabel value={name} disabled={!editable} control={<Radio size="small" />} label={name === 'inherit' && inherited !== undefined ? t('editor.limit.inheritValue', { value: inherited ?? t('editor.limit.none').toLowerCase() }) : t(`editor.limit.${name}`)} />;
  return (
    <FieldBox field={field} label={label} hint={hint}>
      {({ labelId, describedBy }) => (
        <RadioGroup row aria-labelledby={labelId} aria-describedby={describedBy} value={mode} onChange={(_, next) => choose(next as Mode)} sx={{ alignItems: 'center', columnGap: 1 }}>
          {option('inherit')}
          {unlimited && option('none')}
          {option('set')}
          {mode === 'set' && <NumberInput label={label} value={value as number} disabled={!editable} onChange={(number) => change({ [field]: number })} />}
        </RadioGroup>
      )}
    </FieldBox>
  );
}

function NumberInput({ label, value, disabled, onChange }: { label: string; value: number; disabled: boolean; onChange: (value: number) => void }) {
  return <TextField type="number" value={value} disabled={disabled} onChange={(event) => event.target.value !== '' && onChange(Number(event.target.value))} slotProps={{ htmlInput: { 'aria-label': label, min: 0, step: 1 } }} sx={{ width: 120 }} />;
}
