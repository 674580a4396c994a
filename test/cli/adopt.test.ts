/** `netingress adopt`: folders, lists, states, rate limits and interrupted runs. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { JOURNAL, openJournal } from '../../src/adopt/resume-journal';
import { formatState, useAccount } from '../support/cli/command-line';
import { start } from '../support/cli/netingress';
import { type RanInProcess, withError } from '../support/cli/run-in-process';
import { requestsAfter } from '../support/emulator/requests-of';
import { SPEC_KINDS } from '../support/kinds';
import { endAllScripts, type RunningScript } from '../support/script';

afterEach(endAllScripts);
const cli = useAccount();
const { read, write } = cli;

async function createPolicies(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await cli.create('/ip_policies', { description: `policy ${n}` });
}

/** Runs `adopt` as a process of its own, which a test can kill; {@link adopt} runs it in this process. */
const run = (...args: string[]): RunningScript => start(['adopt', ...args], cli.env, cli.folder);
const adopt = (...args: string[]): Promise<RanInProcess> => cli.run(['adopt', ...args]);
const adoptHcl = (...more: string[]) => adopt('--out', 'tf', '--format', 'hcl', ...more);

test('one command adopts the policies of an account into an empty folder, with one GET request for each resource type', async () => {
  await createPolicies(2);
  const before = cli.emulator.requests().length;
  const { status, stdout } = await run('--out', 'app').ended;
  const project = ['.gitignore', 'README.md', 'cdktf.json', 'main.ts', 'package.json', 'tsconfig.json'];
  const names = ['adopted/ip-policies.ts', ...project].map((name) => join('app', name));
  expect([status, stdout.trim().split('\n').sort()]).toEqual([0, names.sort()]);
  const sent = requestsAfter(cli.emulator, before);
  expect(sent.filter((request) => request.startsWith('GET '))).toEqual(sent);
  expect(sent).toHaveLength(SPEC_KINDS.length);
  expect(await readdir(join(cli.folder, 'app'))).not.toContain(JOURNAL);
});

test('a list without states says that it has what they manage', async () => {
  await createPolicies(1);
  const managed = await cli.create('/ip_policies', { description: 'managed' });
  await write('s.json', formatState([{ kind: 'ip_policy', attributes: managed }]));
  const listed = await adopt('--list', '--state', 's.json');
  expect(listed.stdout).toContain('policy 0');
  expect(listed.stdout).not.toContain('managed');
  expect(listed.stderr).not.toContain('--state');
  expect((await adopt('--list')).stderr).toContain('the list has the objects that a state manages, too');
});

test('an existing file is named and kept, and nothing is written', async () => {
  await createPolicies(1);
  await write('main.tf', 'mine');
  expect(await adopt('--out', '.', '--format', 'hcl')).toEqual(withError(1, 'main.tf would be overwritten'));
  expect([await readdir(cli.folder), await read('main.tf')]).toEqual([['main.tf'], 'mine']);
});

test.each([
  ['cdktn', 'netingress/cdktn', 'cdktn-cli'],
  ['cdktf', 'netingress', 'cdktf-cli'],
])('in a project with %s the code imports from it', async (library, entry, cli) => {
  await createPolicies(1);
  await write('package.json', { devDependencies: { [library]: '*' } });
  expect((await adopt('--out', 'app')).status).toBe(0);
  const texts = await Promise.all(['main', 'adopted/ip-policies'].map((file) => read(`app/${file}.ts`)));
  const imports = texts.flatMap((text) => [...text.matchAll(/from '([\w/]+)';/g)].map(([, name]) => name));
  expect(imports).toEqual([library, 'constructs', entry, 'constructs', entry]);
  const { dependencies, devDependencies, scripts } = JSON.parse(await read('app/package.json')) as {
    readonly [member: string]: Readonly<Record<string, string>>;
  };
  expect(Object.keys({ ...dependencies, ...devDependencies })).toEqual(expect.arrayContaining([library, cli]));
  expect(scripts?.['deploy']).toBe(`${library} deploy`);
  expect(await read('app/README.md')).toContain(`npx ${library} deploy ingress`);
});

test('the new project depends on the packed file on which the project around it depends', async () => {
  await createPolicies(1);
  await write('package.json', '{"dependencies": {"netingress": "file:packed/netingress.tgz"}}');
  expect((await adopt('--out', 'infra/app')).status).toBe(0);
  const source = 'file:../../packed/netingress.tgz';
  expect(JSON.parse(await read('infra/app/package.json'))).toMatchObject({ dependencies: { netingress: source } });
  expect(await read('infra/app/README.md')).toContain(source);
});

test.each([
  ['without an object', 0, 0],
  ['that cannot be read', 1, 3],
])('an account %s leaves no empty folder', async (_, policies, expected) => {
  await createPolicies(policies);
  if (expected !== 0) cli.emulator.faults.add({ match: { method: 'GET' }, do: { status: 401 } });
  expect([(await adopt('--out', 'a/b')).status, await readdir(cli.folder)]).toEqual([expected, []]);
});

