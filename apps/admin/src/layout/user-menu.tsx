import AccountIcon from '@mui/icons-material/AccountCircleOutlined';
import { Box, IconButton, Menu, MenuItem, Tooltip, Typography } from '@mui/material';
import { useState } from 'react';
import { useGetIdentity, useLogout } from 'react-admin';
import { useText } from '../messages/use-text.ts';

export function UserMenu() {
  const t = useText();
  const { identity } = useGetIdentity();
  const logout = useLogout();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Tooltip title={identity?.fullName ?? t('layout.account')}>
        <IconButton onClick={(event) => setAnchor(event.currentTarget)} aria-label={t('layout.account')} aria-haspopup="menu">
          <AccountIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <Box sx={{ px: 2, py: 1, minWidth: 200 }}>
          <Typography sx={{ fontWeight: 600 }}>{identity?.fullName}</Typography>
          <Typography variant="caption" color="textSecondary">
            {identity?.['email']} · {identity?.['role']}
          </Typography>
        </Box>
        <MenuItem onClick={() => void logout()}>{t('layout.signOut')}</MenuItem>
      </Menu>
    </>
  );
}
