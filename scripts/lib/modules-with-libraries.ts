/**
 * The modules that contain third-party libraries, other than `dependencies` of package.json and what only the bundle of
 * the command line has, such as commander and csv-parse. In the package each is one file with its libraries, so users
 * install none of them, and a library that is an ES module works in Node before 20.19, which cannot `require` it. The
 * sources load these modules when they are first needed; the command line, otherwise one file, does not contain them.
 */
import { dirname, join, relative, sep } from 'node:path';
import type { Plugin } from 'esbuild';

const src = join(__dirname, '..', '..', 'src');

/** Paths below `src`, and below `lib`. */
export const MODULES_WITH_LIBRARIES: readonly string[] = [
  'emulator/crypto/x509-library',
  'events/zstd-library',
  'model/cel/library',
  'model/cel/re2',
  'model/traffic-policy/yaml-library',
  'terraform/unzip',
  'unseal/libraries',
];

/** Makes a bundle of sources load these modules from their files; `outfile` is the path of the bundle below `lib`. */
export function loadFromTheirFiles(outfile: string): Plugin {
  return {
    name: 'modules-with-libraries',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
        const module = relative(src, join(resolveDir, path)).split(sep).join('/');
        if (!MODULES_WITH_LIBRARIES.includes(module)) return undefined;
        return { path: relative(dirname(outfile), `${module}.js`).split(sep).join('/'), external: true };
      });
    },
  };
}
