import type { AgentTool } from '@roster/agents/contracts';
import type { Tone } from '../../theme/tones.ts';
import type { Content } from './merge-content.ts';

export const riskTones: Record<AgentTool['risk'], Tone> = { safe: 'quiet', high: 'waiting', critical: 'bad' };
const rank = { safe: 0, high: 1, critical: 2, never: 3 } as const;

/**
 * Whether a call of the tool may wait for a person under this draft: always by name, or because its risk is above the threshold (a
 * class's default is "safe"). The server's gate decides, conditions of the tool itself included; this only foretells it.
 */
export function asksFirst({ id, risk }: Pick<AgentTool, 'id' | 'risk'>, { approvalAbove = 'safe', approvalRequired = [] }: Content): boolean {
  return approvalRequired.some((pattern) => matchesGlob(id, pattern)) || rank[risk] > rank[approvalAbove];
}

function matchesGlob(name: string, pattern: string): boolean {
  const source = pattern.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*');
  return new RegExp(`^${source}$`).test(name);
}
