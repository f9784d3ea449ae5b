import { Box, Button, MenuItem, TextField } from '@mui/material';
import type { AgentRevisionRecord } from '@roster/agents/contracts';
import { useState } from 'react';
import { useText } from '../../messages/use-text.ts';
import { CompareDialog, type Version } from './revision-dialog.tsx';

/** Any two of draft, live and all revisions. */
export function ComparePicker({ revisions }: { revisions: readonly AgentRevisionRecord[] }) {
  const t = useText();
  const options: readonly Version[] = ['draft', 'published', ...revisions.map(({ number }) => number)];
  const [from, setFrom] = useState<Version>('published');
  const [to, setTo] = useState<Version>('draft');
  const [open, setOpen] = useState(false);
  return (
    <Box role="group" aria-label={t('history.pick')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 2 }}>
      <VersionSelect label={t('history.from')} value={from} options={options} onChange={setFrom} />
      <VersionSelect label={t('history.to')} value={to} options={options} onChange={setTo} />
      <Button variant="outlined" disabled={from === to} onClick={() => setOpen(true)}>
        {t('history.compare')}
      </Button>
      {open && <CompareDialog from={from} to={to} onClose={() => setOpen(false)} />}
    </Box>
  );
}

function VersionSelect({ label, value, options, onChange }: { label: string; value: Version; options: readonly Version[]; onChange: (version: Version) => void }) {
  const t = useText();
  return (
    <TextField select label={label} value={value} sx={{ minWidth: 150 }} onChange={(event) => onChange(event.target.value as unknown as Version)}>
      {options.map((version) => (
        <MenuItem key={version} value={version}>
          {typeof version === 'number' ? t('history.number', { number: version }) : t(`history.${version}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}
