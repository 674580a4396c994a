/** GitHub workflows as data, and their scripts run as a runner would, without GitHub. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { run } from '../../src/terraform/run';

/** One step: an action, or a script. */
export interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

export interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
  readonly 'timeout-minutes'?: number;
}

export interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress': boolean };
  readonly defaults?: { readonly run: { readonly shell: string } };
  readonly jobs: Readonly<Record<string, Job>>;
}

export function readWorkflow(file: string): Workflow {
  return parse(readFileSync(file, 'utf8')) as Workflow;
}

/** How a runner starts a script of `shell: bash`. */
const SHELL = ['--noprofile', '--norc', '-eo', 'pipefail'];

/** What `${{ … }}` stands for, by expression; an expression that is not here is an error. */
export type Contexts = Readonly<Record<string, string>>;

/** The text with its expressions replaced. */
export function expand(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
    const value = contexts[expression];
    if (value === undefined) throw new Error(`The workflow uses ${expression}, which this test does not know`);
    return value;
  });
}

/** Where a job runs. */
export interface Runner {
  readonly folder: string;
  /** `RUNNER_TEMP`; scripts are written there too. */
  readonly temp: string;
  /** What the machine has in its environment, the runner's own variables included. */
  readonly env: Readonly<Record<string, string>>;
  readonly contexts: Contexts;
}

/** Runs the scripts of a job in order, and answers all that they printed; throws that if one fails. */
export async function runJob(job: Job, { folder, temp, env, contexts }: Runner): Promise<string> {
  const expanded = (variables: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, expand(String(value), contexts)]));
  let log = '';
  for (const step of job.steps) {
    if (step.run === undefined) continue;
    const script = join(temp, 'script.sh');
    writeFileSync(script, step.run);
    const { status, stdout, stderr } = await run('bash', [...SHELL, script], {
      cwd: join(folder, expand(step['working-directory'] ?? '.', contexts)),
      env: { ...env, RUNNER_TEMP: temp, ...expanded(job.env), ...expanded(step.env) },
    });
    log += `${stdout}${stderr}`;
    if (status !== 0) throw new Error(`The step '${step.name}' ended with ${String(status)}:\n${log}`);
  }
  return log;
}
