import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const ownFolder = join(import.meta.dirname, '../../fixtures/provider-streams');

export type WireName = 'chat' | 'responses' | 'anthropic' | 'google';
export interface Recording { file: string; path: string; wire: WireName; streamed: boolean }

/** Our own recordings, and with `ROSTER_CORPUS_DIR` those of the corpus. Answers only: recordings of errors and embeddings have other readers. */
export function recordings(corpusDir = process.env['ROSTER_CORPUS_DIR']): Recording[] {
  const folders = [ownFolder, ...(corpusDir === undefined ? [] : [join(corpusDir, 'provider-streams')])];
  return folders.flatMap((folder) =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((file) => /\.(?:chunks\.txt|sse|json)$/u.test(file))
      .toSorted()
      .map((file) => join(folder, file))
      .flatMap((path) => describeRecording(path) ?? []),
  );
}

export function recordingNamed(file: string): Recording {
  const found = recordings().find((recording) => recording.file === file);
  if (found === undefined) throw new Error(`No recording "${file}" in test/fixtures/provider-streams or ROSTER_CORPUS_DIR.`);
  return found;
}

/** The body as the provider sent it: event streams get back the framing that the recording left out. */
export function recordedBytes({ path, streamed, wire }: Recording): Buffer {
  const text = readFileSync(path, 'utf8');
  if (!streamed || path.endsWith('.sse')) return Buffer.from(text);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const events = lines.map((line) => (wire === 'chat' || wire === 'google' ? `data: ${line}\n\n` : `event: ${typeOf(line)}\ndata: ${line}\n\n`));
  return Buffer.from(events.join('') + (wire === 'chat' ? 'data: [DONE]\n\n' : ''));
}

function describeRecording(path: string): Recording | undefined {
  const head = readFileSync(path, 'utf8').slice(0, 4000);
  const wire = wireOf(head);
  return wire && { file: basename(path), path, wire, streamed: !path.endsWith('.json') };
}

function wireOf(head: string): WireName | undefined {
  if (head.includes('"chat.completion')) return 'chat';
  if (head.includes('"type":"response.') || /"object":\s*"response"/u.test(head)) return 'responses';
  if (head.includes('"type":"message_start"') || /"type":\s*"message"/u.test(head)) return 'anthropic';
  return head.includes('"candidates"') ? 'google' : undefined;
}

/** Read by pattern: a recording may hold a line that is not JSON, as its provider sent it. */
const typeOf = (line: string): string => /^\{"type":"(?<type>[^"]+)"/u.exec(line)?.groups?.['type'] ?? 'message';
