import http from 'node:http';
import type { ChatCall } from '../contestants/contestant.ts';

export interface ChatTiming {
  /** From the scheduled start to the first word of content. */
  firstTokenMs: number;
  totalMs: number;
  /** Arrival of each piece of content, ms since the scheduled start. */
  arrivals: number[];
  text: string;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 2_000 });

/** One chat, read to its end. `scheduledAt` (performance.now) makes a stalled server visible: waiting for it counts. */
export function callChat({ url, headers, body }: ChatCall, scheduledAt = performance.now()): Promise<ChatTiming> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', headers, agent }, (response) => {
      const reader = new ContentReader(scheduledAt);
      response.setEncoding('utf8');
      response.on('data', (piece: string) => reader.read(piece));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}: ${reader.rest.slice(0, 300)}`));
        else resolve(reader.timing());
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Throws unless the text is the words 0 … count-1 of one stream, in order (see the mock provider). */
export function assertWhole(text: string, count: number): void {
  const words = text.trim().split(' ');
  const wrong = words.findIndex((word, index) => !word.startsWith(`${index}:`));
  if (wrong >= 0 || words.length !== count) throw new Error(`The answer is not whole: ${words.length} of ${count} words, first wrong one at ${wrong}.`);
}

class ContentReader {
  rest = '';
  private text = '';
  private readonly arrivals: number[] = [];

  constructor(private readonly startedAt: number) {}

  read(piece: string): void {
    const frames = (this.rest + piece).split('\n\n');
    this.rest = frames.pop()!;
    for (const frame of frames) this.take(frame);
  }

  timing(): ChatTiming {
    return { firstTokenMs: this.arrivals[0] ?? Number.NaN, totalMs: performance.now() - this.startedAt, arrivals: this.arrivals, text: this.text };
  }

  private take(frame: string): void {
    if (!frame.startsWith('data: {')) return;
    const content = contentOf(JSON.parse(frame.slice(6)) as Chunk);
    if (!content) return;
    this.arrivals.push(performance.now() - this.startedAt);
    this.text += content;
  }
}

interface Chunk { type?: string; delta?: string; choices?: { delta?: { content?: string } }[] }

/** A provider's chunk or a UI message chunk. */
function contentOf({ type, delta, choices }: Chunk): string | undefined {
  return type === 'text-delta' ? delta : choices?.[0]?.delta?.content;
}
