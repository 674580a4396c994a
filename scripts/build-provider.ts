/**
 * Bundles the provider into lib/provider: the executable, its deferred modules and a package.json. To run, the bundle
 * needs Node and no package.
 */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { MOVED_VARIABLE } from '../src/plugin/extra-authorities';
import { PACKAGE_JSON } from '../src/terraform/provider-build';
import { deferredFile, type Loader, loadFromAsset, loadFromFile } from './lib/load-deferred';

const root = join(__dirname, '..');
const folder = join(root, 'lib/provider');

const MAIN = 'provider.js';

const ENTRY = join(root, 'src/plugin/serve.ts');

/**
 * Less for Node to parse at each start. Identifiers are not minified, for stack traces: `keepNames` would keep the
 * names of functions, but set them again whenever a function is created.
 */
export const MINIFY = { minifySyntax: true, minifyWhitespace: true } as const satisfies BuildOptions;

/** Options of every bundle that contains the provider. */
export const BUNDLE_OPTIONS: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  ...MINIFY,
  legalComments: 'none',
  // The assets of the executable for Windows are compiled from strings, which cannot import.
  supported: { 'dynamic-import': false },
  alias: { long: join(root, 'scripts/lib/no-long.ts') },
  logLevel: 'warning',
};

/**
 * Deferred modules, our own and packages: they are loaded when they are used.
 * Each alternative is the text of an import, such as `./re2` in `from './re2'`. An import of the same file by another
 * text, such as `../values/re2`, is not matched, and makes the file a part of the main bundle.
 */
const DEFERRED =
  /^(@marcbachmann\/cel-js|undici|yaml|jose\/jwe\/compact\/encrypt|\.\/re2|\.\/deferred-policy|(\.\.\/)+access-review\/deferred-access|\.\/process\/deferred-modules)$/;

export const UNDICI_ENTRY = join(root, 'scripts/lib/undici-inner.ts');

interface Collected {
  /** Code of deferred modules by the name of their file. */
  readonly texts: Map<string, string>;
  /** Files with code in the bundle, below the root. */
  readonly inputs: Set<string>;
}

function addInputs({ inputs }: Collected, metafile: Metafile | undefined): void {
  for (const output of Object.values(metafile?.outputs ?? {}))
    for (const [file, { bytesInOutput }] of Object.entries(output.inputs)) if (bytesInOutput > 0) inputs.add(file);
}

/** Replaces imports of deferred modules by calls of `load`. Each of these modules is built on its own. */
function deferredModules({ texts, inputs }: Collected, options: BuildOptions, load: Loader): Plugin {
  const plugin: Plugin = {
    name: 'deferred-modules',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: DEFERRED }, ({ path, resolveDir, kind }) =>
        // The module itself, in its own build.
        kind === 'entry-point'
          ? undefined
          : { path: path.replace(/^(\.\.?\/)+/, ''), namespace: 'deferred', pluginData: { path, resolveDir } },
      );
      onLoad({ filter: /.*/, namespace: 'deferred' }, async ({ path: name, pluginData }) => {
        const { path, resolveDir } = pluginData as { path: string; resolveDir: string };
        const entry = path === 'undici' ? UNDICI_ENTRY : path.startsWith('.') ? join(resolveDir, `${path}.ts`) : path;
        const inner = await build({
          ...options,
          entryPoints: [entry],
          absWorkingDir: root,
          write: false,
          plugins: [plugin],
        });
        addInputs({ texts, inputs }, inner.metafile);
        const file = deferredFile(name);
        const code = inner.outputFiles[0]?.text ?? '';
        // A module that several files import is built for each, with the same code.
        if (file === MAIN || (texts.get(file) ?? code) !== code) throw new Error(`Two modules are called ${file}.`);
        texts.set(file, code);
        return {
          contents: `(${load.toString()})(${JSON.stringify(file)}, module, exports, require);\n`,
          resolveDir,
        };
      });
    },
  };
  return plugin;
}

interface Parts {
  readonly main: string;
  /** Code of deferred modules by the name of their file. */
  readonly deferred: ReadonlyMap<string, string>;
  readonly inputs: ReadonlySet<string>;
}

async function bundleParts(entry: string, load: Loader, define: Readonly<Record<string, string>>): Promise<Parts> {
  const options: BuildOptions = { ...BUNDLE_OPTIONS, define, metafile: true };
  const collected: Collected = { texts: new Map(), inputs: new Set() };
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: [entry],
    absWorkingDir: root,
    write: false,
    plugins: [deferredModules(collected, options, load)],
  });
  addInputs(collected, metafile);
  // The builds of modules end in any order. Sorted, so that two builds are equal.
  const sorted = [...collected.texts].sort(([a], [b]) => (a < b ? -1 : 1));
  return { main: outputFiles?.[0]?.text ?? '', deferred: new Map(sorted), inputs: collected.inputs };
}

function defineVersion(version: string): Readonly<Record<string, string>> {
  return { PROVIDER_VERSION: JSON.stringify(version) };
}

/**
 * A shell script that starts Node with itself: for Node the second line is a string and a comment. It moves a variable
 * aside whose file Node would read at each start; the reason is in src/plugin/extra-authorities.ts.
 */
const SCRIPT_START = `#!/bin/sh
':' //; if [ -n "$NODE_EXTRA_CA_CERTS" ]; then export ${MOVED_VARIABLE}="$NODE_EXTRA_CA_CERTS"; unset NODE_EXTRA_CA_CERTS; fi; exec node "$0" "$@"
`;

/**
 * Bundles a provider's entry into an executable file, with its deferred modules beside it, so Node reads only what it
 * needs before the handshake. The package.json makes Node load them as CommonJS.
 */
export async function bundleProvider(entry: string, outfile: string, packageVersion: string): Promise<void> {
  const { main, deferred } = await bundleParts(entry, loadFromFile, defineVersion(packageVersion));
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(outfile, `${SCRIPT_START}${main}`);
  chmodSync(outfile, 0o755);
  writeFileSync(join(dirname(outfile), 'package.json'), PACKAGE_JSON);
  for (const [name, code] of deferred) writeFileSync(join(dirname(outfile), name), code);
}

/**
 * Files by name, for a package with its own Node. `require` of an executable for Windows finds no files, so there the
 * deferred modules are assets of the executable.
 */
export async function bundleForRuntime(target: 'files' | 'executable'): Promise<ReadonlyMap<string, string>> {
  const load = target === 'files' ? loadFromFile : loadFromAsset;
  const define = { ...defineVersion(packageVersion()), PROVIDER_HAS_RUNTIME: 'true' };
  const { main, deferred } = await bundleParts(ENTRY, load, define);
  return new Map([[MAIN, main], ...deferred]);
}

/** The files whose code is in the provider, from the root: `src/…` and `node_modules/…`, for example. */
export async function bundledInputs(): Promise<string[]> {
  return [...(await bundleParts(ENTRY, loadFromFile, defineVersion(packageVersion()))).inputs];
}

function packageVersion(): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Writes the provider into a folder, after everything in it is deleted. */
export async function buildProvider(to: string): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  await bundleProvider(ENTRY, join(to, 'terraform-provider-netingress'), packageVersion());
}

if (require.main === module) {
  buildProvider(folder).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
