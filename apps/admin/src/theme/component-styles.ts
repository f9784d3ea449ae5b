import type { ThemeOptions } from '@mui/material/styles';
import type { RosterPalette } from './palette.ts';

/** Flat surfaces divided by lines; the only shadows are on things that float. Every focusable thing shows the same ring. */
export function componentStyles(roster: RosterPalette): ThemeOptions['components'] & Record<string, unknown> {
  return { ...surfaces(roster), ...inputs(roster), ...tables(roster), ...frame(roster) };
}

function surfaces(roster: RosterPalette) {
  return {
    MuiCssBaseline: {
      styleOverrides: {
        ':focus-visible': { outline: `2px solid ${roster.pine}`, outlineOffset: 2 },
        '@media (prefers-reduced-motion: reduce)': { '*, *::before, *::after': { animationDuration: '0.01ms !important', transitionDuration: '0.01ms !important' } },
      },
    },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: { defaultProps: { variant: 'outlined' as const }, styleOverrides: { root: { borderColor: roster.line } } },
    MuiDialog: { styleOverrides: { paper: { border: `1px solid ${roster.line}` } } },
    MuiTooltip: { styleOverrides: { tooltip: { fontSize: '0.82rem', backgroundColor: roster.ink, color: roster.page } } },
    MuiAlert: { styleOverrides: { root: { borderRadius: 8 } } },
    MuiLink: { defaultProps: { underline: 'hover' as const } },
  };
}

function inputs(roster: RosterPalette) {
  return {
    MuiButton: { defaultProps: { disableElevation: true }, styleOverrides: { root: { borderRadius: 7 } } },
    MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { '&:focus-visible': { outline: `2px solid ${roster.pine}`, outlineOffset: 2 } } } },
    MuiTextField: { defaultProps: { variant: 'outlined' as const, size: 'small' as const } },
    MuiFormControl: { defaultProps: { size: 'small' as const } },
    MuiOutlinedInput: { styleOverrides: { root: { backgroundColor: roster.surface }, notchedOutline: { borderColor: roster.line } } },
    MuiTab: { styleOverrides: { root: { minHeight: 44, fontWeight: 600 } } },
    MuiTabs: { styleOverrides: { root: { minHeight: 44, borderBottom: `1px solid ${roster.line}` } } },
  };
}

function tables(roster: RosterPalette) {
  return {
    MuiTableCell: { styleOverrides: { root: { borderColor: roster.line }, head: { color: roster.inkSoft, fontWeight: 600, fontSize: '0.85rem' } } },
    MuiTableRow: { styleOverrides: { root: { '&:last-child td': { borderBottom: 'none' } } } },
    RaDataTable: { styleOverrides: { root: { '& .RaDataTable-headerCell': { backgroundColor: roster.surface, color: roster.inkSoft } } } },
    RaFilterForm: { styleOverrides: { root: { alignItems: 'center', paddingBottom: 12, '& .RaFilterForm-filterFormInput': { marginTop: 0, marginBottom: 0 }, '& .MuiFormHelperText-root': { display: 'none' }, '& .MuiFormControl-root': { margin: 0 } } } },
    RaListToolbar: { styleOverrides: { root: { padding: '0 !important', minHeight: 0, backgroundColor: 'transparent !important' } } },
    RaList: { styleOverrides: { root: { '& .RaList-content': { border: `1px solid ${roster.line}`, boxShadow: 'none' } } } },
  };
}

function frame(roster: RosterPalette) {
  return {
    RaLayout: { styleOverrides: { root: { minWidth: 0, '& .RaLayout-content': { minWidth: 0, padding: 0 }, '& .RaLayout-appFrame': { marginTop: 48 } } } },
    RaSidebar: { styleOverrides: { root: { '& .MuiPaper-root': { backgroundColor: roster.page, borderColor: roster.line } } } },
    RaMenuItemLink: {
      styleOverrides: {
        root: {
          margin: '1px 8px',
          padding: '7px 10px',
          borderRadius: 7,
          color: roster.inkSoft,
          '& .RaMenuItemLink-icon': { minWidth: 32, color: 'inherit' },
          '&.RaMenuItemLink-active': { backgroundColor: roster.pineSoft, color: roster.pine, fontWeight: 650 },
        },
      },
    },
  };
}
