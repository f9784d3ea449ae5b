// The mock provider as a process of its own: `node test/support/mock-provider/main.mjs [port]`. Prints its address and ends with SIGTERM.
import { register } from 'node:module';

register('./typescript-loader.mjs', import.meta.url);
const { startMockProvider } = await import('./mock-provider.ts');

const mock = await startMockProvider({ port: Number(process.argv[2] ?? 0) });
process.stdout.write(`${JSON.stringify({ url: mock.url, port: mock.port, pid: process.pid })}\n`);
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void mock.close().then(() => process.exit(0)));
