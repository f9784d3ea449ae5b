import { AgentRegistry, coordinatorFactory, type AgentClass, type CoordinatorPorts, type ThreadHistory } from '@roster/agents/agents';
import { foldMessage } from '@roster/agents/capabilities/streams';
import { textInput, type FoldedMessage, type Json, type RunEventEnvelope } from '@roster/agents/contracts';
import type { ModelRequest, RunView } from '@roster/agents/kernel';
import type { ScriptedModel } from '@roster/agents/testing';
import type pg from 'pg';

import { type EngineOptions, newRun, type StartOptions, TestEngine } from './crash/engine.ts';

export interface CoordinatorEngineOptions extends Pick<EngineOptions, 'can' | 'replayEachStep' | 'timings'> {
  pool: pg.Pool;
  agents: readonly AgentClass[];
  model: ScriptedModel;
  history?: ThreadHistory;
  ports?: Partial<CoordinatorPorts>;
}

const noHistory: ThreadHistory = { upTo: async () => { throw new Error('This test has no thread.'); } };

/** The real engine with declarative agents from a registry. */
export class CoordinatorEngine {
  readonly engine: TestEngine;
  readonly registry = new AgentRegistry();
  readonly logged: { event: string; fields: Readonly<Record<string, unknown>> }[] = [];

  constructor({ pool, agents, model, history = noHistory, ports = {}, ...rest }: CoordinatorEngineOptions) {
    for (const agent of agents) this.registry.register(agent);
    this.registry.freeze();
    this.engine = new TestEngine({ pool, agents: [], model, ...rest });
    const coordinatorPorts: CoordinatorPorts = {
      access: this.engine.ports.access, events: this.engine.store, history, digestLimit: 6000, maxDelegationDepth: 5,
      settings: { defaultModel: 'mock/text', historyToolOutputLimit: 4000, toolOutputLimit: 100_000, codeVersion: '1' },
      log: (_level, event, fields) => this.logged.push({ event, fields }),
      ...ports,
    };
    this.engine.ports.directory = {
      find: async (agentKey) => {
        const definition = this.registry.get(agentKey);
        return definition && coordinatorFactory(definition, coordinatorPorts);
      },
      revision: async () => null,
    };
    this.engine.start();
  }

  create(agentKey: string, input: string | Json, options: StartOptions = {}): Promise<string> {
    const { agentId } = this.registry.get(agentKey)!;
    return this.engine.store.create({ ...newRun(agentKey, { input: typeof input === 'string' ? (textInput(input) as Json) : input, ...options }), agentId }).then(({ runId }) => runId);
  }

  async finish(agentKey: string, input: string | Json, options: StartOptions = {}): Promise<RunView> {
    return this.engine.ended(await this.create(agentKey, input, options));
  }

  async log(runId: string): Promise<RunEventEnvelope[]> {
    return this.engine.store.events(runId, 0, 10_000);
  }

  async message(runId: string): Promise<FoldedMessage> {
    return foldMessage(await this.log(runId), { runId });
  }

  stop(): Promise<void> {
    return this.engine.stop();
  }
}

/** The texts of a request behind its system prompt: `role: text`. */
export const conversationOf = ({ messages }: ModelRequest): string[] =>
  messages.filter(({ role }) => role !== 'system').map(({ role, content }) => `${role}: ${(content as readonly { text?: string; toolName?: string; output?: Json }[]).map((part) => part.text ?? part.output ?? part.toolName).map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' | ')}`);

export const systemOf = ({ messages }: ModelRequest): string => messages.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n');
