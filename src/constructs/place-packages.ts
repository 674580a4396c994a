/** Places the provider packages of a stack in its mirror, and computes their checksums for its lock file. */
import { type BundleSources, hashZip, requireBundle } from '../terraform/bundle';
import { installScript, installZip, removeBuilds, removeOtherPackages } from '../terraform/mirror';
import { findProviderProblem, type InstalledPackage, providerFile } from '../terraform/npm-package';
import { checkPlatform, type Platform, SCRIPT_PLATFORMS, thisPlatform } from '../terraform/platforms';
import {
  hashFiles,
  type ProviderBuild,
  readWithHashVersion,
  readWithPackageVersion,
} from '../terraform/provider-build';

/** The packages of one stack. All have the version of the build, because a configuration requires exactly one. */
export interface StackPackages {
  readonly build: ProviderBuild;
  /** Zips of platforms that get the provider with its own runtime. The others get the script, except Windows. */
  readonly bundles: ReadonlyMap<Platform, string>;
}

/** Finds the packages: bundles for the listed platforms, and for this machine if it runs Windows. */
export function findPackages(
  installed: InstalledPackage,
  listed: readonly string[],
  sources: BundleSources,
): StackPackages {
  const found = findProviderProblem(installed);
  if (found) throw new Error(`Cannot install the netingress provider: ${found.problem}. ${found.advice}`);
  const here = thisPlatform();
  const platforms = new Set(listed.map(checkPlatform));
  // Windows cannot start a script.
  if (here.startsWith('windows_')) platforms.add(checkPlatform(here));
  const bundles = [...platforms].map((platform) => [platform, requireBundle(platform, sources)] as const);
  const read = installed.isCheckout ? readWithHashVersion : readWithPackageVersion;
  return { build: read(providerFile(installed), installed.version), bundles: new Map(bundles) };
}

/** Installs the packages in the mirror, and removes those of `outdated` versions and of other platforms. */
export function placePackages(mirror: string, { build, bundles }: StackPackages, outdated: readonly string[]): void {
  const scripts = SCRIPT_PLATFORMS.filter((platform) => !bundles.has(platform));
  removeBuilds(mirror, outdated);
  removeOtherPackages(mirror, build.version, { packed: [...bundles.keys()], unpacked: scripts });
  installScript(mirror, build, scripts);
  for (const [platform, zip] of bundles) installZip(mirror, build.version, platform, zip);
}

/** Of all packages: Terraform on each of these platforms finds its own in the lock file. */
export function hashPackages({ build, bundles }: StackPackages): string[] {
  return [...new Set([hashFiles(build.files), ...[...bundles.values()].map(hashZip)])];
}
