import { Box, Typography } from '@mui/material';
import { useText } from '../../messages/use-text.ts';
import { LimitInput, type LimitField } from './limit-input.tsx';

interface Limit {
  field: LimitField;
  unlimited: boolean;
  /** The number a limit starts with when it is set. */
  start: number;
}

const groups: readonly { name: 'chat' | 'headless' | 'work'; limits: readonly Limit[] }[] = [
  { name: 'chat', limits: [{ field: 'maxChatSteps', unlimited: false, start: 100 }, { field: 'maxChatToolCalls', unlimited: true, start: 20 }, { field: 'maxHistory', unlimited: true, start: 40 }] },
  { name: 'headless', limits: [{ field: 'maxAgentSteps', unlimited: false, start: 6 }, { field: 'maxToolCalls', unlimited: true, start: 6 }] },
  { name: 'work', limits: [{ field: 'toolConcurrency', unlimited: false, start: 4 }, { field: 'delegationTimeoutMs', unlimited: true, start: 120_000 }] },
];

export function LimitsTab() {
  const t = useText();
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {groups.map(({ name, limits }) => (
        <Box key={name} component="section" aria-labelledby={`limits-${name}`}>
          <Typography id={`limits-${name}`} variant="h2" sx={{ mb: 1.5 }}>
            {t(`editor.limitGroups.${name}`)}
          </Typography>
          <Box sx={{ display: 'grid', gap: 2.5 }}>
            {limits.map((limit) => (
              <LimitInput key={limit.field} {...limit} label={t(`editor.limits.${limit.field}.label` as never)} hint={t(`editor.limits.${limit.field}.hint` as never)} />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
