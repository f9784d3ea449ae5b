import type { Theme } from '@mui/material/styles';
import type {} from './roster-theme.ts';

/** What a colour means everywhere: live and done, waiting for somebody, failed, going on, at rest. */
export type Tone = 'good' | 'waiting' | 'bad' | 'active' | 'quiet';

export function toneColors(theme: Theme, tone: Tone): { text: string; background: string } {
  const { roster } = theme;
  switch (tone) {
    case 'good':
      return { text: roster.pine, background: roster.pineSoft };
    case 'waiting':
      return { text: roster.amber, background: roster.amberSoft };
    case 'bad':
      return { text: roster.brick, background: roster.brickSoft };
    case 'active':
      return { text: roster.sky, background: roster.skySoft };
    case 'quiet':
      return { text: roster.inkSoft, background: roster.mist };
  }
}
