/**
 * The workflows of continuous integration: their permissions, and their scripts. The scripts run with the team's app, the
 * emulator, a fake S3 server, and a fake `gh` that records its calls.
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { run } from '../../src/terraform/run';
import { type ProviderInProcess, providerInProcess } from '../support/acceptance/provider-in-process';
import { describeWith, testWith } from '../support/requirements';
import { type FakeS3, openFakeS3 } from './fake-s3';
import { createOutsideTerraform, examplesFolder, openStage, packageRoot, type Stage } from './stage';
import { type Contexts, type Job, readWorkflow, runJob, type Workflow } from './workflow';

jest.setTimeout(600_000);

const folder = join(examplesFolder, 'ci', 'workflows');
const workflows = readdirSync(folder).sort();
const texts = workflows.map((file): [string, string] => [file, readFileSync(join(folder, file), 'utf8')]);

function jobOf(file: string, name: string): Job {
  const job = readWorkflow(join(folder, file)).jobs[name];
  if (!job) throw new Error(`${file} has no job ${name}`);
  return job;
}

const jobsOf = ({ jobs }: Workflow): readonly Job[] => Object.values(jobs);

describe.each(workflows)('%s', (file) => {
  const workflow = readWorkflow(join(folder, file));

  test('has only the permissions of its jobs, and no concurrent runs', () => {
    expect(workflow.permissions).toEqual({});
    expect(workflow.concurrency?.group).toBeTruthy();
    for (const job of jobsOf(workflow)) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });

  test('pins every action to a commit, with its version as a comment', () => {
    const uses = (texts.find(([name]) => name === file)?.[1] ?? '').match(/uses: .*/g) ?? [];
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  testWith('bash')(
    'has valid bash scripts without expressions, and secrets only in the steps that need them',
    async () => {
      expect(workflow.defaults?.run.shell).toBe('bash');
      for (const job of jobsOf(workflow)) {
        expect(JSON.stringify(job.env ?? {})).not.toContain('secrets.');
        for (const { run: script } of job.steps) {
          if (script === undefined) continue;
          expect(script).not.toContain('${{');
          const checked = await run('bash', ['-n', '-c', script], { cwd: folder, env: {} });
          expect([checked.status, checked.stderr]).toEqual([0, '']);
        }
      }
    },
  );
});

test('only reporting jobs have write permission, and these have no secrets of the service', () => {
  const permissions = workflows.flatMap((file) =>
    Object.entries(readWorkflow(join(folder, file)).jobs).map(([name, job]) => [`${file} ${name}`, job.permissions]),
  );
  expect(Object.fromEntries(permissions)).toEqual({
    'deploy.yml deploy': { contents: 'read' },
    'drift.yml detect': { contents: 'read' },
    'drift.yml report': { contents: 'write', 'pull-requests': 'write' },
    'feeds.yml update': { contents: 'write', 'pull-requests': 'write' },
    'preview.yml preview': { contents: 'read', 'pull-requests': 'write' },
    'reap.yml reap': { contents: 'read' },
  });
  for (const [file, name] of [
    ['drift.yml', 'report'],
    ['feeds.yml', 'update'],
  ] as const)
    expect(JSON.stringify(jobOf(file, name))).not.toContain('secrets.');
  expect(jobOf('preview.yml', 'preview').if).toBe('github.event.pull_request.head.repo.full_name == github.repository');
});

test('steps that call the service have its base URL and API key', () => {
  const asking = workflows.flatMap((file) =>
    Object.values(readWorkflow(join(folder, file)).jobs).flatMap(({ steps }) =>
      steps.filter(({ run: script = '' }) => /terraform plan|netingress (drift|preview)/.test(script)),
    ),
  );
  expect(asking).toHaveLength(3);
  for (const { env } of asking) {
    expect(env).toMatchObject({
      NETINGRESS_BASE_URL: `\${{ vars.NETINGRESS_BASE_URL }}`,
      NETINGRESS_API_KEY: `\${{ secrets.NETINGRESS_API_KEY }}`,
    });
  }
});

