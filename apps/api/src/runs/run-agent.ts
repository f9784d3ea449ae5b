import { Inject, Injectable } from '@nestjs/common';
import { type Json, type Principal, type RunInputDraft, type RunKind, type StartRunRequest, textInput } from '@roster/agents/contracts';
import { type ModelClient, newId, type NewRun } from '@roster/agents/kernel';
import { Operation } from '@roster/permissions/operations';

import { chatFacts, type ResolvedAgent } from '../agents/resolved-agent.ts';
import { Principals } from '../auth/principals.ts';
import type { Config } from '../config/config.ts';
import { authorize } from '../http/authorize.ts';
import { InvalidValueError } from '../http/errors/invalid-value-error.ts';
import { UnauthenticatedError } from '../http/errors/unauthenticated-error.ts';
import { MODEL_CLIENT } from '../providers/model-client.ts';
import { CONFIG } from '../tokens.ts';
import { newRootRun } from './new-root-run.ts';
import { PostgresRunStore } from './store/postgres-run-store.ts';
import type { StartWrites } from './store/create-run.ts';

/** What a headless run is asked to do. */
export type HeadlessTask = Pick<StartRunRequest, 'input' | 'messages'> & Partial<Pick<StartRunRequest, 'tools' | 'labels' | 'timeoutMs' | 'interruptsAllowed'>>;

export interface HeadlessStart {
  principal: Principal;
  /** Pinned by hand; the resolver has asked for the permission to pin. */
  revision?: number | 'draft' | undefined;
  kind?: Extract<RunKind, 'headless' | 'schedule'>;
  /** Schedule id; default `main`. */
  instance?: string;
  idempotency?: NewRun['idempotency'];
}

/** The one way a run starts without a conversation: routes, schedules and code all come here, so every check is the same. */
@Injectable()
export class RunAgent {
  constructor(
    private readonly store: PostgresRunStore,
    private readonly principals: Principals,
    @Inject(MODEL_CLIENT) private readonly models: ModelClient,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Errors: NotFoundError, PermissionDeniedError (CHAT), UnknownModelError, InvalidValueError; then nothing was written. */
  async run(agent: ResolvedAgent, task: HeadlessTask, start: HeadlessStart): Promise<{ runId: string }> {
    return this.start(await this.prepare(agent, task, start));
  }

  /** `writes`: rows of the caller in the same transaction. */
  async start(run: NewRun, writes?: StartWrites): Promise<{ runId: string }> {
    const { runId } = await (writes ? this.store.createWith(run, writes) : this.store.create(run));
    return { runId };
  }

  /** Every check, no write. */
  async prepare(agent: ResolvedAgent, task: HeadlessTask, start: HeadlessStart): Promise<NewRun> {
    await this.assertMayChat(agent, start);
    return this.build(agent, task, start);
  }

  /** For callers that have asked the permission themselves. */
  build(agent: ResolvedAgent, task: HeadlessTask, start: HeadlessStart): NewRun {
    if (agent.definition) this.models.assertAvailable(agent.definition.attributes.model || this.config.models.defaultModel);
    const { runs } = this.config;
    const run = newRootRun({
      runId: newId(),
      kind: start.kind ?? 'headless',
      agent,
      instance: start.instance ?? 'main',
      sessionId: null,
      interactive: task.interruptsAllowed ?? false,
      principal: start.principal,
      input: inputOf(agent, task),
      labels: task.labels ?? {},
      deadlineMs: task.timeoutMs ?? runs.headlessDeadlineMs,
      maxRetries: runs.maxRetries,
    }, runs);
    return start.idempotency ? { ...run, idempotency: start.idempotency } : run;
  }

  private async assertMayChat(agent: ResolvedAgent, { principal, revision }: HeadlessStart): Promise<void> {
    const known = await this.principals.load(principal);
    if (!known) throw new UnauthenticatedError();
    authorize(known.ability, Operation.CHAT, chatFacts(agent, revision));
  }
}

/** A coordinator converses; a factory gets the JSON as it is. */
function inputOf(agent: ResolvedAgent, { input, messages, tools = true }: HeadlessTask): Json {
  if (!agent.definition) return input ?? (messages as unknown as Json);
  if (messages && messages.at(-1)?.role !== 'user') throw new InvalidValueError({ messages: { code: 'no_user_message', message: 'The last message must be a user message.' } });
  const conversation: RunInputDraft = messages ? { kind: 'messages', messages } : textInput(textOf(input ?? null));
  return { ...conversation, tools } as Json;
}

function textOf(input: Json): string {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  if (text.trim() === '') throw new InvalidValueError({ input: { code: 'too_small', message: 'This must not be empty.' } });
  return text;
}
