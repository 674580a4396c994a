/**
 * Builds `lib/testing/`, the testing kit with the provider in one file. protobuf is bundled, so that users do not install
 * it and its install script.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildSync } from 'esbuild';
import { BUNDLE_OPTIONS } from '../build-provider';
import { declarationsOf } from './declarations';

/** Folders of the provider, which must not be importable from the package. */
const INTERNAL = ['plugin', 'provider', 'values'];

/** Replaces the compiled files with the bundle; keeps the declarations in use. */
export function bundleTestingKit(lib: string): void {
  const folder = join(lib, 'testing');
  const declarations = declarationsOf(join(folder, 'index.d.ts'));
  const internal = declarations.filter((file) => INTERNAL.some((name) => file.startsWith(join(lib, name))));
  if (internal.length > 0)
    throw new Error(`The declarations of the testing kit import bundled modules: ${internal.join(', ')}`);
  buildSync({
    ...BUNDLE_OPTIONS,
    entryPoints: [join(folder, 'index.js')],
    outfile: join(folder, 'index.js'),
    allowOverwrite: true,
    // Shares the modules of `netingress/emulator` and `netingress/client`.
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
  if (missing.length > 0) throw new Error(`${relative(lib, file)} loads ${missing.join(', ')}, which does not exist`);
}
