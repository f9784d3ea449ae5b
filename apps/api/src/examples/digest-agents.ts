import { type AgentClass, StandardAgent } from '@roster/agents/agents';

import { saveDigestTool, shopFiguresTool } from './shop-tools.ts';
import type { Shop } from './shop.ts';

/** Works in the background only: an analyst reads the figures, the digest is saved. */
export function digestAgents({ shop }: { shop: Shop }): Record<string, AgentClass> {
  class ShopAnalyst extends StandardAgent {
    static key = 'examples.ShopAnalyst';
    static displayName = 'Shop analyst';
    static description = 'Reads the figures of the shop for the daily digest: orders, revenue, refunds.';
    static instructions = 'You report the figures of the shop. Call shop_figures and answer with what it says.';
    static tools = [shopFiguresTool(shop)];
    static hidden = true;
  }

  class DailyDigest extends StandardAgent {
    static key = 'examples.DailyDigest';
    static displayName = 'Daily digest';
    static description = 'Writes the daily digest of the example shop. Runs in the background, by hand or on a schedule.';
    static instructions = 'You write the daily digest of the shop. Ask the shop analyst for the figures, then save the digest with save_digest.';
    static tools = [saveDigestTool(shop)];
    static agents = [ShopAnalyst];
    static workerOnly = true;
  }

  return { ShopAnalyst, DailyDigest };
}
