import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CLI_CONFIG_FILES, disablesImpliedMirrors, homeFolder } from '../../terraform/cli-config';
import { IMPLIED_MIRROR_DIR, PROVIDER_ADDRESS } from '../../terraform/mirror';
import type { CliContext } from '../context';
import type { Check } from './check';

const name = 'CLI configuration';

/** Checks whether a CLI configuration hides the provider next to the stack. */
export function checkCliConfiguration({ env, cwd }: CliContext): Check[] {
  const given = env['TF_CLI_CONFIG_FILE'];
  if (given !== undefined && given !== '' && !existsSync(resolve(cwd, given))) {
    const advice = 'Correct the path, or unset the variable.';
    return [{ name, status: 'warning', found: `TF_CLI_CONFIG_FILE is '${given}', which does not exist`, advice }];
  }
  const home = homeFolder(env);
  // The variable replaces the files in the home folder.
  const files = given ? [resolve(cwd, given)] : CLI_CONFIG_FILES.map((file) => join(home, file));
  const existing = files.filter((file) => existsSync(file));
  if (existing.length === 0) return [{ name, status: 'ok', found: 'none' }];
  return existing.map(checkFile);
}

function checkFile(file: string): Check {
  if (!disablesImpliedMirrors(file)) return { name, status: 'ok', found: `${file} hides no provider` };
  // Only Terraform knows which mirror contains the provider. A block that mentions it is assumed to be correct.
  const text = readFileSync(file, 'utf8');
  if (text.includes(PROVIDER_ADDRESS.split('/')[0] as string) || text.includes(IMPLIED_MIRROR_DIR)) {
    return { name, status: 'ok', found: `${file} has a provider_installation block that mentions the provider` };
  }
  return {
    name,
    status: 'failed',
    found: `${file} has a provider_installation block, which hides the provider next to the stack`,
    advice: `Add to the block: filesystem_mirror { path = "${IMPLIED_MIRROR_DIR}" include = ["${PROVIDER_ADDRESS}"] }.`,
  };
}
