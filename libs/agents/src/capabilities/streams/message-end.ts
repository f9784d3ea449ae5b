import type { RunEvent } from '../../contracts/run-event.ts';
import type { UiFinishReason } from '../../contracts/ui-message-chunk.ts';
import type { MessageEnd } from './message-op.ts';

const finishReasons: Record<string, UiFinishReason> = {
  stop: 'stop', length: 'length', content_filter: 'content-filter', tool_calls: 'tool-calls', error: 'error',
};

/** How a message ends, from the root's last workflow event and its last reply. A passed deadline is a stop, not a failure of the answer. */
export function messageEnd(terminal: Extract<RunEvent, { type: 'workflow' }> | null, finishReason: string): MessageEnd {
  if (terminal?.phase === 'cancelled') return { kind: 'abort', reason: terminal.cancellation?.reason ?? 'cancelled' };
  if (terminal?.phase === 'failed') {
    const { kind = 'unknown', message = 'The run failed.', retryable = false } = terminal.failure ?? {};
    return kind === 'deadline_exceeded' ? { kind: 'abort', reason: kind } : { kind: 'error', error: { code: kind, message, retryable } };
  }
  const truncated = terminal?.truncated ?? false;
  return { kind: 'finish', truncated, finishReason: truncated ? 'length' : (finishReasons[finishReason] ?? 'other') };
}
