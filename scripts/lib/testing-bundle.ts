/**
 * Builds `lib/testing/`, the testing kit with the provider in one file. protobuf is bundled, so that users do not
 * install it and its install script.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { buildSync } from 'esbuild';
import { BUNDLE_OPTIONS } from '../build-provider';
import { declarationsOf } from './declarations';

const BUNDLE = 'bundle.js';

/**
 * Folders of `lib` with the compiled modules of the provider, which must not be importable from the package. The
 * `lib/provider` of the package is another folder: scripts/build.ts puts the executable there later.
 */
const INTERNAL = ['plugin', 'provider'];

/**
 * Replaces the compiled files with the bundle and an entry that loads it; keeps the declarations in use. Removes the
 * folders of {@link INTERNAL}, which only the bundle needs, from `lib`.
 */
export function bundleTestingKit(lib: string): void {
  const folder = join(lib, 'testing');
  const declarations = declarationsOf(join(folder, 'index.d.ts'));
  const internal = declarations.filter((file) => INTERNAL.some((name) => file.startsWith(join(lib, name))));
  if (internal.length > 0)
    throw new Error(`The declarations of the testing kit import bundled modules: ${internal.join(', ')}`);
  const entry = join(folder, 'index.js');
  const names = Object.keys(createRequire(entry)(entry) as object);
  buildSync({
    ...BUNDLE_OPTIONS,
    entryPoints: [entry],
    outfile: join(folder, BUNDLE),
    // What the kit imports as `../client` and `../emulator` has the same classes as `netingress/client` and
    // `netingress/emulator`, which users import. An import of a module below them, such as `../client/redact`, is
    // copied into the bundle.
    external: ['../client', '../emulator', 'zod', 'undici'],
  });
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name !== BUNDLE && !declarations.includes(file)) rmSync(file, { recursive: true });
  }
  for (const name of INTERNAL) rmSync(join(lib, name), { recursive: true, force: true });
  // Node 20 and 22 cannot find the names for `import { withIngress }` in the bundle.
  const exported = names.map((name) => `exports.${name} = bundle.${name};\n`).join('');
  writeFileSync(
    entry,
    `"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\nconst bundle = require("./${BUNDLE}");\n${exported}`,
  );
  checkBundle(lib, join(folder, BUNDLE));
}

function checkBundle(lib: string, file: string): void {
  const modules = [...readFileSync(file, 'utf8').matchAll(/\brequire\("(\.[^"]+)"\)/g)].map(
    (match) => match[1] as string,
  );
  const missing = modules.filter((name) => !existsSync(join(file, '..', name)));
  if (missing.length > 0) throw new Error(`${relative(lib, file)} loads ${missing.join(', ')}, which does not exist`);
}
