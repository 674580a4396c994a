import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cliConfigFiles, disablesImpliedMirrors } from '../../terraform/cli-config';
import { IMPLIED_MIRROR_DIR, PROVIDER_ADDRESS } from '../../terraform/mirror';
import type { CliContext } from '../context';
import { type Check, failed, ok } from './check';

const name = 'CLI configuration';

export function checkCliConfiguration({ env, cwd }: CliContext): Check[] {
  const configuredPath = env['TF_CLI_CONFIG_FILE'];
  if (configuredPath !== undefined && configuredPath !== '' && !existsSync(resolve(cwd, configuredPath))) {
    const advice = 'Correct the path, or unset the variable.';
    return [
      { name, status: 'warning', found: `TF_CLI_CONFIG_FILE is '${configuredPath}', which does not exist`, advice },
    ];
  }
  // The variable replaces the files in the home folder.
  const files = configuredPath ? [resolve(cwd, configuredPath)] : cliConfigFiles(env);
  const existing = files.filter((file) => existsSync(file));
  return existing.length === 0 ? [ok(name, 'none')] : existing.map(checkFile);
}

function checkFile(file: string): Check {
  if (!disablesImpliedMirrors(file)) return ok(name, `${file} hides no provider`);
  // Only Terraform knows which mirror contains the provider. A block that mentions it is assumed to be correct.
  const text = readFileSync(file, 'utf8');
  if (text.includes(PROVIDER_ADDRESS.split('/')[0] as string) || text.includes(IMPLIED_MIRROR_DIR)) {
    return ok(name, `${file} has a provider_installation block that mentions the provider`);
  }
  return failed(
    name,
    `${file} has a provider_installation block, which hides the provider next to the stack`,
    `Add to the block: filesystem_mirror { path = "${IMPLIED_MIRROR_DIR}" include = ["${PROVIDER_ADDRESS}"] }.`,
  );
}
