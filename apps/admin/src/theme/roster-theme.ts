import type { RaThemeOptions } from 'react-admin';
import { componentStyles } from './component-styles.ts';
import { darkPalette, lightPalette, type RosterPalette } from './palette.ts';

declare module '@mui/material/styles' {
  interface Theme {
    roster: RosterPalette;
  }
  interface ThemeOptions {
    roster?: RosterPalette;
  }
}

const sans = '"Atkinson Hyperlegible Next Variable", system-ui, -apple-system, "Segoe UI", sans-serif';
export const monoFont = '"Atkinson Hyperlegible Mono Variable", ui-monospace, Menlo, Consolas, monospace';

export const lightTheme = buildTheme('light', lightPalette);
export const darkTheme = buildTheme('dark', darkPalette);

function buildTheme(mode: 'light' | 'dark', roster: RosterPalette): RaThemeOptions {
  return {
    roster,
    palette: {
      mode,
      primary: { main: roster.pine, contrastText: roster.onPine },
      secondary: { main: roster.pine, contrastText: roster.onPine },
      warning: { main: roster.amber },
      error: { main: roster.brick },
      info: { main: roster.sky },
      success: { main: roster.pine },
      background: { default: roster.page, paper: roster.surface },
      text: { primary: roster.ink, secondary: roster.inkSoft },
      divider: roster.line,
    },
    shape: { borderRadius: 5 },
    sidebar: { width: 216, closedWidth: 56 },
    typography: typography(),
    components: componentStyles(roster),
  } as RaThemeOptions;
}

function typography() {
  const heading = { fontWeight: 650, letterSpacing: '-0.01em' };
  return {
    fontFamily: sans,
    fontSize: 14.5,
    h1: { ...heading, fontSize: '1.65rem', lineHeight: 1.25 },
    h2: { ...heading, fontSize: '1.2rem', lineHeight: 1.3 },
    h3: { ...heading, fontSize: '1rem', lineHeight: 1.4 },
    h6: { ...heading, fontSize: '1rem', lineHeight: 1.4 },
    button: { textTransform: 'none' as const, fontWeight: 600 },
    caption: { fontSize: '0.82rem', lineHeight: 1.45 },
    overline: { fontSize: '0.78rem', fontWeight: 600, letterSpacing: 0, textTransform: 'none' as const, lineHeight: 1.6 },
  };
}
