/** The installed package that this command line belongs to. */
import { findPackage } from '../constructs/package';

/** `X.Y.Z` of the package. */
export function packageVersion(): string {
  return findPackage().version;
}

/** Absolute path of something in the package. */
export { findPackage, providerFile } from '../constructs/package';
