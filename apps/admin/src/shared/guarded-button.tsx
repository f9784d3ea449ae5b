import { Button, type ButtonProps, Tooltip } from '@mui/material';
import type { Operation } from '@roster/permissions/operations';
import { useText } from '../messages/use-text.ts';

interface GuardedButtonProps extends ButtonProps {
  operation: Operation;
  allowed: boolean;
  /** Why it is off although the person may; said like a missing right. */
  reason?: string | undefined;
}

/** A button of somebody who sees a thing but may not do this with it: off, and it says which right is missing. */
export function GuardedButton({ operation, allowed, reason, disabled, ...button }: GuardedButtonProps) {
  const t = useText();
  const why = allowed ? reason : t('shared.needs', { operation: operation.toUpperCase() });
  if (why === undefined) return <Button {...button} disabled={disabled ?? false} />;
  return (
    <Tooltip title={why}>
      <span>
        <Button {...button} disabled aria-description={why} />
      </span>
    </Tooltip>
  );
}
