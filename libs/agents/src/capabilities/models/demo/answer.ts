import type { Json } from '../../../contracts/json.ts';
import type { ModelTool } from '../../../kernel/model-client.ts';
import type { ConversationView, FinishedCall } from './conversation-view.ts';
import { helloOf, styled, styleOf } from './instructions.ts';
import { passagesOf, quoteFrom } from './passages.ts';
import { sentenceFrom } from './readable.ts';
import { isSmallTalk } from './tool-choice.ts';
import { humanised } from './words.ts';

/** The final text: from what the tools answered, else a greeting or an honest sentence about what this model is. */
export function answerFrom(view: ConversationView, tools: readonly ModelTool[]): string {
  const style = styleOf(view.instructions);
  if (view.calls.length > 0) return styled(view.calls.map((call) => answerFromCall(call, view.question)).join('\n\n'), style);
  if (/\btitle\b/iu.test(view.instructions) && tools.length === 0) return titleOf(view.question);
  if (view.question === '' || isSmallTalk(view.question)) return styled(`${helloOf(style)}${offer(tools)}`, style);
  const shown = view.question.length > 200 ? `${view.question.slice(0, 200)}…` : view.question;
  return styled(`${style.name ? `${style.name} here. ` : ''}You asked: "${shown}" I am the offline demo model and have no tool that answers this.${offer(tools)}`, style);
}

export const askFor = (view: ConversationView, { toolName, missing }: { toolName: string; missing: readonly string[] }): string =>
  styled(`To ${toolName} I need: ${missing.join(', ')}.`, styleOf(view.instructions));

function answerFromCall({ toolName, output, isError }: FinishedCall, question: string): string {
  const refusal = refusalIn(output, isError);
  if (refusal !== undefined) return `The request to ${humanised(toolName)} was denied, so I did not do it.${refusal}`;
  if (isError) return `I tried to ${humanised(toolName)}, but it failed: ${sentenceFrom(output)}`;
  const passages = passagesOf(output);
  if (passages !== undefined) return passages.length > 0 ? quoteFrom(passages, question) : 'I found nothing about that.';
  return sentenceFrom(output);
}

/** What the person said when the call was denied, or nothing; undefined when it was not denied. */
function refusalIn(output: Json, isError: boolean): string | undefined {
  if (typeof output === 'object' && output !== null && !Array.isArray(output) && output['denied'] === true) {
    return typeof output['comment'] === 'string' ? ` The reason given: ${output['comment']}` : '';
  }
  return isError && /\b(?:denied|rejected|declined)\b/iu.test(JSON.stringify(output)) ? '' : undefined;
}

const offer = (tools: readonly ModelTool[]): string => (tools.length > 0 ? ` I can use: ${tools.map((tool) => humanised(tool.name)).join(', ')}.` : '');

function titleOf(text: string): string {
  const words = text.replaceAll(/\s+/gu, ' ').trim().split(' ').slice(0, 6).join(' ').replace(/[.,;:!?]+$/u, '');
  return words === '' ? 'New conversation' : words[0]!.toUpperCase() + words.slice(1);
}