describeWith(['CAMPAIGN=full', 'bash', 'git'], 'run', () => {
  const secrets = {
    'secrets.NETINGRESS_API_KEY': 'the-key-of-the-pipeline',
    'secrets.STATE_ACCESS_KEY_ID': 'the-id-of-the-store-key',
    'secrets.STATE_SECRET_ACCESS_KEY': 'the-secret-of-the-store',
    'secrets.AUDIT_STREAM_SECRET': 'the-secret-of-the-stream',
  };
  let stage: Stage;
  let provider: ProviderInProcess;
  let store: FakeS3;
  let contexts: Contexts;
  let temp: string;

  beforeEach(async () => {
    stage = await openStage({ emulator: { apiKeys: ['examples-key', secrets['secrets.NETINGRESS_API_KEY']] } });
    // The provider runs in this process, with the variables that Terraform would pass to it.
    const own = { ...stage.env };
    provider = await providerInProcess({ env: own });
    provider.use();
    Object.assign(stage.env, own);
    store = await openFakeS3();
    temp = join(stage.root, 'temp');
    mkdirSync(temp);
    contexts = {
      ...secrets,
      'vars.STATE_BUCKET': store.bucket,
      'vars.NETINGRESS_BASE_URL': stage.url,
      'matrix.environment': 'production',
      'github.token': 'the-token-of-the-run',
      'github.event.pull_request.number': '7',
      'github.event.pull_request.head.sha': '0123456789abcdef0123456789abcdef01234567',
      'needs.detect.result': 'success',
    };
    await prepareRepository();
  });
  afterEach(async () => {
    await provider?.close();
    await stage?.close();
    await store?.close();
  });

  /** Creates a repository of the team's app with a remote, and replaces programs that need GitHub or a registry. */
  async function prepareRepository(): Promise<void> {
    for (const source of ['team', 'ci']) {
      const from = join(examplesFolder, source);
      const files = readdirSync(from).filter((name) => /\.(ts|json)$/.test(name));
      for (const name of files) copyFileSync(join(from, name), join(stage.folder, name));
    }
    writeFileSync(join(stage.folder, '.gitignore'), 'node_modules\ncdktf.out\n');
    installModules(join(stage.folder, 'node_modules'));
    const programs = join(stage.root, 'programs');
    mkdirSync(programs);
    copyFileSync(join(__dirname, 'fake-gh.js'), join(programs, 'gh'));
    writeFileSync(join(programs, 'npm'), '#!/bin/sh\n[ "$*" = ci ] # everything is linked already\n');
    for (const name of ['gh', 'npm']) chmodSync(join(programs, name), 0o755);
    Object.assign(stage.env, {
      PATH: `${programs}:${stage.env['PATH']}`,
      AWS_ENDPOINT_URL_S3: store.url,
      GH_STORE: join(stage.root, 'gh.json'),
      GITHUB_REPOSITORY: 'example/ingress',
      GITHUB_REF_NAME: 'main',
      npm_config_offline: 'true',
    });
    // Only the steps that declare these variables have them.
    delete stage.env['NETINGRESS_API_KEY'];
    delete stage.env['NETINGRESS_BASE_URL'];
    const remote = join(stage.root, 'remote.git');
    await stage.runProgram('git', ['init', '--quiet', '--bare', '--initial-branch', 'main', remote]);
    const git = (...args: string[]) =>
      stage.runProgram('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args]);
    await git('init', '--quiet', '--initial-branch', 'main');
    await git('remote', 'add', 'origin', remote);
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'Ingress');
    await git('push', '--quiet', 'origin', 'main');
  }

  function installModules(modules: string): void {
    mkdirSync(join(modules, '.bin'), { recursive: true });
    symlinkSync(packageRoot, join(modules, 'netingress'));
    for (const name of ['cdktf', 'constructs', 'tsx'])
      symlinkSync(join(packageRoot, 'node_modules', name), join(modules, name));
    symlinkSync(join(packageRoot, 'node_modules/.bin/tsx'), join(modules, '.bin/tsx'));
    symlinkSync(join(packageRoot, 'lib/bin/netingress.js'), join(modules, '.bin/netingress'));
  }

  /** Runs a job. Jobs with the same sources share one synthesis. */
  async function job(file: string, name: string): Promise<string> {
    const whole = jobOf(file, name);
    const isSynthesized = existsSync(join(stage.folder, 'cdktf.out', 'manifest.json'));
    const steps = whole.steps.filter(({ run: script }) => !(isSynthesized && script === 'npx tsx main.ts'));
    const log = await runJob({ ...whole, steps }, { folder: stage.folder, temp, env: stage.env, contexts });
    expectNoSecret(log);
    return log;
  }

  /** The calls of `gh`. */
  function posted(): {
    readonly comments: readonly { readonly pull: string; readonly body: string }[];
    readonly pulls: readonly {
      readonly open: boolean;
      readonly head: string;
      readonly title: string;
      readonly body: string;
    }[];
  } {
    const text = readFileSync(join(stage.root, 'gh.json'), 'utf8');
    expectNoSecret(text);
    return JSON.parse(text);
  }

  function expectNoSecret(text: string): void {
    for (const secret of [...Object.values(secrets), contexts['github.token']]) expect(text).not.toContain(secret);
  }

  test('a pull request gets its preview, a merge deploys it, and drift is a pull request until it is reverted', async () => {
    await job('preview.yml', 'preview');
    const [comment, ...others] = posted().comments;
    expect(others).toEqual([]);
    expect(comment?.pull).toBe('7');
    expect(comment?.body).toContain('## ⚠️ Preview of production');
    expect(comment?.body).toMatch(/Would apply: 1 stack, \d+ created\./);
    expect(stage.counts()).toEqual({});

    expect(await job('deploy.yml', 'deploy')).toMatch(/Apply complete! Resources: \d+ added, 0 changed, 0 destroyed\./);
    expect(stage.counts()).toMatchObject({ ip_policy: 1, ip_restriction: 1, event_subscription: 1 });
    await job('drift.yml', 'detect');
    await job('drift.yml', 'report');
    expect(posted().pulls).toEqual([]);

    // A newer preview replaces the older one.
    await job('preview.yml', 'preview');
    expect(posted().comments).toHaveLength(1);
    expect(posted().comments[0]?.body).toContain('Would apply: 1 stack, no changes.');

    const policy = String(stage.emulator.objects('ip_policy')[0]?.['id']);
    const rule = { ip_policy_id: policy, cidr: '0.0.0.0/0', action: 'allow' };
    await createOutsideTerraform(stage.emulator, '/ip_policy_rules', rule);
    await job('drift.yml', 'detect');
    await job('drift.yml', 'report');
    const [pull] = posted().pulls;
    expect(pull).toMatchObject({
      open: true,
      head: 'drift',
      base: 'main',
      title: 'Drift: changed outside of Terraform',
    });
    expect(pull?.body).toContain('# production');
    expect(pull?.body).toContain('0.0.0.0/0');
    const pushed = await stage.runProgram('git', ['show', 'drift:drift/production.md'], join(stage.root, 'remote.git'));
    expect(pull?.body).toContain(pushed);

    // A failed check does not change the open pull request.
    const good = contexts;
    rmSync(join(temp, 'drift'), { recursive: true });
    contexts = { ...good, 'secrets.NETINGRESS_API_KEY': 'an-unknown-key', 'needs.detect.result': 'failure' };
    await expect(job('drift.yml', 'detect')).rejects.toThrow('Cannot read the account: ');
    await job('drift.yml', 'report');
    expect(posted().pulls).toMatchObject([{ open: true }]);
    contexts = good;

    // The merge is deployed and deletes the rule; the next check closes the pull request.
    await job('deploy.yml', 'deploy');
    await job('drift.yml', 'detect');
    await job('drift.yml', 'report');
    expect(posted().pulls).toMatchObject([{ number: 40, open: false, comment: 'No drift is left.' }]);
  });

  test('feeds of networks are refreshed as a pull request, and one that is refused fails the run', async () => {
    let networks = ['44.0.0.0/24', '44.0.1.0/24', '44.0.2.0/24'];
    const server = createServer((_, response) => response.end(JSON.stringify(networks)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      await stage.runProgram('npx', [
        'netingress',
        'feeds',
        'add',
        `http://127.0.0.1:${port}/`,
        '--out',
        'cdn.feed.json',
      ]);
      const git = (...args: string[]) =>
        stage.runProgram('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args]);
      await git('add', '.');
      await git('commit', '--quiet', '--message', 'Feed');
      await job('feeds.yml', 'update');
      expect(existsSync(join(stage.root, 'gh.json'))).toBe(false);
      networks = [...networks, '44.0.3.0/24'];
      await job('feeds.yml', 'update');
      expect(posted().pulls).toMatchObject([{ open: true, head: 'feeds', title: 'Feeds of networks have changed' }]);
      expect(posted().pulls[0]?.body).toContain('44.0.3.0/24');
      const pushed = await stage.runProgram('git', ['show', 'feeds:cdn.feed.json'], join(stage.root, 'remote.git'));
      expect(pushed).toContain('44.0.3.0/24');
      networks = ['0.0.0.0/0'];
      await expect(job('feeds.yml', 'update')).rejects.toThrow('1 feed: 1 refused.');
      expect(posted().pulls).toHaveLength(1);
    } finally {
      server.close();
    }
  });
});
