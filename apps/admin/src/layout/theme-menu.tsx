import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import SystemIcon from '@mui/icons-material/ContrastOutlined';
import { IconButton, ListItemIcon, Menu, MenuItem, Tooltip } from '@mui/material';
import { useState } from 'react';
import { useText } from '../messages/use-text.ts';
import { type ThemeChoice, useThemeChoice } from '../theme/use-theme-choice.ts';

const icons = { system: SystemIcon, light: LightIcon, dark: DarkIcon } as const;
const choices: readonly ThemeChoice[] = ['system', 'light', 'dark'];

export function ThemeMenu() {
  const t = useText();
  const [choice, choose] = useThemeChoice();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const Current = icons[choice];
  return (
    <>
      <Tooltip title={t('layout.theme')}>
        <IconButton onClick={(event) => setAnchor(event.currentTarget)} aria-label={t('layout.theme')} aria-haspopup="menu">
          <Current fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {choices.map((option) => (
          <MenuItem key={option} selected={option === choice} onClick={() => (choose(option), setAnchor(null))}>
            <ThemeIcon choice={option} />
            {t(`layout.themes.${option}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

function ThemeIcon({ choice }: { choice: ThemeChoice }) {
  const Icon = icons[choice];
  return (
    <ListItemIcon>
      <Icon fontSize="small" />
    </ListItemIcon>
  );
}
