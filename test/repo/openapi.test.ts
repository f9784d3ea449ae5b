import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { describeApi } from '../../apps/api/src/openapi/describe-api.ts';

describe('docs/openapi.json', () => {
  it('is what the routes and their schemas say (npm run openapi)', async () => {
    const document = JSON.parse(JSON.stringify(await describeApi())) as unknown;
    expect(JSON.parse(readFileSync('docs/openapi.json', 'utf8'))).toEqual(document);
  });

  it('names for every operation what it asks for', async () => {
    const { paths } = await describeApi();
    const operations = Object.values(paths).flatMap((path) => Object.values(path) as { operationId?: string; 'x-access'?: unknown }[]);
    expect(operations.filter((operation) => operation['x-access'] === undefined).map(({ operationId }) => operationId)).toEqual([]);
  });
});
