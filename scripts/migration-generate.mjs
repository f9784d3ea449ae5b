// `npm run migration:generate -- add-labels-to-runs`: a new migration with today's timestamp, listed in migrations/index.ts. You write its SQL.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './support/run.mjs';

const [name = ''] = process.argv.slice(2);
if (!/^[a-z]+(-[a-z0-9]+)+$/.test(name)) {
  process.stderr.write('Give it a name that says what it does, verb first: npm run migration:generate -- add-labels-to-runs\n');
  process.exit(1);
}

const timestamp = Date.now();
const className = `${name.replace(/(^|-)(.)/g, (_all, _dash, letter) => letter.toUpperCase())}${timestamp}`;
const file = `${timestamp}-${name}.ts`;
writeFileSync(
  join(root, 'migrations', file),
  `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${className} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(\`
    \`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(\`
    \`);
  }
}
`,
);
const index = join(root, 'migrations/index.ts');
const withImport = readFileSync(index, 'utf8').replace(/\n\n\/\*\*/, `\nimport { ${className} } from './${file}';\n\n/**`);
writeFileSync(index, withImport.replace(/\n\];/, `\n  ${className},\n];`));
process.stdout.write(`migrations/${file}\n`);
