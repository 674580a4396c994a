import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { MODULES_WITH_LIBRARIES } from './modules-with-libraries';

export interface ThirdPartyPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression of its package.json; empty if it has none. */
  readonly license: string;
  /** License and notice files, in the order of their names. */
  readonly texts: readonly string[];
}

/** Entries that `scripts/build.ts` and `scripts/build-provider.ts` bundle. */
const BUNDLE_ENTRIES = [
  'src/plugin/serve.ts',
  'src/plugin/process/deferred-modules.ts',
  'src/cli/main.ts',
  'src/testing/index.ts',
  ...MODULES_WITH_LIBRARIES.map((module) => `src/${module}.ts`),
];

/** Peer dependencies are installed by the user. */
const PEERS = ['cdktf', 'cdktn', 'constructs', '@cdktf/*', '@cdktn/*', '@duckdb/node-api'];

/**
 * Returns the packages with code in a bundle, by name. Bundles the same entries with no externals but the peers, so it
 * may include a dependency that a bundle loads at run time; those are shipped too.
 */
export async function bundledPackages(root: string): Promise<ThirdPartyPackage[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: BUNDLE_ENTRIES,
    outdir: 'unwritten',
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: PEERS,
    logLevel: 'error',
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return packagesOf(
    root,
    inputs.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
}

export function packagesOf(root: string, files: readonly string[]): ThirdPartyPackage[] {
  return sorted([...new Set(files.flatMap(packageFolder))].map((folder) => readPackage(join(root, folder))));
}

/**
 * Without peer and development dependencies, and without packages that are not installed here, such as optional ones of
 * other platforms.
 */
export function installedWithUs(root: string): ThirdPartyPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; peer?: boolean; optional?: boolean }>;
  };
  const folders = Object.entries(lock.packages).flatMap(([folder, { dev, devOptional, peer }]) =>
    folder === '' || dev || devOptional || peer ? [] : [folder],
  );
  return sorted(
    folders.filter((folder) => existsSync(join(root, folder))).map((each) => readPackage(join(root, each))),
  );
}

/** `node_modules/a/node_modules/@b/c/lib/x.js` belongs to `node_modules/a/node_modules/@b/c`. */
function packageFolder(file: string): string[] {
  const match = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file);
  return match ? [match[0]] : [];
}

function readPackage(folder: string): ThirdPartyPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string | { type?: string };
  };
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim().replaceAll('\r\n', '\n'));
  return { name, version, license: (typeof license === 'string' ? license : license?.type) ?? '', texts };
}

function sorted(packages: readonly ThirdPartyPackage[]): ThirdPartyPackage[] {
  const byKey = new Map(packages.map((each) => [`${each.name}@${each.version}`, each]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

/** The content of `THIRD-PARTY-NOTICES`. */
export function noticesOf(packages: readonly ThirdPartyPackage[]): string {
  const head = 'Files of this package contain code of the following packages, each under its own license.\n';
  const entries = packages.map(({ name, version, license, texts }) =>
    [`${'-'.repeat(80)}\n${name} ${version} (${license})`, ...texts].join('\n\n'),
  );
  return `${[head, ...entries].join('\n')}\n`;
}
