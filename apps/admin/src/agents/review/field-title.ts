import { agentConfigSchema } from '@roster/agents/contracts';

const titles: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(agentConfigSchema.shape).map(([field, schema]) => [field, String(schema.meta()?.['title'] ?? field)]));

/** The name of the field a path of stored content lies in, and where inside it (`/tools/2` -> Tools, 2). */
export function fieldTitle(path: string): { title: string; detail?: string } {
  const [field = path, ...rest] = path.split('/').filter(Boolean);
  const title = titles[field] ?? field;
  return rest.length === 0 ? { title } : { title, detail: rest.join(' / ') };
}

/** The tab of the editor that shows a field. */
export function tabOf(path: string): 'prompt' | 'model' | 'tools' | 'limits' {
  const field = path.split(/[/.]/).filter(Boolean)[0] ?? '';
  if (field === 'instructions') return 'prompt';
  if (['baseClass', 'model', 'modelParams'].includes(field)) return 'model';
  return ['tools', 'approvalAbove', 'approvalRequired'].includes(field) ? 'tools' : 'limits';
}
