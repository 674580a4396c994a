/** The Terraform or OpenTofu to run where one is needed and need not have been installed. */
import { existsSync } from 'node:fs';
import { arch } from 'node:os';
import { dirname, join } from 'node:path';
import type { Download } from './fetch-opentofu';
import { findBinary } from './find-binary';
import { releaseFor } from './opentofu';

/** Where to look, and what to tell. */
export interface TerraformOptions {
  /** The caller's environment: its PATH, and what it says about the release to fetch. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the project is: its cache takes what is fetched. */
  readonly cwd: string;
  /** Told before something is fetched, which can take minutes. */
  readonly onFetch?: (what: string) => void;
  readonly signal?: AbortSignal;
  /** How a release is fetched; by default directly, whatever proxy `env` names. */
  readonly download?: Download;
}

/** The first terraform, else tofu, on the PATH; else a pinned OpenTofu from the project's cache, fetched when it is not there. */
export async function ensureTerraform({ env, cwd, onFetch, signal, download }: TerraformOptions): Promise<string> {
  const found = await findBinary(env['PATH'] ?? '');
  if (found !== undefined) return found;
  // Only now: it is what nobody needs who has Terraform.
  const { cachedOpenTofu, fetchOpenTofu } = require('./fetch-opentofu') as typeof import('./fetch-opentofu');
  const platform = releasePlatform();
  const release = releaseFor(env, platform);
  const options = { release, platform, cache: projectCache(cwd), signal, download };
  if (!existsSync(cachedOpenTofu(options))) {
    onFetch?.(
      `Neither terraform nor tofu is on the PATH: fetching OpenTofu ${release.version} from ${release.address}`,
    );
  }
  return fetchOpenTofu(options);
}

/** Platform and processor as the releases' archives are named: `darwin_arm64`. */
export function releasePlatform(): string {
  const architecture = arch();
  return `${process.platform}_${architecture === 'x64' ? 'amd64' : architecture}`;
}

/** `node_modules/.cache/netingress` of the project that a folder is in, where tools keep what can be fetched again. */
export function projectCache(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const isProject = existsSync(join(folder, 'package.json'));
    if (isProject || dirname(folder) === folder) {
      return join(isProject ? folder : cwd, 'node_modules', '.cache', 'netingress');
    }
  }
}
