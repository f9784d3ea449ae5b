import { Autocomplete, Box, Button, MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useApiWrite } from '../../api/use-api.ts';
import { useText } from '../../messages/use-text.ts';
import { useReport } from '../../shared/use-report.tsx';

const resources = { user: 'users', group: 'groups', api_key: 'api-keys' } as const;
type SubjectKind = keyof typeof resources;
interface Subject { id: string; name: string; email?: string }

export function AddMember({ path }: { path: string }) {
  const t = useText();
  const report = useReport();
  const [kind, setKind] = useState<SubjectKind>('user');
  const [subject, setSubject] = useState<Subject | null>(null);
  const { data = [] } = useGetList<Subject>(resources[kind], { pagination: { page: 1, perPage: 200 }, sort: { field: 'name', order: 'ASC' }, filter: {} });
  const add = useApiWrite<Subject>(({ id }) => ({ path, body: { subjectKind: kind, subjectId: id } }), { refresh: [path] });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, p: 1.5 }}>
      <TextField select label={t('editor.subjectKind')} value={kind} onChange={(event) => (setKind(event.target.value as SubjectKind), setSubject(null))} sx={{ width: 130 }}>
        {(Object.keys(resources) as SubjectKind[]).map((option) => (
          <MenuItem key={option} value={option}>
            {t(`editor.subjectKinds.${option}`)}
          </MenuItem>
        ))}
      </TextField>
      <Autocomplete sx={{ flex: 1, minWidth: 220 }} size="small" options={data} value={subject} isOptionEqualToValue={(option, value) => option.id === value.id} getOptionKey={({ id }) => id} getOptionLabel={({ name, email }) => (email === undefined ? name : `${name} · ${email}`)} onChange={(_, next) => setSubject(next)} renderInput={(params) => <TextField {...params} label={t('editor.subject')} />} />
      <Button variant="outlined" disabled={subject === null || add.isPending} onClick={() => subject && add.mutate(subject, { onSuccess: () => setSubject(null), onError: report })}>
        {t('editor.addMember')}
      </Button>
    </Box>
  );
}
