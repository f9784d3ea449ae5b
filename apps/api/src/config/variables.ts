// The one list of environment variables: name, check, default, meaning. `.env.example` and docker-compose.yml are held against it by tests.
import { z } from 'zod';

import { addressRange, hostAndPort, origin, urlWith } from './addresses.ts';
import { duration, flag, listOf, rate, size, wholeNumber } from './units.ts';

interface Variable<T extends z.ZodType<unknown, string>> {
  schema: T;
  /** As text, so that it passes the same check; '' stands for "not set". */
  default: string;
  description: string;
}

function variable<T extends z.ZodType<unknown, string>>(schema: T, defaultText: string, description: string): Variable<T> {
  return { schema, default: defaultText, description };
}

const text = z.string();
const words = listOf(z.string().min(1));
const optional = <T extends z.ZodType<unknown, string>>(schema: T) => z.union([z.literal('').transform(() => null), schema]);
const count = wholeNumber({ min: 1, max: 1_000_000 });
/** Characters; 0 stands for no limit. */
const characters = wholeNumber({ min: 0, max: 1_000_000_000 });

export const variables = {
  NODE_ENV: variable(z.enum(['development', 'test', 'production']), 'production', 'development, test or production. Only test accepts FAILPOINT and REPLAY_EACH_STEP.'),
  ROLE: variable(z.enum(['all', 'api', 'worker']), 'all', 'What this process does: all, api (HTTP only) or worker (runs only). api and worker need DATABASE_URL.'),
  HOST: variable(z.string().min(1), '127.0.0.1', 'Address to listen on. 0.0.0.0 opens the server to the network: put TLS in front of it.'),
  PORT: variable(wholeNumber({ min: 0, max: 65_535 }), '3000', 'Port to listen on; 0 takes any free one.'),
  PUBLIC_URL: variable(optional(urlWith('http:', 'https:')), '', 'The address people use, when a proxy stands in front. Not set: the address listened on.'),
  DATA_DIR: variable(z.string().min(1), '.data', 'Folder of the embedded database and of key files.'),
  DATABASE_URL: variable(optional(urlWith('postgres:', 'postgresql:')), '', 'An external PostgreSQL, version 15 or later. Not set: the embedded one in DATA_DIR.'),
  REDIS_URL: variable(optional(urlWith('redis:', 'rediss:')), '', 'Redis for queues and live fan-out. Not set: PostgreSQL does both.'),
  LOG_LEVEL: variable(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']), 'info', 'The least important level that is logged.'),
  SEED_EXAMPLES: variable(flag, 'true', 'Puts the example agents into an empty database, once.'),
  SHUTDOWN_DRAIN: variable(duration, '6s', 'How long open work may go on after SIGTERM before it is released.'),

  TRUSTED_PROXIES: variable(listOf(addressRange), '', 'Addresses or ranges of proxies whose X-Forwarded-For is believed.'),
  CORS_ORIGINS: variable(listOf(origin), '', 'Origins of browser applications that may call the chat routes with an API key.'),
  RATE_LIMIT_CHAT: variable(rate, '60/min', 'Chat turns of one principal.'),
  BODY_LIMIT: variable(size, '1MiB', 'Largest JSON body.'),
  CHAT_BODY_LIMIT: variable(size, '4MiB', 'Largest JSON body of the chat routes.'),
  STREAM_COMPAT: variable(z.enum(['default', 'strict']), 'default', 'strict serves clients of the oldest releases of AI SDK 5 and 6.'),
  STREAM_CHUNK_INTERVAL: variable(duration, '250ms', 'How often streamed text is stored, per process.'),
  STREAM_CHUNK_RETENTION: variable(duration, '120s', 'How long stored pieces of streamed text outlive their step.'),

  OPENAI_API_KEY: variable(text, '', 'Key of OpenAI.'),
  OPENAI_BASE_URL: variable(optional(urlWith('http:', 'https:')), '', 'Another address of the OpenAI API.'),
  ANTHROPIC_API_KEY: variable(text, '', 'Key of Anthropic.'),
  GOOGLE_GENERATIVE_AI_API_KEY: variable(text, '', 'Key of Google Generative AI.'),
  OPENAI_COMPATIBLE_BASE_URL: variable(optional(urlWith('http:', 'https:')), '', 'A server that speaks the OpenAI chat protocol.'),
  OPENAI_COMPATIBLE_API_KEY: variable(text, '', 'Its key, if it asks for one.'),
  OPENAI_COMPATIBLE_NAME: variable(z.stringFormat('name', /^[a-z0-9-]{1,64}$/, { error: 'must be 1 to 64 of a-z, 0-9 and -' }), 'compatible', 'The provider part of its model names, as in <name>/<model>.'),
  EGRESS_ALLOW: variable(listOf(hostAndPort), '', 'host:port of private targets that outbound requests may reach, such as a local model server.'),
  DEFAULT_MODEL: variable(z.stringFormat('model', /^[a-z0-9-]+\/\S+$/, { error: 'must be <provider>/<model>' }), 'demo/offline', 'Model of agents that name none.'),
  MODEL_FIRST_TOKEN_TIMEOUT: variable(duration, '60s', 'Longest wait for the first piece of a model answer.'),
  MODEL_IDLE_TIMEOUT: variable(duration, '60s', 'Longest silence inside a model answer.'),

  AGENT_MODULES: variable(words, 'examples', 'Modules that declare agents and tools; `examples` is the built-in one.'),
  RUNTIME_AGENT_BASES: variable(words, 'examples', 'Keys of classes that a database agent may be built on; `examples` stands for those of the examples.'),
  RUNTIME_AGENT_TOOLS: variable(words, 'examples', 'Keys of tools that a database agent may use; `examples` stands for those of the examples.'),
  SUBAGENT_DIGEST_LIMIT: variable(characters, '6000', 'Characters of a subagent\'s digest; 0 is no limit.'),
  HISTORY_TOOL_OUTPUT_LIMIT: variable(characters, '4000', 'Characters of an earlier tool result shown to the model again; 0 is no limit.'),
  TOOL_OUTPUT_LIMIT: variable(characters, '100000', 'Characters of a tool result; 0 is no limit.'),
  TOOL_TIMEOUT: variable(duration, '120s', 'Longest time of one tool call; waits for people do not count.'),
  MAX_DELEGATION_DEPTH: variable(wholeNumber({ min: 0, max: 32 }), '5', 'How deep agents may delegate to agents.'),
  MAX_TREE_RUNS: variable(count, '50', 'Open runs of one tree, its root included.'),

  RUN_LEASE: variable(duration, '6s', 'How long a claimed run stays its worker\'s without a heartbeat.'),
  RUN_HEARTBEAT: variable(duration, '2s', 'How often a worker renews its leases.'),
  RUN_SWEEP: variable(duration, '1s', 'How often each worker looks for runs that somebody lost.'),
  RUN_CONCURRENCY: variable(count, '10', 'Runs that one worker drives at once.'),
  RUN_RETRIES: variable(wholeNumber({ min: 0, max: 100 }), '3', 'Times a headless run is tried again after a transient failure.'),
  RUN_EFFECT_GRACE: variable(duration, '5s', 'How long calls in flight may settle after an abort.'),
  RUN_DEADLINE_CHAT: variable(duration, '7d', 'Time from the start of a chat run to its forced end.'),
  RUN_DEADLINE_HEADLESS: variable(duration, '24h', 'Time from the start of a headless run to its forced end.'),

  SCHEDULES_ENABLED: variable(flag, 'true', 'false stops every schedule of this process.'),
  SCHEDULE_TIMEOUT: variable(duration, '900s', 'Deadline of a scheduled run that names none.'),
  SCHEDULE_MIN_INTERVAL: variable(duration, '60s', 'Shortest time between two slots of a schedule.'),

  FAILPOINT: variable(optional(z.stringFormat('failpoint', /^[a-z0-9._-]+:\d+:(blip|death|stop)$/, { error: 'must be name:n:mode' })), '', 'Tests only: breaks the process at the n-th pass of a named point (blip, death, stop).'),
  REPLAY_EACH_STEP: variable(flag, 'false', 'Tests only: replays a run from its start after every step.'),
} as const;

export type VariableName = keyof typeof variables;
export type VariableValues = { readonly [Name in VariableName]: z.output<(typeof variables)[Name]['schema']> };

/** For documentation and drift tests. */
export const configVariables: readonly { name: string; default: string; description: string }[] = Object.entries(variables).map(([name, { default: defaultText, description }]) => ({
  name,
  default: defaultText,
  description,
}));
