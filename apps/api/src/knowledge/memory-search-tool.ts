import { defineTool, type EffectTool } from '@roster/agents/kernel';
import { z } from 'zod';

import type { MemorySearch } from './memory-search.ts';

export interface SearchedMemory {
  slug: string;
  name: string;
  description: string;
}

const input = z.object({
  query: z.string().min(1).max(1_000).describe('What to look for, in plain words.'),
  limit: z.int().min(1).max(20).default(5).describe('How many passages at most.'),
});

/** `search_<slug>`: what an agent with this memory can ask. Reading again is harmless. */
export function memorySearchTool(memory: SearchedMemory, memories: MemorySearch): EffectTool {
  return defineTool({
    name: `search_${memory.slug}`,
    title: `Search ${memory.name}`,
    description: `Searches ${memory.name}. ${memory.description}`.trim(),
    risk: 'safe',
    idempotent: true,
    input,
    execute: async ({ query, limit }) => ({ results: (await memories.search(memory.slug, query, limit)).map((passage) => ({ ...passage })) }),
  });
}
