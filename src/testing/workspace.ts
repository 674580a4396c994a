import { join } from 'node:path';
import type { PlanJson } from '../terraform/plan-json';
import { type RunResult, run } from '../terraform/run';
import { parseMessages, type TerraformMessages } from '../terraform/ui-json';
import { type Plan, parsePlan } from './plan';
import { type AnyStack, type DeployedState, readState } from './stack';
import { synthesize } from './synthesize';
import { TerraformError, terraformError } from './terraform-error';

export interface Runner {
  readonly binary: string;
  readonly outdir: string;
  /**
   * The environment, without {@link RunVariables}. For a stack that needs `init` it has what installations need of the
   * caller's variables.
   */
  readonly env: (needsInit: boolean) => Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Input of a Terraform run. */
export interface RunVariables {
  /** Values of the stack's `TerraformVariable`s by name. Values other than strings are passed as JSON. */
  readonly variables?: Readonly<Record<string, unknown>>;
}

export async function applyStack(
  runner: Runner,
  stack: AnyStack,
  variables: RunVariables,
  destroy: boolean,
): Promise<{ readonly planned: TerraformMessages['planned']; readonly state: DeployedState }> {
  const action = `${destroy ? 'destroy' : 'deploy'} the stack '${stack.node.path}'`;
  const { folder, terraform } = await prepare(runner, stack, variables, action);
  const args = ['apply', '-auto-approve', '-input=false', '-json', ...(destroy ? ['-destroy'] : [])];
  const { messages } = await terraform(args);
  return { planned: messages.planned, state: await readState(join(folder, 'terraform.tfstate')) };
}

export async function planStack(runner: Runner, stack: AnyStack, variables: RunVariables): Promise<Plan> {
  const { terraform } = await prepare(runner, stack, variables, `plan the stack '${stack.node.path}'`);
  const { messages } = await terraform(['plan', '-input=false', '-json', '-out=plan.bin']);
  // The messages name every planned change, but not the attributes that differ; `show -json` has them.
  if (messages.planned.size === 0) return { changes: [], outputs: messages.outputs };
  const { result } = await terraform(['show', '-json', 'plan.bin']);
  return parsePlan(JSON.parse(result.stdout) as PlanJson, messages.outputs);
}

interface Prepared {
  readonly folder: string;
  readonly terraform: (
    args: readonly string[],
  ) => Promise<{ readonly result: RunResult; readonly messages: TerraformMessages }>;
}

async function prepare(runner: Runner, stack: AnyStack, variables: RunVariables, action: string): Promise<Prepared> {
  const { folder, externalDependencies } = await synthesize(stack, runner.outdir);
  const env = { ...runner.env(externalDependencies.length > 0), ...toEnvironment(variables) };
  const terraform: Prepared['terraform'] = async (args) => {
    const result = await run(runner.binary, args, { cwd: folder, env, signal: runner.signal });
    const messages = parseMessages(result.stdout);
    if (result.status !== 0) throw terraformError(action, result, messages.diagnostics);
    return { result, messages };
  };
  if (externalDependencies.length > 0) await runInit(terraform, externalDependencies, action);
  return { folder, terraform };
}

async function runInit(terraform: Prepared['terraform'], needed: readonly string[], action: string): Promise<void> {
  try {
    await terraform(['init', '-input=false', '-no-color', '-json']);
  } catch (cause) {
    if (!(cause instanceof TerraformError)) throw cause;
    throw new TerraformError(
      `Cannot ${action}: \`terraform init\` failed to install ${needed.join(', ')}. The kit has only the netingress ` +
        'provider. Provide the missing ones with a mirror in the CLI configuration or TF_PLUGIN_CACHE_DIR, or ' +
        `test a stack without them.\n\n${cause.message}`,
      cause.diagnostics,
    );
  }
}

function toEnvironment({ variables = {} }: RunVariables): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      `TF_VAR_${name}`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}
