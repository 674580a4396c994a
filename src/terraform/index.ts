/** Finds, prepares and reads what the terraform or tofu binary needs. Imports nothing of ours. */
export { CLI_CONFIG_FILES, switchesImpliedMirrorsOff } from './cli-config';
export { hashDirectory, hashFiles } from './dirhash';
export { exactVersion, findLockEntry, fullAddress, LOCK_FILE, type LockEntry, upsertLockEntry } from './lock-file';
export {
  buildHash,
  findOtherBuilds,
  IMPLIED_MIRROR,
  PLATFORMS,
  PROVIDER_ADDRESS,
  type ProviderBuild,
  packageFiles,
  placeBuild,
  readBuild,
  removeBuilds,
} from './mirror';
