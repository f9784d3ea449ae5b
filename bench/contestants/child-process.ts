import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const register = fileURLToPath(new URL('../register.mjs', import.meta.url));

export interface Child { pid: number; port: number; stop(): Promise<void> }

/** Starts one of the servers beside this file; it reports its port over IPC. */
export async function startServer(file: string, env: Record<string, string>): Promise<Child> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--import', register, fileURLToPath(new URL(file, import.meta.url))], {
    env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { port } = await new Promise<{ port: number }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { port: number }));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it listened.`)));
  });
  return { pid: child.pid!, port, stop: () => stopProcess(child) };
}

/** SIGTERM, then SIGKILL after 10 s. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exited;
  clearTimeout(timer);
}
