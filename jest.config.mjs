// One configuration, five projects: unit (pure), db (PostgreSQL, no HTTP), e2e (HTTP, processes, browser), repo (structure and drift), admin (React code).
const project = (displayName, testMatch, extra = {}) => ({
  displayName,
  rootDir: import.meta.dirname,
  testMatch: testMatch.map((pattern) => `<rootDir>/${pattern}`),
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@roster/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.data/'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        module: { type: 'es6' },
        sourceMaps: 'inline',
        jsc: {
          target: 'es2022',
          keepClassNames: true,
          parser: { syntax: 'typescript', tsx: false, decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
        },
      },
    ],
  },
  ...extra,
});

const withDatabase = { globalSetup: '<rootDir>/test/support/global-setup.ts', globalTeardown: '<rootDir>/test/support/global-teardown.ts' };

export default {
  testTimeout: 30_000,
  maxWorkers: 2,
  reporters: ['default', '<rootDir>/test/support/reporter.mjs'],
  projects: [
    project('unit', ['libs/*/src/**/*.test.ts', 'apps/api/src/**/*.test.ts', 'test/unit/**/*.test.ts']),
    project('admin', ['apps/admin/src/**/*.test.ts']),
    project('repo', ['test/repo/**/*.test.ts']),
    project('db', ['test/db/**/*.test.ts'], withDatabase),
    project('e2e', ['test/e2e/**/*.test.ts', 'test/conformance/**/*.test.ts', 'test/security/**/*.test.ts', 'test/faults/**/*.test.ts'], withDatabase),
  ],
};
