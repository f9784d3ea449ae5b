export const auth = {
  signIn: 'Sign in',
  signInLead: 'Configure agents, watch their runs and decide what waits for a person.',
  email: 'E-mail',
  password: 'Password',
  setup: {
    title: 'Create the first administrator',
    lead: 'This link works once. The account you make here manages everything and invites everybody else.',
    action: 'Create account',
  },
  invitation: { title: 'Set up your account', lead: 'This link works once. Choose the password you will sign in with.', action: 'Set password' },
  noToken: 'This address needs the token of a setup link.',
  noTokenHint: 'Open the link that was printed when the server first started, or ask an administrator for a new invitation.',
  passwordHint: 'At least 12 characters.',
  name: 'Your name',
};
