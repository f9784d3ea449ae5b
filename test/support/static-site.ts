import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';

/** A web site of somebody else: pages of a folder, built by vite, on an origin of its own. */
export interface StaticSite {
  origin: string;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

export async function serveSite(folder: string): Promise<StaticSite> {
  const built = mkdtempSync(join(tmpdir(), 'roster-site-'));
  const vite = ['node_modules/vite/bin/vite.js', 'build', folder, '--outDir', built, '--emptyOutDir', '--logLevel', 'error'];
  await promisify(execFile)(process.execPath, vite, { env: { ...process.env, NODE_ENV: 'production' } });
  const server = createServer((request, response) => serve(built, { request, response }));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      rmSync(built, { recursive: true });
    },
  };
}

function serve(folder: string, { request, response }: { request: IncomingMessage; response: ServerResponse }): void {
  const path = normalize(new URL(request.url ?? '/', 'http://site').pathname);
  const file = join(folder, path === '/' ? 'index.html' : path);
  try {
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file));
  } catch {
    response.writeHead(404).end();
  }
}
