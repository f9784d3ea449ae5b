import type { Pool } from 'pg';

import { sql } from '../database/sql.ts';

export interface Passage {
  /** `<document>:<chunk>`: one source, however often it is found. */
  sourceId: string;
  title: string;
  text: string;
  url: string | null;
}

/** Full-text search in one memory, best first. Any word of the query may match; more and rarer ones rank higher. */
export class MemorySearch {
  constructor(private readonly pool: Pick<Pool, 'query'>) {}

  async search(memorySlug: string, query: string, limit: number): Promise<Passage[]> {
    const { rows } = await this.pool.query<Passage>(searchQuery(memorySlug, query, limit));
    return rows;
  }
}

/** The words are parsed as plain text, so that nothing a model writes is an operator; then joined by "or", since a question holds more words than its answer. */
const searchQuery = (memorySlug: string, query: string, limit: number) => sql`
  WITH asked AS (
    SELECT replace(plainto_tsquery('english', ${query})::text, ' & ', ' | ')::tsquery AS words
  )
  SELECT c.document_id || ':' || c.position AS "sourceId", CASE WHEN c.heading = d.title THEN d.title ELSE d.title || ': ' || c.heading END AS title, c.body AS text, d.url
  FROM memory_chunks c
  JOIN memory_documents d ON d.id = c.document_id
  JOIN memories m ON m.id = c.memory_id, asked
  WHERE m.slug = ${memorySlug} AND c.search @@ asked.words
  ORDER BY ts_rank(c.search, asked.words) DESC, c.document_id, c.position
  LIMIT ${limit}
`;
