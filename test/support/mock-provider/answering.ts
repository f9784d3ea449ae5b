import { gzipSync } from 'node:zlib';
import { isByteFault, isHttpFault, isStreamFault, toolFaults, withStreamFault, withToolFault, type ByteFault, type FaultyStream, type HttpFault } from './faults.ts';
import type { Plan, Wire } from './plan.ts';
import { planFor, planOf } from './planning.ts';
import type { Received } from './received.ts';
import { recordedBytes, recordingNamed } from './recordings.ts';
import type { ReplyWriter } from './reply-writer.ts';
import { Scalars, scenarioOf, type Scenario } from './scenario.ts';
import type { Scripts } from './scripts.ts';
import { eventBytes, invalidMark, splitBytes } from './sse-bytes.ts';

export interface Answering { scenario: Scenario; received: Received; wire: Wire; scripts: Scripts; writer: ReplyWriter }

const eventStream = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };

/** Gives the answer that the scenario asks for. */
export async function answer(call: Answering): Promise<void> {
  switch (call.scenario.name) {
    case 'replay':
      return replay(call);
    case 'fault':
      return faulty(call);
    case 'limit':
      return limited(call);
    case 'script': {
      const reply = call.scripts.next(call.scenario.params.text('id', ''));
      if (reply === undefined) return call.writer.json(500, call.wire.error(500, 'unexpected_call'));
      return send(call, planOf(reply, call.scenario, call.received));
    }
    default:
      return send(call, planFor(call.scenario, call.received));
  }
}

async function send(call: Answering, plan: Plan): Promise<void> {
  if (call.received.stream) return sendEvents(call, { events: call.wire.events(plan), end: 'complete' });
  await call.writer.pause(plan.ttftMs);
  call.writer.json(200, call.wire.whole(plan));
}

async function sendEvents({ writer, scenario }: Answering, { events, end }: FaultyStream, fault?: ByteFault): Promise<void> {
  writer.head(200, eventStream);
  if (fault === 'bom') await writer.write(Buffer.from('\uFEFF'));
  for (const event of events) {
    if (writer.gone) return;
    await writer.pause(event.delayMs);
    const bytes = eventBytes(event, fault);
    for (const part of fault ? splitBytes(bytes, splitOf(fault, scenario)) : [bytes]) {
      await writer.write(part);
      if (fault === 'split' || fault === 'utf8' || fault === 'invalid-utf8') await writer.apart();
    }
  }
  if (end === 'complete') writer.end();
  else {
    await writer.pause(20);
    writer.fault(end);
  }
}

const splitOf = (fault: ByteFault, { params }: Scenario): string =>
  fault === 'split' ? (params.optional('offset') === undefined ? 'bytes:1' : `offset:${params.text('offset', '1')}`) : fault === 'utf8' || fault === 'invalid-utf8' ? 'bytes:1' : 'none';

async function replay({ scenario: { params }, writer }: Answering): Promise<void> {
  const recording = recordingNamed(params.text('file', ''));
  const bytes = recordedBytes(recording);
  writer.head(200, recording.streamed ? eventStream : { 'content-type': 'application/json' });
  for (const part of splitBytes(bytes, params.text('split', 'none'))) {
    await writer.pause(params.number('gap', 0) / params.number('speed', 1));
    await writer.write(part);
    if (params.optional('split') !== undefined) await writer.apart();
  }
  writer.end();
}

async function faulty(call: Answering): Promise<void> {
  const { scenario, scripts, wire } = call;
  const before = scripts.count(scenario.source);
  const after = scenario.params.number('after', 0);
  const kind = scenario.params.text('kind', '');
  const plan = faultPlan(call, kind);
  if (before < after || before >= after + scenario.params.number('times', Infinity)) return send(call, plan);
  if (isHttpFault(kind)) return httpFault(call, kind);
  if (isStreamFault(kind)) return sendEvents(call, withStreamFault(kind, plan, wire, scenario.params));
  if (isByteFault(kind)) return sendEvents(call, { events: wire.events(plan), end: 'complete' }, kind);
  if (kind in toolFaults) return send(call, withToolFault(plan, kind));
  throw new Error(`The mock knows no fault "${kind}".`);
}

/** Dense, so that a fault test takes no time; a call first where the fault is in a call. */
function faultPlan({ scenario, received }: Answering, kind: string): Plan {
  const query = `n=${scenario.params.number('n', 20)}&ttft=${scenario.params.number('ttft', 0)}&gap=${scenario.params.number('gap', 0)}`;
  if (kind in toolFaults) return planFor(scenarioOf(`tools?${query}&args=${encodeURIComponent('{"city":"Utrecht"}')}`), received);
  const plan = planFor(scenarioOf(`text?${query}`), received);
  return kind === 'utf8' || kind === 'invalid-utf8' ? { ...plan, blocks: [{ type: 'text', words: ['Grüße ', '日本語 ', '👩‍🚀 ', `${invalidMark} `] }] } : plan;
}

async function httpFault({ scenario: { params }, wire, writer }: Answering, kind: HttpFault): Promise<void> {
  switch (kind) {
    case 'http': {
      const status = params.number('status', 500);
      const message = params.text('message', 'The mock fails on purpose.');
      return writer.json(status, wire.error(status, message), retryAfter(params));
    }
    case 'html':
      writer.head(200, { 'content-type': 'text/html' });
      return writer.end(Buffer.from('<!doctype html><title>Sign in</title><p>Please sign in to the network.'));
    case 'content-type':
      writer.head(200, { 'content-type': 'text/plain' });
      return writer.end(Buffer.from('this is not a stream'));
    case 'gzip': {
      writer.head(200, { ...eventStream, 'content-encoding': 'gzip' });
      const bytes = gzipSync('data: {"choices":[]}\n\n'.repeat(200));
      return writer.end(Buffer.concat([bytes.subarray(0, 20), Buffer.from('damaged'), bytes.subarray(30)]));
    }
    case 'slow-headers':
      await writer.pause(params.number('delay', 60_000));
      writer.head(200, eventStream);
      return writer.end();
    case 'silence':
      return writer.fault('stall');
  }
}

function retryAfter(params: Scenario['params']): Record<string, string> {
  const value = params.optional('retryAfter');
  if (value === undefined) return {};
  const [, seconds] = /^date:(\d+)$/u.exec(value) ?? [];
  return { 'retry-after': seconds === undefined ? value : new Date(Date.now() + Number(seconds) * 1000).toUTCString() };
}

/** `rps` calls or `tpm` input tokens are free; the next is 429 until the window is over. */
async function limited(call: Answering): Promise<void> {
  const { params, source } = call.scenario;
  const now = Date.now();
  const size = Math.ceil(call.received.bytes / 4);
  const calls = call.scripts.count(`${source} second ${Math.floor(now / 1000)}`) + 1;
  const tokens = call.scripts.count(`${source} minute ${Math.floor(now / 60_000)}`, size) + size;
  if (calls <= params.number('rps', Infinity) && tokens <= params.number('tpm', Infinity)) return send(call, planFor({ name: 'text', params: new Scalars('n=5&ttft=0&gap=0'), source }, call.received));
  call.writer.json(429, call.wire.error(429, 'Too many requests.'), { 'retry-after': '1' });
}
