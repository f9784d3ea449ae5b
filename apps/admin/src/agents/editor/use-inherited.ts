import type { AgentBase } from '@roster/agents/contracts';
import { useApi } from '../../api/use-api.ts';
import { useEditor } from './editor-context.ts';
import type { LimitField } from './limit-input.tsx';

/** What a limit is when the draft leaves it to the base class: a number, null for no limit, undefined while it is not known. */
export function useInherited(field: LimitField): number | null | undefined {
  const { content } = useEditor();
  const { data: bases = [] } = useApi<AgentBase[]>('/agents/runtimes/bases');
  const defaults = bases.find(({ id }) => id === (content.baseClass ?? 'StandardAgent'))?.defaults as Partial<Record<LimitField, number | null>> | undefined;
  return defaults?.[field];
}
