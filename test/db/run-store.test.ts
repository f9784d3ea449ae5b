import { PostgresRunStore } from '../../apps/api/src/runs/store/postgres-run-store.ts';
import { describeRunStore } from '../../libs/agents/src/testing/run-store.contract.ts';
import { openTestDatabase } from '../support/database.ts';

describeRunStore('postgres', async () => {
  const database = await openTestDatabase();
  return { store: new PostgresRunStore({ pool: database.pool() }), close: () => database.drop() };
});
