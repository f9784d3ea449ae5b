import RemoveIcon from '@mui/icons-material/Close';
import { Box, Checkbox, FormControlLabel, IconButton, Typography } from '@mui/material';
import type { AgentMember } from '@roster/agents/contracts';
import { useApi, useApiWrite } from '../../api/use-api.ts';
import { useText } from '../../messages/use-text.ts';
import { QueryBlock } from '../../shared/query-block.tsx';
import { StatusChip } from '../../shared/status-chip.tsx';
import { useReport } from '../../shared/use-report.tsx';
import { AddMember } from './add-member.tsx';

interface Member extends AgentMember {
  name: string;
}

export function MemberList({ agentId, manageable }: { agentId: string; manageable: boolean }) {
  const t = useText();
  const path = `/agents/runtimes/${agentId}/members`;
  const members = useApi<Member[]>(path, { enabled: manageable });
  return (
    <Box component="section" aria-labelledby="members">
      <Typography id="members" variant="h2">
        {t('editor.members')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {manageable ? t('editor.membersHint') : t('shared.needs', { operation: 'MANAGE_AGENT_ACCESS' })}
      </Typography>
      {manageable && (
        <QueryBlock query={members}>
          {(rows) => (
            <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 2, bgcolor: 'background.paper' }}>
              {rows.length === 0 && <Typography sx={{ p: 2, color: 'text.secondary' }}>{t('editor.noMembers')}</Typography>}
              {rows.map((member) => (
                <MemberRow key={`${member.subjectKind}:${member.subjectId}`} path={path} member={member} />
              ))}
              <AddMember path={path} />
            </Box>
          )}
        </QueryBlock>
      )}
    </Box>
  );
}

function MemberRow({ path, member }: { path: string; member: Member }) {
  const t = useText();
  const report = useReport();
  const { subjectKind, subjectId, canManage } = member;
  const add = useApiWrite<boolean>((manages) => ({ path, body: { subjectKind, subjectId, canManage: manages } }), { refresh: [path] });
  const remove = useApiWrite<void>(() => ({ path, method: 'DELETE', body: { subjectKind, subjectId } }), { refresh: [path] });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 0.75, borderBottom: 1, borderColor: 'divider' }}>
      <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {member.name} <StatusChip tone="quiet">{t(`editor.subjectKinds.${subjectKind}`)}</StatusChip>
      </Typography>
      <FormControlLabel control={<Checkbox size="small" checked={canManage} onChange={(_, on) => add.mutate(on, { onError: report })} />} label={t('editor.canManage')} />
      <IconButton size="small" aria-label={t('editor.removeMember', { name: member.name })} onClick={() => remove.mutate(undefined, { onError: report })}>
        <RemoveIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}
