/**
 * A repository of the team's app on GitHub or GitLab, with the example pipelines, and everything that they call: the
 * emulator, the API of the host, its tokens (OIDC), the bucket of the states, and programs that need a network.
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningJob } from '../support/ci/cancel';
import { type ActionStandIn, readYaml, runGitHubJob, type Workflow } from '../support/ci/github-runner';
import { type GitLabFile, planGitLabPipeline, runGitLabJob } from '../support/ci/gitlab-runner';
import { API_TOKEN, HostApi, type HostName } from '../support/ci/host-api';
import { linkPackages } from '../support/installed-packages';
import { startScript } from '../support/script';
import { type FakeS3, openFakeS3 } from './fake-s3';
import { type FakeSts, openFakeSts } from './fake-sts';
import { examplesFolder, openStage, packageRoot, type Stage } from './stage';

export const ACTION = 'netingress/netingress';
export const ACTION_FILE = join(packageRoot, 'action.yml');
export const WORKFLOWS = join(examplesFolder, 'ci', 'workflows');
export const GITLAB_FILE = join(examplesFolder, 'ci', 'gitlab-ci.yml');

const ATLANTIS_FILE = join(examplesFolder, 'ci', 'atlantis.yaml');

export const STACK = 'production';
const ROLE = 'arn:aws:iam::123456789012:role/states';
const BUCKET = 'states-of-the-team';

/** Values that no log, report or comment may contain. */
const SECRETS = {
  apiKey: 'the-key-of-the-pipeline',
  stream: 'the-secret-of-the-stream',
} as const;

export interface RunOptions {
  readonly apiKey?: string;
  /** Further inputs of the action on GitHub. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Called when a step of GitHub starts, or the job of GitLab. */
  readonly onStart?: (step: string, job: RunningJob) => void;
}

/** A step of a workflow of Atlantis. */
type AtlantisStep = { readonly run: string } | { readonly env: { readonly name: string; readonly command: string } };

interface AtlantisFile {
  readonly projects: readonly { readonly name: string; readonly dir: string; readonly workflow: string }[];
  readonly workflows: Readonly<
    Record<string, Readonly<Record<'plan' | 'apply', { readonly steps: readonly AtlantisStep[] }>>>
  >;
}

export interface PipelineResult {
  readonly result: 'success' | 'failure' | 'cancelled';
  readonly log: string;
  readonly summary: string;
}

export type PipelineName = 'preview' | 'deploy' | 'drift' | 'reap' | 'feeds';

export interface Pipelines {
  readonly stage: Stage;
  readonly api: HostApi;
  readonly store: FakeS3;
  readonly sts: FakeSts;
  /** The folder of a clone, to commit to. */
  readonly clone: string;
  git(...args: string[]): Promise<string>;
  /** Runs the job of the stack {@link STACK}. */
  run(name: PipelineName, options?: RunOptions): Promise<PipelineResult>;
  /** Runs the steps of the project {@link STACK} on Atlantis, whose server clones a pull request once. */
  runAtlantis(stage: 'plan' | 'apply'): Promise<PipelineResult>;
  close(): Promise<void>;
}

