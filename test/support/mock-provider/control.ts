import type { ServerResponse } from 'node:http';
import type { Journal } from './journal.ts';
import type { MockScript, Scripts } from './scripts.ts';

interface ControlCall { path: string; method: string; raw: string; response: ServerResponse }

/** Steers a mock in another process; it listens on the loopback only. */
export function control({ path, method, raw, response }: ControlCall, { journal, scripts }: { journal: Journal; scripts: Scripts }): void {
  const send = (status: number, value: unknown) => void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  switch (`${method} ${path.slice('/__control/'.length)}`) {
    case 'GET health':
      return send(200, { ok: true, latenessP99Ms: journal.latenessP99Ms });
    case 'GET journal':
      return send(200, journal.entries);
    case 'GET scripts':
      return send(200, scripts.state);
    case 'POST scripts':
      scripts.register(JSON.parse(raw) as MockScript);
      return send(201, { ok: true });
    case 'POST reset':
      journal.reset();
      scripts.reset();
      return send(200, { ok: true });
    default:
      return send(404, { error: 'unknown control' });
  }
}
