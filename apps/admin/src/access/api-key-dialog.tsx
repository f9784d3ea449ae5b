import { Autocomplete, TextField } from '@mui/material';
import { operations } from '@roster/permissions/operations';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useApiWrite } from '../api/use-api.ts';
import { useText } from '../messages/use-text.ts';
import { FormDialog } from '../shared/form-dialog.tsx';
import { problemProps } from '../shared/problem-props.ts';
import { RevealOnce } from './reveal-once.tsx';
import { nameOf } from './use-subjects.ts';

interface KeyDraft { name: string; operations: string[]; agentIds: string[]; days: number }
/** What a product needs to chat; everything else is added on purpose. */
const usual = ['view_agent', 'chat', 'list_threads', 'create_thread', 'view_thread', 'view_messages', 'send_message', 'view_run'];
const dayMs = 86_400_000;

export function ApiKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { data: agents = [] } = useGetList<{ id: string; name: string }>('agents', { pagination: { page: 1, perPage: 500 }, sort: { field: 'name', order: 'ASC' }, filter: {} });
  const [draft, setDraft] = useState<KeyDraft>({ name: '', operations: usual, agentIds: [], days: 90 });
  const create = useApiWrite<KeyDraft, { key: string }>(({ name, operations: allowed, agentIds, days }) => ({ path: '/api-keys', body: { name, operations: allowed, agentIds: agentIds.length === 0 ? 'all' : agentIds, expiresAt: new Date(Date.now() + days * dayMs).toISOString() } }), { resources: ['api-keys'] });
  if (create.data !== undefined) return <RevealOnce title={t('access.keyMade', { name: draft.name })} lead={t('access.keyMadeLead')} label={t('access.key')} secret={create.data.key} onClose={onClose} />;
  return (
    <FormDialog title={t('access.addKey')} action={t('access.addKey')} busy={create.isPending} ready={draft.name.trim() !== '' && draft.operations.length > 0} error={create.error} onSubmit={() => create.mutate(draft)} onClose={onClose}>
      <TextField autoFocus required label={t('shared.name')} value={draft.name} onChange={(event) => setDraft({ ...draft, name: event.target.value })} {...problemProps(create.error, 'name', t('access.keyNameHint'))} />
      <Autocomplete multiple size="small" options={agents.map(({ id }) => id)} value={draft.agentIds} getOptionLabel={(id) => nameOf(agents, id)} onChange={(_, agentIds) => setDraft({ ...draft, agentIds })} renderInput={(params) => <TextField {...params} label={t('agents.title')} {...problemProps(create.error, 'agentIds', t('access.keyAgentsHint'))} />} />
      <Autocomplete multiple size="small" options={[...operations] as string[]} value={draft.operations} getOptionLabel={(operation) => operation.toUpperCase()} onChange={(_, allowed) => setDraft({ ...draft, operations: allowed })} renderInput={(params) => <TextField {...params} label={t('access.operations')} {...problemProps(create.error, 'operations', t('access.keyOperationsHint'))} />} />
      <TextField type="number" label={t('access.validDays')} value={draft.days} onChange={(event) => setDraft({ ...draft, days: Math.min(365, Math.max(1, Number(event.target.value))) })} {...problemProps(create.error, 'expiresAt', t('access.validHint'))} slotProps={{ htmlInput: { min: 1, max: 365 } }} />
    </FormDialog>
  );
}
