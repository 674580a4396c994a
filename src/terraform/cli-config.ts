/** The user's Terraform CLI configuration: its place, and whether it hides the provider. */
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the home folder that Terraform uses: `HOME` if it is not empty, else the one of the user's account. */
export function homeFolder(env: Environment): string {
  return env['HOME'] || userInfo().homedir;
}

/** `%APPDATA%`, where Terraform for Windows keeps what belongs to the user. */
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
 * Whether the file has a `provider_installation` block. Such a block disables all implied mirrors, also the one beside
 * the stack. Returns false if the file cannot be read.
 */
export function disablesImpliedMirrors(file: string): boolean {
  try {
    return /^\s*provider_installation\b/m.test(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
}
