/**
 * Runs jobs of GitHub workflows without GitHub: expressions, composite actions, and the files and variables that its runner
 * documents. Actions of others are functions of the test.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { startScript } from '../script';
import { cancelOnGitHub, type RunningJob } from './cancel';
import { type Contexts, type ExpressionScope, evaluateCondition, expand } from './expression';

export interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly shell?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
}

export interface Job {
  readonly 'runs-on': string;
  readonly environment?: string;
  readonly strategy?: {
    readonly matrix: Readonly<Record<string, readonly string[]>>;
    readonly 'max-parallel'?: number;
  };
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly name: string;
  readonly on: unknown;
  readonly permissions: Readonly<Record<string, string>>;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

export interface Action {
  readonly name: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export function readYaml<T>(file: string): T {
  return parse(readFileSync(file, 'utf8')) as T;
}

/** An action of somebody else; it may return variables for the steps that follow. */
export type ActionStandIn = (
  inputs: Readonly<Record<string, string>>,
  job: { readonly workspace: string; readonly environment: string; readonly permissions: Workflow['permissions'] },
) => Promise<Readonly<Record<string, string>> | undefined> | Readonly<Record<string, string>> | undefined;

type Outcome = 'success' | 'failure' | 'cancelled';

export interface JobResult {
  readonly result: Outcome;
  readonly log: string;
  /** `GITHUB_STEP_SUMMARY` of all steps. */
  readonly summary: string;
}

export interface GitHubRunOptions {
  /** Folder for workspaces and temporary files of jobs. */
  readonly folder: string;
  /** `action.yml`, by the repository that a step uses. */
  readonly ownActions: Readonly<Record<string, string>>;
  readonly standIns: Readonly<Record<string, ActionStandIn>>;
  /** Variables of the machine. */
  readonly env: Readonly<Record<string, string>>;
  /** `vars` and `secrets` of each environment; undefined for a workflow without one. */
  readonly contexts: (environment: string | undefined) => Contexts;
  readonly event: object;
  readonly eventName: string;
  readonly token: string;
  readonly repository: string;
  readonly apiUrl: string;
  readonly matrix?: Readonly<Record<string, string>>;
  /** Called when a step with a script starts. */
  readonly onStep?: (name: string, step: RunningJob) => void;
}

/** Runs the only job of a workflow for one element of its matrix. */
export async function runGitHubJob(workflow: Workflow, options: GitHubRunOptions): Promise<JobResult> {
  const run = new GitHubJob(workflow, options);
  try {
    return await run.run();
  } finally {
    run.dispose();
  }
}

class GitHubJob {
  readonly #root: string;
  readonly #workspace: string;
  readonly #temp: string;
  readonly #job: Job;
  readonly #permissions: Workflow['permissions'];
  readonly #environment: string;
  readonly #variables: Record<string, string> = {};
  #isCancelled = false;
  #hasFailed = false;
  #log = '';
  #summary = '';
  readonly #masks = new Set<string>();

