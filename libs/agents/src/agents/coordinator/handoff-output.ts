import type { Json } from '../../contracts/json.ts';

/** A call a child made and what came of it, as far as a report may tell. */
export interface ReportedCall { toolName: string; input: Json; status: 'ok' | 'failed'; output: Json; sensitive?: readonly string[] }
export interface ChildWork { answer: string | null; calls: readonly ReportedCall[] }

export interface HandoffOutput { text: string; /** Neither an answer nor a result: the call is an error part. */ unfinished: boolean }

export const unfinishedSentence = 'The sub-task could not be finished and produced no result.';
const partialSentence = 'The sub-task stopped early; these results are partial:';
const argumentLimit = 80;

/**
 * What the caller of a subagent reads (coordinator.md section 9): answer, sources, and only without an answer the digest.
 * From what the child produced only, never empty. `digestLimit` counts characters of bodies; 0 or less = unlimited.
 */
export function handoffOutput({ answer, calls }: ChildWork, digestLimit: number): HandoffOutput {
  const said = answer !== null && answer.trim() !== '' ? answer : null;
  const results = calls.filter(({ status }) => status === 'ok');
  const sources = calls.length === 0 ? [] : [['Sources consulted:', ...calls.map((call) => `- ${signature(call)}${call.status === 'failed' ? ' (failed)' : ''}`)].join('\n')];
  if (said !== null) return { text: [said, ...sources].join('\n\n'), unfinished: false };
  if (results.length === 0) return { text: [unfinishedSentence, ...sources].join('\n\n'), unfinished: true };
  return { text: [...sources, digest(results, digestLimit)].join('\n\n'), unfinished: false };
}

function digest(calls: readonly ReportedCall[], limit: number): string {
  const bodies = calls.map(({ output }) => resultText(output));
  const shares = fairShares(bodies.map((body) => [...body].length), limit);
  return [partialSentence, ...calls.map((call, index) => line(signature(call), bodies[index]!, shares[index]!))].join('\n');
}

function line(call: string, body: string, share: number): string {
  if (share === 0 && body !== '') return call;
  const characters = [...body];
  return `${call} → ${characters.length <= share ? body : `${characters.slice(0, share - 1).join('')}…`}`;
}

/** Shortest first, each gets min(length, what is left divided by how many are left): 5000, 100, 3000 of 6000 → 2950, 100, 2950. */
export function fairShares(lengths: readonly number[], limit: number): number[] {
  if (limit <= 0) return [...lengths];
  const order = lengths.map((length, index) => ({ length, index })).sort((a, b) => a.length - b.length || a.index - b.index);
  const shares = new Array<number>(lengths.length).fill(0);
  let remaining = limit;
  for (const [position, { length, index }] of order.entries()) {
    const share = Math.min(length, Math.floor(remaining / (order.length - position)));
    shares[index] = share;
    remaining -= share;
  }
  return shares;
}

/** `tool(arg=value, …)`: JSON values, 80 characters each, sensitive ones masked. */
function signature({ toolName, input, sensitive = [] }: ReportedCall): string {
  const entries = input !== null && typeof input === 'object' && !Array.isArray(input) ? Object.entries(input) : [['input', input] as const];
  return `${toolName}(${entries.map(([name, value]) => `${name}=${sensitive.includes(name) ? '***' : cut(JSON.stringify(value))}`).join(', ')})`;
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= argumentLimit ? text : `${characters.slice(0, argumentLimit - 1).join('')}…`;
}

/** A result as text: a string, an unwrapped `{result}`, else JSON; nothing → empty. */
export function resultText(output: Json | undefined): string {
  if (output === null || output === undefined) return '';
  if (typeof output === 'string') return output;
  if (typeof output === 'object' && !Array.isArray(output) && Object.keys(output).length === 1 && 'result' in output) return resultText(output['result']);
  return JSON.stringify(output);
}
