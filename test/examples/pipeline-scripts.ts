/** The scripts of `action.yml` and of the pipelines in `examples/ci`, and how a host runs them. */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { type RunningScript, startScript } from '../support/script';
import { examplesFolder, packageRoot } from './stage';

export const ACTION = 'netingress/netingress';
export const ACTION_FILE = join(packageRoot, 'action.yml');
export const WORKFLOWS = join(examplesFolder, 'ci', 'workflows');
export const GITLAB_FILE = join(examplesFolder, 'ci', 'gitlab-ci.yml');

type Env = Readonly<Record<string, string>>;

interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly uses?: string;
  readonly with?: Env;
  readonly run?: string;
  readonly shell?: string;
  readonly if?: string;
  readonly env?: Env;
}

export interface Workflow {
  readonly name: string;
  readonly permissions: Env;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, { readonly strategy?: unknown }>>;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

/** Lines of a script, which may be in lists of any depth, as in GitLab: `['a', ['b', 'c']]` is `a`, `b`, `c`. */
type Script = string | readonly Script[];

interface GitLabJob {
  readonly variables: Env;
  readonly script: Script;
}

export interface GitLabFile {
  readonly stages: readonly string[];
  readonly default: { readonly before_script: Script };
  readonly preview: GitLabJob;
  readonly drift: GitLabJob;
}

type AtlantisStep = { readonly run: string } | { readonly env: { readonly name: string; readonly command: string } };

export interface AtlantisFile {
  readonly workflows: Readonly<Record<string, Readonly<Record<'plan' | 'apply', { readonly steps: AtlantisStep[] }>>>>;
}

export function readYaml<T>(file: string): T {
  return parse(readFileSync(file, 'utf8')) as T;
}

export const joinScript = (script: Script): string => [script].flat(10).join('\n');

export interface ScriptOptions {
  /**
   * Variables of the script. `env` of the step and `variables` of the job are not read: a test gives those it needs
   * here.
   */
  readonly env: Env;
  readonly cwd: string;
}

/**
 * Starts the script of the step with this name in `action.yml`, as the runner of GitHub does. Its files, such as
 * `env.txt` and `summary.md`, are in `RUNNER_TEMP`, or in `cwd` if `env` has none.
 */
export function startStep(name: string, { env, cwd }: ScriptOptions): RunningScript {
  const step = readYaml<Action>(ACTION_FILE).runs.steps.find((each) => each.name === name);
  if (step?.run === undefined) throw new Error(`action.yml has no step ${name}`);
  const temp = env['RUNNER_TEMP'] ?? cwd;
  const script = join(temp, 'script.sh');
  writeFileSync(script, step.run);
  return startScript('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      RUNNER_TEMP: temp,
      GITHUB_ENV: join(temp, 'env.txt'),
      GITHUB_STEP_SUMMARY: join(temp, 'summary.md'),
      GITHUB_REPOSITORY: 'acme/ingress',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REF_NAME: 'main',
      ...env,
    },
  });
}

export function startGitLab(script: Script, { env, cwd }: ScriptOptions): RunningScript {
  const options = 'if set -o | grep pipefail > /dev/null; then set -o pipefail; fi; set -o errexit';
  return startSh(`${options}\n${joinScript(script)}`, { env, cwd });
}

export function startSh(command: string, { env, cwd }: ScriptOptions): RunningScript {
  return startScript('sh', ['-c', command], { cwd, env: { PATH: process.env['PATH'], ...env } });
}

/** Writes programs (texts by name) and fake-gh.js as `gh` into a folder, and returns a PATH on which they are first. */
export function writePrograms(folder: string, programs: Env): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
  copyFileSync(join(__dirname, 'fake-gh.js'), join(folder, 'gh'));
  chmodSync(join(folder, 'gh'), 0o755);
  return [folder, dirname(process.execPath), process.env['PATH']].join(delimiter);
}
