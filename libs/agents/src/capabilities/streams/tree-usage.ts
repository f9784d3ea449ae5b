import type { MessageUsage } from '../../contracts/message-part.ts';
import type { RunEventEnvelope } from '../../contracts/run-event.ts';

interface Tokens { inputTokens: number; outputTokens: number; totalTokens: number }
const none: Tokens = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };

/** Sum of the tree's model calls, each counted once; a child's calls are also counted to its agent. */
export class TreeUsage {
  private total = none;
  private readonly byAgent = new Map<string, Tokens>();

  apply({ runId, rootRunId, agentId, event }: RunEventEnvelope): void {
    if (event.type !== 'usage') return;
    const { inputTokens = 0, outputTokens = 0 } = event.usage;
    this.total = add(this.total, inputTokens, outputTokens);
    if (runId !== rootRunId) this.byAgent.set(agentId, add(this.byAgent.get(agentId) ?? none, inputTokens, outputTokens));
  }

  get usage(): MessageUsage {
    return { ...this.total, ...(this.byAgent.size > 0 && { bySubagent: Object.fromEntries(this.byAgent) }) };
  }
}

const add = (sum: Tokens, input: number, output: number): Tokens => ({
  inputTokens: sum.inputTokens + input, outputTokens: sum.outputTokens + output, totalTokens: sum.totalTokens + input + output,
});
