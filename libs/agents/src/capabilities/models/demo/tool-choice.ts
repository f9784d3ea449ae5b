import type { JsonObject } from '../../../contracts/json.ts';
import type { ModelTool, ToolChoice } from '../../../kernel/model-client.ts';
import { fillArguments } from './argument-filling.ts';
import type { ConversationView } from './conversation-view.ts';
import { humanised, keywords, overlap, stem, wordsOf } from './words.ts';

export type ToolDecision = { kind: 'call'; toolName: string; input: JsonObject } | { kind: 'missing'; toolName: string; missing: readonly string[] } | { kind: 'none' };

const maxCallsPerQuestion = 5;
const leastScore = 3;
const none: ToolDecision = { kind: 'none' };
const readingVerbs = new Set(['look', 'lookup', 'find', 'get', 'list', 'search', 'read', 'fetch', 'show', 'check', 'retrieve']);

/**
 * Picks the next tool: the next of a plan the instructions lay out ("Ask …, then …"), else the one whose name and
 * description share most with what the question still leaves open, else a search tool for anything that needs an answer.
 */
export function chooseTool(view: ConversationView, tools: readonly ModelTool[], choice: ToolChoice): ToolDecision {
  if (choice === 'none' || tools.length === 0 || view.calls.length >= maxCallsPerQuestion) return none;
  if (typeof choice === 'object') return decide(tools.find((tool) => tool.name === choice.toolName), view);
  const called = new Set(view.calls.map((call) => call.toolName));
  const unused = tools.filter((tool) => !called.has(tool.name));
  const planned = isSmallTalk(view.question) ? [] : plan(view.instructions, tools);
  const next = planned.find((tool) => !called.has(tool.name)) ?? bestFitting(unused, openWords(view, tools), view.question);
  const fallback = view.calls.length === 0 ? ((needsAnAnswer(view.question) ? unused.find(isSearch) : undefined) ?? (choice === 'required' ? unused[0] : undefined)) : undefined;
  return decide(next ?? fallback, view);
}

function decide(tool: ModelTool | undefined, { question }: ConversationView): ToolDecision {
  if (tool === undefined) return none;
  const filled = fillArguments(tool.inputSchema, question);
  return filled.complete ? { kind: 'call', toolName: tool.name, input: filled.input } : { kind: 'missing', toolName: humanised(tool.name), missing: filled.missing };
}

/** Tools in the order in which a sentence of the instructions wants them: "… first", "…, then …", or one to call by its exact name. */
function plan(instructions: string, tools: readonly ModelTool[]): ModelTool[] {
  const sentences = instructions.split('Available subagents:')[0]!.split(/(?<=[.!?])\s|\n/u);
  const ordered = sentences.find((sentence) => /\b(?:then|first|finally)\b/iu.test(sentence) && tools.some((tool) => placeIn(sentence, tool) >= 0));
  const exact = sentences.find((sentence) => tools.some((tool) => needsNothing(tool) && /_/u.test(tool.name) && sentence.includes(tool.name)));
  const sentence = ordered ?? exact;
  if (sentence === undefined) return [];
  const named = tools.filter((tool) => placeIn(sentence, tool) >= 0 && (needsNothing(tool) || isDelegation(tool)));
  return named.toSorted((a, b) => placeIn(sentence, a) - placeIn(sentence, b));
}

const placeIn = (sentence: string, { name }: ModelTool): number => wordsOf(sentence).join(' ').indexOf(humanised(name));

/** The words of the question that no call has taken care of yet. */
function openWords({ question, calls }: ConversationView, tools: readonly ModelTool[]): Set<string> {
  const used = tools.filter((tool) => calls.some((call) => call.toolName === tool.name));
  const covered = keywords(used.map(({ name, description }) => `${name} ${description}`).join(' '));
  return new Set([...keywords(question)].filter((word) => !covered.has(word)));
}

function bestFitting(tools: readonly ModelTool[], asked: ReadonlySet<string>, question: string): ModelTool | undefined {
  const scored = tools.map((tool) => ({ tool, score: scoreOf(tool, asked, question) })).toSorted((a, b) => b.score - a.score);
  return scored[0] && scored[0].score >= leastScore ? scored[0].tool : undefined;
}

function scoreOf(tool: ModelTool, asked: ReadonlySet<string>, question: string): number {
  if (question.includes(tool.name) && /[_-]/u.test(tool.name)) return 20;
  const description = Math.min(3, overlap(keywords(tool.description), asked));
  const name = 3 * overlap(keywords(tool.name), asked);
  // A subagent is described by what it handles, a tool by its name; what acts must be asked for by its verb.
  if (isDelegation(tool)) return name + 3 * description;
  const verb = wordsOf(tool.name)[0] ?? '';
  return readingVerbs.has(verb) || asked.has(stem(verb)) || name >= 6 ? name + 1.5 * description : 0;
}

const isDelegation = (tool: ModelTool): boolean => 'task' in propertiesOf(tool);

function isSearch(tool: ModelTool): boolean {
  const words = wordsOf(isDelegation(tool) ? `${tool.name} ${tool.description}` : tool.name);
  const searches = words.some((word) => ['search', 'searches', 'find', 'lookup', 'retrieve', 'knowledge', 'research', 'researches', 'questions'].includes(word));
  return searches && (isDelegation(tool) || 'query' in propertiesOf(tool));
}

const propertiesOf = ({ inputSchema }: ModelTool): object => (inputSchema['properties'] ?? {}) as object;

const needsNothing = ({ inputSchema }: ModelTool): boolean => ((inputSchema['required'] ?? []) as unknown[]).length === 0;

const needsAnAnswer = (question: string): boolean => !isSmallTalk(question) && wordsOf(question).length >= 2;

export const isSmallTalk = (question: string): boolean => /^\W*(?:hi|hello|hey|good (?:morning|evening|day)|thanks?|thank you|bye|ok(?:ay)?|who are you|what can you do)\b[^\n]{0,40}$/iu.test(question);
