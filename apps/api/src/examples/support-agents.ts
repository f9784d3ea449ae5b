import { type AgentClass, StandardAgent } from '@roster/agents/agents';
import type { EffectTool } from '@roster/agents/kernel';

import { lookUpOrderTool, refundOrderTool } from './shop-tools.ts';
import type { Shop } from './shop.ts';

/** A coordinator with a crew of two. Refunds are its own business: a manager confirms the large ones. */
export function supportAgents({ shop, searchHelp }: { shop: Shop; searchHelp: EffectTool }): Record<string, AgentClass> {
  class Research extends StandardAgent {
    static key = 'examples.Research';
    static displayName = 'Research';
    static description = 'Researches questions about policy, shipping, delivery, returns and warranty in the help center.';
    static instructions = 'You research the help center. Search before you answer, and answer only from what you found.';
    static tools = [searchHelp];
    static hidden = true;
  }

  class Billing extends StandardAgent {
    static key = 'examples.Billing';
    static displayName = 'Billing';
    static description = 'Looks up orders by number: status, payment, invoice, total and what was refunded.';
    static instructions = 'You answer questions about one order. Look it up; never guess.';
    static tools = [lookUpOrderTool(shop)];
    static hidden = true;
  }

  class Support extends StandardAgent {
    static key = 'examples.Support';
    static displayName = 'Support';
    static description = 'Answers customers of the example shop: asks Research about policies and Billing about orders, and refunds.';
    static instructions = `
      You are the support coordinator of a small shop. Let Research answer questions about policies and Billing questions about an order.
      Refund with refund_order when a customer asks for money back. Say what was done, in a few friendly sentences.
    `;
    static tools = [refundOrderTool(shop)];
    static agents = [Research, Billing];
  }

  return { Research, Billing, Support };
}
