/** The user's Terraform CLI configuration: its path, its mirrors, and whether it disables the mirror next to the stack. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { PROVIDER_ADDRESS } from './mirror';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the home folder that Terraform uses: `HOME` if it is not empty, else the home folder of the operating system's user. */
export function homeFolder(env: Environment): string {
  return env['HOME'] || userInfo().homedir;
}

/** Returns `%APPDATA%`, where Terraform for Windows stores the user's files. */
function applicationData(env: Environment): string {
  return env['APPDATA'] || join(userInfo().homedir, 'AppData', 'Roaming');
}

/** Returns the paths of the user's CLI configuration, of Terraform and of OpenTofu. */
export function cliConfigFiles(env: Environment, platform: NodeJS.Platform = process.platform): string[] {
  return platform === 'win32'
    ? ['terraform.rc', 'tofu.rc'].map((name) => join(applicationData(env), name))
    : ['.terraformrc', '.tofurc'].map((name) => join(homeFolder(env), name));
}

/** Returns the user's folder that Terraform searches for providers. */
export function userPluginFolder(env: Environment, platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32'
    ? join(applicationData(env), 'terraform.d', 'plugins')
    : join(homeFolder(env), '.terraform.d', 'plugins');
}

/**
 * Whether the file has a `provider_installation` block. Such a block disables all implied mirrors, also the one next to
 * the stack. Returns false if the file cannot be read.
 */
export function disablesImpliedMirrors(file: string): boolean {
  try {
    return /^\s*provider_installation\b/m.test(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
}

/** Returns the paths of `filesystem_mirror` blocks that can supply the provider. Without `include` a block can. */
export function findProviderMirrors(text: string): string[] {
  const [host] = PROVIDER_ADDRESS.split('/') as [string];
  return [...text.matchAll(/\bfilesystem_mirror\s*\{([^}]*)\}/g)].flatMap(([, block = '']) => {
    const path = /\bpath\s*=\s*"([^"]+)"/.exec(block)?.[1];
    const canSupply = !/\binclude\s*=/.test(block) || block.includes(host);
    return path !== undefined && canSupply ? [path] : [];
  });
}

/** Whether a mirror does not contain the provider. False for a relative path, whose content depends on the stack. */
export function isMirrorWithoutProvider(mirror: string): boolean {
  const folder = join(mirror, PROVIDER_ADDRESS);
  return isAbsolute(mirror) && !(existsSync(folder) && readdirSync(folder).some((name) => /\d+\.\d+\.\d+/.test(name)));
}
