import type { HostAndPort } from './addresses.ts';
import type { Rate } from './units.ts';

/** Everything the environment decides, read once at the start. Times in milliseconds, sizes in bytes. */
export interface Config {
  readonly role: 'all' | 'api' | 'worker';
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Without a slash at its end; null: the address listened on. */
  readonly publicUrl: string | null;
  /** Absolute. */
  readonly dataDir: string;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
  readonly database: DatabaseConfig;
  readonly redis: RedisConfig;
  readonly seedExamples: boolean;
  readonly shutdownDrainMs: number;
  readonly http: HttpConfig;
  readonly streams: StreamConfig;
  readonly egressAllow: readonly HostAndPort[];
  readonly models: ModelConfig;
  readonly agents: AgentConfiguration;
  readonly tools: ToolConfig;
  readonly runs: RunConfig;
  readonly schedules: ScheduleConfig;
  readonly testing: TestingConfig;
}

export type DatabaseConfig = { readonly kind: 'embedded'; readonly dataDir: string } | { readonly kind: 'external'; readonly url: string };

export type RedisConfig = { readonly kind: 'none' } | { readonly kind: 'external'; readonly url: string };

export interface HttpConfig {
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly chatRateLimit: Rate;
  readonly bodyLimitBytes: number;
  readonly chatBodyLimitBytes: number;
}

export interface StreamConfig {
  readonly compat: 'default' | 'strict';
  readonly chunkIntervalMs: number;
  readonly chunkRetentionMs: number;
}

export interface ModelConfig {
  /** `<provider>/<model>` */
  readonly defaultModel: string;
  /** Only those that are set up. */
  readonly providers: readonly ProviderConfig[];
  readonly firstTokenTimeoutMs: number;
  readonly idleTimeoutMs: number;
}

export type ProviderConfig =
  | { readonly kind: 'openai'; readonly apiKey: string; readonly baseUrl: string | null }
  | { readonly kind: 'anthropic'; readonly apiKey: string }
  | { readonly kind: 'google'; readonly apiKey: string }
  | { readonly kind: 'openai-compatible'; readonly name: string; readonly baseUrl: string; readonly apiKey: string | null };

export interface AgentConfiguration {
  readonly modules: readonly string[];
  readonly runtimeBases: readonly string[];
  readonly runtimeTools: readonly string[];
}

export interface ToolConfig {
  /** Characters; null: no limit. */
  readonly subagentDigestLimit: number | null;
  readonly historyOutputLimit: number | null;
  readonly outputLimit: number | null;
  readonly timeoutMs: number;
}

export interface RunConfig {
  readonly leaseMs: number;
  readonly heartbeatMs: number;
  readonly sweepMs: number;
  readonly concurrency: number;
  readonly maxRetries: number;
  readonly effectGraceMs: number;
  readonly chatDeadlineMs: number;
  readonly headlessDeadlineMs: number;
  readonly maxDelegationDepth: number;
  readonly maxTreeRuns: number;
}

export interface ScheduleConfig {
  readonly enabled: boolean;
  readonly timeoutMs: number;
  readonly minIntervalMs: number;
}

export type TestingConfig = { readonly kind: 'off' } | { readonly kind: 'on'; readonly failpoint: string | null; readonly replayEachStep: boolean };
