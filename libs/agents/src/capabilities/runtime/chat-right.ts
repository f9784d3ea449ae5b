import { RunCancelledError } from '../../kernel/index.ts';
import type { ClaimParts } from './claim-parts.ts';
import { InfrastructureError } from './infrastructure-error.ts';

/** The right to use the agent that the tree began with. Losing it cancels the whole tree with the reason `permission_denied`. */
export class ChatRight {
  readonly #of: Pick<ClaimParts, 'run' | 'ports' | 'control' | 'quiescence'>;
  #asking: Promise<boolean> | null = null;

  constructor(of: Pick<ClaimParts, 'run' | 'ports' | 'control' | 'quiescence'>) {
    this.#of = of;
  }

  /** Calls that ask at the same time share the answer. */
  ask(): Promise<boolean> {
    return (this.#asking ??= this.#ask().finally(() => { this.#asking = null; }));
  }

  /** A run that waited may have lost its right meanwhile; a chat turn was asked when it was accepted, a moment ago. */
  async checkClaim(): Promise<void> {
    const { run, control } = this.#of;
    const isFresh = run.journal.length === 0 && (run.kind === 'chat' || run.parentRunId !== null);
    if (isFresh || control.error) return;
    if (!(await this.ask().catch(() => true))) await this.revoke();
  }

  watch(): () => void {
    const { run, ports } = this.#of;
    return ports.access.watch(run.principal, this.#agentId, () => void this.revoke());
  }

  /** Cancels from the root down: the rest of the tree may be driven elsewhere. */
  async revoke(): Promise<void> {
    const { run: { runId, rootRunId }, ports, control } = this.#of;
    ports.log('info', 'run_right_lost', { runId, rootRunId });
    await ports.store.cancel({ runId: rootRunId, reason: 'permission_denied', by: null })
      .catch((error: unknown) => ports.log('warn', 'cancel_failed', { runId: rootRunId, error: String(error) }));
    control.trip(new RunCancelledError('permission_denied'));
  }

  async #ask(): Promise<boolean> {
    const { run, ports, control, quiescence } = this.#of;
    try {
      return await quiescence.busy(() => ports.access.mayContinue(run.principal, this.#agentId));
    } catch (error) {
      control.trip(new InfrastructureError(error));
      throw control.error!;
    }
  }

  /** Ancestry begins with the run's own agent and ends with the root's. */
  get #agentId(): string {
    const { ancestry, agentId } = this.#of.run;
    return ancestry.at(-1) ?? agentId;
  }
}
