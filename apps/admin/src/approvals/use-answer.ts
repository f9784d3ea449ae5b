import { useNotify } from 'react-admin';
import { useApiWrite } from '../api/use-api.ts';
import { useText } from '../messages/use-text.ts';
import type { HumanRequestRecord } from './human-request.ts';

export interface Answering {
  give: (body: unknown) => void;
  busy: boolean;
  /** Why the answer did not count: somebody was faster, the right is gone, the arguments do not fit. */
  lost: unknown;
}

/** Sends one answer; a second click while it travels sends nothing. */
export function useAnswer({ id }: HumanRequestRecord): Answering {
  const t = useText();
  const notify = useNotify();
  const { mutate, isPending, error } = useApiWrite<unknown>((body) => ({ path: `/human-requests/${id}/response`, body }), { resources: ['human-requests', 'runs'] });
  const give = (body: unknown) => {
    if (!isPending) mutate(body, { onSuccess: () => notify(t('approvals.answered'), { type: 'success' }) });
  };
  return { give, busy: isPending, lost: error };
}
