export interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  minItems?: number;
  minLength?: number;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  $ref?: string;
  additionalProperties?: boolean | JsonSchema;
}
export type SchemaComponents = Readonly<Record<string, JsonSchema>>;

const BY_FORMAT: Record<string, string> = { uuid: '018f0000-0000-7000-8000-000000000001', email: 'a@example.com', 'date-time': '2030-01-01T00:00:00.000Z', uri: 'https://example.com' };
const CANDIDATES = ['x', 'a'.repeat(43), 'a'.repeat(64), 'abc', '1', 'demo/offline', '0 9 * * *', 'UTC'];

/** A value this schema takes, as far as JSON Schema tells: where hostile values are then put in. */
export function sampleOf(schema: JsonSchema, components: SchemaComponents = {}): unknown {
  const resolved = resolve(schema, components);
  if (resolved.const !== undefined) return resolved.const;
  if (resolved.enum) return resolved.enum[0];
  const branch = resolved.anyOf?.[0] ?? resolved.oneOf?.[0] ?? resolved.allOf?.[0];
  if (branch) return sampleOf(branch, components);
  switch (resolved.type) {
    case 'object': return Object.fromEntries(Object.entries(resolved.properties ?? {}).map(([name, property]) => [name, sampleOf(property, components)]));
    case 'array': return Array.from({ length: Math.max(1, resolved.minItems ?? 0) }, () => sampleOf(resolved.items ?? {}, components));
    case 'integer':
    case 'number': return Math.max(1, resolved.minimum ?? 1);
    case 'boolean': return true;
    case 'null': return null;
    default: return sampleText(resolved);
  }
}

export function resolve(schema: JsonSchema, components: SchemaComponents): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolve(components[name] ?? {}, components);
}

function sampleText({ format, pattern, minLength = 0 }: JsonSchema): string {
  if (format !== undefined && BY_FORMAT[format] !== undefined) return BY_FORMAT[format];
  if (pattern !== undefined) return CANDIDATES.find((candidate) => new RegExp(pattern, 'u').test(candidate)) ?? 'x';
  return 'x'.repeat(Math.max(1, minLength));
}
