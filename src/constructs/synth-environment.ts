/** What a synthesis reads from its process: the environment, and the folder of the app. */
import { BUNDLES_VARIABLE, type BundleSources, PLATFORMS_VARIABLE } from '../terraform/bundle';
import type { InstalledPackage } from '../terraform/npm-package';
import { type Platform, parsePlatforms } from '../terraform/platforms';

export function environment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/** Returns the platforms that the environment names. Throws if one of them does not exist. */
export function readPlatforms(): Platform[] {
  try {
    return parsePlatforms(process.env[PLATFORMS_VARIABLE] ?? '');
  } catch (error) {
    throw new Error(`${PLATFORMS_VARIABLE}: ${(error as Error).message}`);
  }
}

/** Returns where the synthesis looks for provider packages: the environment, then npm packages of the app. */
export function bundleSources({ root, version }: InstalledPackage): BundleSources {
  return { version, folders: [process.env[BUNDLES_VARIABLE]], projects: [process.cwd(), root] };
}
