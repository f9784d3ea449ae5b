type Schema = Record<string, unknown>;

/** The smallest value that fits the schema; the same every time. */
export function exampleValue(schema: Schema, root: Schema = schema): unknown {
  if (typeof schema['$ref'] === 'string') return exampleValue(((root['$defs'] ?? root['definitions'] ?? {}) as Record<string, Schema>)[schema['$ref'].split('/').at(-1)!] ?? {}, root);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const options = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (options) return exampleValue(options[0] ?? {}, root);
  switch (Array.isArray(schema['type']) ? schema['type'][0] : schema['type']) {
    case 'object':
      return exampleObject(schema, root);
    case 'array':
      return Array.from({ length: Number(schema['minItems'] ?? 1) }, () => exampleValue((schema['items'] ?? {}) as Schema, root));
    case 'integer':
    case 'number':
      return schema['minimum'] ?? (schema['exclusiveMinimum'] === undefined ? 1 : Number(schema['exclusiveMinimum']) + 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return exampleText(schema);
  }
}

function exampleObject(schema: Schema, root: Schema): unknown {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  const required = (schema['required'] ?? []) as string[];
  return Object.fromEntries(required.map((name) => [name, exampleValue(properties[name] ?? {}, root)]));
}

function exampleText(schema: Schema): string {
  const formats: Record<string, string> = { date: '2026-01-01', 'date-time': '2026-01-01T00:00:00Z', email: 'a@example.com', uuid: '00000000-0000-4000-8000-000000000000', uri: 'https://example.com/' };
  return formats[String(schema['format'])] ?? 'example'.padEnd(Number(schema['minLength'] ?? 0), 'x').slice(0, Number(schema['maxLength'] ?? Infinity));
}
