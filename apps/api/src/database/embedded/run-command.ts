import { spawn } from 'node:child_process';

export interface CommandResult {
  code: number;
  /** stdout and stderr in the order they came. */
  output: string;
}

export interface CommandOptions {
  uid?: number;
  gid?: number;
  stdin?: string;
  /** A session of its own: Ctrl-C in the terminal reaches our process group, never this command's children. */
  detached?: boolean;
}

/** Runs one command to its end. Throws only when it cannot be started at all. */
export function runCommand(command: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: options.detached ?? false,
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid }),
    });
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.stdin.on('error', () => undefined); // the command may end without reading its input
    child.stdin.end(options.stdin ?? '');
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? -1, output: output.trim() }));
  });
}
