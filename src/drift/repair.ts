import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type CliContext, CliError } from '../command/context';
import { terraformEnvironment } from '../command/inputs/load-inputs';
import { formatStateSource, isSameState, type StateSource, type WorkingDirectory } from '../model/inventory';
import { createRunFolder } from '../sandbox/run-folder';
import { commandName, findConfiguredBinary } from '../terraform/find-binary';
import { omitQuotedLines } from '../terraform/omit-quoted-lines';
import { describeEnd, run } from '../terraform/run';
import type { Finding } from './compare/finding';
import { applyCommand } from './compare/remedy';

/** Types of findings whose apply restores what a state has. `pending` is a deployment; the others need a decision. */
const REPAIRABLE: readonly string[] = ['changed', 'missing'];

/**
 * Plans the addresses of the changed and missing objects of states, prints the plan and applies exactly it, one state
 * after the other. Returns whether there were any. Throws a {@link CliError} if there is neither Terraform nor
 * OpenTofu, if it fails, or if it is not known where it runs for a state; the states before that one are repaired.
 */
export async function repair(
  context: CliContext,
  findings: readonly Finding[],
  workingDirectories: readonly WorkingDirectory[],
): Promise<boolean> {
  const byState = new Map<string, { readonly state: StateSource; readonly addresses: Set<string> }>();
  for (const { type, address, state } of findings) {
    if (!REPAIRABLE.includes(type) || address === null || state === null) continue;
    const key = JSON.stringify(state);
    const targets = byState.get(key) ?? { state, addresses: new Set() };
    byState.set(key, { state, addresses: targets.addresses.add(address) });
  }
  if (byState.size === 0) return false;
  const binary = await findConfiguredBinary(context.env);
  if (binary === undefined)
    throw new CliError('Cannot repair: neither terraform nor tofu is on the PATH. Install one of them.');
  const command = commandName(binary);
  for (const { state, addresses } of byState.values()) {
    const directory = workingDirectories.find((candidate) => isSameState(candidate.state, state))?.directory;
    if (directory === undefined)
      throw new CliError(
        `Cannot repair ${formatStateSource(state)}: its working directory is unknown. Run \`${applyCommand([...addresses], undefined, command)}\` in the directory of its configuration.`,
      );
    await applyTargets(context, binary, directory, [...addresses]);
  }
  return true;
}

async function applyTargets(
  context: CliContext,
  binary: string,
  directory: string,
  addresses: readonly string[],
): Promise<void> {
  const env = terraformEnvironment(context);
  const command = commandName(binary);
  // A plan file contains secrets in clear text. The next run removes that of a killed one.
  const temporary = await createRunFolder(tmpdir(), 'netingress-repair', context.pid);
  const plan = join(temporary.path, 'plan.bin');
  const terraform = async (...args: string[]): Promise<void> => {
    const options = { cwd: resolve(context.cwd, directory), env, signal: context.signal };
    const result = await run(binary, args, options);
    // The plan is progress; standard output is for the report.
    context.printError(result.stdout.trimEnd());
    if (result.status !== 0)
      throw new CliError(
        `${command} ${args[0]} in ${directory} ${describeEnd(result)}:\n${omitQuotedLines(result.stderr).trimEnd()}`,
      );
  };
  try {
    context.printError(`Repairing in ${directory}: ${addresses.join(', ')}`);
    const targets = addresses.map((address) => `-target=${address}`);
    await terraform('plan', '-no-color', '-input=false', `-out=${plan}`, ...targets);
    await terraform('apply', '-no-color', '-input=false', plan);
  } finally {
    await temporary.remove();
  }
}
