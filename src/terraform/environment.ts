import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Variables with which Terraform asks nothing, and contacts no host for its own version. */
export const UNATTENDED = { TF_IN_AUTOMATION: '1', TF_INPUT: '0', CHECKPOINT_DISABLE: '1' } as const;

export interface IsolatedRun {
  /** Folder for HOME, temporary files and the CLI configuration of this run; created if it does not exist. */
  readonly folder: string;
  /** The `PATH`: Terraform starts the provider, and the provider needs `node`. */
  readonly searchPath: string;
  /** The only provider mirror; without it Terraform uses implied mirrors (`terraform.d/plugins`) and registries. */
  readonly mirror?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/**
 * For Terraform, OpenTofu and the CDKTF CLI. Has nothing of the caller's but `searchPath` and `variables`: no CLI
 * configuration, because a `provider_installation` block would hide implied mirrors, and no home folder.
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
  await writeFile(cliConfig, mirror === undefined ? '' : formatMirrorConfig(mirror));
  return {
    PATH: searchPath,
    HOME: home,
    TMPDIR: folder,
    TF_CLI_CONFIG_FILE: cliConfig,
    ...UNATTENDED,
    // Keeps cdktf-cli from writing into the user's home and the current folder.
    CDKTF_HOME: join(home, '.cdktf'),
    CDKTF_LOG_FILE_DIRECTORY: folder,
    CDKTF_DISABLE_PLUGIN_CACHE_ENV: '1',
    CI: '1',
    ...variables,
  };
}

export function formatMirrorConfig(mirror: string): string {
  return `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\n`;
}
