import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LookupAddress } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { fetch as undiciFetch } from 'undici';
import { AllowList } from './destination.ts';
import { EgressGuard, toolLimits } from './egress-guard.ts';
import { guardedAgent, type Lookup } from './guarded-agent.ts';

/** Spellings of addresses that are not the public internet's, as an attacker would write them. */
const privateHosts = [
  '127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '0.0.0.0', '0', '0x7f.1', '0x7f000001', '2130706433', '017700000001', '0177.0.0.1', '127.0.0.1.',
  '１２７.０.０.１', '①②⑦.0.0.1', '%31%32%37.0.0.1', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '169.254.0.1', '100.64.0.1', '100.100.100.200',
  '192.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16',
  '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]',
  '[2001:0:7f00:1::ffff:ffff]', '[2001:0:808:808::80ff:fffe]', '[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[2001:db8::1]', '[100::1]', '[2a00:1450::5efe:7f00:1]', '[::ffff:a9fe:a9fe]',
];
const names = ['localhost', 'localhost.', 'LOCALHOST', 'trap.localhost', 'inside.example.com', 'mixed.example.com', 'mapped.example.com'];

const answers: Record<string, LookupAddress[]> = {
  'mixed.example.com': [{ address: '93.184.216.34', family: 4 }, { address: '127.0.0.1', family: 4 }],
  'mapped.example.com': [{ address: '::ffff:127.0.0.1', family: 6 }],
};
const lookup: Lookup = (hostname, _options, callback) => callback(null, answers[hostname] ?? [{ address: '127.0.0.1', family: 4 }]);

const portOf = (server: Server | TcpServer) => (server.address() as AddressInfo).port;
const listening = async <AnyServer extends Server | TcpServer>(server: AnyServer, host: string): Promise<AnyServer> => {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return server;
};
const failure = (promise: Promise<unknown>) => promise.then(() => undefined, (error: unknown) => error as { code: string; message: string; reason?: string });

describe('EgressGuard against private targets', () => {
  let trap: TcpServer;
  let connections = 0;
  beforeAll(async () => {
    trap = await listening(createTcpServer((socket) => void (connections++, socket.destroy())), '0.0.0.0');
  });
  afterAll(() => new Promise<void>((resolve) => void trap.close(() => resolve())));

  it(`S7 AC-S4 reaches none of ${privateHosts.length + names.length} spellings of private targets and the trap sees no connection`, async () => {
    expect(privateHosts.length + names.length).toBeGreaterThanOrEqual(40);
    const guard = new EgressGuard({ lookup });
    for (const host of [...privateHosts, ...names]) {
      for (const url of [`https://${host}/`, `https://${host}:${portOf(trap)}/`, `http://${host}:${portOf(trap)}/`]) {
        const error = await failure(guard.fetch(url));
        expect([url, error?.code, error?.message]).toEqual([url, 'destination_unreachable', 'The destination could not be reached.']);
      }
    }
    expect(connections).toBe(0);
    await guard.close();
  });

  it('S7 AC-S4 stops them at the connection alone, whatever was checked before', async () => {
    const agent = guardedAgent({ allowed: new AllowList([]), connectTimeoutMs: 1000, lookup });
    for (const host of [...privateHosts, ...names]) {
      const error = await undiciFetch(`http://${host}:${portOf(trap)}/`, { dispatcher: agent }).then(() => undefined, (caught: Error) => (caught.cause as { code?: string } | undefined) ?? caught);
      expect([host, (error as { reason?: string } | undefined)?.reason]).toEqual([host, 'blocked']);
    }
    expect(connections).toBe(0);
    await agent.destroy();
  });

  it('S7 checks a name again at every connection: an answer that changes gains nothing', async () => {
    let asked = 0;
    const rebinding: Lookup = (_hostname, _options, callback) => callback(null, [{ address: asked++ === 0 ? '192.0.2.7' : '127.0.0.1', family: 4 }]);
    const guard = new EgressGuard({ lookup: rebinding });
    for (let attempt = 0; attempt < 3; attempt++) expect(await failure(guard.fetch('https://rebind.example.com/'))).toMatchObject({ reason: 'blocked' });
    expect(asked).toBe(3);
    expect(connections).toBe(0);
    await guard.close();
  });

  it('refuses user info, other schemes and ports, control characters and hidden line breaks', async () => {
    const guard = new EgressGuard({ lookup });
    for (const url of ['https://user@example.com/', 'https://user:pw@example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'data:text/plain,x', 'https://example.com:8443/', 'http://example.com/', 'https://exa\nmple.com/', 'https://example.com/\0', 'nonsense']) {
      expect([url, (await failure(guard.fetch(url)))?.code]).toEqual([url, 'destination_unreachable']);
    }
    const allowing = new EgressGuard({ allow: [{ host: '127.0.0.1', port: portOf(trap) }] });
    expect(await failure(allowing.fetch(`http://127.0.0.1:${portOf(trap)}/`, { headers: { 'x-a': 'b\u0001' } }))).toMatchObject({ reason: 'invalid' });
    expect(connections).toBe(0);
    await guard.close();
    await allowing.close();
  });

  it('gives blocked, refused and unresolved the same words', async () => {
    const closed = await listening(createTcpServer(), '127.0.0.1');
    const port = portOf(closed);
    await new Promise<void>((resolve) => void closed.close(() => resolve()));
    const unresolved: Lookup = (_hostname, _options, callback) => callback(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), []);
    const guard = new EgressGuard({ lookup: unresolved, allow: [{ host: '127.0.0.1', port }] });
    const errors = await Promise.all([guard.fetch('https://10.0.0.1/'), guard.fetch(`http://127.0.0.1:${port}/`), guard.fetch('https://nowhere.example.com/')].map(failure));
    expect(errors.map((error) => error?.reason)).toEqual(['blocked', 'refused', 'unresolved']);
    expect(new Set(errors.map((error) => JSON.stringify([error?.code, error?.message]))).size).toBe(1);
    await guard.close();
  });
});

