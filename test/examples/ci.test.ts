/**
 * The pipelines of `examples/ci`: what a team owns of them, and their runs with the team's app on stand-ins of GitHub and
 * GitLab (`pipelines.ts`).
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { run } from '../../src/terraform/run';
import type { RunningJob } from '../support/ci/cancel';
import { evaluateCondition } from '../support/ci/expression';
import { type Action, readYaml, type Workflow } from '../support/ci/github-runner';
import { type GitLabFile, planGitLabPipeline } from '../support/ci/gitlab-runner';
import { runInProcess } from '../support/cli/run-in-process';
import { createObject } from '../support/emulator/create-object';
import { listen } from '../support/listen';
import { describeWith, testWith } from '../support/requirements';
import { endAllScripts } from '../support/script';
import {
  ACTION,
  ACTION_FILE,
  GITLAB_FILE,
  openPipelines,
  type PipelineResult,
  type Pipelines,
  STACK,
  WORKFLOWS,
} from './pipelines';
import { examplesFolder, packageRoot } from './stage';

jest.setTimeout(600_000);

const files = readdirSync(WORKFLOWS).sort();
const countLines = (file: string): number => readFileSync(file, 'utf8').trimEnd().split('\n').length;

describe('what a team owns', () => {
  test('a workflow of GitHub has at most 15 lines, all of them 60', () => {
    const lines = files.map((file) => countLines(join(WORKFLOWS, file)));
    expect(files).toEqual(['deploy.yml', 'drift.yml', 'feeds.yml', 'preview.yml', 'reap.yml']);
    expect(Math.max(...lines)).toBeLessThanOrEqual(15);
    expect(lines.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(60);
  });

  test('the file of GitLab has at most 60 lines, and preview, deploy, drift and reap at most 15 each', () => {
    const text = readFileSync(GITLAB_FILE, 'utf8');
    expect(countLines(GITLAB_FILE)).toBeLessThanOrEqual(60);
    const blocks = text.split(/\n(?=\S)/).map((block) => block.trimEnd().split('\n').length);
    expect(Math.max(...blocks)).toBeLessThanOrEqual(15);
    const file = readYaml<GitLabFile>(GITLAB_FILE);
    const names = (variables: Record<string, string>) =>
      planGitLabPipeline(file, { CI_DEFAULT_BRANCH: 'main', ...variables }).map(
        ({ name, environmentName }) => `${name} ${environmentName}`,
      );
    expect(names({ CI_PIPELINE_SOURCE: 'merge_request_event' })).toEqual([
      'preview staging-plan',
      'preview production-plan',
    ]);
    expect(names({ CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'main' })).toEqual([
      'deploy-staging staging',
      'deploy-production production',
    ]);
    expect(names({ CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'a-branch' })).toEqual([]);
    expect(names({ CI_PIPELINE_SOURCE: 'schedule', SCHEDULE: 'drift', CI_COMMIT_BRANCH: 'main' })).toEqual([
      'drift staging-plan',
      'drift production-plan',
    ]);
    expect(names({ CI_PIPELINE_SOURCE: 'schedule', SCHEDULE: 'reap', CI_COMMIT_BRANCH: 'main' })).toEqual([
      'reap staging-reap',
      'reap production-reap',
    ]);
    // The stages are in order, so a failure in staging keeps production from being deployed.
    expect((file as unknown as { stages: string[] }).stages).toEqual(['preview', 'staging', 'production']);
  });

  test('contains no static key of a cloud', () => {
    for (const file of [...files.map((each) => join(WORKFLOWS, each)), GITLAB_FILE, ACTION_FILE])
      expect(readFileSync(file, 'utf8')).not.toMatch(/ACCESS_KEY_ID|SECRET_ACCESS_KEY/i);
  });

  test('uses the action of this version', () => {
    const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
    for (const file of files)
      expect(readFileSync(join(WORKFLOWS, file), 'utf8').match(/uses: .*/g)).toEqual([`uses: ${ACTION}@v${version}`]);
  });
});