export async function openPipelines(host: HostName): Promise<Pipelines> {
  const stage = await openStage({ emulator: { apiKeys: ['examples-key', SECRETS.apiKey] } });
  const api = await new HostApi(host).listen();
  const sts = await openFakeSts();
  const store = await openFakeS3(BUCKET, sts.isIssued);
  const { env } = stage;
  writePrograms(stage);
  Object.assign(env, {
    PATH: `${join(stage.root, 'programs')}:${env['PATH']}`,
    AWS_ENDPOINT_URL_S3: store.url,
    GH_STORE: join(stage.root, 'gh.json'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  });
  // Only what the pipelines pass on has them.
  delete env['NETINGRESS_API_KEY'];
  delete env['NETINGRESS_BASE_URL'];
  const remote = join(stage.root, 'remote.git');
  const git = (...args: string[]) =>
    stage.runProgram('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args]);
  await createRepository(stage, remote, git);
  const checkOut = async (folder: string): Promise<void> => {
    await stage.runProgram('git', ['clone', '--quiet', remote, folder], stage.root);
  };
  const pipelines = { stage, api, sts, store, checkOut };
  const runJob = host === 'github' ? runOnGitHub : runOnGitLab;
  return {
    stage,
    api,
    store,
    sts,
    clone: stage.folder,
    git,
    async run(name, options = {}) {
      const ran = await runJob(pipelines, name, options);
      for (const secret of [...Object.values(SECRETS), API_TOKEN, ...sts.secrets()])
        for (const text of [ran.log, ran.summary, JSON.stringify([api.comments, api.issues])])
          if (text.includes(secret)) throw new Error(`The job ${name} shows the secret ${secret}:\n${text}`);
      return ran;
    },
    runAtlantis: (part) => runOnAtlantis(pipelines, part),
    async close() {
      await Promise.all([stage.close(), api.close(), sts.close(), store.close()]);
    },
  };
}

/** `npm ci` links what is installed here; `gh` stores pull requests; `apk` has nothing to do. */
function writePrograms({ root }: Stage): void {
  const modules = join(root, 'node_modules');
  linkPackages(root, ['netingress', 'cdktf', 'constructs', 'tsx']);
  mkdirSync(join(modules, '.bin'));
  symlinkSync(join(packageRoot, 'node_modules/.bin/tsx'), join(modules, '.bin/tsx'));
  symlinkSync(join(packageRoot, 'lib/bin/netingress.js'), join(modules, '.bin/netingress'));
  const programs = join(root, 'programs');
  mkdirSync(programs);
  copyFileSync(join(__dirname, 'fake-gh.js'), join(programs, 'gh'));
  writeFileSync(join(programs, 'npm'), `#!/bin/sh\n[ "$*" = ci ] && ln -s '${modules}' node_modules\n`);
  writeFileSync(join(programs, 'apk'), '#!/bin/sh\n[ "$1" = add ]\n');
  for (const name of ['gh', 'npm', 'apk']) chmodSync(join(programs, name), 0o755);
}

async function createRepository(
  { folder, runProgram }: Stage,
  remote: string,
  git: (...args: string[]) => Promise<string>,
): Promise<void> {
  for (const source of ['team', 'ci']) {
    const from = join(examplesFolder, source);
    const files = readdirSync(from).filter((name) => /\.(ts|json)$/.test(name));
    for (const name of files) copyFileSync(join(from, name), join(folder, name));
  }
  writeFileSync(join(folder, '.gitignore'), 'node_modules\ncdktf.out\n');
  await runProgram('git', ['init', '--quiet', '--bare', '--initial-branch', 'main', remote]);
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('remote', 'add', 'origin', remote);
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'Ingress');
  await git('push', '--quiet', 'origin', 'main');
}

interface Parts {
  readonly stage: Stage;
  readonly api: HostApi;
  readonly sts: FakeSts;
  readonly store: FakeS3;
  readonly checkOut: (folder: string) => Promise<void>;
}

async function runOnGitHub(
  { stage, api, sts, checkOut }: Parts,
  name: PipelineName,
  { apiKey = SECRETS.apiKey, inputs, onStart }: RunOptions,
): Promise<PipelineResult> {
  const file = readYaml<Workflow>(join(WORKFLOWS, `${name}.yml`));
  const workflow = inputs === undefined ? file : addInputs(file, inputs);
  const [job] = Object.values(workflow.jobs);
  const base = { repo: { full_name: 'acme/ingress' } };
  const isPull = workflow.on === 'pull_request';
  return await runGitHubJob(workflow, {
    folder: stage.root,
    env: stage.env,
    ownActions: { [ACTION]: ACTION_FILE },
    standIns: { ...STAND_INS, ...createStandIns(sts, checkOut) },
    contexts: (environment) => ({
      'github.ref': isPull ? 'refs/pull/7/merge' : 'refs/heads/main',
      ...(environment !== undefined && {
        'vars.NETINGRESS_BASE_URL': stage.url,
        'vars.STATE_BUCKET': BUCKET,
        'vars.STATE_ROLE': ROLE,
        'secrets.NETINGRESS_API_KEY': apiKey,
        'secrets.TERRAFORM_VARIABLES': `audit_stream_secret=${SECRETS.stream}`,
      }),
    }),
    event: isPull ? { pull_request: { number: 7, base, head: base } } : {},
    eventName: isPull ? 'pull_request' : 'schedule',
    token: API_TOKEN,
    repository: 'acme/ingress',
    apiUrl: api.url,
    ...(job?.strategy && { matrix: { stack: STACK } }),
    ...(onStart && { onStep: onStart }),
  });
}

function addInputs(workflow: Workflow, inputs: Readonly<Record<string, string>>): Workflow {
  const jobs = Object.entries(workflow.jobs).map(([name, job]) => {
    const steps = job.steps.map((step) => ({ ...step, with: { ...step.with, ...inputs } }));
    return [name, { ...job, steps }] as const;
  });
  return { ...workflow, jobs: Object.fromEntries(jobs) };
}

/** The programs are installed on this machine. */
const STAND_INS: Readonly<Record<string, ActionStandIn>> = {
  'actions/setup-node': ({ 'node-version': version }) => expectVersion('Node', version),
  'hashicorp/setup-terraform': ({ terraform_version: version }) => expectVersion('Terraform', version),
};

function expectVersion(program: string, version: string | undefined): undefined {
  if (!/^\d+(\.\d+)*$/.test(version ?? '')) throw new Error(`${program} ${version} is not a version`);
}

function createStandIns(
  sts: FakeSts,
  checkOut: (folder: string) => Promise<void>,
): Readonly<Record<string, ActionStandIn>> {
  return {
    'actions/checkout': async (_, { workspace }) => {
      await checkOut(workspace);
      return undefined;
    },
    'aws-actions/configure-aws-credentials': async ({ 'role-to-assume': role = '' }, { environment, permissions }) => {
      if (permissions['id-token'] !== 'write') throw new Error('The job has no permission for a token');
      const token = sts.issueToken('sts.amazonaws.com', environment);
      const response = await fetch(sts.url, {
        method: 'POST',
        body: new URLSearchParams({ Action: 'AssumeRoleWithWebIdentity', RoleArn: role, WebIdentityToken: token }),
      });
      const text = await response.text();
      const read = (element: string) => new RegExp(`<${element}>(.*?)</`).exec(text)?.[1] ?? '';
      return {
        AWS_ACCESS_KEY_ID: read('AccessKeyId'),
        AWS_SECRET_ACCESS_KEY: read('SecretAccessKey'),
        AWS_SESSION_TOKEN: read('SessionToken'),
      };
    },
  };
}

async function runOnGitLab(
  { stage, api, sts, checkOut }: Parts,
  name: PipelineName,
  { apiKey = SECRETS.apiKey, onStart }: RunOptions,
): Promise<PipelineResult> {
  const file = readYaml<GitLabFile>(GITLAB_FILE);
  const source = { preview: 'merge_request_event', deploy: 'push', drift: 'schedule', reap: 'schedule', feeds: '' }[
    name
  ];
  const variables = {
    CI_PIPELINE_SOURCE: source,
    CI_DEFAULT_BRANCH: 'main',
    CI_API_V4_URL: api.url,
    CI_PROJECT_ID: '12',
    CI_PROJECT_PATH: 'acme/ingress',
    ...(name === 'preview'
      ? {
          CI_MERGE_REQUEST_IID: '7',
          CI_MERGE_REQUEST_PROJECT_ID: '12',
          CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '12',
        }
      : { CI_COMMIT_BRANCH: 'main' }),
    ...(source === 'schedule' && { SCHEDULE: name }),
  };
  const job = planGitLabPipeline(file, variables).find((each) => each.variables['STACK'] === STACK);
  if (!job) throw new Error(`The pipeline ${name} has no job of ${STACK}`);
  const ran = await runGitLabJob(job, {
    folder: stage.root,
    env: {
      ...stage.env,
      ...variables,
      STATE_BUCKET: BUCKET,
      AWS_ENDPOINT_URL_STS: sts.url,
      AWS_REGION: 'eu-central-1',
      GITLAB_TOKEN: API_TOKEN,
    },
    scoped: () => ({
      NETINGRESS_BASE_URL: stage.url,
      NETINGRESS_API_KEY: apiKey,
      AWS_ROLE_ARN: ROLE,
      TF_VAR_audit_stream_secret: SECRETS.stream,
    }),
    issueToken: sts.issueToken,
    checkOut,
    ...(onStart && { onStart: (running: RunningJob) => onStart('job', running) }),
  });
  return { ...ran, summary: '' };
}

/** Each step is a command of `sh -c`, with the variables of the server and those that Atlantis documents. */
async function runOnAtlantis({ stage, sts, checkOut }: Parts, part: 'plan' | 'apply'): Promise<PipelineResult> {
  const { projects, workflows } = readYaml<AtlantisFile>(ATLANTIS_FILE);
  const project = projects.find(({ name }) => name === STACK);
  const steps = workflows[project?.workflow ?? '']?.[part].steps;
  if (!project || !steps) throw new Error(`atlantis.yaml has no workflow of ${STACK}`);
  const clone = join(stage.root, 'atlantis');
  if (!existsSync(clone)) await checkOut(clone);
  const tokenFile = join(stage.root, 'token-of-the-machine');
  writeFileSync(tokenFile, sts.issueToken('sts.amazonaws.com', 'atlantis'));
  const env: Record<string, string> = {
    ...stage.env,
    NETINGRESS_BASE_URL: stage.url,
    [`NETINGRESS_API_KEY_${STACK}`]: SECRETS.apiKey,
    STATE_BUCKET: BUCKET,
    TF_VAR_audit_stream_secret: SECRETS.stream,
    AWS_ENDPOINT_URL_STS: sts.url,
    AWS_REGION: 'eu-central-1',
    AWS_ROLE_ARN: ROLE,
    AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
    PROJECT_NAME: STACK,
    PLANFILE: join(clone, `${STACK}-default.tfplan`),
    DIR: clone,
  };
  let log = '';
  for (const step of steps) {
    const command = 'run' in step ? step.run : step.env.command;
    const { status, output } = await startScript('sh', ['-c', command], { cwd: join(clone, project.dir), env }).ended;
    if ('env' in step) env[step.env.name] = output.trimEnd();
    else log += output;
    if (status !== 0) return { result: 'failure', log, summary: '' };
  }
  return { result: 'success', log, summary: '' };
}
