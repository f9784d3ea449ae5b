// A product process reduced to its database: `node embedded-process.mjs <data folder>`. Reports one JSON line, ends its server on SIGTERM, and like the product survives Ctrl-C until then.
import { startEmbeddedPostgres } from '../../apps/api/dist/database/embedded/start-embedded-postgres.js';

process.on('SIGINT', () => undefined);
try {
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2] });
  process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)));
  const { url, port, adopted } = server;
  process.stdout.write(`${JSON.stringify({ url, port, adopted })}\n`);
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: error.message, code: error.code, hint: error.hint })}\n`);
}
