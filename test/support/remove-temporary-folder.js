/** Removes the run's temporary folder with all that is left in it. */
const { rmSync } = require('node:fs');

module.exports = () => {
  const folder = process.env.NETINGRESS_TEST_FOLDER;
  if (folder) rmSync(folder, { recursive: true, force: true });
};
