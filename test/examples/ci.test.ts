/**
 * The pipelines of `examples/ci` and `action.yml`: what a team owns of them, what the scripts of their steps do, with
 * stand-ins for `gh` and for the API of GitLab, and what linters say.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import { run } from '../../src/terraform/run';
import { useFolder } from '../support/folder';
import { testWith } from '../support/requirements';
import { startScript } from '../support/script';
import { type GitLabApi, openGitLabApi, TOKEN } from './gitlab-api';
import {
  ACTION,
  ACTION_FILE,
  type Action,
  GITLAB_FILE,
  type GitLabFile,
  joinScript,
  readYaml,
  startGitLab,
  startStep,
  WORKFLOWS,
  type Workflow,
  writePrograms,
} from './pipeline-scripts';
import { examplesFolder, packageRoot } from './stage';

const files = readdirSync(WORKFLOWS).sort();
const action = readYaml<Action>(ACTION_FILE);
const gitlab = readYaml<GitLabFile>(GITLAB_FILE);
const testScripts = testWith('bash', 'jq');

describe('what a team owns', () => {
  test('names no static key of AWS', () => {
    for (const file of [...files.map((each) => join(WORKFLOWS, each)), GITLAB_FILE, ACTION_FILE])
      expect(readFileSync(file, 'utf8')).not.toMatch(/ACCESS_KEY_ID|SECRET_ACCESS_KEY/i);
  });

  test('the stages of GitLab are preview, staging and production, in this order', () => {
    // A job of a later stage does not start after a failure in an earlier one.
    expect(gitlab.stages).toEqual(['preview', 'staging', 'production']);
  });

  test('uses the action of this version, and has no script of its own', () => {
    const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
    for (const file of files)
      expect(readFileSync(join(WORKFLOWS, file), 'utf8').match(/(uses|run): .*/g)).toEqual([
        `uses: ${ACTION}@v${version}`,
        expect.stringMatching(/^run: (deploy|drift|feeds|preview|reap)\b/),
      ]);
  });

  test('the README names each workflow file', () => {
    const readme = readFileSync(join(examplesFolder, 'ci', 'README.md'), 'utf8');
    for (const file of files) expect(readme).toContain(file);
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
  test('pins every action to a commit, with its version as a comment', () => {
    const uses = readFileSync(ACTION_FILE, 'utf8').match(/uses: .*/g) ?? [];
    expect(uses).toHaveLength(5);
    for (const line of uses) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('describes every input in a sentence, and the guide has a row for each', () => {
    const guide = readFileSync(join(packageRoot, 'docs/guides/pipelines.md'), 'utf8');
    for (const [name, { description }] of Object.entries(action.inputs)) {
      expect(description).toMatch(/\.$/);
      expect(guide).toContain(`| \`${name}\` |`);
    }
  });

  test('no script has an expression, only those that call the service have the key, and those of Terraform or netingress end with exec', () => {
    for (const { name, run: script, shell, env } of action.runs.steps) {
      if (script === undefined) continue;
      expect([name, shell]).toEqual([name, 'bash']);
      expect(script).not.toContain('${{');
      const calls = /terraform (plan|apply)|netingress "\$COMMAND"|access reap/.test(script);
      expect([name, env?.['NETINGRESS_API_KEY']]).toEqual([name, calls ? `\${{ inputs.api-key }}` : undefined]);
      // A canceled run signals only the shell. So the last command must replace the shell (`exec`) to get the signal.
      const last = script.trimEnd().split('\n').at(-1);
      if (/\b(terraform|netingress) /.test(script))
        expect([name, last]).toEqual([name, expect.stringMatching(/^exec /)]);
    }
  });

  test('a report that failed is posted and stored too, and an earlier one is not', () => {
    const ranWith = (id: string) => `\${{ !cancelled() && steps.${id}.outcome != 'skipped' }}`;
    const { steps } = action.runs;
    expect(steps.filter((step) => step.if?.includes('cancelled()')).map((step) => [step.name, step.if])).toEqual([
      [undefined, ranWith('report')],
      ['Post', ranWith('report')],
      ['Pull request', ranWith('feeds')],
    ]);
    const artifact = steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact'));
    expect(artifact?.with?.['path']).toBe(`\${{ runner.temp }}/\${{ inputs.run }}.md`);
  });
});

/** A report with characters that a shell or JSON would change. */
const REPORT = '<!-- netingress-preview: stack=production -->\n## Preview\n\n"100 %" `$HOME` & more\n';
const PASSED = { status: 0, output: '' };
const NEW_REPORT = REPORT.replace('more', 'less');

/** `npx netingress` writes the report REPORT into the file of --out, if there is one, and ends with STATUS. */
const NPX = `#!/usr/bin/env node
const { writeFileSync } = require('node:fs');
const { REPORT, STATUS = '0' } = process.env;
const [, , ...args] = process.argv;
if (REPORT) writeFileSync(args[args.indexOf('--out') + 1], REPORT);
console.log(JSON.stringify(args));
process.exitCode = Number(STATUS);
`;

describe('a step of the action', () => {
  const work = useFolder();
  let env: Record<string, string>;
  beforeEach(() => {
    env = {
      PATH: writePrograms(join(work.folder, 'programs'), { npx: NPX }),
      GH_STORE: join(work.folder, 'gh.json'),
      GH_TOKEN: 'token-of-the-job',
      STACK: 'production',
    };
  });
  const start = async (name: string, more: Record<string, string>) => {
    const { status, output } = await startStep(name, { env: { ...env, ...more }, cwd: work.folder }).ended;
    return { status, output };
  };
  const readStore = () =>
    JSON.parse(readFileSync(env['GH_STORE'] ?? '', 'utf8')) as Record<'comments' | 'issues', Record<string, unknown>[]>;
  const writeStore = (store: object) => work.write('gh.json', store);

  testScripts('Inputs: a misspelled run is an error, and so is drift without a stack, but not reap', async () => {
    for (const COMMAND of ['preview', 'deploy', 'drift', 'reap', 'feeds'])
      expect(await start('Inputs', { COMMAND })).toEqual(PASSED);
    expect(await start('Inputs', { COMMAND: 'repa' })).toEqual({
      status: 1,
      output: "::error::The input 'run' is 'repa'; expected preview, deploy, drift, reap or feeds.\n",
    });
    expect(await start('Inputs', { COMMAND: 'drift', STACK: '' })).toMatchObject({ status: 1 });
    expect(await start('Inputs', { COMMAND: 'reap', STACK: '' })).toMatchObject({ status: 0 });
  });

  testScripts(
    'Variables: a value without the carriage return at its end reaches Terraform, and is masked as the runner reads it',
    async () => {
      const lines = ['key=c2VjcmV0==', '', 'percent=100%25\r', 'empty=', 'text= a=b $(touch x) `touch x` \\n "q" '];
      expect(await start('Variables', { VARIABLES: lines.join('\n') })).toEqual({
        status: 0,
        output: '::add-mask::c2VjcmV0==\n::add-mask::100%2525\n::add-mask:: a=b $(touch x) `touch x` \\n "q" \n',
      });
      expect(readFileSync(join(work.folder, 'env.txt'), 'utf8')).toBe(
        'TF_VAR_key=c2VjcmV0==\nTF_VAR_percent=100%25\nTF_VAR_empty=\nTF_VAR_text= a=b $(touch x) `touch x` \\n "q" \n',
      );
      expect(readdirSync(work.folder)).not.toContain('x');
    },
  );

  testScripts('Variables: a carriage return is masked, and a line of a longer value is not shown', async () => {
    expect((await start('Variables', { VARIABLES: 'a=b\rc' })).output).toBe('::add-mask::b%0Dc\n');
    for (const line of ['-----BEGIN KEY-----', 'MIIE+/w==', 'b c=d', '=e']) {
      const { status, output } = await start('Variables', { VARIABLES: `key=1\n${line}` });
      expect([status, output]).toEqual([1, expect.stringContaining('Set a value with line breaks as TF_VAR_NAME')]);
      expect(output).not.toContain(line);
    }
  });

  testScripts('Report: options are words and no patterns, and the status is that of the command', async () => {
    await work.write('a.md', '');
    await work.write('preview.md', 'the report of an earlier run');
    const OPTIONS = '--must-deny 203.0.113.0/24\n--address *.md $(touch x)';
    const { status, output } = await start('Report', { COMMAND: 'preview', OPTIONS, STATUS: '2' });
    expect(status).toBe(2);
    const report = join(work.folder, 'preview.md');
    const words = ['--must-deny', '203.0.113.0/24', '--address', '*.md', '$(touch', 'x)'];
    const format = ['--format', 'markdown', '--out', report];
    expect(JSON.parse(output)).toEqual(['netingress', 'preview', '--stack', 'production', ...words, ...format]);
    expect(readdirSync(work.folder)).not.toContain('preview.md');
  });

  describe('Post', () => {
    const post = async (report: string, more: Record<string, string> = {}) => {
      await work.write('preview.md', report);
      return start('Post', { COMMAND: 'preview', PULL: '7', IS_FORK: 'false', OUTCOME: 'success', ...more });
    };

    testScripts('the first run creates the comment and the next one replaces it', async () => {
      expect(await post(REPORT)).toEqual(PASSED);
      expect(readStore().comments.map(({ body }) => body)).toEqual([REPORT]);
      // A step has its own file for the summary.
      expect(readFileSync(join(work.folder, 'summary.md'), 'utf8')).toBe(REPORT);
      expect(await post(NEW_REPORT)).toEqual(PASSED);
      expect(readStore().comments.map(({ body }) => body)).toEqual([NEW_REPORT]);
      expect(await post(REPORT.replace('production', 'staging'))).toMatchObject({ status: 0 });
      expect(readStore().comments).toHaveLength(2);
    });

    testScripts('comments of a person, of another bot and of other tools as the same bot stay', async () => {
      const comment = (id: number, login: string, body: string | null) => ({
        url: `https://api.github.com/repos/acme/ingress/issues/comments/${id}`,
        user: { login },
        body,
      });
      const others = [
        comment(1, 'ada', REPORT),
        comment(2, 'other[bot]', REPORT),
        comment(3, 'github-actions[bot]', '<!-- coverage -->\n80 %'),
        comment(4, 'github-actions[bot]', `> ${REPORT}`),
        comment(5, 'github-actions[bot]', null),
        // So many that a list of all takes three pages of 100.
        ...Array.from({ length: 245 }, (_, index) => comment(6 + index, 'ada', 'a comment')),
      ];
      await writeStore({ comments: others });
      for (const report of [REPORT, NEW_REPORT]) expect(await post(report)).toEqual(PASSED);
      expect(readStore().comments).toEqual([...others, comment(251, 'github-actions[bot]', NEW_REPORT)]);
    });

    testScripts('without a report nothing is posted', async () => {
      expect(await start('Post', { COMMAND: 'preview', PULL: '7', IS_FORK: 'false' })).toEqual(PASSED);
      expect(readdirSync(work.folder).sort()).toEqual(['programs', 'script.sh']);
    });

    testScripts.each<[string, Record<string, string>]>([
      ['the token of a fork may not write', { IS_FORK: 'true' }],
      ['the job has no token', { GH_TOKEN: '' }],
      ['the job is not one of a pull request', { PULL: '', IS_FORK: 'true' }],
    ])('%s: the report is in the summary and stays for the artifact, and the step passes', async (reason, more) => {
      expect(await post(REPORT, more)).toEqual({
        status: 0,
        output: `::notice::The report is not posted, because ${reason}. It is in the summary and an artifact of this run.\n`,
      });
      expect(readdirSync(work.folder)).not.toContain('gh.json');
      for (const file of ['summary.md', 'preview.md']) expect(await work.read(file)).toBe(REPORT);
    });

    testScripts('on a runner without gh the report is in the summary, and the step passes', async () => {
      const programs = join(work.folder, 'without-gh');
      mkdirSync(programs);
      const { stdout } = await run('sh', ['-c', 'command -v bash && command -v cat'], {
        cwd: work.folder,
        env: { PATH: process.env['PATH'] ?? '' },
      });
      for (const program of stdout.trim().split('\n')) symlinkSync(program, join(programs, basename(program)));
      const { status, output } = await post(REPORT, { PATH: programs });
      expect([status, output]).toEqual([0, expect.stringContaining('because the runner has no gh.')]);
      expect(await work.read('summary.md')).toBe(REPORT);
    });

    testScripts('a comment that the host refuses fails the step with the message of the host', async () => {
      const { status, output } = await post(REPORT, { GH_REFUSES: '1' });
      expect([status, output]).toEqual([1, 'gh: Resource not accessible by integration (HTTP 403)\n']);
    });

    testScripts('drift is one open issue until there is none', async () => {
      const drift = async (report: string, OUTCOME: string) => {
        await work.write('drift.md', report);
        return start('Post', { COMMAND: 'drift', PULL: '', IS_FORK: 'true', OUTCOME });
      };
      const [found, changed, none] = [REPORT, NEW_REPORT, REPORT.replace('more', 'none')];
      expect(await drift(none, 'success')).toEqual(PASSED);
      expect(readStore().issues).toEqual([]);
      for (const report of [found, changed]) expect(await drift(report, 'failure')).toEqual(PASSED);
      expect(readStore().issues).toMatchObject([{ title: 'Drift of production', body: changed, state: 'open' }]);
      expect(await drift(none, 'success')).toEqual(PASSED);
      expect(readStore().issues).toMatchObject([{ body: none, state: 'closed' }]);
      expect(await drift(found, 'failure')).toEqual(PASSED);
      expect(readStore().issues).toMatchObject([{ body: none }, { body: found, state: 'open' }]);
      expect(readStore().comments).toEqual([]);
    });
  });
});

describe('a job of GitLab', () => {
  const work = useFolder();
  let api: GitLabApi;
  beforeEach(async () => {
    api = await openGitLabApi();
  });
  afterEach(() => api.close());

  const start = async (job: 'preview' | 'drift', more: Record<string, string>) => {
    const { status, output } = await startGitLab(gitlab[job].script, {
      cwd: work.folder,
      env: {
        PATH: writePrograms(join(work.folder, 'programs'), { npx: NPX }),
        CI_API_V4_URL: api.url,
        CI_PROJECT_ID: '12',
        ...(job === 'preview' && { CI_MERGE_REQUEST_PROJECT_ID: '12' }),
        ...{
          preview: { POSTS: 'merge_requests/7/notes', TEXT: 'body' },
          drift: { POSTS: 'issues', TEXT: 'description' },
        }[job],
        STACK: 'production',
        GITLAB_TOKEN: TOKEN,
        ...more,
      },
    }).ended;
    expect(output).not.toContain(TOKEN);
    return { status, output };
  };
  const testJobs = testWith('curl', 'jq');

  testJobs('the first run writes the note and the next one replaces it; notes of others stay', async () => {
    const others = [
      { id: 1, body: REPORT, author: { id: 9 } },
      { id: 2, body: '<!-- coverage -->', author: { id: 3 } },
    ];
    api.notes = [...others];
    expect(await start('preview', { REPORT })).toMatchObject({ status: 0 });
    // The list has its newest notes first, so the job finds its note on the third page of 100.
    api.notes.push(...Array.from({ length: 250 }, (_, id) => ({ id: 3 + id, body: 'a note', author: { id: 9 } })));
    expect(await start('preview', { REPORT: NEW_REPORT, STATUS: '2' })).toMatchObject({ status: 2 });
    expect(api.requests).toEqual([
      'POST /projects/12/merge_requests/7/notes',
      'PUT /projects/12/merge_requests/7/notes/1002',
    ]);
    expect(api.notes.slice(0, 3)).toMatchObject([...others, { id: 1002, body: NEW_REPORT }]);
  });

  testJobs('a fork without a token keeps the report for the artifact, and the status', async () => {
    for (const STATUS of ['0', '2']) {
      const { status } = await start('preview', { REPORT, STATUS, GITLAB_TOKEN: '', CI_PROJECT_ID: '13' });
      expect([String(status), await work.read('report.md'), api.requests]).toEqual([STATUS, REPORT, []]);
      rmSync(join(work.folder, 'report.md'));
    }
  });

  testJobs('a command that could not start posts nothing, and its status stays', async () => {
    expect(await start('drift', { STATUS: '1' })).toMatchObject({ status: 1 });
    expect(api.requests).toEqual([]);
  });

  testJobs('drift is one open issue until there is none', async () => {
    api.issues = [{ id: 5001, iid: 1, title: 'a bug', description: null, state: 'opened', author: { id: 3 } }];
    const none = REPORT.replace('more', 'none');
    expect(await start('drift', { REPORT: none })).toMatchObject({ status: 0 });
    expect(api.issues).toHaveLength(1);
    for (const report of [REPORT, NEW_REPORT])
      expect(await start('drift', { REPORT: report, STATUS: '2' })).toMatchObject({ status: 2 });
    expect(api.issues.slice(1)).toMatchObject([
      { title: 'Drift of production', description: NEW_REPORT, state: 'opened' },
    ]);
    expect(await start('drift', { REPORT: none })).toMatchObject({ status: 0 });
    expect(api.issues.slice(1)).toMatchObject([{ description: none, state: 'closed' }]);
    expect(api.issues[0]).toMatchObject({ description: null, state: 'opened' });
  });

  testJobs.each([
    ['a note that may not be written', 403, {}],
    ['a wrong token', undefined, { GITLAB_TOKEN: 'another' }],
  ])('%s fails the job with the message of the host', async (_, refuses, more) => {
    api.refuses = refuses;
    const { status, output } = await start('preview', { REPORT, ...more });
    expect([status === 0, api.notes]).toEqual([false, []]);
    expect(output).toMatch(/40[13] (Forbidden|Unauthorized)|error: 40[13]/);
  });

  test('the variables of the jobs say what is posted where', () => {
    expect([gitlab.preview.variables, gitlab.drift.variables]).toEqual([
      { POSTS: 'merge_requests/$CI_MERGE_REQUEST_IID/notes', TEXT: 'body' },
      { POSTS: 'issues', TEXT: 'description' },
    ]);
  });
});

const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.7';

describe('linters find nothing', () => {
  const work = useFolder();

  testWith('CAMPAIGN=full', 'go', 'shellcheck')(
    'in the workflows and in the action, with the scripts',
    async () => {
      // Actionlint reads workflows: the steps of the action become a job of one, and a workflow uses the local action.
      const inputs = Object.entries(action.inputs).map(([name, input]) => [
        name,
        { type: 'string', default: input.default ?? '', description: input.description },
      ]);
      const workflow = {
        on: { workflow_call: { inputs: Object.fromEntries(inputs) } },
        jobs: { action: { 'runs-on': 'ubuntu-24.04', steps: action.runs.steps } },
      };
      await work.write('.git/HEAD', 'ref: refs/heads/main\n');
      await work.write('action.yml', readFileSync(ACTION_FILE));
      await work.write('.github/workflows/action.yml', stringify(workflow));
      for (const file of files) {
        const text = readFileSync(join(WORKFLOWS, file), 'utf8');
        await work.write(`.github/workflows/${file}`, text.replace(new RegExp(`${ACTION}@\\S+`), './'));
      }
      const options = { cwd: work.folder, env: process.env };
      const { ended } = startScript('go', ['run', ACTIONLINT, '-no-color', '-oneline'], options);
      // Go names the modules that it downloads on standard error.
      expect(await ended).toMatchObject({ status: 0, stdout: '' });
    },
    300_000,
  );

  testWith('CAMPAIGN=full', 'shellcheck')('in the scripts of GitLab', async () => {
    for (const { script } of [gitlab.preview, gitlab.drift, { script: gitlab.default.before_script }]) {
      await work.write('script.sh', `#!/bin/dash\nset -eo pipefail\n${joinScript(script)}\n`);
      // SC3040: dash has no pipefail. The jobs run in ash, which has it.
      const args = ['--exclude=SC3040', 'script.sh'];
      const { stdout } = await run('shellcheck', args, { cwd: work.folder, env: { PATH: process.env['PATH'] ?? '' } });
      expect(stdout).toBe('');
    }
  });
});
