export interface InputVariables {
  name: string;
  scheduledFor: Date;
  lastRunAt: Date | null;
  user: string;
}

/** `{{name}}` and its like; other braces stay as they are. */
export function renderInput(template: string, { name, scheduledFor, lastRunAt, user }: InputVariables): string {
  const values = new Map([['name', name], ['scheduledFor', scheduledFor.toISOString()], ['lastRunAt', lastRunAt?.toISOString() ?? 'never'], ['user', user]]);
  return template.replace(/\{\{\s*(\w+)\s*\}\}/g, (written, variable: string) => values.get(variable) ?? written);
}
