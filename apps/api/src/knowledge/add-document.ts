import { newId } from '@roster/agents/kernel';
import type { ClientBase } from 'pg';

import { sql } from '../database/sql.ts';
import { chunksOf } from './chunks.ts';

export interface NewDocument {
  memoryId: string;
  title: string;
  url?: string;
  /** Markdown: a heading begins a new chunk. */
  text: string;
}

/** Stores a document and its chunks in the caller's transaction. */
export async function addDocument(client: ClientBase, { memoryId, title, url, text }: NewDocument): Promise<string> {
  const documentId = newId();
  await client.query(sql`INSERT INTO memory_documents (id, memory_id, title, url) VALUES (${documentId}, ${memoryId}, ${title}, ${url ?? null})`);
  for (const [position, { heading, body }] of chunksOf(title, text).entries()) {
    await client.query(sql`
      INSERT INTO memory_chunks (id, document_id, memory_id, position, heading, body)
      VALUES (${newId()}, ${documentId}, ${memoryId}, ${position}, ${heading}, ${body})
    `);
  }
  return documentId;
}
