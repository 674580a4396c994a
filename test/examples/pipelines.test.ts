/**
 * The scripts of the pipelines in the order of their hosts, with the team's app, the commands of this package,
 * Terraform, the emulator and a bucket for the states. `ci.test.ts` has what single scripts do.
 */
import {
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
import { join } from 'node:path';
import { runInProcess } from '../support/cli/run-in-process';
import { createObject } from '../support/emulator/create-object';
import { linkPackages } from '../support/installed-packages';
import { listen } from '../support/listen';
import { describeWith } from '../support/requirements';
import { endAllScripts, type RunningScript } from '../support/script';
import { type FakeS3, openFakeS3 } from './fake-s3';
import {
  ACTION_FILE,
  type Action,
  type AtlantisFile,
  readYaml,
  startSh,
  startStep,
  writePrograms,
} from './pipeline-scripts';
import { examplesFolder, openStage, packageRoot, type Stage } from './stage';

jest.setTimeout(600_000);

const STACK = 'production';
/** Values that no log, report or comment may contain. */
const SECRETS = { apiKey: 'the-key-of-the-pipeline', stream: 'the-secret==of 100%' } as const;

type Command = 'preview' | 'deploy' | 'drift';

const SETUP = ['Inputs', 'Variables', 'Synthesize', 'Initialize'];

/** The scripts of the action for these commands, in order. A failure ends them; `Post` follows `Report` in any case. */
const STEPS: Readonly<Record<Command, readonly string[]>> = {
  preview: [...SETUP, 'Report'],
  deploy: [...SETUP, 'Plan', 'Apply', 'Expect an empty plan'],
  drift: [...SETUP, 'Report'],
};

const INPUTS = {
  STACK,
  VARIABLES: `audit_stream_secret=${SECRETS.stream}`,
  SYNTHESIZE: readYaml<Action>(ACTION_FILE).inputs['synthesize']?.default ?? '',
  OPTIONS: '',
} as const;

/** The values that the expressions under `env` of the steps have on the host. */
const GIVEN: Readonly<Record<Command, Readonly<Record<string, string>>>> = {
  preview: { ...INPUTS, PULL: '7', IS_FORK: 'false' },
  deploy: INPUTS,
  drift: { ...INPUTS, PULL: '', IS_FORK: 'true' },
};

/** The steps that run in the folder of the synthesized stack. */
const IN_STACK = ['Initialize', 'Plan', 'Apply', 'Expect an empty plan'];

interface Ran {
  readonly status: number | null;
  readonly log: string;
}

interface Posted {
  readonly title?: string;
  readonly body: string;
  readonly state?: string;
}

describeWith(['CAMPAIGN=full', 'bash', 'curl', 'git', 'jq'], 'the scripts of', () => {
  let stage: Stage;
  let store: FakeS3;
  let env: Record<string, string>;

  beforeEach(async () => {
    stage = await openStage({ emulator: { apiKeys: ['examples-key', SECRETS.apiKey] } });
    store = await openFakeS3();
    const { root, folder } = stage;
    for (const source of ['team', 'ci']) {
      const from = join(examplesFolder, source);
      const files = readdirSync(from).filter((name) => /\.(ts|json)$/.test(name));
      for (const name of files) copyFileSync(join(from, name), join(folder, name));
    }
    linkPackages(root, ['netingress', 'cdktf', 'constructs', 'tsx']);
    const modules = join(root, 'node_modules');
    mkdirSync(join(modules, '.bin'));
    symlinkSync(join(packageRoot, 'node_modules/.bin/tsx'), join(modules, '.bin/tsx'));
    symlinkSync(join(packageRoot, 'lib/bin/netingress.js'), join(modules, '.bin/netingress'));
    const nothing = '#!/bin/sh\n';
    env = {
      ...stage.env,
      PATH: writePrograms(join(root, 'programs'), { npm: nothing, apk: nothing }),
      NETINGRESS_API_KEY: SECRETS.apiKey,
      STATE_BUCKET: store.bucket,
      AWS_ENDPOINT_URL_S3: store.url,
      AWS_ACCESS_KEY_ID: 'any',
      AWS_SECRET_ACCESS_KEY: 'any',
      GH_STORE: join(root, 'gh.json'),
      GH_TOKEN: 'token-of-the-job',
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
    };
  });
  afterEach(async () => {
    endAllScripts();
    await Promise.all([stage.close(), store.close()]);
  });

  const locks = (): string[] => [...store.objects.keys()].filter((key) => key.endsWith('.tflock'));

  const readGh = (): { comments: Posted[]; issues: Posted[]; pulls: object[] } =>
    existsSync(env['GH_STORE'] ?? '')
      ? JSON.parse(readFileSync(env['GH_STORE'] ?? '', 'utf8'))
      : { comments: [], issues: [], pulls: [] };

  function expectNoSecret(text: string): void {
    // The runner removes the lines that mask.
    const shown = text.replace(/^::add-mask::.*$/gm, '');
    for (const secret of Object.values(SECRETS))
      if (shown.includes(secret)) throw new Error(`The secret ${secret} is shown:\n${text}`);
  }

  type OnStart = (step: string, script: RunningScript) => void;

  async function runGitHub(
    command: Command,
    { apiKey = SECRETS.apiKey, onStart }: { readonly apiKey?: string; readonly onStart?: OnStart } = {},
  ): Promise<Ran> {
    const temp = join(stage.root, 'temp');
    rmSync(temp, { recursive: true, force: true });
    mkdirSync(temp);
    const runStep = async (step: string, more: Record<string, string>): Promise<Ran> => {
      const cwd = IN_STACK.includes(step) ? join(stage.folder, 'cdktf.out/stacks', STACK) : stage.folder;
      const script = startStep(step, { env: { ...env, ...GIVEN[command], RUNNER_TEMP: temp, ...more }, cwd });
      onStart?.(step, script);
      const { status, output } = await script.ended;
      return { status, log: output };
    };
    const ran: Ran[] = [];
    for (const step of STEPS[command]) {
      ran.push(await runStep(step, { NETINGRESS_API_KEY: apiKey, COMMAND: command, ...readVariables(temp) }));
      if (ran.at(-1)?.status !== 0) break;
    }
    const reported = ran[STEPS[command].indexOf('Report')];
    if (reported)
      ran.push(await runStep('Post', { COMMAND: command, OUTCOME: reported.status === 0 ? 'success' : 'failure' }));
    const log = ran.map((each) => each.log).join('');
    expectNoSecret(log + JSON.stringify(readGh()));
    const failed = ran.find(({ status }) => status !== 0);
    return { status: failed === undefined ? 0 : failed.status, log };
  }

  test('GitHub: a change gets its preview, a merge deploys it, and drift is an issue until it is reverted', async () => {
    expect(await runGitHub('preview')).toMatchObject({ status: 0 });
    expect(readGh().comments).toHaveLength(1);
    expect(readGh().comments[0]?.body).toMatch(
      /^<!-- netingress-preview: stack=production -->\n\n## ⚠️ Preview of production\n/,
    );
    expect(readGh().comments[0]?.body).toMatch(/Would apply: 1 stack, \d+ created\./);
    expect(readFileSync(join(stage.root, 'temp/summary.md'), 'utf8')).toBe(readGh().comments[0]?.body);
    expect(stage.counts()).toEqual({});

    expect(await runGitHub('deploy')).toMatchObject({
      status: 0,
      log: expect.stringMatching(/Apply complete! Resources: \d+ added, 0 changed, 0 destroyed\./),
    });
    expect(stage.counts()).toMatchObject({ ip_policy: 1, ip_restriction: 1, event_subscription: 1 });
    expect(await runGitHub('drift')).toMatchObject({ status: 0 });
    expect(readGh().issues).toEqual([]);

    expect(await runGitHub('preview')).toMatchObject({ status: 0 });
    expect(readGh().comments).toEqual([
      expect.objectContaining({ body: expect.stringContaining('Would apply: 1 stack, no changes.') }),
    ]);

    await createObject(stage.emulator, '/ip_policy_rules', {
      ip_policy_id: String(stage.emulator.objects('ip_policy')[0]?.['id']),
      cidr: '0.0.0.0/0',
      action: 'allow',
    });
    for (const _ of [1, 2]) expect(await runGitHub('drift')).toMatchObject({ status: 2 });
    const [issue] = readGh().issues;
    expect(readGh().issues).toMatchObject([{ title: 'Drift of production', state: 'open' }]);
    expect(issue?.body).toMatch(/^<!-- netingress-drift: stack=production -->\n[\s\S]*0\.0\.0\.0\/0/);

    // A check that reads nothing does not change the open issue.
    const failed = await runGitHub('drift', { apiKey: 'an-unknown-key' });
    expect(failed).toMatchObject({ log: expect.stringContaining('Cannot read the account: ') });
    expect(failed.status).not.toBe(0);
    expect(readGh().issues).toEqual([issue]);

    // The next deployment deletes the rule; the next check closes the issue.
    expect(await runGitHub('deploy')).toMatchObject({ status: 0 });
    expect(await runGitHub('drift')).toMatchObject({ status: 0 });
    expect(readGh().issues).toMatchObject([{ title: 'Drift of production', state: 'closed' }]);
    expect(locks()).toEqual([]);
  });

  test('GitHub: a change that would be refused fails the job, and the comment says why', async () => {
    const { id: policy } = await createObject(stage.emulator, '/ip_policies');
    await createObject(stage.emulator, '/ip_restrictions', { type: 'api', ip_policy_ids: [policy] });
    expect(await runGitHub('preview')).toMatchObject({ status: 2 });
    expect(readGh().comments[0]?.body).toContain('## ❌ Preview of production');
    expect(readGh().comments[0]?.body).toContain('Would be refused');
  });

  test('GitHub: a canceled deployment releases the lock and keeps its state, and the next one completes it', async () => {
    stage.emulator.faults.add({ match: { operation: 'ip_policy_rule.create' }, do: { delay_ms: 1500 } });
    // GitHub sends the signal to the shell of the step only. If the step ends before, the expectation below fails.
    const canceled = await runGitHub('deploy', {
      onStart: (step, script) => {
        const cancel = () => script.signal('SIGINT');
        if (step === 'Apply') void script.says(': Creation complete after').then(cancel, () => undefined);
      },
    });
    expect(canceled.log).toContain('Interrupt received');
    expect(locks()).toEqual([]);
    const [state] = [...store.objects.values()].map((each) => JSON.parse(String(each)) as { resources: object[] });
    expect(state?.resources.length).toBeGreaterThan(0);
    stage.emulator.faults.clear();
    expect(await runGitHub('deploy')).toMatchObject({ status: 0 });
    expect(stage.counts()).toMatchObject({ ip_policy: 1, ip_policy_rule: 4, ip_restriction: 1 });
  });

  test('Atlantis: a plan has its preview, its apply is that plan, and a refusal fails the plan', async () => {
    const { workflows } = readYaml<AtlantisFile>(join(examplesFolder, 'ci', 'atlantis.yaml'));
    const { NETINGRESS_API_KEY: _, ...others } = env;
    const server: Record<string, string> = {
      ...others,
      NETINGRESS_API_KEY_production: SECRETS.apiKey,
      TF_VAR_audit_stream_secret: SECRETS.stream,
      PROJECT_NAME: STACK,
      PLANFILE: join(stage.root, 'production.tfplan'),
    };
    const runAtlantis = async (part: 'plan' | 'apply'): Promise<Ran> => {
      let log = '';
      for (const step of workflows['netingress']?.[part].steps ?? []) {
        const command = 'run' in step ? step.run : step.env.command;
        const { status, output } = await startSh(command, { cwd: stage.folder, env: server }).ended;
        if ('env' in step) server[step.env.name] = output.trimEnd();
        else log += output;
        if (status !== 0) return { status, log };
      }
      return { status: 0, log };
    };
    const planned = await runAtlantis('plan');
    expectNoSecret(planned.log);
    expect(planned).toMatchObject({
      status: 0,
      log: expect.stringMatching(/Plan: \d+ to add, 0 to change, 0 to destroy\./),
    });
    expect(planned.log).toMatch(/Would apply: 1 stack, \d+ created\./);
    expect(stage.counts()).toEqual({});
    expect(await runAtlantis('apply')).toMatchObject({ status: 0 });
    expect(stage.counts()).toMatchObject({ ip_policy: 1, ip_restriction: 1, event_subscription: 1 });
    stage.emulator.faults.add({ match: { operation: 'ip_policy.list' }, do: { status: 403 } });
    expect((await runAtlantis('plan')).status).not.toBe(0);
  });

  test('GitHub: feeds become a pull request, which has the updates of the others if some fail, and says which', async () => {
    const { folder, root, runProgram } = stage;
    const remote = join(root, 'remote.git');
    const git = (...args: string[]) =>
      runProgram('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args]);
    const networks: Record<string, unknown> = {};
    const server = createServer((request, response) => {
      const found = networks[request.url ?? ''];
      response.writeHead(found === undefined ? 503 : 200).end(JSON.stringify(found));
    });
    const { url: lists, close } = await listen(server);
    const names = ['good', 'open', 'away', 'full'];
    const runFeeds = async (): Promise<Ran & { readonly summary: string }> => {
      const temp = join(root, 'temp');
      rmSync(temp, { recursive: true, force: true });
      mkdirSync(temp);
      await git('switch', '--quiet', 'main');
      const options = { cwd: folder, env: { ...env, RUNNER_TEMP: temp } };
      const { status, output } = await startStep('Feeds', options).ended;
      const pull = await startStep('Pull request', options).ended;
      expect(pull).toMatchObject({ status: 0 });
      return { status, log: output + pull.output, summary: readFileSync(join(temp, 'summary.md'), 'utf8') };
    };
    try {
      writeFileSync(join(folder, '.gitignore'), 'node_modules\ncdktf.out\n');
      await runProgram('git', ['init', '--quiet', '--bare', '--initial-branch', 'main', remote]);
      await git('init', '--quiet', '--initial-branch', 'main');
      await git('remote', 'add', 'origin', remote);
      for (const name of names) {
        networks[`/${name}`] = ['44.0.0.0/24', '44.0.1.0/24', '44.0.2.0/24'];
        const add = ['feeds', 'add', `${lists}/${name}`, '--out', `${name}.feed.json`];
        expect(await runInProcess(add, { cwd: folder })).toMatchObject({ status: 0 });
      }
      const commit = async (message: string): Promise<void> => {
        await git('add', '.');
        await git('commit', '--quiet', '--message', message);
        await git('push', '--quiet', 'origin', 'main');
      };
      await commit('Feeds');
      expect(await runFeeds()).toMatchObject({ status: 0 });
      expect(readGh().pulls).toEqual([]);

      // The feed `open` breaks a guard, the list of `away` cannot be read, and the file of `full` cannot be written.
      for (const name of names) networks[`/${name}`] = ['44.0.0.0/24', '44.0.1.0/24', '44.0.2.0/24', '44.0.3.0/24'];
      networks['/open'] = ['0.0.0.0/0'];
      delete networks['/away'];
      mkdirSync(join(folder, 'full.feed.json.tmp'));
      writeFileSync(join(folder, 'full.feed.json.tmp', 'keep'), '');
      await commit('In the way');
      // An open pull request of a fork from a branch of the same name.
      const fork = { number: 3, open: true, head: 'feeds', isOfFork: true, body: 'of a fork' };
      writeFileSync(env['GH_STORE'] ?? '', JSON.stringify({ pulls: [fork] }));
      for (const _ of [1, 2]) {
        const updated = await runFeeds();
        expect(updated.status).not.toBe(0);
        const title = 'Feeds of networks have changed';
        expect(readGh().pulls).toEqual([
          fork,
          { number: 41, open: true, head: 'feeds', base: 'main', title, body: updated.summary },
        ]);
        for (const part of ['44.0.3.0/24', 'open.feed.json', 'away.feed.json', 'full.feed.json'])
          for (const said of [updated.summary, updated.log]) expect(said).toContain(part);
      }
      const show = (file: string) => runProgram('git', ['show', `feeds:${file}`], remote);
      expect(await show('good.feed.json')).toContain('44.0.3.0/24');
      await git('switch', '--quiet', 'main');
      for (const name of ['open', 'away', 'full'])
        expect(await show(`${name}.feed.json`)).toBe(readFileSync(join(folder, `${name}.feed.json`), 'utf8'));
    } finally {
      await close();
    }
  });
});

/** The variables that the step `Variables` set: `TF_VAR_a=b` -> `{ TF_VAR_a: 'b' }`. Empty before it ran. */
function readVariables(temp: string): Record<string, string> {
  const file = join(temp, 'env.txt');
  if (!existsSync(file)) return {};
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
