/** The user's Terraform CLI configuration: its place, its mirrors, and whether it hides the provider. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { PROVIDER_ADDRESS } from './mirror';

export const CLI_CONFIG_FILES = ['.terraformrc', '.tofurc'] as const;

/** Returns the home folder that Terraform uses: `HOME` if it is not empty, else the one of the user's account. */
export function homeFolder(env: Readonly<Record<string, string | undefined>>): string {
  return env['HOME'] || userInfo().homedir;
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

/**
 * Returns the paths of the file's `filesystem_mirror` blocks that can supply the provider. A block without `include`
 * can supply every provider.
 */
export function findProviderMirrors(text: string): string[] {
  const [host] = PROVIDER_ADDRESS.split('/') as [string];
  return [...text.matchAll(/\bfilesystem_mirror\s*\{([^}]*)\}/g)].flatMap(([, block = '']) => {
    const path = /\bpath\s*=\s*"([^"]+)"/.exec(block)?.[1];
    const canSupply = !/\binclude\s*=/.test(block) || block.includes(host);
    return path !== undefined && canSupply ? [path] : [];
  });
}

/** Whether an absolute path is a mirror without the provider. The content of a relative path depends on the stack. */
export function isMirrorWithoutProvider(mirror: string): boolean {
  const folder = join(mirror, PROVIDER_ADDRESS);
  return isAbsolute(mirror) && !(existsSync(folder) && readdirSync(folder).some((name) => /\d+\.\d+\.\d+/.test(name)));
}
