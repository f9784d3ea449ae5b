import type pg from 'pg';

/** Commits what `work` did, or nothing. Inside, use `client` only. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onBreak = (error: Error): void => { broken = error; };
  client.on('error', onBreak); // a connection that dies between two statements would end the process; the next statement reports it
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: unknown) => { broken = failure instanceof Error ? failure : new Error(String(failure)); });
    throw error;
  } finally {
    if (!broken) client.off('error', onBreak); // a broken one may still complain while the pool takes it away
    client.release(broken);
  }
}
