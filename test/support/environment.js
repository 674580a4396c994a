/**
 * The environment of every test file. All files of a worker share one, because a module that is loaded once
 * (runtime.js) has the globals of one environment. A file that replaces modules has an environment and modules of its
 * own, and with SHARED_MODULES=0 every file has.
 *
 * It also measures what each file costs: each worker has a folder in the temporary folder of the run, with one JSON
 * line per file, which the reporter adds up at the end.
 */
const { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const { AsyncLocalStorage } = require('node:async_hooks');
const { delimiter, join, relative } = require('node:path');
const { TestEnvironment } = require('jest-environment-node');

const folder = join(process.env.NETINGRESS_TEST_FOLDER, `counts-${process.pid}`);
const starts = join(folder, 'starts');
mkdirSync(folder, { recursive: true });
writeFileSync(starts, '');
process.env.PATH = [wrapTerraform(), process.env.PATH].join(delimiter);

/** Jest requires this module once per worker, so a file has what its worker used since the file before it. */
let before = usage();

/**
 * jest-circus runs each test and hook in an AsyncLocalStorage, and as long as one is in use, Node before 24 calls it
 * for every promise. The storage tells which of several tests has a late error; without it, the file fails and no test
 * is named.
 */
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (store, callback, ...args) {
  const isOfJest = store !== null && typeof store === 'object' && ('test' in store || 'hook' in store);
  return isOfJest ? callback(...args) : run.call(this, store, callback, ...args);
};

/** In a file that calls one of these, a module may differ from that of other files. */
const REPLACES_MODULES = /\bjest\.(mock|doMock|setMock|isolateModules|resetModules)\w*\(/;

let shared;

/** Jest calls it with `new` for each file. */
module.exports = function environmentOf(config, context) {
  const replacesModules = REPLACES_MODULES.test(readFileSync(context.testPath, 'utf8'));
  const sharesModules = !replacesModules && process.env.SHARED_MODULES !== '0';
  const environment = (sharesModules && shared) || new Environment(config, context);
  if (sharesModules) shared = environment;
  environment.sharesModules = sharesModules;
  environment.begin(relative(config.projectConfig.rootDir, context.testPath));
  return environment;
};

class Environment extends TestEnvironment {
  begin(file) {
    this.file = file;
    this.evaluations = 0;
    const { env, exit } = this.global.process;
    this.before = { env: { ...env }, exit };
  }

  /** Jest asks for the context once for each module that it evaluates. */
  getVmContext() {
    this.evaluations += 1;
    return super.getVmContext();
  }

  async teardown() {
    if (this.sharesModules) this.reset();
    else await super.teardown();
    const after = usage();
    const { file, evaluations } = this;
    const spent = Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - before[name]]));
    before = after;
    appendFileSync(join(folder, 'costs'), `${JSON.stringify({ file, evaluations, ...spent })}\n`);
  }

  /**
   * For the next file: timers, the environment variables and `process.exit`, and what Jest keeps in globals for one
   * file.
   */
  reset() {
    this.fakeTimersModern.useRealTimers();
    const { process } = this.global;
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, this.before.env);
    process.exit = this.before.exit;
    // jest-circus adds the handlers of each file to those that it finds here.
    delete this.global[Symbol.for('EVENT_HANDLERS')];
  }
}

/**
 * So far: seconds of processor time of this worker, those of its child processes that ended, and starts of Terraform.
 */
function usage() {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1e6, children: childSeconds(), terraform: statSync(starts).size };
}

/** Processor time of ended child processes. 0 unless on Linux, whose /proc counts it in hundredths of a second. */
function childSeconds() {
  if (!existsSync('/proc/self/stat')) return 0;
  // The name of the program, in parentheses, may contain spaces.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** A folder for the PATH with a program that adds a byte to the count of this worker and becomes the real Terraform. */
function wrapTerraform() {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const folders = (process.env.PATH ?? '').split(delimiter).filter((each) => each !== '');
  const real = ['terraform', 'tofu'].flatMap((name) => folders.map((each) => [name, join(each, name)]));
  const [name, file] = real.find(([, each]) => existsSync(each)) ?? [];
  if (file === undefined) return bin;
  // For tests that copy the program itself, not this wrapper, to another place.
  process.env.NETINGRESS_TEST_TERRAFORM = file;
  const program = join(bin, name);
  writeFileSync(program, `#!/bin/sh\nprintf . >>'${starts}'\nexec '${file}' "$@"\n`);
  chmodSync(program, 0o755);
  return bin;
}
