/** The installed package that this command line belongs to. */
import { findPackage } from '../constructs/package';

/** `X.Y.Z` of the package. */
export function packageVersion(): string {
  return findPackage().version;
}

/** Where the package is, and the built provider in it: what synth places is what `provider install` installs. */
export { findPackage, providerFile } from '../constructs/package';
