import type { AgentAttributes, AgentClass } from './agent.ts';

export const defaultAttributes: AgentAttributes = {
  displayName: 'Unnamed Agent', description: '', model: '', modelParams: {}, instructions: 'You are a helpful assistant.', tools: [], agents: [],
  maxAgentSteps: 6, maxToolCalls: 6, maxChatSteps: 100, maxChatToolCalls: null, toolConcurrency: 4, delegationTimeoutMs: 120_000,
  streamSubagentTools: true, approvalAbove: 'safe', approvalRequired: [], permissions: null, maxHistory: null, mergeMessages: false,
  responseFormat: null, hidden: false, workerOnly: false, queue: 'default',
};

/** Attributes of a class: its own and inherited static fields over the defaults. The class itself is never changed. */
export function attributesOf(agentClass: AgentClass): AgentAttributes {
  const declared = Object.keys(defaultAttributes).flatMap((name) => {
    const value: unknown = Reflect.get(agentClass, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const attributes = { ...defaultAttributes, ...(Object.fromEntries(declared) as Partial<AgentAttributes>) };
  return Object.freeze({ ...attributes, instructions: dedent(attributes.instructions) || defaultAttributes.instructions });
}

/** Without the indentation all its lines share, and without blank lines around it. */
export function dedent(text: string): string {
  const lines = text.replace(/\t/g, '  ').split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first === -1) return '';
  // A text that begins on the line of its opening quote has no indentation there.
  const measured = lines.filter((line, index) => line.trim() !== '' && !(index === 0 && !line.startsWith(' ')));
  const indent = measured.length === 0 ? 0 : Math.min(...measured.map((line) => line.length - line.trimStart().length));
  return lines.map((line, index) => (index === 0 && !line.startsWith(' ') ? line : line.slice(indent))).join('\n').replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
}
