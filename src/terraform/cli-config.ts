/** The user's Terraform CLI configuration: its place, and whether it hides the provider. */
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

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
