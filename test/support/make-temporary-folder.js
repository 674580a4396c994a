/**
 * Gives a run of the tests a temporary folder of its own, for all workers and what they start: whatever programs of
 * others leave there goes with it, and what tests of ours leave is found. The name is short, since sockets below it may
 * have paths of 103 bytes only.
 */
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

module.exports = () => {
  const folder = mkdtempSync(join(tmpdir(), 'nx-'));
  process.env.NETINGRESS_TEST_FOLDER = folder;
  process.env.TMPDIR = folder;
};
