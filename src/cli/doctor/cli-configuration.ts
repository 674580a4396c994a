import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import {
  cliConfigFiles,
  disablesImpliedMirrors,
  findProviderMirrors,
  isMirrorWithoutProvider,
} from '../../terraform/cli-config';
import { findBinary } from '../../terraform/find-binary';
import { IMPLIED_MIRROR_DIR, PROVIDER_ADDRESS } from '../../terraform/mirror';
import type { CliContext } from '../context';
import { type Check, failed, ok } from './check';
import { runProgram } from './version';

const name = 'CLI configuration';

export async function checkTerraformCliConfiguration(context: CliContext): Promise<Check[]> {
  const { env, cwd } = context;
  const configuredPath = env['TF_CLI_CONFIG_FILE'] ?? '';
  if (configuredPath !== '' && !existsSync(resolve(cwd, configuredPath))) {
    const advice = 'Correct the path, or unset the variable.';
    return [
      { name, status: 'warning', found: `TF_CLI_CONFIG_FILE is '${configuredPath}', which does not exist`, advice },
    ];
  }
  // The variable replaces the files in the home folder.
  const files = configuredPath ? [resolve(cwd, configuredPath)] : cliConfigFiles(env);
  const existing = files.filter((file) => existsSync(file));
  if (existing.length === 0) return [ok(name, 'none')];
  const problem = await findProblem(context, configuredPath);
  return problem ? [problem] : existing.map(checkFile);
}

/** Returns Terraform's message about a configuration that it cannot read. Only Terraform knows the format. */
async function findProblem(context: CliContext, configuredPath: string): Promise<Check | undefined> {
  const binary = await findBinary(context.env['PATH'] ?? '');
  if (binary === undefined) return undefined;
  const variables = configuredPath === '' ? {} : { TF_CLI_CONFIG_FILE: resolve(context.cwd, configuredPath) };
  const { stderr = '' } = (await runProgram(context, binary, ['version'], variables)) ?? {};
  const report = /problems with the CLI configuration:([\s\S]*?)(?:As a result|$)/.exec(stderr)?.[1];
  if (report === undefined) return undefined;
  const message = report
    .split('\n')
    .map((line) => line.replace(/^[╷│╵\s]+/, '').trim())
    .filter((line) => line !== '')
    .join(' ');
  const found = `${basename(binary)} cannot use all of it: ${message}`;
  return { name, status: 'warning', found, advice: 'Correct the file.' };
}

function checkFile(file: string): Check {
  if (!disablesImpliedMirrors(file)) return ok(name, `${file} does not hide the provider`);
  // Only Terraform knows which source it selects. A block that mentions the provider is assumed to be correct, unless
  // its only sources are mirrors without the provider.
  const text = readFileSync(file, 'utf8');
  const mirrors = findProviderMirrors(text);
  const [empty] = mirrors.every(isMirrorWithoutProvider) ? mirrors : [];
  if (empty !== undefined && !/\b(dev_overrides|network_mirror)\b/.test(text)) {
    const found = `${file} names the mirror ${empty}, which does not contain the provider`;
    return failed(name, found, `Run \`npx netingress provider install --mirror ${empty}\`.`);
  }
  if (text.includes(PROVIDER_ADDRESS.split('/')[0] as string) || text.includes(IMPLIED_MIRROR_DIR)) {
    return ok(name, `${file} has a provider_installation block that mentions the provider`);
  }
  return failed(
    name,
    `${file} has a provider_installation block, which hides the provider next to the stack`,
    `Add to the block: filesystem_mirror { path = "${IMPLIED_MIRROR_DIR}" include = ["${PROVIDER_ADDRESS}"] }.`,
  );
}
