/**
 * How a bundle of the provider loads a deferred module. The build inserts the source of one of these functions for each
 * module, so they use nothing but their parameters.
 */

export type Loader = (file: string, module: { exports: unknown }, exports: unknown, require: NodeJS.Require) => void;

/** Name of a deferred module's file or asset: `@marcbachmann/cel-js` becomes `cel-js.js`. */
export function deferredFile(name: string): string {
  return `${name.replace(/^.*\//, '')}.js`;
}

/** Loads the module's file beside this one. */
export function loadFromFile(
  file: string,
  module: { exports: unknown },
  _exports: unknown,
  require: NodeJS.Require,
): void {
  module.exports = require(`./${file}`);
}

/** Compiles an asset of a single executable application. */
export function loadFromAsset(file: string, module: unknown, exports: unknown, require: NodeJS.Require): void {
  const { getAsset } = require('node:sea') as { readonly getAsset: (key: string, encoding: string) => string };
  const { compileFunction } = require('node:vm') as typeof import('node:vm');
  compileFunction(getAsset(file, 'utf8'), ['module', 'exports', 'require'], { filename: file })(
    module,
    exports,
    require,
  );
}
