import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What an isolated run of Terraform needs. */
export interface IsolatedRun {
  /** A folder of the run's own for HOME and its CLI configuration; created when it is not there. */
  readonly folder: string;
  /** Search path for programs: Terraform starts the provider, and the provider needs `node`. */
  readonly searchPath: string;
  /** Folder laid out as a provider mirror; without one, only implied mirrors (`terraform.d/plugins`) are used. */
  readonly mirror?: string;
  /** More variables, for example the provider's settings. */
  readonly variables?: Readonly<Record<string, string>>;
}

/**
 * The whole environment for Terraform, OpenTofu and the CDKTF command line in which nothing of the caller's shows
 * through: neither a CLI configuration (a `provider_installation` block would hide implied mirrors), nor TF_ variables,
 * nor a home folder. Checks for new versions are off, so nothing is contacted.
 */
export async function isolatedEnvironment({
  folder,
  searchPath,
  mirror,
  variables,
}: IsolatedRun): Promise<Record<string, string>> {
  const home = join(folder, 'home');
  await mkdir(home, { recursive: true });
  const cliConfig = join(folder, 'terraform.rc');
  await writeFile(cliConfig, mirror === undefined ? '' : mirrorConfig(mirror));
  return {
    PATH: searchPath,
    HOME: home,
    TMPDIR: folder,
    TF_CLI_CONFIG_FILE: cliConfig,
    TF_IN_AUTOMATION: '1',
    TF_INPUT: '0',
    CHECKPOINT_DISABLE: '1',
    // cdktf-cli writes below these and into the current folder otherwise (terraform/rules 8).
    CDKTF_HOME: join(home, '.cdktf'),
    CDKTF_LOG_FILE_DIRECTORY: folder,
    CDKTF_DISABLE_PLUGIN_CACHE_ENV: '1',
    CI: '1',
    ...variables,
  };
}

function mirrorConfig(mirror: string): string {
  return `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\n`;
}
