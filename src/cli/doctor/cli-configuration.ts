import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CLI_CONFIG_FILES, homeFolder, switchesImpliedMirrorsOff } from '../../terraform/cli-config';
import { IMPLIED_MIRROR, PROVIDER_ADDRESS } from '../../terraform/mirror';
import type { CliContext } from '../context';
import type { Check } from './check';

const name = 'CLI configuration';

/** Whether a CLI configuration of Terraform or OpenTofu keeps it from finding the provider beside the stack. */
export function checkCliConfiguration({ env, cwd }: CliContext): Check[] {
  const given = env['TF_CLI_CONFIG_FILE'];
  if (given !== undefined && given !== '' && !existsSync(resolve(cwd, given))) {
    const advice = 'Set it to the file, or to nothing.';
    return [{ name, status: 'warning', found: `TF_CLI_CONFIG_FILE names ${given}, which is not there`, advice }];
  }
  const home = homeFolder(env);
  // The variable takes the place of the files in the home folder.
  const files = given ? [resolve(cwd, given)] : CLI_CONFIG_FILES.map((file) => join(home, file));
  const there = files.filter((file) => existsSync(file));
  if (there.length === 0) return [{ name, status: 'ok', found: 'none' }];
  return there.map(checkFile);
}

function checkFile(file: string): Check {
  if (!switchesImpliedMirrorsOff(file)) return { name, status: 'ok', found: `${file} hides nothing` };
  // Which of its mirrors holds the provider Terraform alone can tell; naming ours shows that it was thought of.
  const text = readFileSync(file, 'utf8');
  if (text.includes(PROVIDER_ADDRESS.split('/')[0] as string) || text.includes(IMPLIED_MIRROR)) {
    return { name, status: 'ok', found: `${file} has a provider_installation block that names the provider` };
  }
  return {
    name,
    status: 'failed',
    found: `${file} has a provider_installation block, which hides the provider beside the stack`,
    advice: `Add to the block: filesystem_mirror { path = "${IMPLIED_MIRROR}" include = ["${PROVIDER_ADDRESS}"] }.`,
  };
}
