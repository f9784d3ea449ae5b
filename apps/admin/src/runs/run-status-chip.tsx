import type { RunStatus, StatusReason } from '@roster/agents/contracts';
import { useText } from '../messages/use-text.ts';
import { StatusChip } from '../shared/status-chip.tsx';
import type { Tone } from '../theme/tones.ts';

const tones: Record<RunStatus, Tone> = { pending: 'quiet', running: 'active', suspended: 'waiting', completed: 'good', failed: 'bad', cancelled: 'quiet' };

/** A run's state in words; while it waits, what it waits for. */
export function RunStatusChip({ status, reason }: { status: RunStatus; reason?: StatusReason | string | null | undefined }) {
  const t = useText();
  const waits = (status === 'suspended' || status === 'pending') && reason != null;
  return <StatusChip tone={tones[status]}>{waits ? t(`runs.reasons.${reason as StatusReason}`) : t(`runs.statuses.${status}`)}</StatusChip>;
}
