/** Makes an import of the constructs fast: a compiled index loads each module when one of its exports is used first. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** The modules that an index loads, as TypeScript compiles `export * from` and `export { x } from`. */
const LOADED = /\brequire\("(\.[^"]+)"\)/g;

/**
 * Rewrites each `index.js` of these folders, which may only export other modules. An index that exports another lazy
 * index stays lazy: the code of `export *` copies getters and does not call them.
 */
export function makeLazy(constructs: string, folders: readonly string[]): void {
  // All are read before the first is written.
  const texts = folders.map((folder) => {
    const file = join(constructs, folder, 'index.js');
    return [file, lazyIndex(file, `./${relative(dirname(file), join(constructs, 'missing-library'))}`)] as const;
  });
  for (const [file, text] of texts) writeFileSync(file, text);
}

function lazyIndex(file: string, missingLibrary: string): string {
  const load = createRequire(file);
  const wanted = new Set(Object.keys(load(file) as object));
  const modules = [...readFileSync(file, 'utf8').matchAll(LOADED)].map(([, specifier = '']) => {
    const names = Object.keys(load(specifier) as object).filter((name) => wanted.delete(name));
    return { specifier, names };
  });
  if (wanted.size > 0) throw new Error(`${file} does not only export other modules: ${[...wanted].join(', ')}`);
  const used = modules.filter(({ names }) => names.length > 0);
  // Node finds the names for imports of ES modules in the assignments, but not those of getters that call functions.
  return `"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
${used.flatMap(({ names }) => names.map((name) => `exports.${name} = `)).join('')}void 0;
function lazy(load, names) {
  for (const name of names) Object.defineProperty(exports, name, { enumerable: true, get: () => explained(load)[name] });
}
function explained(load) {
  try {
    return load();
  } catch (error) {
    throw require("${missingLibrary}").explainMissingLibrary(error);
  }
}
${used.map(({ specifier, names }) => `lazy(() => require("${specifier}"), ${JSON.stringify(names)});\n`).join('')}`;
}
