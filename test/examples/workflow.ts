/** Parses GitHub workflows and runs their scripts without GitHub. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { run } from '../../src/terraform/run';

/** An action, or a script. */
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

/** The arguments of a runner for `shell: bash`. */
const SHELL = ['--noprofile', '--norc', '-eo', 'pipefail'];

/** Values of `${{ … }}` by expression. Other expressions are errors. */
export type Contexts = Readonly<Record<string, string>>;

function expand(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
    const value = contexts[expression];
    if (value === undefined) throw new Error(`The workflow uses ${expression}, which has no value in this test`);
    return value;
  });
}

export interface Runner {
  readonly folder: string;
  /** `RUNNER_TEMP`; scripts are written there too. */
  readonly temp: string;
  /** Environment variables, with those of the runner. */
  readonly env: Readonly<Record<string, string>>;
  readonly contexts: Contexts;
}

/** Runs the scripts of a job in order and returns their output. Throws with the output if a script fails. */
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
    if (status !== 0) throw new Error(`The step '${step.name}' exited with ${String(status)}:\n${log}`);
  }
  return log;
}
