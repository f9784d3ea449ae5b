import { useQuery } from '@tanstack/react-query';
import { Box, Typography } from '@mui/material';
import type { SchedulePreview } from '@roster/agents/contracts';
import { useEffect, useState } from 'react';
import { send } from '../api/request.ts';
import { useText } from '../messages/use-text.ts';
import { ErrorCard } from '../shared/error-card.tsx';
import { formatLocal } from '../shared/format.ts';
import { LoadingBlock } from '../shared/loading-block.tsx';
import { StatusChip } from '../shared/status-chip.tsx';

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The next ten fires on the schedule's clock and on the viewer's, as the server reckons them. */
export function NextFires({ cron, timezone }: { cron: string; timezone: string }) {
  const t = useText();
  const calendar = useSettled(JSON.stringify({ cron, timezone, count: 10 }));
  const preview = useQuery({
    queryKey: ['schedule-preview', calendar],
    queryFn: async ({ signal }) => (await send<SchedulePreview>('/schedules/preview', { method: 'POST', body: JSON.parse(calendar), signal })).data,
    placeholderData: (before) => before,
  });
  return (
    <Box component="section" aria-labelledby="next-fires">
      <Typography id="next-fires" variant="h2" sx={{ mb: 1 }}>{t('schedules.nextFires')}</Typography>
      {preview.error !== null ? <ErrorCard error={preview.error} /> : preview.data === undefined ? <LoadingBlock /> : <FireTable fires={preview.data.fires} timezone={timezone} />}
    </Box>
  );
}

function FireTable({ fires, timezone }: { fires: SchedulePreview['fires']; timezone: string }) {
  const t = useText();
  const both = timezone !== viewerZone;
  if (fires.length === 0) return <Typography color="textSecondary">{t('schedules.never')}</Typography>;
  return (
    <Box component="table" sx={{ borderSpacing: 0, fontVariantNumeric: 'tabular-nums', '& th': { textAlign: 'left', fontWeight: 600, color: 'text.secondary', fontSize: '0.85rem' }, '& th, & td': { pr: 3, py: 0.4 } }}>
      <thead>
        <tr>
          <th scope="col">{timezone}</th>
          {both && <th scope="col">{t('schedules.yours', { zone: viewerZone })}</th>}
        </tr>
      </thead>
      <tbody>
        {fires.map(({ at, shift }) => (
          <tr key={at}>
            <td>
              {formatLocal(new Date(at), timezone)} {shift && <StatusChip tone="waiting">{t('schedules.shift')}</StatusChip>}
            </td>
            {both && <td>{formatLocal(new Date(at))}</td>}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** A value once it has rested for a moment, so that typing asks the server once. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 350);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
