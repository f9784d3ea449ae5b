import { Box, Typography } from '@mui/material';
import { useText } from '../messages/use-text.ts';
import { JsonView } from '../shared/json-view.tsx';
import { StatusChip } from '../shared/status-chip.tsx';
import { monoFont } from '../theme/roster-theme.ts';
import type { Tone } from '../theme/tones.ts';
import type { CallState, ToolCall } from './chat-message.ts';
import { Disclosure } from './disclosure.tsx';
import { DecideInline } from './decide-inline.tsx';

export const callTones: Record<CallState, Tone> = { writing: 'active', running: 'active', waiting: 'waiting', done: 'good', failed: 'bad', denied: 'bad' };

export function ToolCard({ call, onDecided }: { call: ToolCall; onDecided?: () => void }) {
  const t = useText();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Disclosure
        label={t('chat.call', { name: call.toolName })}
        summary={
          <>
            <Typography component="code" sx={{ fontFamily: monoFont, fontSize: '0.9rem' }}>
              {call.toolName}
            </Typography>
            <StatusChip tone={callTones[call.state]}>{t(`chat.states.${call.state}`)}</StatusChip>
            <Typography component="span" variant="caption" color="textSecondary" noWrap sx={{ minWidth: 0, flex: 1 }}>
              {oneLine(call.input)}
            </Typography>
          </>
        }
      >
        <CallBody call={call} />
      </Disclosure>
      {call.requestId !== undefined && <DecideInline requestId={call.requestId} {...(onDecided && { onDecided })} />}
    </Box>
  );
}

export function CallBody({ call }: { call: ToolCall }) {
  const t = useText();
  return (
    <>
      <Labelled label={t('chat.arguments')} value={call.input ?? {}} />
      {call.output !== undefined && <Labelled label={t('chat.result')} value={call.output} />}
      {call.errorCode !== undefined && <Labelled label={t('chat.error')} value={call.errorCode} />}
    </>
  );
}

function Labelled({ label, value }: { label: string; value: unknown }) {
  return (
    <div>
      <Typography variant="caption" color="textSecondary">
        {label}
      </Typography>
      <JsonView value={value} label={label} />
    </div>
  );
}

function oneLine(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  return Object.entries(input)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
    .slice(0, 160);
}
