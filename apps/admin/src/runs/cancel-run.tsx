import type { RunDetail } from '@roster/agents/contracts';
import { useState } from 'react';
import { useApiWrite } from '../api/use-api.ts';
import { mayWith } from '../auth/use-may.ts';
import { useText } from '../messages/use-text.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { GuardedButton } from '../shared/guarded-button.tsx';
import { useReport } from '../shared/use-report.tsx';

export function CancelRun({ run }: { run: RunDetail }) {
  const t = useText();
  const report = useReport();
  const [asking, setAsking] = useState(false);
  const cancel = useApiWrite<void>(() => ({ path: `/runs/${run.id}/cancel` }), { resources: ['runs'] });
  const confirm = () => cancel.mutate(undefined, { onError: report, onSettled: () => setAsking(false) });
  return (
    <>
      <GuardedButton variant="outlined" color="error" operation="cancel_run" allowed={mayWith(run, 'cancel_run')} onClick={() => setAsking(true)}>
        {t('runs.cancel')}
      </GuardedButton>
      <ConfirmDialog open={asking} title={t('runs.cancelTitle')} action={t('runs.cancel')} danger busy={cancel.isPending} onConfirm={confirm} onClose={() => setAsking(false)}>
        {t('runs.cancelBody')}
      </ConfirmDialog>
    </>
  );
}
