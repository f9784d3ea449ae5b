import {
  childRunId, DelegationRefusedError, parseAddress,
  type AgentAddress, type AgentFactory, type MessageDraft, type NewRun, type RunHandle, type SpawnOptions, type StepWrite,
} from '../../kernel/index.ts';
import type { CancelReason, Principal } from '../../contracts/index.ts';
import { TIME_BUDGET_LABEL } from './active-time.ts';
import type { ClaimParts, ContextScope } from './claim-parts.ts';
import { recorded } from './journal.ts';
import { recordedStep, stepDigest } from './step-check.ts';

const NORMAL_PRIORITY = 2;
/** Of a tree whose limits the root fixed; a child's own are not read. */
const inheritedLimits = { maxAgents: 50, maxDepth: 5 };

interface Spawn { parts: ClaimParts; scope: ContextScope; target: AgentAddress; boot: MessageDraft; options: SpawnOptions }

/** `context.spawn`: child, its input, link event and step in one commit. Driven right here when this process has room for it. */
export async function spawnChild({ parts, scope, target, boot, options }: Spawn): Promise<RunHandle> {
  const { run, journal, commits, local, ports } = parts;
  const key = journal.nth(`${scope.prefix}spawn`);
  const argsDigest = stepDigest('spawn', target, { payload: boot.payload, metadata: boot.metadata ?? {} });
  const record = await recordedStep(parts, { key, kind: 'spawn', argsDigest, ...(options.toolName && { toolName: options.toolName }) });
  if (record?.state === 'done') return recorded<RunHandle>(record.result);
  const { agentKey } = parseAddress(target);
  const factory = await parts.quiescence.busy(() => ports.directory.find(agentKey));
  if (!factory) throw new AgentUnknownError(agentKey);
  if (run.ancestry.includes(factory.agentId)) throw new DelegationRefusedError('cycle');
  const handle: RunHandle = { runId: childRunId(run.runId, options.toolCallId ?? `${run.generation}/${key}`), address: target };
  const child = childOf({ parts, factory, handle, boot, options });
  const step: StepWrite = { key, kind: 'spawn', argsDigest, state: 'done', idempotent: true, result: { ...handle } };
  const link = { type: 'child_run_linked' as const, toolCallId: options.toolCallId ?? key, toolName: options.toolName ?? 'spawn', childRunId: handle.runId, childAgentId: factory.agentId, childAgentName: factory.displayName, ...(options.hidden && { hidden: options.hidden }) };
  const askedAtMs = ports.clock.monotonicMs();
  const created = await commits.spawn(step, child, [{ event: link, stepKey: key, dedupKey: `link:${handle.runId}` }]);
  if (created.claimed) local.drive(created.claimed, askedAtMs);
  return handle;
}

interface ChildOf { parts: ClaimParts; factory: AgentFactory; handle: RunHandle; boot: MessageDraft; options: SpawnOptions }

/** Inherits session, principal, interactivity, tree and labels; its deadline is never later than its parent's. */
function childOf({ parts, factory, handle, boot, options }: ChildOf): NewRun & { parentToolCallId: string | null } {
  const { run, time, local } = parts;
  const claim = local.claimFor({ child: factory.queue, parent: run.queue });
  const remainingMs = Math.max(1, time.msUntil(run.deadlineAt));
  return {
    runId: handle.runId, kind: 'delegate', address: handle.address,
    agentKey: factory.agentKey, agentId: factory.agentId, agentName: factory.displayName,
    agentRevisionId: options.agentRevisionId ?? null, configurationHash: options.configurationHash ?? null, codeVersion: factory.codeVersion,
    queue: factory.queue, interactive: run.interactive, sessionId: run.sessionId, turnId: run.turnId, principal: run.principal,
    priority: options.priority ?? run.priority ?? NORMAL_PRIORITY,
    input: boot.payload,
    labels: { ...inherited(run.labels), ...boot.metadata, ...options.labels, ...(options.activeTimeLimitMs !== undefined && { [TIME_BUDGET_LABEL]: String(options.activeTimeLimitMs) }) },
    deadlineMs: Math.min(options.deadlineMs ?? Infinity, remainingMs),
    maxRetries: run.maxRetries,
    limits: inheritedLimits,
    fairKey: fairKeyOf(run.principal),
    parentToolCallId: options.toolCallId ?? null,
    ...(claim && { claim }),
  };
}

/** `roster.*` labels are the runtime's own and belong to one run. */
const inherited = (labels: Record<string, string>) => Object.fromEntries(Object.entries(labels).filter(([name]) => !name.startsWith('roster.')));

export function fairKeyOf(principal: Principal): string {
  switch (principal.kind) {
    case 'user': return `user:${principal.userId}`;
    case 'apiKey': return `apiKey:${principal.apiKeyId}`;
    case 'system': return `system:${principal.name}`;
  }
}

/** `context.cancel`: the child's subtree, once. */
export async function cancelChild(parts: ClaimParts, { key, handle, reason }: { key: string; handle: RunHandle; reason: string }): Promise<void> {
  const argsDigest = stepDigest('cancel', handle.runId, reason);
  const record = await recordedStep(parts, { key, kind: 'cancel', argsDigest });
  if (record?.state === 'done') return;
  parts.control.check();
  await parts.quiescence.busy(() => parts.ports.store.cancel({ runId: handle.runId, reason: reason as CancelReason, by: null }));
  parts.local.beatSoon();
  await parts.commits.finish({ steps: [{ key, kind: 'cancel', argsDigest, state: 'done', idempotent: true, result: null }] });
}

class AgentUnknownError extends DelegationRefusedError {
  constructor(readonly agentKey: string) {
    super('cycle');
    this.message = 'This agent does not exist any more.';
  }
}
