import { contentHash } from '@roster/agents/agents';
import { agentConfigSchema, type Principal } from '@roster/agents/contracts';
import { newId } from '@roster/agents/kernel';
import type pg from 'pg';

import { sql } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import { addDocument } from '../knowledge/add-document.ts';
import { exampleOrders } from './example-orders.ts';
import { helpCenter } from './help-center.ts';

const SEED = 'examples';
const seeder: Principal = { kind: 'system', name: 'examples' };

const faqContent = agentConfigSchema.parse({
  instructions: 'You answer questions of customers from the help center. Search before you answer, keep to what you found, and say so when you found nothing.',
  tools: ['search_help_center'],
});

/** Once, only into a database that has no agents yet; a row remembers it. Several processes may start at the same time. Answers whether it seeded. */
export async function seedExamples(pool: pg.Pool): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await client.query(sql`SELECT pg_advisory_xact_lock(hashtext('seeds'))`);
    const { rows } = await client.query(sql`SELECT 1 FROM seeds WHERE name = ${SEED} UNION ALL SELECT 1 FROM agent_settings LIMIT 1`);
    if (rows.length > 0) return false;
    await client.query(sql`INSERT INTO seeds (name) VALUES (${SEED})`);
    await seedOrders(client);
    await seedHelpCenter(client);
    await seedFaqAgent(client);
    return true;
  });
}

async function seedOrders(client: pg.PoolClient): Promise<void> {
  for (const { id, customer, item, totalCents, status, daysAgo } of exampleOrders) {
    await client.query(sql`
      INSERT INTO example_orders (id, customer, item, total_cents, status, ordered_at)
      VALUES (${id}, ${customer}, ${item}, ${totalCents}, ${status}, now() - ${daysAgo} * interval '1 day') ON CONFLICT DO NOTHING
    `);
  }
}

async function seedHelpCenter(client: pg.PoolClient): Promise<void> {
  const memoryId = newId();
  const { slug, name, description, documents } = helpCenter;
  await client.query(sql`
    INSERT INTO memories (id, slug, name, description, is_public, created_by) VALUES (${memoryId}, ${slug}, ${name}, ${description}, true, ${JSON.stringify(seeder)})
  `);
  for (const document of documents) await addDocument(client, { memoryId, ...document });
}

/** Published and public: everybody who signs in may chat with it. */
async function seedFaqAgent(client: pg.PoolClient): Promise<void> {
  const [agentId, revisionId, hash, content, by] = [newId(), newId(), contentHash(faqContent), JSON.stringify(faqContent), JSON.stringify(seeder)];
  await client.query(sql`
    INSERT INTO agent_settings (id, slug, name, description, is_public, draft, draft_hash, created_by)
    VALUES (${agentId}, 'faq', 'FAQ', 'Answers questions about shipping, returns, warranty and payment from the help center.', true, ${content}, ${hash}, ${by})
  `);
  await client.query(sql`
    INSERT INTO agent_revisions (id, agent_id, number, kind, content, content_hash, note, created_by) VALUES (${revisionId}, ${agentId}, 1, 'published', ${content}, ${hash}, 'Example', ${by})
  `);
  await client.query(sql`UPDATE agent_settings SET published_revision_id = ${revisionId}, draft_based_on = ${revisionId} WHERE id = ${agentId}`);
  await client.query(sql`
    INSERT INTO agent_publications (id, agent_id, action, revision_id, published_by, note) VALUES (${newId()}, ${agentId}, 'publish', ${revisionId}, ${by}, 'Example')
  `);
}
