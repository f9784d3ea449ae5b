// Owns the process: reads the environment once, starts what it names, prints where it is, and ends everything it started within ten seconds of a signal.
import 'reflect-metadata';

import { migrations } from '@roster/migrations';

import { SetupLinks } from './auth/setup-links.ts';
import type { Config } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { readConfig } from './config/read-config.ts';
import { createApp, type RosterApp } from './create-app.ts';
import { DatabaseUnreachableError } from './database/database-unreachable-error.ts';
import { DataFolderInUseError } from './database/embedded/data-folder-in-use-error.ts';
import { EmbeddedPostgresError } from './database/embedded/embedded-postgres-error.ts';
import { startEmbeddedPostgres } from './database/embedded/start-embedded-postgres.ts';
import { migrate } from './database/migrate.ts';
import { NewerSchemaError } from './database/newer-schema-error.ts';
import { createLogger, type Logger } from './telemetry/logger.ts';

/** What a platform grants at least between SIGTERM and SIGKILL. */
const STOP_WITHIN_MS = 10_000;

interface Started { app: RosterApp | null; stopDatabase: () => Promise<void> }

await main();

async function main(): Promise<void> {
  const started: Started = { app: null, stopDatabase: () => Promise.resolve() };
  let starting: Promise<void> = Promise.resolve();
  let stopping: Promise<void> | undefined;
  const stop = (exitCode: number) => (stopping ??= stopAll(started, { starting, exitCode }));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));
  try {
    starting = start(readConfig(process.env), started);
    await starting;
  } catch (error) {
    explain(error);
    await stop(1);
  }
}

async function start(config: Config, started: Started): Promise<void> {
  const logger = createLogger(config.logLevel);
  const url = await databaseUrl(config, { started, logger });
  const applied = await migrate({ url, migrations });
  if (applied.length > 0) logger.info({ event: 'schema_migrated', migrations: applied });
  started.app = await createApp({ ...config, database: { kind: 'external', url } }, { logger });
  const address = await started.app.listen();
  await announce(started.app, { role: config.role, address: config.publicUrl ?? address, logger });
}

async function databaseUrl({ database }: Config, { started, logger }: { started: Started; logger: Logger }): Promise<string> {
  if (database.kind === 'external') return database.url;
  const starting = startEmbeddedPostgres({ dataDir: database.dataDir, onLost: () => logger.error({ event: 'database_lost' }) });
  // Already now: a signal while it starts must not leave it behind.
  started.stopDatabase = () => starting.then((server) => server.stop(), () => undefined);
  return (await starting).url;
}

/** Printed, not logged: the link opens the door and belongs to whoever started this. */
async function announce({ nest }: RosterApp, { role, address, logger }: { role: Config['role']; address: string; logger: Logger }): Promise<void> {
  const link = role === 'worker' ? null : await nest.get(SetupLinks).issueSetup();
  const setup = link === null ? '' : `  Make the first administrator here (works once, 24 hours): ${address}/#/setup?token=${link.token}`;
  process.stdout.write(`Roster is running at ${address}${setup}\n`);
  logger.info({ event: 'server_started', address });
}

/** A start that a signal interrupts is waited for, or it would leave a database behind. The application ends first, so that its work ends on a database that still answers. */
async function stopAll(started: Started, { starting, exitCode }: { starting: Promise<void>; exitCode: number }): Promise<void> {
  setTimeout(() => process.exit(exitCode === 0 ? 1 : exitCode), STOP_WITHIN_MS - 500).unref();
  await starting.catch(() => undefined);
  await started.app?.close().catch(explain);
  await started.stopDatabase().catch(explain);
  process.exit(exitCode);
}

function explain(error: unknown): void {
  const isExpected = error instanceof ConfigError || error instanceof DataFolderInUseError || error instanceof DatabaseUnreachableError || error instanceof EmbeddedPostgresError || error instanceof NewerSchemaError;
  const hint = error instanceof Error && 'hint' in error && typeof error.hint === 'string' ? `\n${error.hint}` : '';
  process.stderr.write(isExpected ? `${error.message}${hint}\n` : `${error instanceof Error ? (error.stack ?? error.message) : String(error)}${hint}\n`);
}
