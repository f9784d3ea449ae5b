import http from 'node:http';
import type { ChatCall } from '../contestants/contestant.ts';

export interface ChatTiming {
  /** From the scheduled start to the first word of content. */
  firstTokenMs: number;
  totalMs: number;
  /** Arrival of each word, ms since the scheduled start; words that came in one piece arrived together. */
  arrivals: number[];
  text: string;
  /** Id of the stored reply, of contestants that store it. */
  replyId: string;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 2_000 });

type Request = Pick<ChatCall, 'url' | 'headers' | 'body'>;

/** One chat, read to its end. `scheduledAt` (performance.now) makes a stalled server visible: waiting for it counts. */
export async function callChat(call: Request, scheduledAt = performance.now()): Promise<ChatTiming> {
  try {
    return await send(call, scheduledAt);
  } catch (error) {
    if (error instanceof ClosedSocketError) return send(call, scheduledAt);
    throw error;
  }
}

/** The server had closed the idle connection when the request was written: it never saw the request. */
class ClosedSocketError extends Error {}

function send({ url, headers, body }: Request, scheduledAt: number): Promise<ChatTiming> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', headers, agent }, (response) => {
      const reader = new ContentReader(scheduledAt);
      response.setEncoding('utf8');
      response.on('data', (piece: string) => reader.read(piece));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}: ${reader.rest.slice(0, 300)}`));
        else resolve({ ...reader.timing(), replyId: String(response.headers['x-roster-message-id'] ?? '') });
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => reject(request.reusedSocket && error.code === 'ECONNRESET' ? new ClosedSocketError() : error));
    request.end(body);
  });
}

class ContentReader {
  rest = '';
  private text = '';
  private firstTokenMs = Number.NaN;
  private readonly arrivals: number[] = [];

  constructor(private readonly startedAt: number) {}

  read(piece: string): void {
    const frames = (this.rest + piece).split('\n\n');
    this.rest = frames.pop()!;
    for (const frame of frames) this.take(frame);
  }

  timing(): Omit<ChatTiming, 'replyId'> {
    return { firstTokenMs: this.firstTokenMs, totalMs: performance.now() - this.startedAt, arrivals: this.arrivals, text: this.text };
  }

  private take(frame: string): void {
    if (!frame.startsWith('data: {')) return;
    const content = contentOf(JSON.parse(frame.slice(6)) as Chunk);
    if (!content) return;
    const at = performance.now() - this.startedAt;
    if (this.text === '') this.firstTokenMs = at;
    this.text += content;
    for (const character of content) if (character === ' ') this.arrivals.push(at);
  }
}

interface Chunk { type?: string; delta?: string; choices?: { delta?: { content?: string } }[] }

/** A provider's chunk or a UI message chunk. */
function contentOf({ type, delta, choices }: Chunk): string | undefined {
  return type === 'text-delta' ? delta : choices?.[0]?.delta?.content;
}
