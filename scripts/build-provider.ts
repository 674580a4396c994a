/**
 * Bundles the provider into lib/provider/terraform-provider-netingress, one executable file that needs only Node, and
 * writes the package.json that makes Node load it as CommonJS.
 */
import { appendFileSync, chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

const root = join(__dirname, '..');
const folder = join(root, 'lib/provider');

/** Options of every bundle that contains the provider. */
export const BUNDLE_OPTIONS: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // Halves the size, which Node parses at each start; a plan starts three processes.
  minify: true,
  // Terraform shows the stack trace of a crash.
  keepNames: true,
  legalComments: 'none',
  // Uses `require`: deferred modules are compiled from strings, which cannot import.
  supported: { 'dynamic-import': false },
  alias: { long: join(root, 'scripts/lib/no-long.ts') },
  logLevel: 'warning',
};

/**
 * Deferred modules: our own, which are needed after the handshake only, and packages that most processes never use. They
 * are single-line comments at the end of the file, which Node skips quickly, and are compiled when they are required.
 */
const LATE = /^(@marcbachmann\/cel-js|undici|yaml|\.\/re2|\.\/late-policy|\.\/process\/deferred-modules)$/;

/** What the bundle contains of undici. */
export const UNDICI_ENTRY = join(root, 'scripts/lib/undici-inner.ts');

/** Reads a deferred module from the executable. Runs in the bundle, which contains a copy for each module. */
function loadLate(name: string, module: unknown, exports: unknown, require: NodeJS.Require): void {
  const { readFileSync } = require('node:fs') as typeof import('node:fs');
  const { compileFunction } = require('node:vm') as typeof import('node:vm');
  const file = readFileSync(require.main?.filename ?? '', 'latin1');
  const start = file.indexOf(`\n//late ${name} `) + `\n//late ${name} `.length;
  const code = JSON.parse(file.slice(start, file.indexOf('\n', start))) as string;
  compileFunction(code, ['module', 'exports', 'require'], { filename: `${name}.js` })(module, exports, require);
}

/** Collects the code of deferred modules in `texts`, by name. */
function lateModules(texts: Map<string, string>, options: BuildOptions): Plugin {
  const plugin: Plugin = {
    name: 'late-modules',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: LATE }, ({ path, resolveDir, kind }) =>
        kind === 'entry-point'
          ? undefined
          : { path: path.replace('./', ''), namespace: 'late', pluginData: { path, resolveDir } },
      );
      onLoad({ filter: /.*/, namespace: 'late' }, async ({ path: name, pluginData }) => {
        const { path, resolveDir } = pluginData as { path: string; resolveDir: string };
        const entry = path === 'undici' ? UNDICI_ENTRY : path.startsWith('.') ? join(resolveDir, `${path}.ts`) : path;
        const inner = await build({
          ...options,
          entryPoints: [entry],
          absWorkingDir: root,
          write: false,
          plugins: [plugin],
        });
        texts.set(name, inner.outputFiles[0]?.text ?? '');
        return {
          contents: `(${loadLate.toString()})(${JSON.stringify(name)}, module, exports, require);\n`,
          resolveDir,
        };
      });
    },
  };
  return plugin;
}

/** Bundles a provider's entry into one executable file; tests bundle other providers with it. */
export async function bundleProvider(entry: string, outfile: string, version: string): Promise<void> {
  const options: BuildOptions = { ...BUNDLE_OPTIONS, define: { PROVIDER_VERSION: JSON.stringify(version) } };
  const texts = new Map<string, string>();
  await build({
    ...options,
    entryPoints: [entry],
    outfile,
    banner: { js: '#!/usr/bin/env node' },
    plugins: [lateModules(texts, options)],
  });
  appendFileSync(outfile, [...texts].map(([name, code]) => `\n//late ${name} ${asciiJson(code)}\n`).join(''));
  chmodSync(outfile, 0o755);
}

/** `loadLate` reads each byte as one character, and esbuild does not escape regular expressions. */
function asciiJson(code: string): string {
  return JSON.stringify(code).replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

async function main(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  rmSync(folder, { recursive: true, force: true });
  await bundleProvider(join(root, 'src/plugin/serve.ts'), join(folder, 'terraform-provider-netingress'), version);
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}\n');
}

if (require.main === module) {
  main().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
