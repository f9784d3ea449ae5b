import type { ToolResultPart } from '../kernel/chat-message.ts';
import { resultText } from './coordinator/handoff-output.ts';

/**
 * The `ToolOutputLimit` hook: a result over the limit reaches the model as a note with both lengths and its first characters.
 * What is stored and shown stays whole. Characters are Unicode code points; a limit of 0 or less is off.
 */
export function limitToolOutput(part: ToolResultPart, limit: number): ToolResultPart {
  if (limit <= 0) return part;
  const text = resultText(part.output);
  if (text.length <= limit) return part;
  const characters = [...text];
  if (characters.length <= limit) return part;
  const note = `[This result has ${characters.length} characters; only the first ${limit} follow.]`;
  return { ...part, output: `${note}\n${characters.slice(0, limit).join('')}`, cut: { originalChars: characters.length, keptChars: limit } };
}
