/** One call as the mock saw it: the oracle for "the model was called exactly N times". */
export interface JournalEntry {
  number: number;
  /** Milliseconds since the mock started. */
  arrivedAtMs: number;
  path: string;
  scenario: string;
  headers: Record<string, string>;
  bodyDigest: string;
  messages: number;
  tools: number;
  status: number;
  bytes: number;
  end: 'open' | 'complete' | 'client_gone' | 'fault';
  endedAtMs?: number;
}

const credentials = new Set(['authorization', 'x-api-key', 'x-goog-api-key']);
const keptHeaders = ['idempotency-key', 'x-roster-run-id', 'x-roster-step-key', 'user-agent', ...credentials];
const latenessSamples = 10_000;

export class Journal {
  #entries: JournalEntry[] = [];
  #lateness: number[] = [];
  readonly #startedAt = performance.now();

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  get now(): number {
    return performance.now() - this.#startedAt;
  }

  /** Credentials are recorded as present, never as values. */
  open(path: string, headers: NodeJS.Dict<string | string[]>): JournalEntry {
    const kept = keptHeaders.filter((name) => headers[name] !== undefined).map((name) => [name, credentials.has(name) ? 'present' : String(headers[name])]);
    const entry: JournalEntry = { number: this.#entries.length + 1, arrivedAtMs: this.now, path, scenario: '', headers: Object.fromEntries(kept), bodyDigest: '', messages: 0, tools: 0, status: 0, bytes: 0, end: 'open' };
    this.#entries.push(entry);
    return entry;
  }

  close(entry: JournalEntry, end: Exclude<JournalEntry['end'], 'open'>): void {
    if (entry.end !== 'open') return;
    entry.end = end;
    entry.endedAtMs = this.now;
  }

  /** How late a timer fired, in milliseconds: a late mock measures itself, not the server. */
  late(ms: number): void {
    if (this.#lateness.length >= latenessSamples) this.#lateness.shift();
    this.#lateness.push(ms);
  }

  get latenessP99Ms(): number {
    const sorted = this.#lateness.toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  }

  reset(): void {
    this.#entries = [];
    this.#lateness = [];
  }
}