describe('EgressGuard towards allowed targets', () => {
  const servers: Server[] = [];
  const guards: EgressGuard[] = [];
  const serve = async (listener: RequestListener) => {
    const server = await listening(createServer(listener), '127.0.0.1');
    servers.push(server);
    return { host: '127.0.0.1', port: portOf(server), url: `http://127.0.0.1:${portOf(server)}` };
  };
  const guardFor = (...allow: { host: string; port: number }[]) => {
    const guard = new EgressGuard({ allow });
    guards.push(guard);
    return guard;
  };
  afterAll(async () => {
    for (const guard of guards) await guard.close();
    for (const server of servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('reaches exactly the listed host and port', async () => {
    const target = await serve((_request, response) => response.end('hello'));
    const guard = guardFor(target);
    expect(await (await guard.fetch(`${target.url}/a`)).text()).toBe('hello');
    expect(await failure(guard.fetch(`http://localhost:${target.port}/`))).toMatchObject({ reason: 'blocked' });
  });

  it('streams an answer as it comes and passes an abort on to the server', async () => {
    let closed!: () => void;
    const gone = new Promise<void>((resolve) => (closed = resolve));
    const target = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      response.on('close', closed);
    });
    const abort = new AbortController();
    const response = await guardFor(target).fetch(target.url, { method: 'POST', body: '{}', signal: abort.signal });
    const reader = response.body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('data: 1\n\n');
    const next = reader.read();
    abort.abort(new Error('stopped'));
    await expect(next).rejects.toThrow('stopped');
    await gone;
  });

  it('counts bytes after decompression', async () => {
    const target = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000))));
    const response = await guardFor(target).fetchWith({ ...toolLimits, maxBytes: 10_000 })(target.url);
    expect(await failure(response.text())).toMatchObject({ code: 'answer_too_large' });
  });

  it('limits the wait for the first byte and the whole answer', async () => {
    const silent = await serve(() => undefined);
    const trickling = await serve((_request, response) => void response.writeHead(200).write('a'));
    const guard = guardFor(silent, trickling);
    const limits = { firstByteTimeoutMs: 50, totalTimeoutMs: 100, maxBytes: 1000 };
    expect(await failure(guard.fetchWith(limits)(silent.url))).toMatchObject({ code: 'destination_timeout', phase: 'first_byte' });
    const response = await guard.fetchWith(limits)(trickling.url);
    expect(await failure(response.text())).toMatchObject({ code: 'destination_timeout', phase: 'total' });
  });

  it('follows at most three redirects, checks each, and drops credentials on a new origin', async () => {
    const seen: (string | undefined)[] = [];
    const second = await serve((request, response) => void (seen.push(request.headers.authorization, request.headers['x-api-key'] as string | undefined, request.headers.accept), response.end('there')));
    const first = await serve((request, response) => {
      const targets: Record<string, string> = { '/other': second.url, '/loop': '/loop', '/inside': 'http://169.254.169.254/latest/meta-data', '/hop': '/other' };
      response.writeHead(302, { location: targets[request.url ?? ''] }).end();
    });
    const guard = guardFor(first, second);
    const headers = { authorization: 'Bearer secret', 'x-api-key': 'secret', accept: 'text/plain' };
    expect(await (await guard.fetch(`${first.url}/hop`, { headers })).text()).toBe('there');
    expect(seen).toEqual([undefined, undefined, 'text/plain']);
    expect(await failure(guard.fetch(`${first.url}/loop`))).toMatchObject({ reason: 'redirect' });
    expect(await failure(guard.fetch(`${first.url}/inside`))).toMatchObject({ reason: 'blocked' });
    expect(await failure(guard.fetch(`${first.url}/other`, { method: 'POST', body: '{}' }))).toMatchObject({ reason: 'redirect' });
  });
});
