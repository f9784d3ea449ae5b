import http from 'node:http';

/** The floor: pipes the provider's bytes to the client, keeps nothing, knows nobody. */
const target = new URL(process.env['MOCK_URL']!);
const agent = new http.Agent({ keepAlive: true, maxSockets: 1_000 });

const server = http.createServer((request, response) => {
  const upstream = http.request({ host: target.hostname, port: target.port, path: '/v1/chat/completions', method: 'POST', agent, headers: { 'content-type': 'application/json' } }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    answer.pipe(response);
  });
  upstream.on('error', () => response.destroy());
  request.pipe(upstream);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
