import { Box, Button, MenuItem, TextField } from '@mui/material';
import type { AgentBase, AgentRecord, CreateAgentRequest } from '@roster/agents/contracts';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-admin';
import { ApiError } from '../api/api-error.ts';
import { useApi, useApiWrite } from '../api/use-api.ts';
import { useText } from '../messages/use-text.ts';
import { ErrorCard } from '../shared/error-card.tsx';
import { Page } from '../shared/page.tsx';
import { QueryBlock } from '../shared/query-block.tsx';

export default function AgentCreate() {
  const t = useText();
  const bases = useApi<AgentBase[]>('/agents/runtimes/bases');
  return (
    <Page title={t('agents.createTitle')} lead={t('agents.createLead')}>
      <QueryBlock query={bases}>{(rows) => <CreateForm bases={rows} />}</QueryBlock>
    </Page>
  );
}

function CreateForm({ bases }: { bases: readonly AgentBase[] }) {
  const t = useText();
  const navigate = useNavigate();
  const [agent, setAgent] = useState<CreateAgentRequest>({ name: '', description: '', ...(bases[0] && { baseClass: bases[0].id }) });
  const create = useApiWrite<CreateAgentRequest, AgentRecord>((body) => ({ path: '/agents/runtimes', body }), { resources: ['agents', 'agents/runtimes'] });
  const problems = create.error instanceof ApiError ? (create.error.body.errors ?? {}) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(agent, { onSuccess: ({ id }) => navigate(`/agents/${id}`) });
  };
  const base = bases.find(({ id }) => id === agent.baseClass);
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2.5, maxWidth: 640 }}>
      {create.error !== null && <ErrorCard error={create.error} />}
      <TextField required autoFocus label={t('shared.name')} value={agent.name} error={problems['name'] !== undefined} helperText={problems['name'] ?? t('agents.nameHint')} onChange={(event) => setAgent({ ...agent, name: event.target.value })} />
      <TextField multiline minRows={2} label={t('agents.description')} value={agent.description} error={problems['description'] !== undefined} helperText={problems['description']} onChange={(event) => setAgent({ ...agent, description: event.target.value })} />
      <TextField select required label={t('agents.base')} value={agent.baseClass ?? ''} error={problems['baseClass'] !== undefined} helperText={problems['baseClass'] ?? base?.description ?? t('agents.baseHint')} onChange={(event) => setAgent({ ...agent, baseClass: event.target.value })}>
        {bases.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name === id ? id : `${name} · ${id}`}
          </MenuItem>
        ))}
      </TextField>
      <Button type="submit" variant="contained" disabled={create.isPending} sx={{ justifySelf: 'start' }}>
        {t('agents.create')}
      </Button>
    </Box>
  );
}
