import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_IN_PROVIDER, exactVersion, findLockEntry, LOCK_FILE, upsertLockEntry } from './lock-file';
import { PROVIDER_ADDRESS } from './mirror';

export interface RequiredProvider {
  /** Full source address. */
  readonly address: string;
  /** Constraint; empty for none. */
  readonly version: string;
}

/**
 * Adds our build to the lock file, and each exact version of another provider without an entry. Returns whether the
 * file changed. Unless every provider has an entry, the CDKTF CLI runs `terraform providers lock`, which fails because
 * our provider has no registry.
 */
export function lockProviders(
  directory: string,
  { version, hashes }: { readonly version: string; readonly hashes: readonly string[] },
  others: readonly RequiredProvider[],
): boolean {
  const previousText = readLockFile(directory);
  let text = upsertLockEntry(previousText, { address: PROVIDER_ADDRESS, version, constraints: version, hashes });
  for (const { address, version: constraint } of others) {
    const exact = exactVersion(constraint);
    if (exact === undefined || address === BUILT_IN_PROVIDER || findLockEntry(text, address)) continue;
    text = upsertLockEntry(text, { address, version: exact, constraints: exact, hashes: [] });
  }
  if (text === previousText) return false;
  writeFileSync(join(directory, LOCK_FILE), text);
  return true;
}

/**
 * Returns a sentence for each of the providers that has no entry and whose constraint is not an exact version, except
 * for the one that Terraform contains.
 */
export function findUnlockable(directory: string, others: readonly RequiredProvider[]): string[] {
  const lock = readLockFile(directory);
  return others
    .filter(
      ({ address, version }) =>
        address !== BUILT_IN_PROVIDER && !findLockEntry(lock, address) && exactVersion(version) === undefined,
    )
    .map(
      ({ address, version }) =>
        `Provider ${address} has the version constraint '${version}' and no entry in ${LOCK_FILE}. The CDKTF CLI ` +
        'will run `terraform providers lock`, which fails because no registry has the netingress provider. Require an ' +
        'exact version, or pass --skip-provider-lock.',
    );
}

function readLockFile(directory: string): string {
  const file = join(directory, LOCK_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
