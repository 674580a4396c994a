/**
 * Builds `lib/` and the entry directories. With --if-stale it does nothing if the
 * sources have not changed since the last build.
 */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { type BuildOptions, build, buildSync } from 'esbuild';
import { buildProvider, MINIFY } from './build-provider';
import { writeCdktnCopy } from './lib/cdktn-copy';
import { makeLazy } from './lib/lazy-index';
import { loadFromTheirFiles, MODULES_WITH_LIBRARIES } from './lib/modules-with-libraries';
import { pruneUnused } from './lib/prune';
import { bundledPackages, noticesOf } from './lib/shipped-packages';
import { bundleTestingKit } from './lib/testing-bundle';

const root = join(__dirname, '..');
const lib = join(root, 'lib');
const stamp = join(lib, '.built-from');

const BUNDLE = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  logLevel: 'warning',
  ...MINIFY,
} as const satisfies BuildOptions;

/**
 * The package's entries besides its root, such as `client`. Each has a directory, which module resolution `node10`
 * needs.
 */
const entries = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports as object)
  .map((name) => name.slice(2))
  .filter((name) => name !== '' && name !== 'package.json');

async function main(ifStale: boolean): Promise<void> {
  const sources = fingerprint();
  if (ifStale && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  rmSync(lib, { recursive: true, force: true });
  const provider = join(lib, '.provider');
  // The compiler takes most of the time, and one core. The others read the sources only.
  await Promise.all([
    runNode('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'),
    buildProvider(provider),
    buildCommandLine(),
  ]);
  makeLazy(join(lib, 'constructs'), ['generated', 'patterns', '.']);
  writeCdktnCopy(lib);
  bundleTestingKit(lib);
  pruneUnused(lib, ['.', ...entries], ['bin', '.provider']);
  // Until bundleTestingKit bundled and deleted them, lib/provider had the compiled files of src/provider.
  renameSync(provider, join(lib, 'provider'));
  for (const module of MODULES_WITH_LIBRARIES) {
    buildSync({ entryPoints: [join(root, 'src', `${module}.ts`)], outfile: join(lib, `${module}.js`), ...BUNDLE });
  }
  buildExamples();
  for (const entry of entries) writeEntry(entry);
  writeFileSync(join(lib, 'THIRD-PARTY-NOTICES'), noticesOf(await bundledPackages(root)));
  writeFileSync(stamp, sources);
}

async function runNode(script: string, ...args: string[]): Promise<void> {
  const [status] = await once(
    spawn(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' }),
    'exit',
  );
  if (status !== 0) throw new Error(`${script} ended with status ${status}`);
}

/** Packages that few commands need; they are not bundled. The user installs @duckdb/node-api. */
const DEFERRED_PACKAGES = ['zod', 'undici', '@duckdb/node-api'];

/** One file, because it starts faster than many. MODULES_WITH_LIBRARIES and DEFERRED_PACKAGES are loaded when used. */
async function buildCommandLine(): Promise<void> {
  const name = 'bin/netingress.js';
  const outfile = join(lib, name);
  await build({
    entryPoints: [join(root, 'src/cli/main.ts')],
    outfile,
    ...BUNDLE,
    external: DEFERRED_PACKAGES,
    plugins: [loadFromTheirFiles(name)],
    banner: { js: '#!/usr/bin/env node' },
  });
  chmodSync(outfile, 0o755);
}

/**
 * The examples in TypeScript as JavaScript, for tests and a checkout; they import the package by its name, as users do.
 */
function buildExamples(): void {
  for (const example of readdirSync(join(root, 'examples'))) {
    const from = join(root, 'examples', example);
    if (!statSync(from).isDirectory()) continue;
    const files = readdirSync(from).filter((name) => statSync(join(from, name)).isFile());
    const sources = files.filter((name) => name.endsWith('.ts'));
    if (sources.length === 0) continue;
    const to = join(lib, 'examples', example);
    mkdirSync(to, { recursive: true });
    buildSync({
      entryPoints: sources.map((name) => join(from, name)),
      outdir: to,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      logLevel: 'warning',
    });
    // What examples read at run time.
    for (const name of files.filter((file) => /\.(pem|txt)$/.test(file))) cpSync(join(from, name), join(to, name));
  }
}

function writeEntry(entry: string): void {
  const directory = join(root, entry);
  mkdirSync(directory, { recursive: true });
  const manifest = { main: `../lib/${entry}/index.js`, types: `../lib/${entry}/index.d.ts` };
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Hashes everything that the build reads; the lock file stands for the installed packages. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'].map((name) =>
    join(root, name),
  );
  for (const file of [
    ...files,
    ...['src', 'scripts', 'examples'].flatMap((folder) => filesBelow(join(root, folder))),
  ]) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]));
}

main(process.argv.includes('--if-stale')).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
