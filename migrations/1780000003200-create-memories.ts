import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Knowledge that agents search: a memory holds documents, a document is searched by its chunks (PostgreSQL full text). */
export class CreateMemories1780000003200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE memory_chunks, memory_documents, memories');
  }
}

const TABLES = `
  CREATE TABLE memories (
    id uuid PRIMARY KEY,
    slug text NOT NULL UNIQUE CHECK (slug ~ '^[a-z0-9]+(_[a-z0-9]+)*$' AND length(slug) <= 50),
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    is_public boolean NOT NULL DEFAULT false,
    created_by jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE memory_documents (
    id uuid PRIMARY KEY,
    memory_id uuid NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    title text NOT NULL,
    url text,
    metadata jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX memory_documents_memory ON memory_documents (memory_id);

  CREATE TABLE memory_chunks (
    id uuid PRIMARY KEY,
    document_id uuid NOT NULL REFERENCES memory_documents (id) ON DELETE CASCADE,
    memory_id uuid NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    position integer NOT NULL,
    heading text NOT NULL,
    body text NOT NULL,
    search tsvector NOT NULL GENERATED ALWAYS AS (setweight(to_tsvector('english', heading), 'A') || setweight(to_tsvector('english', body), 'B')) STORED,
    UNIQUE (document_id, position)
  );
  CREATE INDEX memory_chunks_search ON memory_chunks USING gin (search);
  CREATE INDEX memory_chunks_memory ON memory_chunks (memory_id);
`;
