import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

import { readConfig } from '../../apps/api/src/config/read-config.ts';
import { configVariables } from '../../apps/api/src/config/variables.ts';
import { read } from './support/repository-files.ts';

interface Service {
  image?: string;
  build?: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, unknown>;
}

const { services } = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
const known = configVariables.map(({ name }) => name);

describe('docker-compose.yml', () => {
  it('runs PostgreSQL, Redis and both roles', () => {
    expect(Object.keys(services).sort()).toEqual(['api', 'postgres', 'redis', 'worker']);
    expect(services['postgres']?.image).toMatch(/^postgres:(1[5-9]|[2-9]\d)$/);
  });

  it.each(['api', 'worker'])('gives the %s only variables that exist, with values that start', (name) => {
    const { environment = {}, build, depends_on: dependsOn = {} } = services[name] ?? {};
    expect(Object.keys(environment).filter((variable) => !known.includes(variable))).toEqual([]);
    const config = readConfig(Object.fromEntries(Object.entries(environment).map(([variable, value]) => [variable, substitute(value)])));
    expect(config).toMatchObject({ role: name, database: { kind: 'external', url: 'postgres://roster:sample@postgres:5432/roster' }, redis: { kind: 'external' } });
    expect(build).toBe('.');
    expect(Object.keys(dependsOn).sort()).toEqual(['postgres', 'redis']);
  });

  it('opens the api to the port it listens on', () => {
    const api = services['api'] as Service & { ports: string[] };
    expect(api.ports).toEqual([`${api.environment?.['PORT']}:${api.environment?.['PORT']}`]);
    expect(api.environment?.['HOST']).toBe('0.0.0.0');
  });
});

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n');

  it('sets only variables that exist and starts the built server as an ordinary user', () => {
    const names = lines.filter((line) => line.startsWith('ENV ')).flatMap((line) => [...line.matchAll(/(\w+)=/g)].map(([, name = '']) => name));
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
    expect(lines).toContain('USER node');
    expect(lines).toContain('CMD ["node", "apps/api/dist/main.js"]');
  });

  it('builds on a Node that the product supports', () => {
    expect(lines.filter((line) => line.startsWith('FROM ')).every((line) => /^FROM node:20-slim/.test(line))).toBe(true);
  });
});

/** What compose does with ${NAME:-default} and ${NAME:?message}. */
function substitute(value: string): string {
  return value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll(/\$\{\w+:\?[^}]*\}/g, 'sample');
}