  constructor(
    { jobs, permissions }: Workflow,
    readonly options: GitHubRunOptions,
  ) {
    this.#root = mkdtempSync(join(options.folder, 'job-'));
    this.#workspace = join(this.#root, 'workspace');
    this.#temp = join(this.#root, 'temp');
    for (const folder of [this.#workspace, this.#temp]) mkdirSync(folder);
    const [job, ...others] = Object.values(jobs);
    if (!job || others.length > 0) throw new Error('Expected a workflow with one job');
    this.#job = job;
    this.#permissions = permissions;
    this.#environment = expand(job.environment ?? '', this.#scope(this.#matrix()));
    writeFileSync(join(this.#root, 'event.json'), JSON.stringify(options.event));
  }

  dispose(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  async run(): Promise<JobResult> {
    const { env = {}, steps } = this.#job;
    const contexts = {
      ...this.options.contexts(this.#environment || undefined),
      ...this.#matrix(),
      'github.token': this.options.token,
      'runner.temp': this.#temp,
    };
    const jobEnv = this.#expandAll(env, contexts);
    const outcome = await this.#runSteps(steps, contexts, jobEnv);
    return { result: this.#isCancelled ? 'cancelled' : outcome, log: this.#log, summary: this.#summary };
  }

  #matrix(): Contexts {
    return Object.fromEntries(
      Object.entries(this.options.matrix ?? {}).map(([name, value]) => [`matrix.${name}`, value]),
    );
  }

  #scope(contexts: Contexts): ExpressionScope {
    return { contexts, isCancelled: this.#isCancelled, hasFailed: this.#hasFailed };
  }

  #expandAll(values: Readonly<Record<string, unknown>>, contexts: Contexts): Record<string, string> {
    const scope = this.#scope(contexts);
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, expand(String(value), scope)]));
  }

  /** Returns the first outcome that is not a success. The conditions of later steps know `steps.ID.outcome`. */
  async #runSteps(steps: readonly Step[], contexts: Contexts, env: Readonly<Record<string, string>>): Promise<Outcome> {
    const known: Record<string, string> = { ...contexts };
    let result: Outcome = 'success';
    for (const step of steps) {
      const runs = evaluateCondition(step.if, this.#scope(known));
      const outcome = runs ? await this.#runStep(step, known, env) : 'skipped';
      if (step.id !== undefined) known[`steps.${step.id}.outcome`] = outcome;
      if (result === 'success' && outcome !== 'skipped') result = outcome;
    }
    return result;
  }

  async #runStep(step: Step, contexts: Contexts, env: Readonly<Record<string, string>>): Promise<Outcome> {
    if (step.uses === undefined) return this.#runScript(step, contexts, env);
    const [name = ''] = step.uses.split('@');
    const inputs = this.#expandAll(step.with ?? {}, contexts);
    const action = this.options.ownActions[name];
    if (action !== undefined) return this.#runComposite(readYaml<Action>(action), inputs, contexts, env);
    const standIn = this.options.standIns[name];
    if (!standIn) throw new Error(`The action ${name} has no stand-in`);
    const job = { workspace: this.#workspace, environment: this.#environment, permissions: this.#permissions };
    Object.assign(this.#variables, await standIn(inputs, job));
    return 'success';
  }

  /** A composite action sees its inputs, and neither `secrets` nor `vars`. */
  async #runComposite(
    action: Action,
    given: Readonly<Record<string, string>>,
    outer: Contexts,
    env: Readonly<Record<string, string>>,
  ): Promise<Outcome> {
    for (const name of Object.keys(given))
      if (!action.inputs[name]) throw new Error(`The action ${action.name} has no input ${name}`);
    const contexts: Record<string, string> = Object.fromEntries(
      Object.entries(outer).filter(([name]) => /^(github|runner)\./.test(name)),
    );
    for (const [name, { default: value = '' }] of Object.entries(action.inputs))
      contexts[`inputs.${name}`] = given[name] ?? value;
    return await this.#runSteps(action.runs.steps, contexts, env);
  }

  async #runScript(step: Step, contexts: Contexts, env: Readonly<Record<string, string>>): Promise<Outcome> {
    const { name = '', run = '', shell } = step;
    if (shell !== 'bash') throw new Error(`The step ${name} has the shell ${shell}; expected bash`);
    const file = (kind: string): string => join(this.#temp, `${kind}.txt`);
    for (const kind of ['env', 'output', 'summary']) writeFileSync(file(kind), '');
    writeFileSync(file('script'), run);
    const { event: _, eventName, token: __, repository, apiUrl } = this.options;
    const script = startScript('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file('script')], {
      cwd: join(this.#workspace, expand(step['working-directory'] ?? '.', this.#scope(contexts))),
      env: {
        ...this.options.env,
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_API_URL: apiUrl,
        GITHUB_ENV: file('env'),
        GITHUB_EVENT_NAME: eventName,
        GITHUB_EVENT_PATH: join(this.#root, 'event.json'),
        GITHUB_OUTPUT: file('output'),
        GITHUB_REF_NAME: 'main',
        GITHUB_REPOSITORY: repository,
        GITHUB_STEP_SUMMARY: file('summary'),
        RUNNER_TEMP: this.#temp,
        ...env,
        ...this.#variables,
        ...this.#expandAll(step.env ?? {}, contexts),
      },
    });
    let isCancelled = false;
    this.options.onStep?.(name, {
      says: script.says,
      cancel: () => {
        isCancelled = true;
        this.#isCancelled = true;
        void cancelOnGitHub(script);
      },
    });
    const { status, output } = await script.ended;
    this.#append(output);
    this.#summary += readFileSync(file('summary'), 'utf8');
    for (const line of readFileSync(file('env'), 'utf8').split('\n')) {
      const [, variable, value] = /^([^=]+)=(.*)$/.exec(line) ?? [];
      if (variable !== undefined && value !== undefined) this.#variables[variable] = value;
    }
    if (isCancelled) return 'cancelled';
    if (status === 0) return 'success';
    this.#hasFailed = true;
    this.#log += `The step '${name}' ended with status ${status}.\n`;
    return 'failure';
  }

  /** Hides what the step masked, as the log of GitHub does. */
  #append(output: string): void {
    for (const [, mask] of output.matchAll(/^::add-mask::(.+)$/gm)) if (mask !== undefined) this.#masks.add(mask);
    let shown = output.replace(/^::add-mask::.*\n/gm, '');
    for (const mask of this.#masks) shown = shown.replaceAll(mask, '***');
    this.#log += shown;
  }
}
