import { Autocomplete, TextField } from '@mui/material';
import { useGetList } from 'react-admin';
import type { AgentRecord } from '../agents/agent.ts';
import { useText } from '../messages/use-text.ts';

interface AgentFieldProps {
  value: string;
  disabled: boolean;
  onChange: (agentId: string) => void;
  problem: { error: boolean; helperText: string | undefined };
}

export function AgentField({ value, disabled, onChange, problem }: AgentFieldProps) {
  const t = useText();
  const { data: agents = [] } = useGetList<AgentRecord>('agents', { pagination: { page: 1, perPage: 500 }, sort: { field: 'name', order: 'ASC' }, filter: {} });
  return <Autocomplete size="small" disabled={disabled} options={agents} value={agents.find(({ id }) => id === value) ?? null} getOptionKey={({ id }) => id} getOptionLabel={({ name }) => name} isOptionEqualToValue={(option, chosen) => option.id === chosen.id} onChange={(_, agent) => onChange(agent?.id ?? '')} renderInput={(params) => <TextField {...params} required label={t('shared.agent')} {...problem} />} />;
}
