// `npm run openapi`: writes docs/openapi.json, which a test holds against the code.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describeApi } from './describe-api.ts';

const target = fileURLToPath(new URL('../../../../docs/openapi.json', import.meta.url));
const document = await describeApi();
writeFileSync(target, `${JSON.stringify(document, null, 2)}\n`);
process.stdout.write(`docs/openapi.json: ${Object.keys(document.paths).length} paths\n`);
