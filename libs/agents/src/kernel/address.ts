/** `<agentKey>/<instance>`; the instance is a session id, a schedule id or `main`. Inbox, subscriptions and task board belong to the address. */
export type AgentAddress = `${string}/${string}`;

export const agentAddress = (agentKey: string, instance: string): AgentAddress => `${agentKey}/${instance}`;

export function parseAddress(address: AgentAddress): { agentKey: string; instance: string } {
  const slash = address.indexOf('/');
  return { agentKey: address.slice(0, slash), instance: address.slice(slash + 1) };
}
