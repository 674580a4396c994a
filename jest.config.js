/** Tests mirror `src/` in `test/`; those below `test/acceptance/` drive the real terraform binary. */
module.exports = {
  testEnvironment: 'node',
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
    '^netingress$': '<rootDir>/src/index.ts',
    '^netingress/(client|drift|emulator|events|testing)$': '<rootDir>/src/$1/index.ts',
    // Dynamic imports of our own files are written as Node wants them.
    '^(\\.{1,2}/drift/[a-z/-]+)\\.js$': '$1',
  },
  testTimeout: 30_000,
  // By default a core is left free; here the tests mostly wait for terraform.
  maxWorkers: 3,
  testSequencer: '<rootDir>/test/support/longest-first.js',
  globalSetup: '<rootDir>/test/support/make-temporary-folder.js',
  globalTeardown: '<rootDir>/test/support/remove-temporary-folder.js',
  // The last one prints the closing line.
  reporters: ['default', '<rootDir>/test/support/run-reporter.js'],
};
