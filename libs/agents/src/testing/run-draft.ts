import type { Principal } from '../contracts/principal.ts';
import { agentAddress } from '../kernel/address.ts';
import { childRunId, derivedId, newId } from '../kernel/ids.ts';
import type { ClaimedRun, NewRun, StepWrite } from '../kernel/run-store.ts';

export const testPrincipal: Principal = { kind: 'system', name: 'test' };

/** A root run ready to be created; every field can be replaced. */
export function runDraft(overrides: Partial<NewRun> = {}): NewRun {
  const runId = newId();
  return {
    runId, kind: 'headless', address: agentAddress('test.agent', runId), agentKey: 'test.agent', agentId: newId(), agentName: 'Test agent', agentRevisionId: null,
    configurationHash: null, codeVersion: 1, queue: 'default', interactive: true, sessionId: null, principal: testPrincipal, priority: 2, input: { text: 'hello' },
    labels: {}, deadlineMs: 60_000, maxRetries: 3, limits: { maxAgents: 50, maxDepth: 5 }, fairKey: 'test', ...overrides,
  };
}

/** A child of a claimed run, with its derived id; the same call key always asks the same agent. */
export function childDraft(parent: Pick<ClaimedRun, 'runId'>, callKey: string, overrides: Partial<NewRun> = {}): NewRun & { parentToolCallId: string } {
  const agent = { agentId: derivedId('agent', callKey), address: agentAddress('test.child', callKey), agentKey: 'test.child' };
  return { ...runDraft({ kind: 'delegate', ...agent, ...overrides }), runId: childRunId(parent.runId, callKey), parentToolCallId: callKey };
}

/** A finished tool step. */
export function stepDraft(key: string, overrides: Partial<StepWrite> = {}): StepWrite {
  return { key, kind: 'tool', argsDigest: `digest of ${key}`, state: 'done', idempotent: true, result: { done: key }, ...overrides };
}
