/**
 * `lib/testing/`: the testing kit with the provider in it, in one file. gRPC and protobuf are bundled, so that nobody who
 * installs the package gets them and the install script that comes with one of them.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildSync } from 'esbuild';
import { BUNDLE_OPTIONS } from '../build-provider';
import { declarationsOf } from './declarations';

/** What only the provider is made of; whoever imports the package must not come upon it. */
const INTERNAL = ['plugin', 'engine', 'values'];

/** Puts the bundle in the place of what the compiler wrote, and removes that except for the declarations in use. */
export function bundleTestingKit(lib: string): void {
  const folder = join(lib, 'testing');
  const declarations = declarationsOf(join(folder, 'index.d.ts'));
  const internal = declarations.filter((file) => INTERNAL.some((name) => file.startsWith(join(lib, name))));
  if (internal.length > 0) throw new Error(`The types of the testing kit need what is bundled: ${internal.join(', ')}`);
  buildSync({
    ...BUNDLE_OPTIONS,
    // Not the names: the stack traces of a kit for tests are read.
    minifyIdentifiers: false,
    entryPoints: [join(folder, 'index.js')],
    outfile: join(folder, 'index.js'),
    allowOverwrite: true,
    // The same emulator and client that `netingress/emulator` and `netingress/client` are.
    external: ['../client', '../emulator', 'zod', 'undici'],
  });
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name !== 'index.js' && !declarations.includes(file)) rmSync(file, { recursive: true });
  }
  for (const name of INTERNAL) rmSync(join(lib, name), { recursive: true, force: true });
  checkBundle(lib, join(folder, 'index.js'));
}

function checkBundle(lib: string, file: string): void {
  const modules = [...readFileSync(file, 'utf8').matchAll(/\brequire\("(\.[^"]+)"\)/g)].map(
    (match) => match[1] as string,
  );
  const missing = modules.filter((name) => !existsSync(join(file, '..', name)));
  if (missing.length > 0) throw new Error(`${relative(lib, file)} loads ${missing.join(', ')}, which is not there`);
}
