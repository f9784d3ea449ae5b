import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

import { Redis } from 'ioredis';

import { eventually } from '../eventually.ts';

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

export interface RedisServer { url: string; stop(): Promise<void> }

/** A Redis of this test alone, in memory. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const child: ChildProcess = spawn('redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no', '--bind', '127.0.0.1'], { stdio: 'ignore' });
  const url = `redis://127.0.0.1:${port}`;
  await eventually(() => ping(url));
  return { url, stop: async () => { if (child.exitCode === null) { child.kill('SIGKILL'); await once(child, 'exit'); } } };
}

async function ping(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
