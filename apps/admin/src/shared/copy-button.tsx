import CheckIcon from '@mui/icons-material/Check';
import CopyIcon from '@mui/icons-material/ContentCopy';
import { IconButton, Tooltip } from '@mui/material';
import { useState } from 'react';
import { useText } from '../messages/use-text.ts';

export function CopyButton({ value, label }: { value: string; label?: string }) {
  const t = useText();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  const title = copied ? t('shared.copied') : (label ?? t('shared.copy'));
  return (
    <Tooltip title={title}>
      <IconButton size="small" onClick={copy} aria-label={title}>
        {copied ? <CheckIcon fontSize="inherit" /> : <CopyIcon fontSize="inherit" />}
      </IconButton>
    </Tooltip>
  );
}
