import { describe, expect, it } from '@jest/globals';

import { ConfigError } from './config-error.ts';
import { type Environment, readConfig } from './read-config.ts';
import { configVariables } from './variables.ts';

describe('readConfig', () => {
  it('needs nothing: one process with the embedded database, no Redis and the offline model', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ role: 'all', host: '127.0.0.1', port: 3000, redis: { kind: 'none' }, testing: { kind: 'off' } });
    expect(config.database).toEqual({ kind: 'embedded', dataDir: config.dataDir });
    expect(config.models).toMatchObject({ defaultModel: 'demo/offline', providers: [] });
  });

  it('switches the same code to outside servers', () => {
    const config = readConfig({ ROLE: 'worker', DATABASE_URL: 'postgres://u:p@db/roster', REDIS_URL: 'redis://cache:6379' });
    expect(config).toMatchObject({ role: 'worker', database: { kind: 'external', url: 'postgres://u:p@db/roster' }, redis: { kind: 'external', url: 'redis://cache:6379' } });
  });

  it('reads values with their units, lists, rates and 0 as no limit', () => {
    const config = readConfig({ RUN_LEASE: '1500ms', RUN_HEARTBEAT: '500ms', BODY_LIMIT: '64KiB', EGRESS_ALLOW: 'localhost:11434, [::1]:8080', RATE_LIMIT_CHAT: '5/s', TOOL_OUTPUT_LIMIT: '0' });
    expect(config.runs).toMatchObject({ leaseMs: 1_500, heartbeatMs: 500, chatDeadlineMs: 7 * 86_400_000 });
    expect(config.http).toMatchObject({ bodyLimitBytes: 65_536, chatRateLimit: { count: 5, windowMs: 1_000 } });
    expect(config.egressAllow).toEqual([{ host: 'localhost', port: 11_434 }, { host: '[::1]', port: 8_080 }]);
    expect(config.tools.outputLimit).toBeNull();
  });

  it('lists the model providers that are set up', () => {
    const { models } = readConfig({ OPENAI_API_KEY: 'k1', OPENAI_COMPATIBLE_BASE_URL: 'http://localhost:11434/v1', OPENAI_COMPATIBLE_NAME: 'local' });
    expect(models.providers).toEqual([
      { kind: 'openai', apiKey: 'k1', baseUrl: null },
      { kind: 'openai-compatible', name: 'local', baseUrl: 'http://localhost:11434/v1', apiKey: null },
    ]);
  });

  it('takes an empty variable for one that is not set', () => {
    const empty = Object.fromEntries(configVariables.map(({ name }) => [name, '']));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it.each<[string, Environment, RegExp]>([
    ['PORT', { PORT: '3000x' }, /PORT must be a whole number from 0 to 65535/],
    ['PORT', { PORT: '65536' }, /PORT must be/],
    ['ROLE', { ROLE: 'both' }, /ROLE is not valid/],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://u:hunter2@db' }, /DATABASE_URL must be a URL that begins with postgres:/],
    ['REDIS_URL', { REDIS_URL: 'localhost:6379' }, /REDIS_URL must be a URL that begins with redis:/],
    ['RUN_LEASE', { RUN_LEASE: '6' }, /RUN_LEASE must be a duration/],
    ['BODY_LIMIT', { BODY_LIMIT: '1MB' }, /BODY_LIMIT must be a size/],
    ['SEED_EXAMPLES', { SEED_EXAMPLES: 'yes' }, /SEED_EXAMPLES must be true or false/],
    ['EGRESS_ALLOW', { EGRESS_ALLOW: 'localhost' }, /EGRESS_ALLOW must be host:port/],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }, /TRUSTED_PROXIES must be an IP address/],
    ['CORS_ORIGINS', { CORS_ORIGINS: 'https://app.example.com/' }, /CORS_ORIGINS must be an origin/],
    ['DEFAULT_MODEL', { DEFAULT_MODEL: 'gpt' }, /DEFAULT_MODEL must be <provider>\/<model>/],
    ['DATABASE_URL', { ROLE: 'api' }, /DATABASE_URL must be set when ROLE is api/],
    ['RUN_HEARTBEAT', { RUN_HEARTBEAT: '4s' }, /RUN_HEARTBEAT must be at most half of RUN_LEASE/],
    ['OPENAI_API_KEY', { OPENAI_BASE_URL: 'http://localhost:1' }, /OPENAI_API_KEY must be set/],
    ['FAILPOINT', { FAILPOINT: 'C5:1:death' }, /FAILPOINT must/],
    ['FAILPOINT', { FAILPOINT: 'c5:1:death' }, /FAILPOINT must not be set unless NODE_ENV is test/],
  ])('refuses a bad %s (%j) and names it', (variable, environment, message) => {
    const error = errorOf(environment);
    expect(error.message).toMatch(message);
    expect(error.issues.map((issue) => issue.variable)).toEqual([variable]);
  });

  it('names every bad variable at once and repeats no value, because it may be a secret', () => {
    const error = errorOf({ PORT: '-1', DATABASE_URL: 'mysql://u:hunter2@db', LOG_LEVEL: 'loud' });
    expect(error.issues.map((issue) => issue.variable)).toEqual(['PORT', 'DATABASE_URL', 'LOG_LEVEL']);
    expect(error.message).not.toContain('hunter2');
  });
});

function errorOf(environment: Environment): ConfigError {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('The configuration was accepted.');
}
