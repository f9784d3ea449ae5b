import type { ClaimedRun } from '@roster/agents/kernel';

export type ClaimedRow = Omit<ClaimedRun, 'deadlineAt'> & { deadlineAt: string };

export const claimedRun = (row: ClaimedRow): ClaimedRun => ({ ...row, deadlineAt: new Date(row.deadlineAt) });
