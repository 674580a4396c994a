/** Removes the temporary folder of a run. `run-reporter.js` has listed before which files of this project were left in it. */
const { rmSync } = require('node:fs');

module.exports = () => {
  const folder = process.env.NETINGRESS_TEST_FOLDER;
  if (folder) rmSync(folder, { recursive: true, force: true });
};
