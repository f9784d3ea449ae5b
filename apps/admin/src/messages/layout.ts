export const layout = {
  home: 'Home',
  navigation: 'Main',
  theme: 'Colours',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  account: 'Your account',
  signOut: 'Sign out',
  broken: 'This page stopped',
  notFound: 'Not found',
  notFoundTitle: 'There is nothing at this address',
  notFoundBody: 'It may have been deleted, or you may not see it. The navigation leads to everything you can open.',
};
