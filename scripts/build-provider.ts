/**
 * Bundles the provider into lib/provider/terraform-provider-netingress: one executable file that needs nothing but
 * Node, and the package.json that makes Node read it as CommonJS (terraform/rules section 8).
 */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

const root = join(__dirname, '..');
const folder = join(root, 'lib/provider');

/** How everything with gRPC in it is bundled. */
export const BUNDLE_OPTIONS: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // Half the size: what is not there need not be parsed at each start, of which a plan has three.
  minify: true,
  // Names stand in the stack trace that Terraform shows after a crash.
  keepNames: true,
  // gRPC loads it to describe its own internals (channelz), which nobody asks a provider for.
  alias: { '@grpc/proto-loader': join(root, 'scripts/protocol/no-proto-loader.cjs') },
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * Packages that are half of the bundle and that most processes never use. They stand in it as texts, which cost almost
 * nothing to read, and are compiled when they are first required.
 */
const LATE_PACKAGES: readonly string[] = ['undici'];

const latePackages: Plugin = {
  name: 'late-packages',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: new RegExp(`^(${LATE_PACKAGES.join('|')})$`) }, ({ path }) => ({ path, namespace: 'late' }));
    onLoad({ filter: /.*/, namespace: 'late' }, async ({ path }) => {
      const inner = await build({ ...BUNDLE_OPTIONS, entryPoints: [path], absWorkingDir: root, write: false });
      const text = inner.outputFiles[0]?.text ?? '';
      return {
        contents:
          `const code = ${JSON.stringify(text)};\n` +
          `const compiled = require('node:vm').compileFunction(code, ['module', 'exports', 'require'], { filename: '${path}.js' });\n` +
          'compiled(module, exports, require);\n',
        resolveDir: root,
      };
    });
  },
};

/** Bundles a provider's entry into one executable file; tests bundle providers of their own with it. */
export async function bundleProvider(entry: string, outfile: string, version: string): Promise<void> {
  await build({
    ...BUNDLE_OPTIONS,
    entryPoints: [entry],
    outfile,
    banner: { js: '#!/usr/bin/env node' },
    define: { PROVIDER_VERSION: JSON.stringify(version) },
    plugins: [latePackages],
  });
  chmodSync(outfile, 0o755);
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
