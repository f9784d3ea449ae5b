import { AppBar, Box, Toolbar } from '@mui/material';
import { LinkBase, LoadingIndicator, SidebarToggleButton } from 'react-admin';
import { useText } from '../messages/use-text.ts';
import { ThemeMenu } from './theme-menu.tsx';
import { UserMenu } from './user-menu.tsx';
import { Wordmark } from './wordmark.tsx';

export function TopBar() {
  const t = useText();
  return (
    <AppBar position="fixed" color="inherit" elevation={0} sx={{ borderBottom: 1, borderColor: 'divider', bgcolor: 'background.default', zIndex: (theme) => theme.zIndex.drawer + 1 }}>
      <Toolbar variant="dense" disableGutters sx={{ px: 1, gap: 0.5, minHeight: 48, color: 'text.secondary' }}>
        <SidebarToggleButton />
        <Box component={LinkBase} to="/" aria-label={t('layout.home')} sx={{ display: 'inline-flex', textDecoration: 'none', borderRadius: 1 }}>
          <Wordmark />
        </Box>
        <Box sx={{ flex: 1 }} />
        <LoadingIndicator />
        <ThemeMenu />
        <UserMenu />
      </Toolbar>
    </AppBar>
  );
}
