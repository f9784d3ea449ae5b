import { MemorySearch } from '../knowledge/memory-search.ts';
import { memorySearchTool } from '../knowledge/memory-search-tool.ts';
import type { AgentModule, ModuleServices } from '../agents/agent-module.ts';
import { digestAgents } from './digest-agents.ts';
import { helpCenter } from './help-center.ts';
import { Shop } from './shop.ts';
import { lookUpOrderTool } from './shop-tools.ts';
import { supportAgents } from './support-agents.ts';

/** The built-in module `examples`: the agents and tools of the tour. */
export function exampleModule({ pool }: ModuleServices): AgentModule {
  const shop = new Shop(pool);
  const searchHelp = memorySearchTool(helpCenter, new MemorySearch(pool));
  return {
    ...supportAgents({ shop, searchHelp }),
    ...digestAgents({ shop }),
    searchHelp,
    lookUpOrder: lookUpOrderTool(shop),
  };
}

/** What a database agent may be built on and use when nothing else is configured. */
export const exampleBases = ['StandardAgent'] as const;
export const exampleTools = ['search_help_center', 'look_up_order'] as const;
