import AccessIcon from '@mui/icons-material/KeyOutlined';
import AgentsIcon from '@mui/icons-material/Groups2Outlined';
import ApprovalsIcon from '@mui/icons-material/FactCheckOutlined';
import AuditIcon from '@mui/icons-material/ReceiptLongOutlined';
import ConversationsIcon from '@mui/icons-material/ForumOutlined';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import RunsIcon from '@mui/icons-material/AccountTreeOutlined';
import SchedulesIcon from '@mui/icons-material/EventRepeatOutlined';
import { Badge } from '@mui/material';
import { Menu } from 'react-admin';
import { useMay } from '../auth/use-may.ts';
import { useText } from '../messages/use-text.ts';
import { usePendingCount } from './use-pending-count.ts';

/** Entries somebody may not use are absent. */
export function Navigation() {
  const t = useText();
  const manages = [useMay('manage_users'), useMay('manage_groups'), useMay('manage_keys')].some(Boolean);
  const audits = useMay('view_audit');
  return (
    <Menu aria-label={t('layout.navigation')} sx={{ pt: { xs: 7.5, sm: 1.5 } }}>
      <Menu.Item to="/" primaryText={t('layout.home')} leftIcon={<HomeIcon fontSize="small" />} />
      <Menu.Item to="/agents" primaryText={t('agents.title')} leftIcon={<AgentsIcon fontSize="small" />} />
      <Menu.Item to="/conversations" primaryText={t('conversations.title')} leftIcon={<ConversationsIcon fontSize="small" />} />
      <Menu.Item to="/runs" primaryText={t('runs.title')} leftIcon={<RunsIcon fontSize="small" />} />
      <Menu.Item to="/approvals" primaryText={t('approvals.title')} leftIcon={<PendingIcon />} />
      <Menu.Item to="/schedules" primaryText={t('schedules.title')} leftIcon={<SchedulesIcon fontSize="small" />} />
      {manages && <Menu.Item to="/access/users" primaryText={t('access.title')} leftIcon={<AccessIcon fontSize="small" />} />}
      {audits && <Menu.Item to="/audit" primaryText={t('audit.title')} leftIcon={<AuditIcon fontSize="small" />} />}
    </Menu>
  );
}

function PendingIcon() {
  const t = useText();
  const count = usePendingCount();
  return (
    <Badge badgeContent={count} color="warning" max={99} aria-label={count > 0 ? t('approvals.waiting', { smart_count: count }) : undefined}>
      <ApprovalsIcon fontSize="small" />
    </Badge>
  );
}
