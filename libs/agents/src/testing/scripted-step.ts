import type { Json } from '../contracts/json.ts';
import type { Usage } from '../contracts/run-event.ts';
import type { FinishReason, ModelRequest } from '../kernel/model-client.ts';

/** One block a scripted reply consists of, before ids are given. `rawInput` is what the model sent when it is not JSON. */
export type ScriptedBlock =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'tool_call'; toolName: string; input: Json; rawInput?: string };

export interface ScriptedReply { kind: 'reply'; blocks: readonly ScriptedBlock[]; finishReason?: FinishReason; usage?: Usage }
export interface ScriptedFailure { kind: 'fail'; error: Error; shown: string }
export interface ScriptedHang { kind: 'hang'; shown: string }
export type ScriptedOutcome = ScriptedReply | ScriptedFailure | ScriptedHang;
/** One model call: an outcome, or a function of the request that gives one. */
export type ScriptedStep = ScriptedOutcome | ((request: ModelRequest) => ScriptedOutcome | Promise<ScriptedOutcome>);

const reply = (block: ScriptedBlock, then?: ScriptedReply): ScriptedReply => ({ ...then, kind: 'reply', blocks: [block, ...(then?.blocks ?? [])] });

/** Text, optionally followed by the blocks of another reply: `say('Let me look.', callTool('search', {}))`. */
export const say = (text: string, then?: ScriptedReply): ScriptedReply => reply({ type: 'text', text }, then);

export const think = (text: string, then: ScriptedReply): ScriptedReply => reply({ type: 'reasoning', text }, then);

export const callTool = (toolName: string, input: Json = {}): ScriptedReply => reply({ type: 'tool_call', toolName, input });

/** Several calls in one reply. */
export const callTools = (calls: readonly { name: string; input?: Json }[]): ScriptedReply => ({
  kind: 'reply',
  blocks: calls.map(({ name, input = {} }) => ({ type: 'tool_call', toolName: name, input })),
});

/** A call whose arguments are not JSON, as a careless model sends it. */
export const callToolWithText = (toolName: string, rawInput: string): ScriptedReply => reply({ type: 'tool_call', toolName, input: rawInput, rawInput });

/** The same reply with another finish reason or usage. */
export const withOutcome = (step: ScriptedReply, outcome: { finishReason?: FinishReason; usage?: Usage }): ScriptedReply => ({ ...step, ...outcome });

/** Streams `shown` and then throws, like a provider that breaks off. */
export const fail = (error: Error, shown = ''): ScriptedFailure => ({ kind: 'fail', error, shown });

/** Streams `shown` and then waits until the call is aborted. */
export const hang = (shown = ''): ScriptedHang => ({ kind: 'hang', shown });
