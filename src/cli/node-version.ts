/**
 * Whether this Node runs the package. On an older one a command would fail later, with an error about the service or
 * the provider.
 */

import { satisfies } from 'semver';
import { ownManifest } from '../terraform/npm-package';
import type { Words } from '../values/words';

/** Returns a sentence for a Node that is too old, else undefined. */
export function findNodeProblem(version: string): Words | undefined {
  const wanted = ownManifest().engines?.node ?? '*';
  if (satisfies(version, wanted, { includePrerelease: true })) return undefined;
  return `Node ${version} is too old; expected ${wanted}. Install it and put it on the PATH: Terraform starts the provider with it, too.`;
}