test('an edited list is adopted', async () => {
  await createPolicies(2);
  const listed = await adopt('--list');
  expect(listed.status).toBe(0);
  const list = JSON.parse(listed.stdout) as { objects: { label: string; name: string }[] };
  list.objects = list.objects.filter(({ label }) => label === 'policy 1').map((each) => ({ ...each, name: 'kept' }));
  await write('list.json', list);
  expect((await adopt('--objects', 'list.json', '--out', 'tf', '--format', 'hcl')).status).toBe(0);
  expect((await read('tf/main.tf')).match(/^resource .*$/gm)).toEqual(['resource "netingress_ip_policy" "kept" {']);
});

test.each([
  ['registry.example.com/platform/netingress', "{\n      source: 'registry.example.com/platform/netingress',\n"],
  ['terraform.local/netingress/netingress', "new NetingressProvider(this, 'netingress', {\n      accountObject: 'ipp_"],
])('objects of a state are skipped, and the code uses its provider %s', async (address, expected) => {
  await createPolicies(2);
  const [first] = cli.emulator.objects('ip_policy');
  await write('s.tfstate', formatState([{ kind: 'ip_policy', attributes: { id: first?.['id'] } }], address));
  for (const format of ['hcl', 'ts']) {
    const { stderr } = await adopt('--out', format, '--format', format, '--state', 's.tfstate');
    expect(stderr).toContain('Wrote 1 resource to import. Skipped: 1 managed by a state.');
  }
  expect(await read('hcl/versions.tf')).toContain(`"${address}"`);
  expect(await read('ts/main.ts')).toContain(expected);
});

/** Expects that the next run requests one page of policies, and writes all 102. */
async function expectWholeAfterwards(): Promise<void> {
  cli.emulator.faults.clear();
  const before = cli.emulator.requests().length;
  expect((await adoptHcl()).status).toBe(0);
  expect(requestsAfter(cli.emulator, before)).toEqual(['GET /ip_policies']);
  expect((await read('tf/main.tf')).match(/^resource /gm)).toHaveLength(102);
  expect((await readdir(join(cli.folder, 'tf'))).sort()).toEqual(['README.md', 'imports.tf', 'main.tf', 'versions.tf']);
}

/** A rate limit of an hour: the client gives up at once, because it waits for no more than five minutes. */
const LIMITED = { status: 429, headers: { 'Retry-After': '3600' } };

test('after a rate limit failure, the next run requests only the missing pages', async () => {
  await createPolicies(102);
  cli.emulator.faults.add({ match: { operation: 'ip_policy.list', nth: 2 }, do: LIMITED });
  expect(await adoptHcl()).toEqual(withError(3, 'Repeat the command within one hour'));
  expect(await readdir(join(cli.folder, 'tf'))).toEqual([JOURNAL]);
  await expectWholeAfterwards();
});

test('the next run continues one that was killed while reading, and whose journal ends with an incomplete line', async () => {
  await createPolicies(102);
  cli.emulator.faults.add({ match: { operation: 'ip_policy.list', nth: 2 }, do: { delay_ms: 60_000 } });
  const running = run('--out', 'tf', '--format', 'hcl');
  const journal = join(cli.folder, 'tf', JOURNAL);
  const isWaiting = (): boolean => readFileSync(journal, 'utf8').split('\n').length > SPEC_KINDS.length + 1;
  while (!existsSync(journal) || !isWaiting()) await sleep(10);
  running.signal('SIGKILL');
  expect((await running.ended).status).toBe(null);
  appendFileSync(journal, '{"kind":"ip_policy","objects":[{"id":"ipp_to');
  await expectWholeAfterwards();
});

test('the next run finishes a run that was killed while writing', async () => {
  await createPolicies(1);
  expect((await adopt('--out', 'done', '--format', 'hcl')).status).toBe(0);
  const written = await read('done/main.tf');
  // A folder as a killed run leaves it: the journal of a run that ended early, one written file and an incomplete one.
  cli.emulator.faults.add({ match: { operation: 'domain.list' }, do: LIMITED });
  expect((await adoptHcl()).status).toBe(3);
  cli.emulator.faults.clear();
  await write('tf/main.tf', written);
  await write('tf/.netingress-adopt.tmp', 'impo');
  expect((await adoptHcl()).status).toBe(0);
  expect((await readdir(join(cli.folder, 'tf'))).sort()).toEqual((await readdir(join(cli.folder, 'done'))).sort());
});

test('a forbidden kind is skipped and reported, and the exit status is 3', async () => {
  await createPolicies(1);
  cli.emulator.faults.add({ match: { operation: 'api_key.list' }, do: { status: 403 } });
  expect(await adoptHcl()).toEqual(withError(3, /not adopted:\n {2}api_key: /));
  expect(await read('tf/main.tf')).toContain('netingress_ip_policy');
});

test('the API key of the run needs no configuration', async () => {
  await createPolicies(1);
  cli.env['NETINGRESS_API_KEY'] = String((await cli.create('/api_keys'))['token']);
  expect(await adoptHcl()).toEqual(withError(0, 'Wrote 1 resource to import. Skipped: 1 needing no configuration.'));
});

