import type { Json } from '../../contracts/json.ts';
import type { ModelBlock } from '../../contracts/run-event.ts';
import type { ModelReply } from '../../kernel/model-client.ts';
import type { ReplyVerdict } from '../../kernel/run-context.ts';
import { InvalidToolInputError, type Tool, type ToolFieldIssue } from '../../kernel/tool.ts';

/** What the request allowed. */
export interface ReplyExpectation {
  tools: readonly Tool[];
  toolsOff: boolean;
  /** The text must be one JSON value this accepts; returns the problems, none = accepted. */
  structured?(value: Json): readonly string[];
}

type CallBlock = Extract<ModelBlock, { type: 'tool_call' }>;
type Rejection = Extract<ReplyVerdict, { accepted: false }>;

const bounds = { bytes: 16 * 1024 * 1024, values: 100_000, depth: 64 };
const callableName = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Reviews a whole reply before any of it counts (composition.md section 8): one bad call rejects all of it, nothing runs.
 * Pure and total, so a replay comes to the same verdict. A well-formed name nobody advertised is not a fault here: that
 * call is answered `tool_unavailable`.
 */
export function reviewReply(reply: ModelReply, expected: ReplyExpectation): ReplyVerdict {
  const calls = callsOf(reply);
  const text = textOf(reply.blocks);
  if (calls.length === 0 && text.trim() === '' && !reply.blocks.some(({ type }) => type === 'file')) return emptyReply(reply);
  const fault = boundsFault(reply) ?? callFault(reply, calls, expected) ?? (calls.length === 0 ? structureFault(text, expected) : null);
  return fault ?? { accepted: true, final: calls.length === 0 };
}

/** The calls we have to run: those the provider ran itself are only recorded. */
export const callsOf = ({ blocks }: Pick<ModelReply, 'blocks'>): CallBlock[] =>
  blocks.filter((block): block is CallBlock => block.type === 'tool_call' && block.providerExecuted !== true);

/** Text blocks joined by a blank line. */
export const textOf = (blocks: readonly ModelBlock[]): string =>
  blocks.flatMap((block) => (block.type === 'text' && block.text !== '' ? [block.text] : [])).join('\n\n');

const reject = (kind: string, reason: string, recoverable: Rejection['recoverable']): Rejection => ({ accepted: false, kind, recoverable, reason });

/** A filtered answer will not come back by asking again. */
const emptyReply = ({ finishReason }: ModelReply): Rejection =>
  finishReason === 'content_filter'
    ? reject('content_filtered', 'The provider withheld the response.', null)
    : reject('empty', 'It held neither text nor a tool call.', 'calls');

function boundsFault({ blocks }: ModelReply): Rejection | null {
  const bytes = blocks.reduce((sum, block) => sum + ('text' in block ? Buffer.byteLength(block.text) : 'input' in block ? JSON.stringify(block.input).length : 0), 0);
  const size = blocks.reduce((worst, block) => ('input' in block ? larger(worst, measure(block.input, 1)) : worst), { values: 0, depth: 0 });
  const fits = bytes <= bounds.bytes && size.values <= bounds.values && size.depth <= bounds.depth;
  return fits ? null : reject('output_bounds', 'It is larger than a response may be.', null);
}

function callFault(reply: ModelReply, calls: readonly CallBlock[], { tools, toolsOff }: ReplyExpectation): Rejection | null {
  if (calls.length === 0) return null;
  if (toolsOff) return reject('tool_choice', 'It called a tool while no tools were available.', 'answer');
  if (calls.some(({ toolName }) => !callableName.test(toolName))) return reject('tool_identity', 'A tool name is not valid.', 'calls');
  const problems = calls.flatMap((call) => inputProblems(call, reply, tools));
  return problems.length === 0 ? null : reject('tool_arguments', problems.join(' '), 'calls');
}

function inputProblems(call: CallBlock, { invalidInputs = {} }: ModelReply, tools: readonly Tool[]): string[] {
  const isText = [call.toolCallId, call.providerCallId].some((id) => id !== undefined && Object.hasOwn(invalidInputs, id));
  if (isText) return [`${call.toolName}: the arguments are not one JSON value.`];
  const tool = tools.find(({ spec }) => spec.name === call.toolName);
  if (!tool) return [];
  try {
    tool.parse(call.input);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidToolInputError)) throw error;
    return error.issues.map((issue) => `${call.toolName}: ${issuePhrase(issue)}.`);
  }
}

/** Names the field and the rule; names the model invented stay out. */
const issuePhrase = ({ path, code, message }: ToolFieldIssue): string =>
  `${path === '' ? 'the arguments' : `"${path}"`}: ${code === 'unrecognized_keys' ? 'unknown fields are not allowed' : message}`;

function structureFault(text: string, { structured }: ReplyExpectation): Rejection | null {
  if (!structured) return null;
  const value = parseJson(text);
  if (value === undefined) return reject('structured_output', 'The text is not one JSON value.', 'answer');
  const problems = structured(value);
  return problems.length === 0 ? null : reject('structured_output', problems.join(' '), 'answer');
}

/** A fenced block counts as its content: many models cannot leave the fence out. */
export function parseJson(text: string): Json | undefined {
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text);
  try {
    return JSON.parse(fenced?.[1] ?? text) as Json;
  } catch {
    return undefined;
  }
}

interface Size { values: number; depth: number }
const larger = (a: Size, b: Size): Size => ({ values: a.values + b.values, depth: Math.max(a.depth, b.depth) });

function measure(value: Json, depth: number): Size {
  if (value === null || typeof value !== 'object' || depth > bounds.depth) return { values: 1, depth };
  return Object.values(value).reduce<Size>((size, child) => larger(size, measure(child, depth + 1)), { values: 1, depth });
}
