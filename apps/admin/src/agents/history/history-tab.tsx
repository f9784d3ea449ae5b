import { Box, Typography } from '@mui/material';
import type { AgentPublicationRecord, AgentRevisionRecord } from '@roster/agents/contracts';
import { useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { useText } from '../../messages/use-text.ts';
import { EmptyState } from '../../shared/empty-state.tsx';
import { QueryBlock } from '../../shared/query-block.tsx';
import { Timestamp } from '../../shared/timestamp.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { ComparePicker } from './compare-picker.tsx';
import { RevisionDialog, type RevisionAction } from './revision-dialog.tsx';
import { RevisionRow } from './revision-row.tsx';

export function HistoryTab({ onRestored }: { onRestored: () => Promise<void> }) {
  const t = useText();
  const { agent } = useEditor();
  const revisions = useApi<AgentRevisionRecord[]>(`/agents/runtimes/${agent.id}/revisions`);
  const [action, setAction] = useState<RevisionAction | null>(null);
  return (
    <Box sx={{ maxWidth: 900 }}>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('history.lead')}
      </Typography>
      <QueryBlock query={revisions}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t('history.none')}>{t('review.first')}</EmptyState>
          ) : (
            <>
              <ComparePicker revisions={rows} />
              <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, border: 1, borderColor: 'divider', borderRadius: 2, bgcolor: 'background.paper' }}>
                {rows.map((revision) => (
                  <RevisionRow key={revision.id} revision={revision} onAction={setAction} />
                ))}
              </Box>
            </>
          )
        }
      </QueryBlock>
      <PublicationLog />
      {action !== null && <RevisionDialog action={action} onClose={() => setAction(null)} onRestored={onRestored} />}
    </Box>
  );
}

function PublicationLog() {
  const t = useText();
  const { agent } = useEditor();
  const log = useApi<AgentPublicationRecord[]>(`/agents/runtimes/${agent.id}/publications`);
  if (log.data === undefined || log.data.length === 0) return null;
  return (
    <Box component="section" sx={{ mt: 4 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {t('history.log')}
      </Typography>
      {log.data.map((entry) => (
        <Box key={entry.id} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, py: 0.5 }}>
          <Box sx={{ color: 'text.secondary', minWidth: 130 }}>
            <Timestamp at={entry.publishedAt} absolute />
          </Box>
          <span>{t(`history.actions.${entry.action}`, { number: entry.number ?? 0 })}</span>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {[entry.publishedByName, entry.note].filter(Boolean).join(': ')}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
