/**
 * Runs jobs of a GitLab pipeline without GitLab: `default`, `extends`, `parallel:matrix`, `rules`, and the variables that
 * its runner documents. All lines of a job run in one shell of the image, here that of busybox, as in Alpine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startScript } from '../script';
import { cancelOnGitLab, type RunningJob } from './cancel';

export interface GitLabJob {
  readonly extends?: string;
  readonly stage?: string;
  readonly image?: unknown;
  readonly id_tokens?: Readonly<Record<string, { readonly aud: string }>>;
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly rules?: readonly { readonly if: string }[];
  readonly environment?: string | { readonly name: string; readonly action?: string };
  readonly parallel?: { readonly matrix: readonly Readonly<Record<string, readonly string[]>>[] };
  readonly variables?: Readonly<Record<string, string>>;
  readonly resource_group?: string;
  readonly interruptible?: boolean;
}

export type GitLabFile = Readonly<Record<string, GitLabJob>> & { readonly default: GitLabJob };

const KEYWORDS = ['stages', 'default', 'variables', 'workflow', 'include'];

/** A job for one element of its matrix. */
export interface PlannedJob extends GitLabJob {
  readonly name: string;
  readonly environmentName: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** The jobs that a pipeline with these variables has, in the order of their stages. */
export function planGitLabPipeline(
  file: GitLabFile,
  variables: Readonly<Record<string, string>>,
): readonly PlannedJob[] {
  const jobs = Object.entries(file).filter(([name]) => !KEYWORDS.includes(name) && !name.startsWith('.'));
  return jobs.flatMap(([name, own]) => {
    const job: GitLabJob = { ...file.default, ...(own.extends !== undefined && file[own.extends]), ...own };
    if (!job.rules?.some((rule) => isMet(rule.if, variables))) return [];
    const elements = job.parallel?.matrix.flatMap(expandMatrix) ?? [{}];
    return elements.map((element): PlannedJob => {
      const all = { ...job.variables, ...element };
      const { environment = '' } = job;
      const template = typeof environment === 'string' ? environment : environment.name;
      const environmentName = template.replace(/\$(\w+)/g, (_, each: string) => all[each] ?? '');
      return { ...job, name, environmentName, variables: all };
    });
  });
}

function expandMatrix(row: Readonly<Record<string, readonly string[]>>): Record<string, string>[] {
  return Object.entries(row).reduce<Record<string, string>[]>(
    (all, [name, values]) => all.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
    [{}],
  );
}

/** `$A == "x" && $B == $C`. Any other condition is an error. */
function isMet(condition: string, variables: Readonly<Record<string, string>>): boolean {
  return condition.split(' && ').every((part) => {
    const [, left, string, right] = /^\$(\w+) == (?:"([^"]*)"|\$(\w+))$/.exec(part) ?? [];
    if (left === undefined) throw new Error(`The condition ${condition} is not understood`);
    return (variables[left] ?? '') === (string ?? variables[right ?? ''] ?? '');
  });
}

export interface GitLabRunOptions {
  readonly folder: string;
  /** Variables of the machine, the pipeline and the project. */
  readonly env: Readonly<Record<string, string>>;
  /** The variables of the project whose scope is an environment. */
  readonly scoped: (environment: string) => Readonly<Record<string, string>>;
  readonly issueToken: (audience: string, environment: string) => string;
  /** Puts the sources of the commit into the folder of the project. */
  readonly checkOut: (projectFolder: string) => Promise<void>;
  readonly onStart?: (job: RunningJob) => void;
}

export interface GitLabJobResult {
  readonly result: 'success' | 'failure' | 'cancelled';
  readonly log: string;
}

export async function runGitLabJob(job: PlannedJob, options: GitLabRunOptions): Promise<GitLabJobResult> {
  const root = mkdtempSync(join(options.folder, 'job-'));
  const project = join(root, 'project');
  try {
    await options.checkOut(project);
    const { before_script: before = [], script = [], environmentName, id_tokens: tokens = {} } = job;
    const text = [...before, ...script].join('\n');
    const shell = startScript('busybox', ['ash', '-c', `set -eo pipefail\n${text}`], {
      cwd: project,
      env: {
        ...options.env,
        CI: 'true',
        GITLAB_CI: 'true',
        CI_PROJECT_DIR: project,
        CI_ENVIRONMENT_NAME: environmentName,
        TMPDIR: root,
        ...options.scoped(environmentName),
        ...job.variables,
        ...Object.fromEntries(
          Object.entries(tokens).map(([name, { aud }]) => [name, options.issueToken(aud, environmentName)]),
        ),
      },
    });
    let isCancelled = false;
    options.onStart?.({
      says: shell.says,
      cancel: () => {
        isCancelled = true;
        void cancelOnGitLab(shell);
      },
    });
    const { status, output } = await shell.ended;
    return { result: isCancelled ? 'cancelled' : status === 0 ? 'success' : 'failure', log: output };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
