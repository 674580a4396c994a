/** Removes the temporary folder of a run, after `run-reporter.js` has listed which of our files were left in it. */
const { rmSync } = require('node:fs');

module.exports = () => {
  const folder = process.env.NETINGRESS_TEST_FOLDER;
  if (folder) rmSync(folder, { recursive: true, force: true });
};
