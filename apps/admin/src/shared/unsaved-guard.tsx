import { useEffect } from 'react';
import { useBlocker } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface UnsavedGuardProps {
  when: boolean;
  /** Addresses below this one keep the edits: moving there asks nothing. */
  within: string;
}

/** Asks before unsaved edits are lost, inside the admin and when the window closes. */
export function UnsavedGuard({ when, within }: UnsavedGuardProps) {
  const t = useText();
  const blocker = useBlocker(({ nextLocation }: { nextLocation: { pathname: string } }) => when && !nextLocation.pathname.startsWith(within));
  useEffect(() => {
    if (!when) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [when]);
  return <ConfirmDialog open={blocker.state === 'blocked'} title={t('shared.unsavedTitle')} action={t('shared.leaveAction')} danger onConfirm={() => blocker.proceed?.()} onClose={() => blocker.reset?.()}>{t('shared.leave')}</ConfirmDialog>;
}
