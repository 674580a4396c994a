const { availableParallelism, totalmem } = require('node:os');

/**
 * Jest's default leaves one core free, which is half of two. The tests mostly wait for Terraform, so all cores get a worker,
 * and two cores get three, as far as there are 2 GB of memory for each.
 */
const workers = Math.max(1, Math.min(Math.max(3, availableParallelism()), Math.floor(totalmem() / 2 ** 31)));

/** Tests mirror `src/` in `test/`; those below `test/acceptance/` drive the real terraform binary. */
module.exports = {
  testEnvironment: '<rootDir>/test/support/environment.js',
  runtime: '<rootDir>/test/support/runtime.js',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // `npm run test:engines` runs these on several Terraform versions. Other tests make the same claims on one version.
  testPathIgnorePatterns: ['/node_modules/', ...(process.env.ENGINE_TESTS === '1' ? [] : ['/test/engines/'])],
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } }],
    '(cel-js/lib|jose/dist)/.*\\.js$': ['@swc/jest', { jsc: { target: 'es2022' } }],
  },
  // ES modules, which the tests cannot require as they are.
  transformIgnorePatterns: ['/node_modules/(?!@marcbachmann/cel-js/|jose/)'],
  moduleNameMapper: {
    '^fast-check$': '<rootDir>/test/support/seeded-fast-check.js',
    '^\\./(tokens/private/|private/)?stack-trace$': '<rootDir>/test/support/no-stack-trace.js',
    '^netingress$': '<rootDir>/src/index.ts',
    '^netingress/(client|drift|emulator|events|testing)$': '<rootDir>/src/$1/index.ts',
  },
  // It ends a test that hangs, and is no claim about speed: beside other work a test may take ten times as long as alone.
  testTimeout: 300_000,
  maxWorkers: workers,
  testSequencer: '<rootDir>/test/support/longest-first.js',
  globalSetup: '<rootDir>/test/support/make-temporary-folder.js',
  globalTeardown: '<rootDir>/test/support/remove-temporary-folder.js',
  // The last one prints the closing line.
  reporters: ['default', '<rootDir>/test/support/run-reporter.js'],
};
