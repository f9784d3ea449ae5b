import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

import { Redis } from 'ioredis';

import { eventually } from '../eventually.ts';

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

export interface RedisServer { url: string; port: number; flush(): Promise<void>; stop(): Promise<void> }

/** A Redis of this test alone, in memory. `port`: to come back where one was. */
export async function startRedis(port?: number): Promise<RedisServer> {
  return launch(port ?? (await freePort()));
}

async function launch(port: number): Promise<RedisServer> {
  const child: ChildProcess = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no', '--bind', '127.0.0.1'], { stdio: 'ignore' });
  const url = `redis://127.0.0.1:${port}`;
  await eventually(() => ping(url));
  return { url, port, flush: () => withClient(url, (redis) => redis.flushall()), stop: async () => { if (child.exitCode === null) { child.kill('SIGKILL'); await once(child, 'exit'); } } };
}

const ping = (url: string): Promise<void> => withClient(url, (redis) => redis.ping());

async function withClient(url: string, use: (redis: Redis) => Promise<unknown>): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await use(redis);
  } finally {
    redis.disconnect();
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
