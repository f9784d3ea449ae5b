import DownIcon from '@mui/icons-material/ArrowDownward';
import RemoveIcon from '@mui/icons-material/Close';
import UpIcon from '@mui/icons-material/ArrowUpward';
import { Box, IconButton, Typography } from '@mui/material';
import type { AgentTool } from '@roster/agents/contracts';
import type { ReactNode } from 'react';
import { useText } from '../../messages/use-text.ts';
import { StatusChip } from '../../shared/status-chip.tsx';
import { monoFont } from '../../theme/roster-theme.ts';
import { asksFirst, riskTones } from './tool-risk.ts';
import { useEditor } from './editor-context.ts';

interface ToolRowProps {
  toolKey: string;
  tool: AgentTool | undefined;
  /** Whether an unknown tool is really gone, not just not loaded yet. */
  missing: boolean;
  editable: boolean;
  onUp?: (() => void) | undefined;
  onDown?: (() => void) | undefined;
  onRemove?: () => void;
}

export function ToolRow({ toolKey, tool, missing, editable, onUp, onDown, onRemove }: ToolRowProps) {
  const t = useText();
  const name = tool?.title ?? toolKey;
  return (
    <Box sx={{ display: 'flex', gap: 1.5, px: 2, py: 1.25, alignItems: 'flex-start', '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
          <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
          <Typography component="code" variant="caption" color="textSecondary" sx={{ fontFamily: monoFont }}>
            {toolKey}
          </Typography>
          {tool !== undefined && <ToolMarks tool={tool} />}
        </Box>
        <Typography variant="body2" color={tool === undefined && missing ? 'error' : 'text.secondary'}>
          {tool?.description ?? (missing ? t('editor.unknownTool') : '')}
        </Typography>
      </Box>
      {editable && (
        <Box sx={{ display: 'flex', flexShrink: 0 }}>
          <RowButton label={t('editor.moveUp', { name })} onClick={onUp}><UpIcon fontSize="small" /></RowButton>
          <RowButton label={t('editor.moveDown', { name })} onClick={onDown}><DownIcon fontSize="small" /></RowButton>
          <RowButton label={t('editor.removeTool', { name })} onClick={onRemove}><RemoveIcon fontSize="small" /></RowButton>
        </Box>
      )}
    </Box>
  );
}

function ToolMarks({ tool }: { tool: AgentTool }) {
  const t = useText();
  const { content } = useEditor();
  const asks = asksFirst(tool, content);
  return (
    <>
      <StatusChip tone={riskTones[tool.risk]}>{t(`editor.risks.${tool.risk}`)}</StatusChip>
      {asks && <StatusChip tone="waiting">{t('editor.asks')}</StatusChip>}
    </>
  );
}

function RowButton({ label, onClick, children }: { label: string; onClick: (() => void) | undefined; children: ReactNode }) {
  return (
    <IconButton size="small" aria-label={label} title={label} disabled={onClick === undefined} onClick={onClick}>
      {children}
    </IconButton>
  );
}
