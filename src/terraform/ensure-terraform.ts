import { join } from 'node:path';
import { findConfiguredBinary } from './find-binary';
import { findProjectFolder } from './npm-package';
import type { DownloadFile } from './opentofu/fetch';
import { resolveRelease } from './opentofu/release';
import { thisPlatform } from './platforms';

export interface TerraformOptions {
  /** The caller's environment: `PATH`, `TERRAFORM_BINARY_NAME`, and the variables that {@link resolveRelease} reads. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the project, whose cache stores a fetched release. */
  readonly cwd: string;
  readonly onDownload?: (message: string) => void;
  readonly signal?: AbortSignal;
  /** The default connects directly and ignores proxy variables of `env`. */
  readonly download?: DownloadFile;
}

/**
 * Returns what {@link findConfiguredBinary} finds. If that is nothing, returns OpenTofu from the project's cache, into
 * which it is fetched first if it is not there: the pinned release, or the one that the environment names. The fetch
 * fails on Windows, see `platform` of `FetchOptions`.
 */
export async function ensureTerraform({ env, cwd, onDownload, signal, download }: TerraformOptions): Promise<string> {
  const found = await findConfiguredBinary(env);
  if (found !== undefined) return found;
  // The module is loaded here, because most users have Terraform.
  const { fetchOpenTofu } = require('./opentofu/fetch') as typeof import('./opentofu/fetch');
  const platform = thisPlatform();
  const release = resolveRelease(env, platform);
  return fetchOpenTofu({ release, platform, cache: projectCache(cwd), onDownload, signal, download });
}

/** The cache of the project that contains the folder `cwd`. If no project contains it, the cache is in `cwd` itself. */
export function projectCache(cwd: string): string {
  return join(findProjectFolder(cwd) ?? cwd, 'node_modules', '.cache', 'netingress');
}
