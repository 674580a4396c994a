/**
 * Gives a run of the tests a temporary folder of its own, for all workers and the programs that they start. The folder
 * is removed at the end (`remove-temporary-folder.js`), and the run fails if a test of this project left files in it
 * (`run-reporter.js`). Its name is short, because the path of a socket has at most 103 bytes.
 */
const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

module.exports = () => {
  const folder = mkdtempSync(join(tmpdir(), 'nx-'));
  process.env.NETINGRESS_TEST_FOLDER = folder;
  process.env.TMPDIR = folder;
};
