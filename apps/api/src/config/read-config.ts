// The only reader of the environment.
import { resolve } from 'node:path';

import type { Config, ModelConfig, ProviderConfig, TestingConfig } from './config.ts';
import { ConfigError, type ConfigIssue } from './config-error.ts';
import { type VariableName, variables, type VariableValues } from './variables.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable that is not set or empty takes its default. Errors: ConfigError with every bad variable. */
export function readConfig(environment: Environment): Config {
  const values = readVariables(environment);
  const issues = contradictions(values);
  if (issues.length > 0) throw new ConfigError(issues);
  const dataDir = resolve(values.DATA_DIR);
  return {
    role: values.ROLE,
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    dataDir,
    logLevel: values.LOG_LEVEL,
    database: values.DATABASE_URL === null ? { kind: 'embedded', dataDir } : { kind: 'external', url: values.DATABASE_URL },
    redis: values.REDIS_URL === null ? { kind: 'none' } : { kind: 'external', url: values.REDIS_URL },
    seedExamples: values.SEED_EXAMPLES,
    shutdownDrainMs: values.SHUTDOWN_DRAIN,
    egressAllow: values.EGRESS_ALLOW,
    models: modelConfig(values),
    testing: testingConfig(values),
    ...servingConfig(values),
    ...workConfig(values),
  };
}

function readVariables(environment: Environment): VariableValues {
  const issues: ConfigIssue[] = [];
  const values = Object.entries(variables).map(([name, variable]) => {
    const result = variable.schema.safeParse(environment[name] || variable.default);
    if (!result.success) issues.push({ variable: name, message: describe(result.error.issues[0]) });
    return [name, result.data] as const;
  });
  if (issues.length > 0) throw new ConfigError(issues);
  return Object.fromEntries(values) as VariableValues;
}

/** Our own messages begin with "must"; inside an optional variable zod keeps them one level down. */
function describe(issue: { message: string; code?: string; errors?: readonly (readonly { message: string }[])[] } | undefined): string {
  const inner = issue?.code === 'invalid_union' ? issue.errors?.at(-1)?.[0]?.message : undefined;
  const messages = [issue?.message, inner].filter((message) => message !== undefined);
  return messages.find((message) => message.startsWith('must')) ?? `is not valid: ${messages.at(-1) ?? ''}`;
}

function contradictions(values: VariableValues): ConfigIssue[] {
  const rules: [boolean, VariableName, string][] = [
    [values.ROLE !== 'all' && values.DATABASE_URL === null, 'DATABASE_URL', `must be set when ROLE is ${values.ROLE}: the embedded database serves one process`],
    [values.RUN_HEARTBEAT * 2 > values.RUN_LEASE, 'RUN_HEARTBEAT', 'must be at most half of RUN_LEASE'],
    [values.OPENAI_BASE_URL !== null && values.OPENAI_API_KEY === '', 'OPENAI_API_KEY', 'must be set when OPENAI_BASE_URL is'],
    [values.OPENAI_COMPATIBLE_API_KEY !== '' && values.OPENAI_COMPATIBLE_BASE_URL === null, 'OPENAI_COMPATIBLE_BASE_URL', 'must be set when OPENAI_COMPATIBLE_API_KEY is'],
    [values.NODE_ENV !== 'test' && values.FAILPOINT !== null, 'FAILPOINT', 'must not be set unless NODE_ENV is test'],
    [values.NODE_ENV !== 'test' && values.REPLAY_EACH_STEP, 'REPLAY_EACH_STEP', 'must not be set unless NODE_ENV is test'],
  ];
  return rules.filter(([broken]) => broken).map(([, variable, message]) => ({ variable, message }));
}

function modelConfig(values: VariableValues): ModelConfig {
  const baseUrl = values.OPENAI_COMPATIBLE_BASE_URL;
  const providers: (ProviderConfig | null)[] = [
    values.OPENAI_API_KEY === '' ? null : { kind: 'openai', apiKey: values.OPENAI_API_KEY, baseUrl: values.OPENAI_BASE_URL },
    values.ANTHROPIC_API_KEY === '' ? null : { kind: 'anthropic', apiKey: values.ANTHROPIC_API_KEY },
    values.GOOGLE_GENERATIVE_AI_API_KEY === '' ? null : { kind: 'google', apiKey: values.GOOGLE_GENERATIVE_AI_API_KEY },
    baseUrl === null ? null : { kind: 'openai-compatible', name: values.OPENAI_COMPATIBLE_NAME, baseUrl, apiKey: values.OPENAI_COMPATIBLE_API_KEY || null },
  ];
  return {
    defaultModel: values.DEFAULT_MODEL,
    providers: providers.filter((provider) => provider !== null),
    firstTokenTimeoutMs: values.MODEL_FIRST_TOKEN_TIMEOUT,
    idleTimeoutMs: values.MODEL_IDLE_TIMEOUT,
  };
}

function servingConfig(values: VariableValues): Pick<Config, 'http' | 'streams' | 'schedules'> {
  return {
    http: {
      corsOrigins: values.CORS_ORIGINS,
      trustedProxies: values.TRUSTED_PROXIES,
      chatRateLimit: values.RATE_LIMIT_CHAT,
      bodyLimitBytes: values.BODY_LIMIT,
      chatBodyLimitBytes: values.CHAT_BODY_LIMIT,
    },
    streams: { compat: values.STREAM_COMPAT, chunkIntervalMs: values.STREAM_CHUNK_INTERVAL, chunkRetentionMs: values.STREAM_CHUNK_RETENTION },
    schedules: { enabled: values.SCHEDULES_ENABLED, timeoutMs: values.SCHEDULE_TIMEOUT, minIntervalMs: values.SCHEDULE_MIN_INTERVAL },
  };
}

function workConfig(values: VariableValues): Pick<Config, 'agents' | 'tools' | 'runs'> {
  return {
    agents: { modules: values.AGENT_MODULES, runtimeBases: values.RUNTIME_AGENT_BASES, runtimeTools: values.RUNTIME_AGENT_TOOLS },
    tools: {
      subagentDigestLimit: values.SUBAGENT_DIGEST_LIMIT || null,
      historyOutputLimit: values.HISTORY_TOOL_OUTPUT_LIMIT || null,
      outputLimit: values.TOOL_OUTPUT_LIMIT || null,
      timeoutMs: values.TOOL_TIMEOUT,
    },
    runs: {
      leaseMs: values.RUN_LEASE,
      heartbeatMs: values.RUN_HEARTBEAT,
      sweepMs: values.RUN_SWEEP,
      concurrency: values.RUN_CONCURRENCY,
      maxRetries: values.RUN_RETRIES,
      effectGraceMs: values.RUN_EFFECT_GRACE,
      chatDeadlineMs: values.RUN_DEADLINE_CHAT,
      headlessDeadlineMs: values.RUN_DEADLINE_HEADLESS,
      maxDelegationDepth: values.MAX_DELEGATION_DEPTH,
      maxTreeRuns: values.MAX_TREE_RUNS,
    },
  };
}

function testingConfig(values: VariableValues): TestingConfig {
  if (values.NODE_ENV !== 'test') return { kind: 'off' };
  return { kind: 'on', failpoint: values.FAILPOINT, replayEachStep: values.REPLAY_EACH_STEP };
}
