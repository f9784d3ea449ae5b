import type { RunEventEnvelope } from '../../contracts/run-event.ts';

interface RunState { progress: 'active' | 'suspended' | 'ended'; hidden: boolean; parentRunId: string | null }

/** Which runs of a tree can go on, and which are shown. A tree waits when a question is open and every open run is suspended for it. */
export class TreeProgress {
  private readonly runs = new Map<string, RunState>();
  private readonly open = new Map<string, 'human' | 'operator'>();

  constructor(rootRunId: string) {
    this.runs.set(rootRunId, { progress: 'active', hidden: false, parentRunId: null });
  }

  isHidden(runId: string): boolean {
    return this.runs.get(runId)?.hidden ?? false;
  }

  get waitingFor(): 'human' | 'operator' | null {
    if (this.open.size === 0 || [...this.runs.values()].some(({ progress }) => progress === 'active')) return null;
    return [...this.open.values()].includes('human') ? 'human' : 'operator';
  }

  apply({ runId, event }: RunEventEnvelope): void {
    switch (event.type) {
      case 'child_run_linked':
        this.runs.set(event.childRunId, { progress: 'active', hidden: this.isHidden(runId) || event.hidden === true, parentRunId: runId });
        break;
      case 'workflow':
        this.set(runId, isBlocked(event.phase, event.waitingFor) ? 'suspended' : 'active');
        break;
      case 'run_stream_end':
        this.set(runId, 'ended');
        this.set(this.runs.get(runId)?.parentRunId ?? runId, 'active'); // its end wakes the parent
        break;
      case 'await_confirmation': case 'await_clarification': case 'await_questions': case 'await_external_tools':
        this.open.set(event.requestId, 'human');
        break;
      case 'await_operator':
        this.open.set(event.requestId, 'operator');
        break;
      case 'await_resolved':
        this.open.delete(event.requestId);
        this.set(runId, 'active'); // woken, though it has not been claimed yet
        break;
      default:
        break;
    }
  }

  private set(runId: string, progress: RunState['progress']): void {
    const state = this.runs.get(runId);
    if (state && state.progress !== 'ended') state.progress = progress;
  }
}

/** A timer or a retry goes on by itself. */
const isBlocked = (phase: string, waitingFor: string | undefined): boolean => phase === 'suspended' && waitingFor !== 'waiting_timer' && waitingFor !== 'retry';
