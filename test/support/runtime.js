/**
 * Loads the modules of test files: a module outside `test` once per worker, for all files that share an environment
 * (environment.js); a module below `test` once per file, because loading it may register `afterEach` for that file.
 */
const { join, sep } = require('node:path');
const Runtime = require('jest-runtime').default;

const tests = join(__dirname, '..') + sep;
/** It keeps the tests of one file in variables of its modules. */
const circus = join(require.resolve('jest-circus/package.json'), '..') + sep;

/** The shared modules of this worker by path: those that tests require, and those that Jest itself requires. */
const required = new Map();
const internal = new Map();

/** The modules of one file by path: some are its own, the others are in `shared`. */
class Modules extends Map {
  constructor(shared) {
    super();
    this.shared = shared;
  }
  isOwn(path) {
    return path.startsWith(tests) || path.startsWith(circus);
  }
  get(path) {
    return this.isOwn(path) ? super.get(path) : this.shared.get(path);
  }
  has(path) {
    return this.isOwn(path) ? super.has(path) : this.shared.has(path);
  }
  set(path, module) {
    if (this.isOwn(path)) return super.set(path, module);
    this.shared.set(path, module);
    return this;
  }
  delete(path) {
    return this.isOwn(path) ? super.delete(path) : this.shared.delete(path);
  }
}

/** The runtime of the file that runs now, unless it does not share modules. */
let current;

class SharedModulesRuntime extends Runtime {
  constructor(config, environment, ...others) {
    super(config, environment, ...others);
    this.sharesModules = environment.sharesModules;
    if (!this.sharesModules) return;
    this.registries.moduleRegistry = new Modules(required);
    this.registries.internalModuleRegistry = new Modules(internal);
    current = this;
  }

  /**
   * A shared module that requires another one later, in a function, asks the runtime of the file that loaded it first.
   */
  requireModuleOrMock(from, name) {
    if (this.sharesModules && this !== current) return current.requireModuleOrMock(from, name);
    return super.requireModuleOrMock(from, name);
  }
  requireInternalModule(from, name) {
    if (this.sharesModules && this !== current) return current.requireInternalModule(from, name);
    return super.requireInternalModule(from, name);
  }
}

module.exports = { __esModule: true, default: SharedModulesRuntime };
