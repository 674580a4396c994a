import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isPlainObject, tryParseJson } from '../values/json';

export interface InstalledPackage {
  readonly root: string;
  /** `X.Y.Z` from its package.json. */
  readonly version: string;
  /** Whether it is a checkout, whose builds differ although the version does not. */
  readonly isCheckout: boolean;
}

export interface Manifest {
  readonly name?: string;
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

export function ownManifest(): Manifest {
  return readManifest(findPackage().root);
}

/** In the `node_modules` of the folder or of one above; undefined for none. */
export function findInstalled(name: string, from: string): Manifest | undefined {
  for (const folder of foldersAbove(from)) {
    const found = join(folder, 'node_modules', name);
    if (hasManifest(found)) return readManifest(found);
  }
  return undefined;
}

/** The nearest package.json in the folder or above. Undefined if there is none, or if it is not a JSON object. */
export function findProjectManifest(
  from: string,
): { readonly folder: string; readonly manifest: Partial<Manifest> } | undefined {
  const folder = findProjectFolder(from);
  const manifest = folder === undefined ? undefined : tryParseJson(readFileSync(join(folder, 'package.json'), 'utf8'));
  return folder !== undefined && isPlainObject(manifest) ? { folder, manifest } : undefined;
}

export function findProjectFolder(from: string): string | undefined {
  return foldersAbove(from).find(hasManifest);
}

function hasManifest(folder: string): boolean {
  return existsSync(join(folder, 'package.json'));
}

/** The folder and those above it, the nearest first. */
export function foldersAbove(from: string): readonly string[] {
  const parent = dirname(from);
  return parent === from ? [from] : [from, ...foldersAbove(parent)];
}

let installed: InstalledPackage | undefined;

export function findPackage(): InstalledPackage {
  installed ??= findOwn(__dirname);
  return installed;
}

/** The provider as a Node script; in a checkout it exists after a build only. */
export function providerFile({ root }: InstalledPackage): string {
  return join(root, 'lib', 'provider', 'terraform-provider-netingress');
}

export function findProviderProblem(
  installed: InstalledPackage,
): { readonly problem: string; readonly advice: string } | undefined {
  const file = providerFile(installed);
  if (existsSync(file)) return undefined;
  const advice = `Run \`npm run build\` in ${installed.root} if it is a checkout; otherwise reinstall the package.`;
  return { problem: `${file} does not exist`, advice };
}

function findOwn(from: string): InstalledPackage {
  // A package.json below the root may contain only the module type.
  const root = foldersAbove(from).find((folder) => hasManifest(folder) && readManifest(folder).name === 'netingress');
  if (root === undefined) throw new Error(`Cannot find the package.json of netingress above ${from}`);
  return { root, version: readManifest(root).version, isCheckout: existsSync(join(root, 'src')) };
}
