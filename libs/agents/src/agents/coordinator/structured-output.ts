import type { z } from 'zod';
import type { Json } from '../../contracts/json.ts';
import { assistantText, userText } from '../../kernel/chat-message.ts';
import type { ModelReply } from '../../kernel/model-client.ts';
import type { ReplyVerdict, RunContext } from '../../kernel/run-context.ts';
import { OutputContractError } from '../../kernel/run-errors.ts';
import { toJsonSchema } from '../../kernel/tool.ts';
import { recoveryGuidance } from '../planning/guidance.ts';
import { parseJson, reviewReply, textOf } from '../planning/validated-model.ts';
import type { ReactLoopOptions } from '../react-loop.ts';

const request = 'Give your answer again as one JSON value of the required schema, and nothing else.';

/** The answer as an object: one tool-free call after the loop; an invalid one is asked again, then the run fails `output_contract`. */
export async function structuredOutput(context: RunContext, { options, answer, schema }: { options: ReactLoopOptions; answer: string; schema: z.ZodType }): Promise<Json> {
  const review = (reply: ModelReply): ReplyVerdict => reviewReply(reply, { tools: [], toolsOff: true, structured: (value) => problemsOf(schema, value) });
  let rejection: Extract<ReplyVerdict, { accepted: false }> | null = null;
  for (let attempt = 0; attempt <= options.policy.maxRecoveryTurns; attempt++) {
    const notice = rejection === null ? '' : `\n\n${recoveryGuidance(rejection)}`;
    const messages = [{ role: 'system' as const, content: options.instructions + notice }, ...options.history, assistantText(answer), userText(request)];
    const turn = options.policy.maxTurns + 2 + attempt; // behind every turn of the loop and its finalization
    const reply = await context.llm(
      { model: options.model, messages, responseFormat: { name: 'output', schema: toJsonSchema(schema) }, ...(options.params && { params: options.params }) },
      { key: `structured${attempt}/llm`, turn, live: false, review },
    );
    const verdict = review(reply);
    if (verdict.accepted) return schema.parse(parseJson(textOf(reply.blocks))) as Json;
    rejection = verdict;
  }
  throw new OutputContractError('structured_output');
}

function problemsOf(schema: z.ZodType, value: Json): string[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `"${path.join('.')}": ${message}.`);
}
