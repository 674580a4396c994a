/**
 * Fails a run whose tests left files or folders behind. It is told by their names: those that our tests and product
 * make, and those of apps that were given no `outdir`. Caches of npm, Node and the like have other names.
 */
const { readdirSync } = require('node:fs');

const ours = /^(netingress|nx-|tf-provider-|cdktf\.outdir|cdktn\.outdir)/;

module.exports = class LeftoverReporter {
  onRunComplete() {
    const folder = process.env.NETINGRESS_TEST_FOLDER;
    this.left = folder ? readdirSync(folder).filter((name) => ours.test(name)) : [];
    if (this.left.length > 0) process.stderr.write(`${this.message()}\n`);
  }

  getLastError() {
    return this.left?.length > 0 ? new Error(this.message()) : undefined;
  }

  message() {
    return `Tests left ${this.left.length} files or folders behind: ${this.left.slice(0, 20).join(', ')}`;
  }
};
