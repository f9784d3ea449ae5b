import { type AgentDirectory, type AgentFactory, derivedId, type KernelAgent } from '@roster/agents/kernel';

/** An agent as a test writes it: an object literal. */
export interface TestAgent extends Pick<KernelAgent, 'run' | 'tools' | 'modelClient'> {
  key: string;
  queue?: string;
}

export const agentIdOf = (key: string): string => derivedId('test-agent', key);

/** Registers object literals; `missing` makes one unknown, as a deploy without it would. */
export class TestDirectory implements AgentDirectory {
  readonly missing = new Set<string>();
  readonly #agents: ReadonlyMap<string, TestAgent>;

  constructor(agents: readonly TestAgent[]) {
    this.#agents = new Map(agents.map((agent) => [agent.key, agent]));
  }

  async find(agentKey: string): Promise<AgentFactory | null> {
    const agent = this.#agents.get(agentKey);
    if (!agent || this.missing.has(agentKey)) return null;
    return {
      agentKey, agentId: agentIdOf(agentKey), displayName: agentKey, queue: agent.queue ?? 'default', codeVersion: 1,
      build: async (address) => ({ ...agent, id: address }),
    };
  }

  async revision(): Promise<null> {
    return null;
  }
}
