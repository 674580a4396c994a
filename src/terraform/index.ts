export { CLI_CONFIG_FILES, disablesImpliedMirrors } from './cli-config';
export { hashDirectory, hashFiles } from './dirhash';
export { exactVersion, findLockEntry, fullAddress, LOCK_FILE, type LockEntry, upsertLockEntry } from './lock-file';
export {
  buildHash,
  findOtherBuilds,
  IMPLIED_MIRROR_DIR,
  installBuild,
  PLATFORMS,
  PROVIDER_ADDRESS,
  type ProviderBuild,
  packageFiles,
  readBuild,
  removeBuilds,
} from './mirror';
