import type { ToolSpec } from '../../kernel/tool.ts';

/** Instructions and, if any delegation tool was really granted, the roster of just those. */
export function systemPrompt(instructions: string, tools: readonly ToolSpec[]): string {
  const roster = tools.filter(({ agent }) => agent !== undefined).map(({ name, description }) => `- ${name}: ${description}`);
  return roster.length === 0 ? instructions : [instructions, '', 'Available subagents:', ...roster].join('\n');
}
