/** What a user's Terraform CLI configuration says that matters to us. */
import { readFileSync } from 'node:fs';

/** Names of the CLI configuration of Terraform and OpenTofu in the home folder. */
export const CLI_CONFIG_FILES = ['.terraformrc', '.tofurc'] as const;

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
