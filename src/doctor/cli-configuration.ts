import { existsSync, readFileSync } from 'node:fs';
import { basename, isAbsolute, normalize, resolve } from 'node:path';
import type { CliContext } from '../command/context';
import { cliConfigFilesOf, disablesImpliedMirrors, findProviderSources, homeFolder } from '../terraform/cli-config';
import { findConfiguredBinary } from '../terraform/find-binary';
import { IMPLIED_MIRROR_DIR, PROVIDER_ADDRESS } from '../terraform/mirror';
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
  const binary = await findConfiguredBinary(env);
  const files = configuredPath ? [resolve(cwd, configuredPath)] : cliConfigFilesOf(binary, env);
  if (files.length === 0) return [ok(name, 'none')];
  const problem = await findProblem(context, binary, configuredPath);
  return problem ? [problem] : files.map(checkFile);
}

/** Asks Terraform. Undefined if it reports no problem, or cannot be started. */
async function findProblem(
  context: CliContext,
  binary: string | undefined,
  configuredPath: string,
): Promise<Check | undefined> {
  if (binary === undefined) return undefined;
  // With these variables Terraform reads the file that was found above, also if the user has no HOME.
  const variables =
    configuredPath === ''
      ? { HOME: homeFolder(context.env) }
      : { TF_CLI_CONFIG_FILE: resolve(context.cwd, configuredPath) };
  const { stderr = '' } = (await runProgram(context, binary, ['version'], variables)) ?? {};
  // Lines such as `There are some problems with the CLI configuration:`, `│ Error: …`, `As a result of the above …`
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

/** A CLI configuration that names where providers are installed from hides the mirror next to the stack. */
function checkFile(file: string): Check {
  if (!disablesImpliedMirrors(file)) return ok(name, `${file} does not hide the provider`);
  const { overridden, full, empty, networkMirror } = findProviderSources(readFileSync(file, 'utf8'));
  if (overridden) return ok(name, `${file} names a build of the provider in dev_overrides`);
  if (full !== undefined) return checkMirror(file, full);
  if (networkMirror !== undefined) {
    const found = `${file} names the network mirror ${networkMirror}, which was not checked`;
    return { name, status: 'skipped', found, advice: `It must contain ${PROVIDER_ADDRESS}.` };
  }
  if (empty !== undefined) {
    const found = `${file} names the mirror ${empty}, which does not contain the provider`;
    return failed(name, found, `Run \`npx netingress provider install --mirror ${empty}\`.`);
  }
  return failed(
    name,
    `${file} has a provider_installation block, which hides the provider next to the stack`,
    `Add to the block: filesystem_mirror { path = "${IMPLIED_MIRROR_DIR}" include = ["${PROVIDER_ADDRESS}"] }.`,
  );
}

/**
 * A mirror that contains the provider, or one with a relative path, which Terraform resolves in the folder of a stack.
 */
function checkMirror(file: string, mirror: string): Check {
  if (isAbsolute(mirror)) return ok(name, `${file} names the mirror ${mirror}, which contains the provider`);
  if (normalize(mirror) === normalize(IMPLIED_MIRROR_DIR))
    return ok(name, `${file} names the mirror next to the stack`);
  return {
    name,
    status: 'skipped',
    found: `${file} names the mirror ${mirror}, a relative path, which was not checked`,
    advice: `In the folder of each stack it must contain ${PROVIDER_ADDRESS}.`,
  };
}
