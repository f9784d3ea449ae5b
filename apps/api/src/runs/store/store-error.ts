import pg from 'pg';
import { DelegationRefusedError, LeaseLostError, RunCancelledError, RunConflictError, TreeFullError } from '@roster/agents/kernel';

/** What the engine's functions raise (SQLSTATE class RS) as the kernel's errors; everything else stays what it is. */
export function storeError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const detail = error.detail ?? '';
  switch (error.code) {
    case 'RS001': return new LeaseLostError(detail);
    case 'RS002': return new RunCancelledError(detail);
    case 'RS003': return new TreeFullError(Number(detail));
    case 'RS004': return new DelegationRefusedError('depth');
    case 'RS005': return new DelegationRefusedError('cycle');
    case 'RS006': return new RunConflictError();
    default: return error;
  }
}

/** Someone else's transaction was in the way; the command as a whole can simply be done again. */
export function isRepeatable(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  if (code === '40001' || code === '40P01') return true;
  // Two creators of one run: the second try finds what the first one made.
  return code === '23505' && ['runs_pkey', 'run_trees_pkey', 'runs_idempotency', 'runs_parent_step'].includes(constraint ?? '');
}
