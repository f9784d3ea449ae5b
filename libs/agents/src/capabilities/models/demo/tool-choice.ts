import type { JsonObject } from '../../../contracts/json.ts';
import type { ModelTool, ToolChoice } from '../../../kernel/model-client.ts';
import { fillArguments } from './argument-filling.ts';
import type { ConversationView } from './conversation-view.ts';
import { humanised, keywords, overlap, wordsOf } from './words.ts';

export type ToolDecision = { kind: 'call'; toolName: string; input: JsonObject } | { kind: 'missing'; toolName: string; missing: readonly string[] } | { kind: 'none' };

const maxCallsPerQuestion = 5;
const none: ToolDecision = { kind: 'none' };

/** Picks the next tool: by name, by the words it shares with the question, else a search tool for anything that needs an answer. */
export function chooseTool(view: ConversationView, tools: readonly ModelTool[], choice: ToolChoice): ToolDecision {
  if (choice === 'none' || tools.length === 0 || view.calls.length >= maxCallsPerQuestion) return none;
  const called = new Set(view.calls.map((call) => call.toolName));
  const unused = tools.filter((tool) => !called.has(tool.name));
  if (typeof choice === 'object') return decide(tools.find((tool) => tool.name === choice.toolName), view);
  const fitting = ranked(unused, view, bestScore(tools, view));
  const search = view.calls.length === 0 && needsAnAnswer(view.question) ? unused.find(isSearch) : undefined;
  const named = view.calls.length === 0 || view.calls.every((call) => isNamed(call.toolName, view)) ? unused.find((tool) => isNamed(tool.name, view) && needsNothing(tool)) : undefined;
  const required = choice === 'required' && view.calls.length === 0 ? unused[0] : undefined;
  return decide(fitting[0] ?? search ?? named ?? required, view);
}

function decide(tool: ModelTool | undefined, { question }: ConversationView): ToolDecision {
  if (tool === undefined) return none;
  const filled = fillArguments(tool.inputSchema, question);
  return filled.complete ? { kind: 'call', toolName: tool.name, input: filled.input } : { kind: 'missing', toolName: humanised(tool.name), missing: filled.missing };
}

/** Tools that fit the question at least nearly as well as the best one does, best first. */
function ranked(tools: readonly ModelTool[], view: ConversationView, best: number): ModelTool[] {
  const threshold = Math.max(3, best * 0.6);
  return tools.filter((tool) => scoreOf(tool, view) >= threshold).toSorted((a, b) => scoreOf(b, view) - scoreOf(a, view));
}

const bestScore = (tools: readonly ModelTool[], view: ConversationView): number => Math.max(0, ...tools.map((tool) => scoreOf(tool, view)));

function scoreOf(tool: ModelTool, { question }: ConversationView): number {
  if (question.includes(tool.name) && /[_-]/u.test(tool.name)) return 20;
  const asked = keywords(question);
  // A subagent is described by what it handles, a tool by its name.
  const descriptionWeight = isDelegation(tool) ? 3 : 1.5;
  return 3 * overlap(keywords(tool.name), asked) + descriptionWeight * Math.min(3, overlap(keywords(tool.description), asked));
}

const isDelegation = (tool: ModelTool): boolean => 'task' in propertiesOf(tool);

const isSearch = (tool: ModelTool): boolean =>
  wordsOf(tool.name).some((word) => ['search', 'find', 'lookup', 'retrieve', 'knowledge'].includes(word)) && 'query' in propertiesOf(tool);

const propertiesOf = ({ inputSchema }: ModelTool): object => (inputSchema['properties'] ?? {}) as object;

const needsAnAnswer = (question: string): boolean => !isSmallTalk(question) && wordsOf(question).length >= 2;

export const isSmallTalk = (question: string): boolean => /^\W*(?:hi|hello|hey|good (?:morning|evening|day)|thanks?|thank you|bye|ok(?:ay)?|who are you|what can you do)\b[^\n]{0,40}$/iu.test(question);

/** A tool without required arguments that the instructions tell to use by its name. */
const isNamed = (toolName: string, { instructions }: ConversationView): boolean => /_/u.test(toolName) && instructions.split('Available subagents:')[0]!.includes(toolName);

const needsNothing = ({ inputSchema }: ModelTool): boolean => ((inputSchema['required'] ?? []) as unknown[]).length === 0;
