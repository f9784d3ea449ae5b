import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Cluster } from './cluster.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { freePort } from './free-port.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { type PostgresIdentity, runAs } from './postgres-identity.ts';
import { findPostmaster, type Postmaster } from './postmaster.ts';
import { isProcessAlive } from './process-identity.ts';

export interface Server {
  cluster: Cluster;
  binaries: PostgresBinaries;
  identity: PostgresIdentity;
}

export type ServerSettings = Readonly<Record<string, string>>;

const DEFAULT_SETTINGS: ServerSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
};

const RETRY_MS = 500;
/** Right after kill -9 the old server's children still hold its memory, and a free port may be taken by somebody else. */
const START_ATTEMPTS = 20;
/** A server that replays its log after a crash answers late, but it does answer. */
const RECOVERY_TIMEOUT_MS = 180_000;
const FAST_STOP_TIMEOUT_S = 3;
const IMMEDIATE_STOP_TIMEOUT_S = 5;

/** Waits for the living server of this cluster, or starts one, on a free port unless the settings name one. */
export async function startServer(server: Server, settings: ServerSettings): Promise<Postmaster> {
  const givenUpAt = performance.now() + RECOVERY_TIMEOUT_MS;
  let complaint = '';
  for (let attempts = 0; attempts < START_ATTEMPTS && performance.now() < givenUpAt; ) {
    const living = await findPostmaster(server.cluster.dir);
    if (living?.ready) return living;
    if (living) {
      await delay(50);
      continue;
    }
    attempts++;
    const started = await launch(server, { ...DEFAULT_SETTINGS, ...settings });
    complaint = started.output;
    if (started.code !== 0) await delay(RETRY_MS);
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL did not start: ${complaint}\n${lastLogLines(server.cluster.dir)}`,
    `Its whole log is ${logFileOf(server.cluster.dir)}.`,
  );
}

/** A checkpoint that takes too long is cut off: the log makes the next start whole. */
export async function stopServer(server: Server): Promise<void> {
  const living = await findPostmaster(server.cluster.dir);
  if (!living) return;
  const fast = await control(server, ['-m', 'fast', '-t', String(FAST_STOP_TIMEOUT_S), '-w', 'stop']);
  if (fast.code !== 0) await control(server, ['-m', 'immediate', '-t', String(IMMEDIATE_STOP_TIMEOUT_S), '-w', 'stop']);
  for (let waitedMs = 0; isProcessAlive(living.pid); waitedMs += 20) {
    if (waitedMs > 2_000) throw new EmbeddedPostgresError(`PostgreSQL (process ${living.pid}) did not stop: ${fast.output}`, 'End it by hand with SIGQUIT.');
    await delay(20);
  }
}

async function launch(server: Server, settings: ServerSettings) {
  const options = Object.entries({ port: String(await freePort()), ...settings }).map(([name, value]) => `-c ${name}=${quote(value)}`);
  return control(server, ['-l', logFileOf(server.cluster.dir), '-o', options.join(' '), '-t', '60', '-w', 'start']);
}

function control({ binaries, identity, cluster }: Server, args: readonly string[]) {
  return runAs(identity, [binaries.pgCtl, '-D', cluster.dir, ...args], { detached: true });
}

/** pg_ctl hands its -o text to a shell. */
const quote = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`;

const logFileOf = (clusterDir: string) => join(clusterDir, 'server.log');

function lastLogLines(clusterDir: string): string {
  const file = logFileOf(clusterDir);
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-5).join('\n') : '';
}
