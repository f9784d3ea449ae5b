// Rules that keep promises of docs: no `any`, no way around lint, exhaustive switches, no code from data (G6), one way out (G7), one reader of the environment.
import tseslint from 'typescript-eslint';

import maxFunctionLines from './scripts/eslint-rules/max-function-lines.mjs';

const server = ['apps/api/src/**/*.ts', 'libs/*/src/**/*.ts', 'migrations/**/*.ts'];
const tests = ['**/*.test.ts', '**/*.test.tsx', 'test/**/*.ts', 'libs/agents/src/testing/**/*.ts'];
const supervisor = ['apps/api/src/database/embedded/**/*.ts'];
const egress = ['apps/api/src/egress/**/*.ts'];

const fewParameters = [
  {
    selector: ':function[params.length>3]:not(MethodDefinition[kind="constructor"] > FunctionExpression):not(:has(> Identifier[decorators.length>0]))',
    message: 'At most three parameters; else one object.',
  },
  { selector: ':function[params.length>5]', message: 'At most five parameters or injected dependencies.' },
];
const noDisguise = [
  { selector: 'CallExpression[callee.name="forwardRef"]', message: 'A cycle of modules is a design fault, forwardRef hides it.' },
  { selector: 'TSEnumDeclaration[const=true]', message: 'A const enum does not survive isolated modules.' },
];
const shape = [...fewParameters, ...noDisguise];
const noCodeFromData = [
  { selector: 'ImportExpression', message: 'G6: nothing is loaded by a computed name while serving; the loader of AGENT_MODULES is the exception.' },
];
const noBlindWrites = [
  { selector: 'CallExpression[callee.object.name="Object"][callee.property.name="assign"][arguments.0.type!="ObjectExpression"]', message: 'G4: write the fields you mean; Object.assign takes whatever it is given.' },
];
const oneReaderOfTheEnvironment = [{ selector: 'MemberExpression[object.name="process"][property.name="env"]', message: 'Only src/config reads the environment; take what you need from Config.' }];

const codeFromData = ['vm', 'child_process', 'worker_threads'].flatMap((name) => [name, `node:${name}`]).map((name) => ({ name, message: 'G6: content must never become code or a process.' }));
const waysOut = ['http', 'https', 'http2', 'tls', 'dns', 'dns/promises']
  .flatMap((name) => [name, `node:${name}`])
  .concat('undici', 'axios', 'node-fetch')
  .map((name) => ({ name, message: 'G7: outbound requests go through EgressGuard.', allowTypeImports: true }));

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '**/coverage/**', '**/reports/**', 'bench/results/**', '.data/**', 'apps/admin/public/**'] },
  {
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
    plugins: { roster: { rules: { 'max-function-lines': maxFunctionLines } } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', 300],
      'no-constant-binary-expression': 'error',
      'no-empty': 'error',
      'no-eval': 'error',
      'no-fallthrough': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-syntax': ['error', ...shape],
      'no-self-compare': 'error',
      'no-unsafe-finally': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'roster/max-function-lines': ['error', 40],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.base],
    languageOptions: { parserOptions: { project: ['tsconfig.eslint.json', 'apps/admin/tsconfig.json', 'apps/admin/tsconfig.eslint.json'], tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false, arguments: false } }],
      '@typescript-eslint/no-require-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' }],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ['apps/admin/src/**/*.tsx', 'apps/admin/src/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...shape, { selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]', message: 'Foreign text is text. There is no raw HTML in the admin.' }],
    },
  },
  {
    files: server,
    ignores: tests,
    rules: {
      'no-console': 'error',
      'no-restricted-globals': ['error', ...['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'].map((name) => ({ name, message: 'G7: outbound requests go through EgressGuard.' }))],
      '@typescript-eslint/no-restricted-imports': ['error', { paths: [...codeFromData, ...waysOut] }],
      'no-restricted-syntax': ['error', ...shape, ...noCodeFromData, ...oneReaderOfTheEnvironment],
    },
  },
  // The supervisor runs programs of PostgreSQL and hands them a bare environment.
  { files: supervisor, ignores: tests, rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: waysOut }], 'no-restricted-syntax': ['error', ...shape, ...noCodeFromData] } },
  { files: egress, ignores: tests, rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: codeFromData }] } },
  { files: ['apps/api/src/main.ts', 'apps/api/src/config/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...shape, ...noCodeFromData] } },
  { files: ['apps/api/src/**/*.ts'], ignores: [...tests, ...supervisor, 'apps/api/src/main.ts', 'apps/api/src/config/**'], rules: { 'no-restricted-syntax': ['error', ...shape, ...noCodeFromData, ...oneReaderOfTheEnvironment, ...noBlindWrites] } },
  // The boot loader of AGENT_MODULES.
  { files: ['apps/api/src/agents/load-agent-modules.ts'], rules: { 'no-restricted-syntax': ['error', ...shape, ...oneReaderOfTheEnvironment, ...noBlindWrites] } },
  // A row of a test table may have many columns.
  { files: tests, rules: { 'no-restricted-syntax': ['error', ...noDisguise] } },
);
