// Lets the benchmark's own processes start from TypeScript sources on Node 20.
import { register } from 'node:module';

register('../test/support/mock-provider/typescript-loader.mjs', import.meta.url);
