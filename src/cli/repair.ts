/** Reverts changes through Terraform: a plan of just those addresses, shown, and applied as it was shown. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Finding } from '../drift/report/finding';
import { applyCommand, type Place } from '../drift/report/remedy';
import { findBinary } from '../terraform/find-binary';
import { describeEnd, run } from '../terraform/run';
import { CliError } from './cli-error';
import type { CliContext } from './context';
import { terraformEnvironment } from './load-inputs';

/** What an apply mends; what is unmanaged, replaced or claimed twice needs a decision. */
const mendable: readonly string[] = ['changed', 'missing'];

/**
 * Plans and applies the addresses of all changed and missing objects, stack by stack. Answers whether there was anything
 * to apply. Throws a {@link CliError} when Terraform fails; stacks before that one are mended then.
 */
export async function repair(
  context: CliContext,
  findings: readonly Finding[],
  places: readonly Place[],
): Promise<boolean> {
  const addresses = new Map<string, Set<string>>();
  for (const { type, address, state } of findings) {
    if (!mendable.includes(type) || address === null || state === null) continue;
    addresses.set(state, (addresses.get(state) ?? new Set()).add(address));
  }
  for (const [state, wanted] of addresses) {
    const folder = places.find((place) => place.state === state)?.folder;
    if (folder === undefined)
      throw new CliError(`Cannot repair ${state}: nobody knows in which folder Terraform runs for it.`);
    await applyTargets(context, folder, [...wanted]);
  }
  return addresses.size > 0;
}

async function applyTargets(context: CliContext, folder: string, addresses: readonly string[]): Promise<void> {
  const env = terraformEnvironment(context);
  const binary = await findBinary(env['PATH'] ?? '');
  if (binary === undefined) throw new CliError('Cannot repair: neither terraform nor tofu is on the PATH.');
  const kept = await mkdtemp(join(tmpdir(), 'netingress-repair-'));
  const plan = join(kept, 'plan.bin');
  const terraform = async (...args: string[]): Promise<void> => {
    const options = { cwd: resolve(context.cwd, folder), env, signal: context.signal };
    const ended = await run(binary, args, options);
    context.err(ended.stdout.trimEnd());
    if (ended.status !== 0)
      throw new CliError(`terraform ${args[0]} in ${folder} ${describeEnd(ended)}:\n${ended.stderr.trimEnd()}`);
  };
  try {
    context.err(`Repairing: ${applyCommand(addresses, folder)}`);
    await terraform(
      'plan',
      '-no-color',
      '-input=false',
      `-out=${plan}`,
      ...addresses.map((address) => `-target=${address}`),
    );
    await terraform('apply', '-no-color', '-input=false', plan);
  } finally {
    // A plan holds values that must not be left lying about.
    await rm(kept, { recursive: true, force: true });
  }
}
