/** One stack with its state, and Terraform run on it. */
import { join } from 'node:path';
import type { PlanJson } from '../terraform/plan-json';
import { type RunResult, run } from '../terraform/run';
import { type Plan, toPlan } from './plan';
import type { AnyStack } from './stack';
import { type DeployedState, readState } from './state';
import { synthesise } from './synthesize';
import { TerraformError, terraformError } from './terraform-error';
import { type Messages, readMessages } from './terraform-ui-json';

/** How Terraform is run for a suite. */
export interface Runner {
  readonly binary: string;
  /** Folder that stacks are synthesised into. */
  readonly outdir: string;
  /** The whole environment; for a stack that needs `init`, what else of the caller's. */
  readonly env: (needsInit: boolean) => Readonly<Record<string, string>>;
  /** Interrupts what runs. */
  readonly signal: AbortSignal;
}

/** What can be given to a run. */
export interface RunVariables {
  /** Values of the stack's `TerraformVariable`s by name; what is no text is handed over as JSON. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** Applies the stack as it is declared now, or destroys what it declared. */
export async function applyStack(
  runner: Runner,
  stack: AnyStack,
  given: RunVariables,
  destroy = false,
): Promise<{ readonly planned: Messages['planned']; readonly state: DeployedState }> {
  const doing = `${destroy ? 'destroy' : 'deploy'} the stack '${stack.node.path}'`;
  const { folder, terraform } = await prepare(runner, stack, given, doing);
  const args = ['apply', '-auto-approve', '-input=false', '-json', ...(destroy ? ['-destroy'] : [])];
  const { messages } = await terraform(args);
  return { planned: messages.planned, state: await readState(join(folder, 'terraform.tfstate')) };
}

/** Plans the stack as it is declared now; changes nothing. */
export async function planStack(runner: Runner, stack: AnyStack, given: RunVariables): Promise<Plan> {
  const { terraform } = await prepare(runner, stack, given, `plan the stack '${stack.node.path}'`);
  const { messages } = await terraform(['plan', '-input=false', '-json', '-out=plan.bin']);
  // An import without a change is told in the plan alone, and so is what the changes are.
  if (messages.planned.size === 0) return { changes: [], outputs: messages.outputs };
  const { result } = await terraform(['show', '-json', 'plan.bin']);
  return toPlan(JSON.parse(result.stdout) as PlanJson, messages.outputs);
}

interface Prepared {
  readonly folder: string;
  /** Runs a command; throws a {@link TerraformError} with what was reported if it fails. */
  readonly terraform: (args: readonly string[]) => Promise<{ readonly result: RunResult; readonly messages: Messages }>;
}

async function prepare(runner: Runner, stack: AnyStack, given: RunVariables, doing: string): Promise<Prepared> {
  const { folder, needsInit } = await synthesise(stack, runner.outdir);
  const env = { ...runner.env(needsInit.length > 0), ...variablesOf(given) };
  const terraform: Prepared['terraform'] = async (args) => {
    const result = await run(runner.binary, args, { cwd: folder, env, signal: runner.signal });
    const messages = readMessages(result.stdout);
    if (result.status !== 0) throw terraformError(doing, result, messages.diagnostics);
    return { result, messages };
  };
  if (needsInit.length > 0) await initialise(terraform, needsInit, doing);
  return { folder, terraform };
}

/** Everything beside the netingress provider has to be installed; where it comes from is for Terraform to know. */
async function initialise(terraform: Prepared['terraform'], needed: readonly string[], doing: string): Promise<void> {
  try {
    await terraform(['init', '-input=false', '-no-color', '-json']);
  } catch (cause) {
    if (!(cause instanceof TerraformError)) throw cause;
    throw new TerraformError(
      `Cannot ${doing}: it uses ${needed.join(', ')}, which \`terraform init\` has to install, and that failed. ` +
        'Only the netingress provider is attached without it. Make what is missing reachable (a mirror in the CLI ' +
        `configuration, TF_PLUGIN_CACHE_DIR), or test a stack without it.\n\n${cause.message}`,
      cause.diagnostics,
    );
  }
}

function variablesOf({ variables = {} }: RunVariables): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      `TF_VAR_${name}`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}
