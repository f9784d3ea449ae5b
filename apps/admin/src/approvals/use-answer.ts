import { useNotify } from 'react-admin';
import { ApiError } from '../api/api-error.ts';
import { useApiWrite } from '../api/use-api.ts';
import { useText } from '../messages/use-text.ts';
import { useReport } from '../shared/use-report.tsx';
import type { HumanRequestRecord } from './human-request.ts';

export interface Answering {
  give: (body: unknown) => void;
  busy: boolean;
  /** Why the answer did not count: the right is gone, the arguments do not fit. */
  lost: unknown;
}

/** Sends one answer; a second click while it travels sends nothing. */
export function useAnswer({ id }: HumanRequestRecord): Answering {
  const t = useText();
  const notify = useNotify();
  const report = useReport();
  const { mutate, isPending, error } = useApiWrite<unknown>((body) => ({ path: `/human-requests/${id}/response`, body }), {
    resources: ['human-requests', 'runs'],
    onSuccess: () => notify(t('approvals.answered'), { type: 'success' }),
    onError: (refusal) => isTooLate(refusal) && report(refusal),
  });
  const give = (body: unknown) => {
    if (!isPending) mutate(body);
  };
  return { give, busy: isPending, lost: error };
}

/** Somebody was faster: the card leaves the list, so this is said beside it. */
const isTooLate = (error: Error) => error instanceof ApiError && error.code === 'already_decided';
