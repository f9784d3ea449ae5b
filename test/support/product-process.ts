import { type ChildProcess, spawn } from 'node:child_process';

/** The built product as a process of its own. Build it first with ensureProductBuilt(). */
export interface ProductProcess {
  process: ChildProcess;
  /** Where it listens, e.g. `http://127.0.0.1:41234`. */
  url: string;
  /** The single-use link for the first administrator; null when there is one already. */
  setupLink: string | null;
  /** Everything it printed so far. */
  output(): string;
  /** Sends the signal and waits for the end; returns the exit code, null after SIGKILL. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export type ProductEnvironment = Readonly<Record<string, string>>;

const START_TIMEOUT_MS = 60_000;

/** Starts it on a free port and waits until it says where it is. Fails with its output when it ends before that. */
export async function startProductProcess(environment: ProductEnvironment): Promise<ProductProcess> {
  const child = launch(environment);
  const { output, exited } = observe(child);
  const [url, setupLink] = await new Promise<[string, string | null]>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The product did not start in time:\n${output()}`)), START_TIMEOUT_MS);
    const look = () => {
      const address = /Roster is running at (\S+)/.exec(output())?.[1];
      if (address) resolve([address, /(http\S+#\/setup\S+)/.exec(output())?.[1] ?? null]);
    };
    child.stdout?.on('data', look);
    void exited.then((code) => reject(new Error(`The product ended with ${code}:\n${output()}`))).finally(() => clearTimeout(timer));
  });
  const end = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return exited;
  };
  return { process: child, url, setupLink, output, end };
}

/** For starts that must fail. */
export async function runProductToItsEnd(environment: ProductEnvironment): Promise<{ code: number | null; output: string }> {
  const { output, exited } = observe(launch(environment));
  return { code: await exited, output: output() };
}

function launch(environment: ProductEnvironment): ChildProcess {
  const { PATH = '' } = process.env;
  return spawn(process.execPath, ['apps/api/dist/main.js'], { env: { PATH, PORT: '0', ...environment }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
}

function observe(child: ChildProcess): { output: () => string; exited: Promise<number | null> } {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { output: () => text, exited: new Promise((resolve) => child.once('close', resolve)) };
}
