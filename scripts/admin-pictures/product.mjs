import { spawn } from 'node:child_process';

/** The product on its own data folder and a free port; `setupLink` makes the first administrator. */
export async function startProduct(dataDir) {
  const child = spawn(process.execPath, ['scripts/start.mjs'], { env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' }, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  const link = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /(http\S+)\/#\/setup\S+/.exec(output);
      if (found) resolve(found);
    });
    void ended.then((code) => reject(new Error(`The product ended with ${code}.\n${output}`)));
  });
  return {
    url: link[1],
    setupLink: link[0],
    end: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
