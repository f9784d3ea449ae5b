export const home = {
  title: 'Good to see you, %{name}',
  lead: 'What waits for a person, and what the agents did last.',
  waiting: 'Waits for a person',
  nothingWaits: 'Nothing. Calls that need approval and questions of agents appear here.',
  allApprovals: 'All approvals',
  recent: 'Latest runs',
  allRuns: 'All runs',
  first: 'First steps',
  done: 'Done',
  open: 'Open',
  steps: {
    chat: { title: 'Chat with an agent', hint: 'It works without any key: the demo model answers offline.' },
    publish: { title: 'Change a prompt and publish it', hint: 'Try the draft beside the live revision first.' },
    create: { title: 'Create an agent of your own', hint: 'From an allowed base class, as a draft.' },
    schedule: { title: 'Let an agent work by the clock', hint: 'See the next fires before you save.' },
    key: { title: 'Make an API key', hint: 'For one product, for some agents, for a time.' },
  },
};