test('events that were not read are named once, and the status says that creators may be missing', async () => {
  await createPolicies(1);
  const event = { event_id: 'ev_1', event_type: 'ip_policy_created.v0', event_timestamp: '2026-05-01T10:00:00Z' };
  await write('audit.ndjson', `${JSON.stringify(event)}\nnot an event\n`);
  const ended = await adoptHcl('--events', 'audit.ndjson');
  expect(ended).toEqual(withError(3, /so the creators of objects may be missing\.$/));
  expect(ended.stderr.match(/audit\.ndjson/g)).toHaveLength(1);
});

test.each([
  ['no folder', [], /Missing --out FOLDER/],
  ['an invalid age', ['--out', 'x', '--since', 'monday'], /7d or 12h/],
  ['a time without an offset', ['--out', 'x', '--since', '2026-01-31 12:00'], /7d or 12h/],
  ['standard input twice', ['--out', 'x', '--state', '-', '--events', '-'], /files are read from standard input/],
  ['a missing state file', ['--out', 'x', '--state', 'nowhere.tfstate'], /Cannot read the state/],
  ['an invalid list', ['--out', 'x', '--objects', 'list.json'], /objects\.0\.name: expected a letter/],
])('%s is rejected before any request, and nothing is written', async (_, args, message) => {
  await write('list.json', '{"version":1,"objects":[{"kind":"ip_policy","id":"ipp_gone","name":"1"}]}');
  expect(await adopt(...args)).toEqual(withError(1, message));
  expect([cli.emulator.requests(), await readdir(cli.folder)]).toEqual([[], ['list.json']]);
});

test.each([
  ['a file', 'file'],
  ['a device', '/dev/null'],
  ['a folder below a file', 'file/below'],
])('--out with %s is an error without a stack trace', async (_, out) => {
  await createPolicies(1);
  await write('file', '');
  expect(await adopt('--out', out)).toEqual(
    withError(1, /^Cannot use the folder .*\. Give another folder with --out\.$/),
  );
});

describe('a journal', () => {
  const owner = { baseUrl: 'x', apiKey: 'y' };
  const page = { objects: [{ id: 'ipp_1', values: {} }], complete: true };
  const journalFile = (): string => join(cli.folder, 'journal');

  test.each([
    ['a page of another form', '{"kind":"ip_policy","objects":[{"id":5}],"complete":true}\n'],
    ['a line between pages that is not JSON', '{"kind":"ip_policy","obj\n'],
  ])('with %s is ignored', (_, line) => {
    openJournal(journalFile(), owner).add('ip_policy', page);
    expect(openJournal(journalFile(), owner).listingSoFar('ip_policy')?.objects).toHaveLength(1);
    appendFileSync(journalFile(), `${line}${JSON.stringify({ kind: 'ip_policy', ...page })}\n`);
    expect(openJournal(journalFile(), owner).pageCount).toBe(0);
  });

  test('whose last line is incomplete has the pages before, and those that later runs add', () => {
    const interrupt = (): void => appendFileSync(journalFile(), '{"kind":"ip_policy","obj');
    openJournal(journalFile(), owner).add('ip_policy', page);
    interrupt();
    openJournal(journalFile(), owner).add('ip_policy', page);
    interrupt();
    expect(openJournal(journalFile(), owner).pageCount).toBe(2);
  });
});

test('in an app that was never synthesized, nothing is read: its objects would be adopted a second time', async () => {
  await write('cdktf.json', {});
  expect(await adopt('--list')).toEqual(
    withError(1, /has no synthesized configuration.*Run `cdktf synth`, name its folder with --app, or give --state\./),
  );
  expect(cli.emulator.requests()).toEqual([]);
});

test('the objects in the states of the app in this folder are skipped, and --state replaces these states', async () => {
  const managed = await cli.create('/ip_policies', { description: 'of the app' });
  await cli.create('/ip_policies', { description: 'by hand' });
  const path = join(cli.folder, 'terraform.access.tfstate');
  await cli.writeApp({ access: { terraform: { backend: { local: { path } } } } }, 'other/cdktf.out');
  await write('terraform.access.tfstate', formatState([{ kind: 'ip_policy', attributes: managed }]));
  await write('empty.tfstate', formatState([]));
  const labels = async (...args: string[]): Promise<unknown[]> => {
    const { stdout } = await adopt('--list', ...args);
    return (JSON.parse(stdout) as { objects: { label: string }[] }).objects.map(({ label }) => label);
  };
  expect(await labels()).toEqual(['by hand', 'of the app']);
  expect(await labels('--app', 'other/cdktf.out')).toEqual(['by hand']);
  await cli.writeApp({ access: { terraform: { backend: { local: { path } } } } });
  expect(await labels()).toEqual(['by hand']);
  expect(await labels('--state', 'empty.tfstate')).toEqual(['by hand', 'of the app']);
  expect((await adopt('--list', '--app', 'none')).stderr).toContain(
    'Cannot read none: it has no synthesized configuration.',
  );
});