test('each workflow has only the permissions that it needs, and deployments are not canceled', () => {
  const workflows = files.map((file) => readYaml<Workflow>(join(WORKFLOWS, file)));
  expect(Object.fromEntries(workflows.map(({ name, permissions }) => [name, permissions]))).toEqual({
    Deploy: { contents: 'read', 'id-token': 'write' },
    Drift: { contents: 'read', 'id-token': 'write', issues: 'write' },
    Feeds: { contents: 'write', 'pull-requests': 'write' },
    Preview: { contents: 'read', 'id-token': 'write', 'pull-requests': 'write' },
    Reap: { contents: 'read' },
  });
  const [deploy] = workflows;
  expect(deploy?.concurrency).toEqual({ group: 'deploy', 'cancel-in-progress': false });
  // In this order; a failure cancels the rest, which is the default.
  expect(deploy?.jobs['deploy']?.strategy).toEqual({ 'max-parallel': 1, matrix: { stack: ['staging', 'production'] } });
});

describe('action.yml', () => {
  const action = readYaml<Action>(ACTION_FILE);

  test('pins every action to a commit, with its version as a comment', () => {
    const uses = readFileSync(ACTION_FILE, 'utf8').match(/uses: .*/g) ?? [];
    expect(uses).toHaveLength(4);
    for (const line of uses) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('describes every input, and the guide has them', () => {
    const guide = readFileSync(join(packageRoot, 'docs/guides/pipelines.md'), 'utf8');
    for (const [name, { description }] of Object.entries(action.inputs)) {
      expect(description).toMatch(/\.$/);
      expect(guide).toContain(`| \`${name}\` |`);
    }
  });

  test.each([
    ['Post', 'report', 'preview'],
    ['Post', 'report', 'drift'],
    ['Pull request', 'feeds', 'feeds'],
  ])('%s runs if the step %s of %s ran, also if that failed', (name, id, command) => {
    const condition = action.runs.steps.find((step) => step.name === name)?.if;
    const runs = (outcome: string, isCancelled = false): boolean => {
      const contexts = { 'inputs.run': command, [`steps.${id}.outcome`]: outcome };
      return evaluateCondition(condition, { contexts, isCancelled, hasFailed: outcome !== 'success' });
    };
    expect(['success', 'failure', 'skipped'].map((outcome) => runs(outcome))).toEqual([true, true, false]);
    expect(runs('failure', true)).toBe(false);
  });

  testWith('bash')(
    'has valid bash scripts without expressions, and the key only where the service is called',
    async () => {
      for (const { name, run: script, shell, env } of action.runs.steps) {
        if (script === undefined) continue;
        expect(shell).toBe('bash');
        expect(script).not.toContain('${{');
        const checked = await run('bash', ['-n', '-c', script], { cwd: packageRoot, env: {} });
        expect([name, checked.status, checked.stderr]).toEqual([name, 0, '']);
        const calls = /terraform (plan|apply)|netingress "\$COMMAND"|access reap/.test(script);
        expect([name, env?.['NETINGRESS_API_KEY']]).toEqual([name, calls ? `\${{ inputs.api-key }}` : undefined]);
      }
    },
  );
});

describeWith(['CAMPAIGN=full', 'bash', 'busybox', 'git'], 'runs on', () => {
  let pipelines: Pipelines;
  let timer: NodeJS.Timeout | undefined;

  afterEach(async () => {
    clearInterval(timer);
    endAllScripts();
    await pipelines?.close();
  });

  const expectResult = ({ result, log }: PipelineResult, expected: PipelineResult['result']): void => {
    if (result !== expected) throw new Error(`The job ended with ${result}; expected ${expected}:\n${log}`);
  };

  /** Names of locks in the bucket. */
  const locks = (): string[] => [...pipelines.store.objects.keys()].filter((key) => key.endsWith('.tflock'));

  describe.each(['github', 'gitlab'] as const)('%s:', (host) => {
    beforeEach(async () => {
      pipelines = await openPipelines(host);
    });

    test('a change gets its preview, a merge deploys it, and drift is an issue until it is reverted', async () => {
      const { api, stage, sts } = pipelines;
      const preview = await pipelines.run('preview');
      expectResult(preview, 'success');
      expect(api.comments).toHaveLength(1);
      expect(api.comments[0]?.body).toContain('## ⚠️ Preview of production');
      expect(api.comments[0]?.body).toMatch(/Would apply: 1 stack, \d+ created\./);
      if (host === 'github') expect(preview.summary).toBe(api.comments[0]?.body);
      expect(stage.counts()).toEqual({});

      const deployed = await pipelines.run('deploy');
      expectResult(deployed, 'success');
      expect(deployed.log).toMatch(/Apply complete! Resources: \d+ added, 0 changed, 0 destroyed\./);
      expect(stage.counts()).toMatchObject({ ip_policy: 1, ip_restriction: 1, event_subscription: 1 });
      expectResult(await pipelines.run('drift'), 'success');
      expect(api.issues).toEqual([]);

      // A newer preview replaces the older one.
      expectResult(await pipelines.run('preview'), 'success');
      expect(api.comments).toHaveLength(1);
      expect(api.comments[0]?.body).toContain('Would apply: 1 stack, no changes.');

      const policy = String(stage.emulator.objects('ip_policy')[0]?.['id']);
      const rule = { ip_policy_id: policy, cidr: '0.0.0.0/0', action: 'allow' };
      await createObject(stage.emulator, '/ip_policy_rules', rule);
      for (const _ of [1, 2]) expectResult(await pipelines.run('drift'), 'failure');
      expect(api.issues).toMatchObject([{ title: 'Drift of production', isOpen: true }]);
      expect(api.issues[0]?.body).toContain('0.0.0.0/0');

      // A check that reads nothing does not change the open issue.
      const before = structuredClone(api.issues);
      const failed = await pipelines.run('drift', { apiKey: 'an-unknown-key' });
      expectResult(failed, 'failure');
      expect(failed.log).toContain('Cannot read the account: ');
      // The status is that of drift: there is no report to post.
      expect(failed.log).not.toMatch(/Cannot read .*drift\.md/);
      expect(api.issues).toEqual(before);

      // The next deployment deletes the rule; the next check closes the issue.
      expectResult(await pipelines.run('deploy'), 'success');
      expectResult(await pipelines.run('drift'), 'success');
      expect(api.issues).toMatchObject([{ title: 'Drift of production', isOpen: false }]);

      // Every read and write of the state had credentials of a token of the job.
      expect(new Set(sts.assumed.map(({ environment }) => environment))).toEqual(new Set([STACK, `${STACK}-plan`]));
      expect(locks()).toEqual([]);
    });

    test('a change that would be refused fails the job, and the comment says why', async () => {
      const { api, stage } = pipelines;
      const { id: policy } = await createObject(stage.emulator, '/ip_policies');
      const restriction = { type: 'api', ip_policy_ids: [policy] };
      await createObject(stage.emulator, '/ip_restrictions', restriction);
      expectResult(await pipelines.run('preview'), 'failure');
      expect(api.comments[0]?.body).toContain('## ❌ Preview of production');
      expect(api.comments[0]?.body).toContain('Would be refused');
    });

    test('a comment that cannot be posted fails the job, and the report is printed', async () => {
      const { api } = pipelines;
      api.failures = [{ method: 'POST', status: 403, body: { message: 'Resource not accessible by integration' } }];
      const preview = await pipelines.run('preview');
      expectResult(preview, 'failure');
      expect(api.comments).toEqual([]);
      expect(preview.log).toContain('returned 403: Resource not accessible by integration');
      expect(preview.log).toMatch(/Would apply: 1 stack, \d+ created\./);
    });

    test('a canceled deployment releases the lock and keeps its state, and the next one completes it', async () => {
      const { stage } = pipelines;
      stage.emulator.faults.add({ match: { operation: 'ip_policy_rule.create' }, do: { delay_ms: 1500 } });
      const canceled = await pipelines.run('deploy', {
        onStart: cancelWhenPrinted(host === 'github' ? 'Apply' : 'job', ': Creation complete after'),
      });
      expectResult(canceled, 'cancelled');
      expect(canceled.log).toContain('Interrupt received');
      expect(locks()).toEqual([]);
      const [state] = [...pipelines.store.objects.values()].map(
        (each) => JSON.parse(String(each)) as { resources: [] },
      );
      expect(state?.resources.length).toBeGreaterThan(0);
      stage.emulator.faults.clear();
      const next = await pipelines.run('deploy');
      expectResult(next, 'success');
      expect(stage.counts()).toMatchObject({ ip_policy: 1, ip_policy_rule: 4, ip_restriction: 1 });
    });

    test('a canceled preview posts nothing, and leaves no temporary folder', async () => {
      const { api, stage } = pipelines;
      stage.emulator.faults.add({ match: { operation: 'ip_policy.list' }, do: { delay_ms: 2500 } });
      const canceled = await pipelines.run('preview', {
        onStart: (step, job) => {
          if (!['Report', 'job'].includes(step)) return;
          timer = setInterval(() => {
            if (!stage.emulator.requests().some(({ operation }) => operation === 'ip_policy.list')) return;
            clearInterval(timer);
            job.cancel();
          }, 20);
        },
      });
      expectResult(canceled, 'cancelled');
      expect(api.comments).toEqual([]);
      expect(readdirSync(stage.root).filter((name) => /netingress-preview|^job-/.test(name))).toEqual([]);
    });

    test('grants are deleted after their end', async () => {
      const { stage } = pipelines;
      const { id: policy } = await createObject(stage.emulator, '/ip_policies', { description: 'Offices' });
      const env = { NETINGRESS_BASE_URL: stage.url, NETINGRESS_API_KEY: 'examples-key' };
      const grant = ['access', 'grant', '198.51.100.7', '--policy', policy, '--for', '1h', '--reason', 'test'];
      expect(await runInProcess(grant, { env })).toMatchObject({ status: 0 });
      expectResult(await pipelines.run('reap'), 'success');
      expect(stage.counts()).toMatchObject({ ip_policy_rule: 1 });
      stage.emulator.clock.advance(7200);
      expectResult(await pipelines.run('reap'), 'success');
      expect(stage.counts()).not.toHaveProperty('ip_policy_rule');
    });
  });

  test('atlantis: a plan has its preview, its apply is that plan, and a refusal fails the plan', async () => {
    pipelines = await openPipelines('github');
    const { stage } = pipelines;
    const planned = await pipelines.runAtlantis('plan');
    expectResult(planned, 'success');
    expect(planned.log).toMatch(/Plan: \d+ to add, 0 to change, 0 to destroy\./);
    expect(planned.log).toMatch(/Would apply: 1 stack, \d+ created\./);
    expect(stage.counts()).toEqual({});
    expectResult(await pipelines.runAtlantis('apply'), 'success');
    expect(stage.counts()).toMatchObject({ ip_policy: 1, ip_restriction: 1, event_subscription: 1 });
    expect(locks()).toEqual([]);
    stage.emulator.faults.add({ match: { operation: 'ip_policy.list' }, do: { status: 403 } });
    expectResult(await pipelines.runAtlantis('plan'), 'failure');
  });

  describe('github:', () => {
    beforeEach(async () => {
      pipelines = await openPipelines('github');
    });

    test('a failed setup posts nothing, also not a report that another run left', async () => {
      const synthesize = 'echo "## Preview" > "$RUNNER_TEMP/preview.md"; exit 1';
      const { api } = pipelines;
      const ran = await pipelines.run('preview', { inputs: { synthesize } });
      expectResult(ran, 'failure');
      expect([ran.summary, api.comments]).toEqual(['', []]);
    });

    test('options reach the command as words, and every variable reaches Terraform and is masked', async () => {
      const variables = 'unused=of no variable\naudit_stream_secret=a=b, with blanks';
      const synthesize = 'npx tsx main.ts && echo "$TF_VAR_audit_stream_secret" | tee synthesized.txt';
      const options = '--must-deny 203.0.113.0/24 --address 192.0.2.200';
      const ran = await pipelines.run('preview', { inputs: { variables, synthesize, options } });
      expectResult(ran, 'failure');
      expect(ran.summary).toContain('## ❌ Preview of production');
      expect(ran.summary).toContain('192.0.2.200');
      expect(ran.log).toContain('***');
      expect(ran.log).not.toContain('a=b, with blanks');
    });

    test('feeds are refreshed as a pull request, which has the updates of the others if some fail, and says which', async () => {
      const { stage, clone, git } = pipelines;
      const networks: Record<string, unknown> = {};
      const server = createServer((request, response) => {
        const found = networks[request.url ?? ''];
        response.writeHead(found === undefined ? 503 : 200).end(JSON.stringify(found));
      });
      const { url: lists, close } = await listen(server);
      const names = ['good', 'open', 'away', 'full'];
      try {
        for (const name of names) {
          networks[`/${name}`] = ['44.0.0.0/24', '44.0.1.0/24', '44.0.2.0/24'];
          const add = ['feeds', 'add', `${lists}/${name}`, '--out', `${name}.feed.json`];
          expect(await runInProcess(add, { cwd: clone })).toMatchObject({ status: 0 });
        }
        const commit = async (message: string): Promise<void> => {
          await git('add', '.');
          await git('commit', '--quiet', '--message', message);
          await git('push', '--quiet', 'origin', 'main');
        };
        await commit('Feeds');
        expectResult(await pipelines.run('feeds'), 'success');
        expect(existsSync(join(stage.root, 'gh.json'))).toBe(false);

        // One breaks a guard, one is not read, and the file of one cannot be written.
        for (const name of names) networks[`/${name}`] = ['44.0.0.0/24', '44.0.1.0/24', '44.0.2.0/24', '44.0.3.0/24'];
        networks['/open'] = ['0.0.0.0/0'];
        delete networks['/away'];
        await stage.runProgram('mkdir', ['full.feed.json.tmp']);
        writeFileSync(join(clone, 'full.feed.json.tmp', 'keep'), '');
        await commit('In the way');
        // An open pull request of a fork from a branch of the same name.
        const fork = { number: 3, open: true, head: 'feeds', isOfFork: true, body: 'of a fork' };
        writeFileSync(join(stage.root, 'gh.json'), JSON.stringify({ pulls: [fork] }));
        for (const _ of [1, 2]) {
          const updated = await pipelines.run('feeds');
          expectResult(updated, 'failure');
          const { pulls } = JSON.parse(readFileSync(join(stage.root, 'gh.json'), 'utf8')) as { pulls: object[] };
          expect(pulls).toEqual([
            fork,
            {
              number: 41,
              open: true,
              head: 'feeds',
              base: 'main',
              title: 'Feeds of networks have changed',
              body: updated.summary,
            },
          ]);
          for (const part of ['44.0.3.0/24', 'open.feed.json', 'away.feed.json', 'full.feed.json'])
            expect([part, updated.summary, updated.log]).toEqual([
              part,
              expect.stringContaining(part),
              expect.stringContaining(part),
            ]);
        }
        const show = (file: string) =>
          stage.runProgram('git', ['show', `feeds:${file}`], join(stage.root, 'remote.git'));
        expect(await show('good.feed.json')).toContain('44.0.3.0/24');
        for (const name of ['open', 'away', 'full'])
          expect(await show(`${name}.feed.json`)).toBe(readFileSync(join(clone, `${name}.feed.json`), 'utf8'));
      } finally {
        await close();
      }
    });
  });

  function cancelWhenPrinted(step: string, text: string) {
    return (name: string, job: RunningJob): void => {
      // The test fails later if the job ends before.
      if (name === step) void job.says(text).then(job.cancel, () => undefined);
    };
  }
});

test('the README of the examples names every file', () => {
  const readme = readFileSync(join(examplesFolder, 'ci', 'README.md'), 'utf8');
  for (const file of files) expect(readme).toContain(file);
});
