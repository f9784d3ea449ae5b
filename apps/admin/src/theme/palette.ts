/** The named colours of both themes. Text on its surface keeps a contrast of at least 4.5. `boot.css` repeats the two page colours. */
export interface RosterPalette {
  page: string;
  surface: string;
  raised: string;
  line: string;
  mist: string;
  ink: string;
  inkSoft: string;
  pine: string;
  pineSoft: string;
  onPine: string;
  amber: string;
  amberSoft: string;
  brick: string;
  brickSoft: string;
  sky: string;
  skySoft: string;
}

export const lightPalette: RosterPalette = {
  page: '#f3f5f1',
  surface: '#ffffff',
  raised: '#f8faf6',
  line: '#dbe1d9',
  mist: '#e8ece5',
  ink: '#17211f',
  inkSoft: '#55625e',
  pine: '#1d5a53',
  pineSoft: '#e0eeea',
  onPine: '#ffffff',
  amber: '#8a5a00',
  amberSoft: '#fbefd5',
  brick: '#a8321f',
  brickSoft: '#fae4df',
  sky: '#27567d',
  skySoft: '#e1ecf6',
};

export const darkPalette: RosterPalette = {
  page: '#12171a',
  surface: '#1a2124',
  raised: '#20292c',
  line: '#303b3f',
  mist: '#2b363a',
  ink: '#e6ece9',
  inkSoft: '#a2b0ac',
  pine: '#7fcabb',
  pineSoft: '#1f3a37',
  onPine: '#0d1f1c',
  amber: '#e9b55c',
  amberSoft: '#3a2f18',
  brick: '#f0917f',
  brickSoft: '#43231d',
  sky: '#8fbfe6',
  skySoft: '#1f3243',
};
