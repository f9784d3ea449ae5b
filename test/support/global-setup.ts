// One embedded PostgreSQL per jest run. Its folder stays between runs, so that a later run finds the cluster and the migrated template ready.
import { createHash } from 'node:crypto';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';

import { DataFolderInUseError } from '../../apps/api/src/database/embedded/data-folder-in-use-error.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../apps/api/src/database/embedded/start-embedded-postgres.ts';
import { migrations } from '../../migrations/index.ts';
import { prepareTemplate } from './template-database.ts';
import { SERVER_ADMIN_URL, SERVER_APP_URL, TEMPLATE_NAME } from './test-server.ts';

/** Several runs of one checkout at the same time each take a folder of their own. */
const MAX_PARALLEL_RUNS = 16;

/** Ordinary tests do not survive a power cut. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' };

export default async function globalSetup(): Promise<void> {
  const server = await startServer();
  globalThis.rosterTestServer = server;
  stopOnSignal(server);
  process.env[SERVER_ADMIN_URL] = server.adminUrl;
  process.env[SERVER_APP_URL] = server.url;
  process.env[TEMPLATE_NAME] = await prepareTemplate({ adminUrl: server.adminUrl, appUrl: server.url, migrations });
}

/** jest ends at once on a signal and runs no teardown. */
function stopOnSignal(server: EmbeddedPostgres): void {
  for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143]] as const) {
    process.once(signal, () => void server.stop().finally(() => process.exit(code)));
  }
}

async function startServer(): Promise<EmbeddedPostgres> {
  const checkout = createHash('sha256').update(resolve('.')).digest('hex').slice(0, 8);
  for (let run = 0; run < MAX_PARALLEL_RUNS; run++) {
    try {
      return await startEmbeddedPostgres({ dataDir: join(tmpdir(), `roster-test-${userInfo().uid}-${checkout}`, String(run)), settings: SETTINGS });
    } catch (error) {
      if (!(error instanceof DataFolderInUseError)) throw error;
    }
  }
  throw new Error(`${MAX_PARALLEL_RUNS} test runs of this checkout are going on already.`);
}

declare global {
  var rosterTestServer: EmbeddedPostgres | undefined;
}
