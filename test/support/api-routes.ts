import { describeApi } from '../../apps/api/src/openapi/describe-api.ts';
import { type JsonSchema, resolve, type SchemaComponents } from './sample-body.ts';

export interface ApiRoute {
  method: string;
  /** With `{names}` of parameters. */
  path: string;
  parameters: string[];
  queries: string[];
  body: JsonSchema | null;
  isPublic: boolean;
}

/** Every route as the OpenAPI document tells it, for tests that hold for all of them. */
export async function apiRoutes(): Promise<{ routes: ApiRoute[]; components: SchemaComponents }> {
  const document = await describeApi();
  const components = (document.components?.schemas ?? {}) as SchemaComponents;
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]): ApiRoute => ({
      method: method.toUpperCase(),
      path,
      parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
      queries: (operation.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      body: bodyOf(operation, components),
      isPublic: operation['x-access']?.kind === 'public',
    })));
  return { routes, components };
}

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> };
  'x-access'?: { kind: string };
}

function bodyOf({ requestBody }: Operation, components: SchemaComponents): JsonSchema | null {
  const schema = requestBody?.content?.['application/json']?.schema;
  return schema ? resolve(schema, components) : null;
}
