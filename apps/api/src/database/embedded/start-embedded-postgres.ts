// Invariants: the server outlives a crash of this process and is adopted by the next one; it never outlives stop();
// one that ends by itself while this process lives is started again on the same port; a signal to our process group (Ctrl-C) does not reach it, so that the application can end its work first.
import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import { ADMIN_ROLE, APP_DATABASE, APP_ROLE, type Cluster, clusterDirOf, prepareCluster, readCluster } from './cluster.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { keepServer } from './keep-server.ts';
import { locatePostgresBinaries } from './postgres-binaries.ts';
import { choosePostgresIdentity } from './postgres-identity.ts';
import { findPostmaster } from './postmaster.ts';
import { type Server, startServer, stopServer } from './server.ts';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Server settings on top of the defaults, e.g. `{ fsync: 'off' }`; an adopted server keeps those it was started with. */
  settings?: Readonly<Record<string, string>>;
  /** Called when the server ended without being told to, before it is started again. */
  onLost?: () => void;
}

export interface EmbeddedPostgres {
  /** The application's database, as its ordinary role. */
  url: string;
  /** The maintenance database, as superuser: for tests and backups, never for the application. */
  adminUrl: string;
  port: number;
  /** True when a server left behind by a killed process was taken over. */
  adopted: boolean;
  /** Ends the server and frees the data folder; calling it again does nothing. */
  stop(): Promise<void>;
}

/** Errors: DataFolderInUseError (another product process), EmbeddedPostgresError (everything else, with a hint). */
export async function startEmbeddedPostgres({ dataDir, settings = {}, onLost = () => undefined }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = prepareFolder(dataDir);
  const lock = await lockDataFolder(folder);
  try {
    const adopted = (await findPostmaster(clusterDirOf(folder))) !== undefined;
    const server = await (adopted ? adoptServer(folder) : prepareServer(folder));
    const { port } = await startServer(server, settings);
    const letGo = keepServer({ server, settings: { ...settings, port: String(port) }, onLost });
    let stopping: Promise<void> | undefined;
    const stop = () => (stopping ??= letGo().then(() => stopServer(server)).finally(() => lock.release()));
    return { ...connections(server.cluster, port), adopted, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Root's folder may be entered, not listed, by the user who runs the server; everything private in it has its own rights. */
function prepareFolder(dataDir: string): string {
  const path = resolve(dataDir);
  try {
    if (!existsSync(path)) mkdirSync(path, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    if (!statSync(path).isDirectory()) throw new Error('it is a file.');
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new EmbeddedPostgresError(`The data folder ${path} cannot be written: ${(error as Error).message}`, 'Start as the user it belongs to, or choose another DATA_DIR.');
  }
  return realpathSync(path);
}

async function adoptServer(dataDir: string): Promise<Server> {
  const binaries = locatePostgresBinaries();
  const { uid } = statSync(clusterDirOf(dataDir));
  const identity = await choosePostgresIdentity({ dataDir, program: binaries.initdb, ownerUid: uid });
  return { cluster: readCluster(dataDir), binaries, identity };
}

async function prepareServer(dataDir: string): Promise<Server> {
  const binaries = locatePostgresBinaries();
  const identity = await choosePostgresIdentity({ dataDir, program: binaries.initdb });
  return { cluster: await prepareCluster({ dataDir, binaries, identity }), binaries, identity };
}

function connections({ passwords }: Cluster, port: number): Pick<EmbeddedPostgres, 'url' | 'adminUrl' | 'port'> {
  const address = `127.0.0.1:${port}`;
  return {
    port,
    url: `postgres://${APP_ROLE}:${passwords.app}@${address}/${APP_DATABASE}`,
    adminUrl: `postgres://${ADMIN_ROLE}:${passwords.admin}@${address}/postgres`,
  };
}
