import { spawn } from 'node:child_process';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Together with the start's own limit of ten seconds this leaves room for the rest. */
const PATIENCE_MS = 5_000;

/** Runs a command in the repository's root with our terminal and returns its exit code. SIGTERM and Ctrl-C end it first, then us. */
export function run(command, args, { env = {} } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    let stoppedBy;
    const pass = (signal) => {
      stoppedBy = signal;
      child.kill(signal);
      setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref(); // npm finishes an install it was told to end
    };
    process.on('SIGTERM', pass).on('SIGINT', pass);
    child.on('error', fail);
    child.on('close', (code, signal) => {
      process.off('SIGTERM', pass).off('SIGINT', pass);
      if (stoppedBy) process.exit(stoppedBy === 'SIGINT' ? 130 : 143);
      done(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}

/** The package manager that runs us, else the one on the path. */
export function npmCommand() {
  const script = process.env.npm_execpath;
  return script && basename(script) === 'npm-cli.js' ? [process.execPath, script] : ['npm'];
}

export async function runNpm(args) {
  const [command, ...first] = npmCommand();
  return run(command, [...first, ...args]);
}

/** A program of an installed package, run with this Node. */
export function runTool(path, args, { nodeFlags = [], env } = {}) {
  return run(process.execPath, [...nodeFlags, resolve(root, 'node_modules', path), ...args], { env });
}
