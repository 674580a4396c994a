/**
 * How a bundle of the provider loads a deferred module. The build inserts the source of one of these functions for each
 * module, so they use nothing but their parameters.
 */

export type Loader = (name: string, module: { exports: unknown }, exports: unknown, require: NodeJS.Require) => void;

/** Reads the module from a comment at the end of the script, where it is compressed. */
export function loadFromScript(name: string, module: unknown, exports: unknown, require: NodeJS.Require): void {
  const { readFileSync } = require('node:fs') as typeof import('node:fs');
  const { compileFunction } = require('node:vm') as typeof import('node:vm');
  const { inflateRawSync } = require('node:zlib') as typeof import('node:zlib');
  const file = readFileSync(require.main?.filename ?? '', 'latin1');
  const start = file.indexOf(`\n//late ${name} `) + `\n//late ${name} `.length;
  const code = inflateRawSync(Buffer.from(file.slice(start, file.indexOf('\n', start)), 'base64')).toString();
  compileFunction(code, ['module', 'exports', 'require'], { filename: `${name}.js` })(module, exports, require);
}

/** Name of a deferred module's file or asset: `@marcbachmann/cel-js` becomes `deferred-cel-js.js`. */
export function deferredFile(name: string): string {
  return `deferred-${name.replace(/^.*\//, '')}.js`;
}

/** Loads the module's file beside this one. */
export function loadFromFile(
  name: string,
  module: { exports: unknown },
  _exports: unknown,
  require: NodeJS.Require,
): void {
  module.exports = require(`./deferred-${name.replace(/^.*\//, '')}.js`);
}

/** Compiles an asset of a single executable application. */
export function loadFromAsset(name: string, module: unknown, exports: unknown, require: NodeJS.Require): void {
  const { getAsset } = require('node:sea') as { readonly getAsset: (key: string, encoding: string) => string };
  const { compileFunction } = require('node:vm') as typeof import('node:vm');
  const file = `deferred-${name.replace(/^.*\//, '')}.js`;
  compileFunction(getAsset(file, 'utf8'), ['module', 'exports', 'require'], { filename: file })(
    module,
    exports,
    require,
  );
}
