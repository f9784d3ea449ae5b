import { Autocomplete, MenuItem, TextField } from '@mui/material';
import type { GrantRecord } from '@roster/agents/contracts';
import { operations } from '@roster/permissions/operations';
import { useState } from 'react';
import { useCreate, useGetList } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { FormDialog } from '../shared/form-dialog.tsx';
import { problemProps } from '../shared/problem-props.ts';
import { nameOf, type SubjectKind, useSubjects } from './use-subjects.ts';

type Draft = Pick<GrantRecord, 'subjectKind' | 'subjectId' | 'operation' | 'effect' | 'agentId'>;
const kinds = ['user', 'group', 'api_key'] as const;

/** One operation, allowed or denied, for one subject on one agent or all. */
export function GrantDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const subjects = useSubjects();
  const { data: agents = [] } = useGetList<{ id: string; name: string }>('agents', { pagination: { page: 1, perPage: 500 }, sort: { field: 'name', order: 'ASC' }, filter: {} });
  const [draft, setDraft] = useState<Draft>({ subjectKind: 'user', subjectId: '', operation: 'chat', effect: 'allow', agentId: null });
  const [create, { isPending, error }] = useCreate<GrantRecord>();
  const rows = subjects[draft.subjectKind];
  return (
    <FormDialog title={t('access.addGrant')} action={t('access.addGrant')} busy={isPending} ready={draft.subjectId !== ''} error={error} onSubmit={() => void create('grants', { data: draft }, { onSuccess: onClose })} onClose={onClose}>
      <TextField select label={t('editor.subjectKind')} value={draft.subjectKind} onChange={(event) => setDraft({ ...draft, subjectKind: event.target.value as SubjectKind, subjectId: '' })}>
        {kinds.map((kind) => (
          <MenuItem key={kind} value={kind}>{t(`editor.subjectKinds.${kind}`)}</MenuItem>
        ))}
      </TextField>
      <Autocomplete size="small" options={rows.map(({ id }) => id)} value={draft.subjectId === '' ? null : draft.subjectId} getOptionLabel={(id) => nameOf(rows, id)} onChange={(_, id) => setDraft({ ...draft, subjectId: id ?? '' })} renderInput={(params) => <TextField {...params} required label={t('editor.subject')} {...problemProps(error, 'subjectId')} />} />
      <TextField select label={t('access.effect')} value={draft.effect} onChange={(event) => setDraft({ ...draft, effect: event.target.value as Draft['effect'] })} helperText={t(`access.effectHints.${draft.effect}`)}>
        <MenuItem value="allow">{t('access.effects.allow')}</MenuItem>
        <MenuItem value="deny">{t('access.effects.deny')}</MenuItem>
      </TextField>
      <Autocomplete size="small" disableClearable options={[...operations] as string[]} value={draft.operation} getOptionLabel={(operation) => operation.toUpperCase()} onChange={(_, operation) => setDraft({ ...draft, operation })} renderInput={(params) => <TextField {...params} label={t('access.operation')} {...problemProps(error, 'operation')} />} />
      <Autocomplete size="small" options={agents.map(({ id }) => id)} value={draft.agentId} getOptionLabel={(id) => nameOf(agents, id)} onChange={(_, agentId) => setDraft({ ...draft, agentId })} renderInput={(params) => <TextField {...params} label={t('shared.agent')} helperText={t('access.allAgentsHint')} />} />
    </FormDialog>
  );
}
