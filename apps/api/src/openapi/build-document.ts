import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { errorBodySchema } from '@roster/agents/contracts';
import type { INestApplication } from '@nestjs/common';
import { z } from 'zod';

export type OpenApiDocument = ReturnType<typeof SwaggerModule.createDocument>;

/** The OpenAPI document of every route, built from the same zod schemas that validate. */
export function buildDocument(app: INestApplication): OpenApiDocument {
  const config = new DocumentBuilder()
    .setTitle('Roster')
    .setDescription('Agents that people configure in a browser and products use over an API. Errors have one shape: `ErrorBody`.')
    .setVersion('1')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An API key' }, 'apiKey')
    .addCookieAuth('roster', { type: 'apiKey', in: 'cookie' }, 'login')
    .build();
  const document = SwaggerModule.createDocument(app, config, { operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}_${method}` });
  return withErrors(document);
}

/** Every operation answers its refusals alike; what it asks for stands in `x-access`. */
function withErrors(document: OpenApiDocument): OpenApiDocument {
  document.components ??= {};
  document.components.schemas ??= {};
  document.components.schemas.ErrorBody = z.toJSONSchema(errorBodySchema, { target: 'openapi-3.0', io: 'output' }) as never;
  for (const path of Object.values(document.paths)) {
    for (const operation of [path.get, path.post, path.put, path.patch, path.delete]) {
      if (!operation) continue;
      operation.responses.default = { description: 'A refusal', content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } } };
      const access = (operation as unknown as { 'x-access'?: { kind: string } })['x-access'];
      if (access?.kind !== 'public') operation.security = [{ apiKey: [] }, { login: [] }];
    }
  }
  return document;
}
