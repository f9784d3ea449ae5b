/** Fields of `next` that differ from `previous`. Fields the server computes (`id`, `can`) are never written; a field that became undefined is cleared with null. */
export function changedFields(previous: Readonly<Record<string, unknown>>, next: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(previous), ...Object.keys(next)])) {
    if (readOnlyFields.has(field) || JSON.stringify(previous[field]) === JSON.stringify(next[field])) continue;
    changes[field] = next[field] ?? null;
  }
  return changes;
}

const readOnlyFields = new Set(['id', 'can', 'createdAt', 'updatedAt', 'etag']);
