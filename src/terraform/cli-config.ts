/** What a user's Terraform CLI configuration says that matters to us. */
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

/** Names of the CLI configuration of Terraform and OpenTofu in the home folder. */
export const CLI_CONFIG_FILES = ['.terraformrc', '.tofurc'] as const;

/** The home folder as Terraform finds it: `HOME` if it is not empty, else that of the user's account. */
export function homeFolder(env: Readonly<Record<string, string | undefined>>): string {
  return env['HOME'] || userInfo().homedir;
}

/**
 * Whether the file has a `provider_installation` block, which switches off every mirror that Terraform would find by
 * itself, ours beside the stack among them. False if the file cannot be read.
 */
export function switchesImpliedMirrorsOff(file: string): boolean {
  try {
    return /^\s*provider_installation\b/m.test(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
}
