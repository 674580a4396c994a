/** `--accounts` of drift, doctor and preview on an emulator with 50 accounts. */

import { rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { mergeReports } from '../../../src/command/fleet/merge-reports';
import { DRAWING, MAX_DRAWN } from '../../../src/drift/formats/describe-drift';
import { createEmulator, type Emulator } from '../../../src/emulator';
import { EXIT } from '../../../src/model/exit-status';
import type { Item, Summary } from '../../../src/report/section';
import { toText } from '../../../src/report/text';
import { PROVIDER_ADDRESS } from '../../../src/terraform/mirror';
import { formatState, type ResourceInState, useCommandLine } from '../../support/cli/command-line';
import { withError, withOutput } from '../../support/cli/run-in-process';
import { createObject } from '../../support/emulator/create-object';
import { requestsAfter } from '../../support/emulator/requests-of';
import { findUnusedUrl, type Listening, listen } from '../../support/listen';
import { testInCi, testRows } from '../../support/requirements';

/** a01 to a50. A test that needs an account in sync with its state takes one that no test passes to `create`. */
const names = Array.from({ length: 50 }, (_, n) => `a${String(n + 1).padStart(2, '0')}`);
const OBJECTS = 3;

const cli = useCommandLine({ forAll: true });
let emulator: Emulator;
let url: string;
let tooMany: Listening;
const ids: Record<string, readonly string[]> = {};

beforeAll(async () => {
  emulator = createEmulator({ accounts: names.map((name) => ({ name, apiKeys: [`key-${name}`] })) });
  ({ url } = await emulator.listen());
  for (const name of names) {
    const made: string[] = [];
    for (let n = 0; n < OBJECTS; n++) made.push(await create(name, `${name} ${n}`));
    ids[name] = made;
    await cli.write(`${name}.tfstate`, formatState(policiesOf(name)));
    await cli.write(`${name}.key`, `key-${name}\n`);
  }
  const headers = { 'retry-after': '3600', 'content-type': 'application/json' };
  tooMany = await listen(createServer((_, response) => void response.writeHead(429, headers).end('{}')));
});
afterAll(async () => {
  await emulator.close();
  await tooMany.close();
});

async function create(account: string, description: string): Promise<string> {
  return (await createObject(emulator, '/ip_policies', { description }, { key: `key-${account}` })).id;
}

const policiesOf = (account: string, alias?: string): ResourceInState[] =>
  (ids[account] ?? []).map((id, n) => {
    const attributes = { id, description: `${account} ${n}`, metadata: '' };
    return { kind: 'ip_policy', name: `${alias ?? 'p'}${n}`, attributes, ...(alias !== undefined && { alias }) };
  });

type Entry = Record<string, unknown>;

const entry = (name: string): Entry => ({
  name,
  base_url: url,
  api_key: { file: `${name}.key` },
  states: [`${name}.tfstate`],
});

let files = 0;

async function run(command: string, accounts: readonly Entry[], args: readonly string[] = [], env: object = {}) {
  const file = await cli.write(`accounts-${files++}.yaml`, { accounts });
  return cli.run([command, '--accounts', file, ...args], { env: { ...machineOf(command), ...env } });
}

/** Doctor finds no Terraform, which it would start: its check of the machine fails. */
const machineOf = (command: string) => (command === 'doctor' ? { PATH: '/nowhere' } : {});

const sent = (): number => emulator.requests().length;

test('3 accounts that cannot be reached, 2 with a wrong key and 1 that is rate limited are named, and the others are read', async () => {
  const closed = await findUnusedUrl();
  const some = [...names.slice(0, 8), 'a50'];
  const accounts = some.map((name, n): Entry => {
    if (n < 3) return { ...entry(name), base_url: closed };
    if (n < 5) return { ...entry(name), api_key: { env: 'WRONG_KEY' } };
    return n === 5 ? { ...entry(name), base_url: tooMany.url } : entry(name);
  });
  await create('a50', 'made by hand');
  const { status, stdout } = await run('drift', accounts, ['--format', 'json'], { WRONG_KEY: 'secret-of-nobody' });
  const { accounts: reports, exit_status } = JSON.parse(stdout) as FleetReport;
  expect([status, exit_status]).toEqual([2, 2]);
  expect(reports.map((each) => [each.account, each.exit_status])).toEqual(
    some.map((name, n) => [name, n < 6 ? 3 : name === 'a50' ? 2 : 0]),
  );
  const members = ['base_url', 'base_url', 'base_url', 'api_key', 'api_key'];
  expect(reports.map(({ problem }) => problem)).toEqual([
    ...members.map((member) => expect.stringContaining(`${member} in the accounts file`)),
    expect.any(String),
    ...[null, null, null],
  ]);
  expect(reports.slice(6).map(({ report }) => report?.coverage.total.managed)).toEqual([OBJECTS, OBJECTS, OBJECTS]);
  expect(stdout).not.toMatch(/secret-of-nobody|NETINGRESS_/);
});

interface FleetReport {
  readonly exit_status: number;
  readonly accounts: readonly {
    readonly account: string;
    readonly exit_status: number;
    readonly problem: string | null;
    readonly report: { readonly coverage: { readonly total: { readonly managed: number } } } | null;
  }[];
}

describe('the merged report', () => {
  beforeAll(() => create('a49', 'by hand'));

  test.each([
    ['text', /^a49\n[\s\S]*\n\nAccounts in sync\n {2}a48, a10\n\n3 accounts: 1 with differences, 2 in sync\.\n$/],
    ['markdown', /a49/],
    ['html', /<h2>Objects that are not in sync<\/h2>[\s\S]*a49: by hand/],
    ['sarif', /"fullyQualifiedName": "a49\//],
  ])('has the account in %s', async (format, expected) => {
    expect(await run('drift', ['a48', 'a49', 'a10'].map(entry), ['--format', format])).toEqual(withOutput(2, expected));
  });

  test('says in its picture how many objects are not drawn', async () => {
    const node = { kind: 'ip_policy', badges: [], details: [] };
    const nodes = Array.from({ length: MAX_DRAWN + 10 }, (_, n) => ({
      ...node,
      ...{ key: `ipp_${n}`, label: `by hand ${n}`, location: `ipp_${n}` },
    }));
    const picture = await DRAWING.toPicture({ nodes, edges: [] }, { isMerged: true });
    expect(picture?.markup).toContain('10 objects not drawn.');
  });

  test('has what no account checked once, with the names of the accounts, those in sync too', async () => {
    await create('a46', 'by hand');
    const { stdout } = await run('drift', ['a46', 'a39'].map(entry));
    expect(stdout.match(/pending changes: need the configuration/g)).toHaveLength(1);
    expect(stdout).toMatch(
      /^Not checked in several accounts\n.*pending changes: need the configuration.*\n {4}a46, a39\n/m,
    );
    expect(stdout).toContain('Accounts in sync\n  a39');
  });

  test('has a list that several accounts must not read once, although each message names another request', async () => {
    emulator.faults.add({ match: { path: '/ip_restrictions' }, do: { status: 403 } });
    const text = await run('drift', ['a46', 'a39'].map(entry));
    const json = await run('drift', ['a46', 'a39'].map(entry), ['--json']);
    emulator.faults.clear();
    const { accounts } = JSON.parse(json.stdout) as { accounts: { report: { incomplete: { message: string }[] } }[] };
    expect(new Set(accounts.flatMap(({ report }) => report.incomplete.map(({ message }) => message))).size).toBe(2);
    expect(text.stdout.match(/^ +IP restriction: /gm)).toHaveLength(1);
    expect(text.stdout).toMatch(/^Not checked in several accounts\n {2}IP restriction.*\n {4}a46, a39\n/im);
  });

  /** The text of the reports of the accounts a and b, each of which has this item. */
  function merge(item: (account: string) => Item): string {
    const results = ['a', 'b'].map((account) => {
      const sections = [{ id: 'access', heading: 'Access', items: [item(account)] }];
      const summary: Summary = { title: 'Drift', result: 'Incomplete.', tone: 'undecided', sections };
      return { account, baseUrl: url, status: EXIT.undecided, value: { summary } };
    });
    const words = { title: 'Drift', failed: 'with differences', done: 'in sync' };
    return toText(mergeReports(results, words).report.summary());
  }

  test('has equal words of several accounts once for each, if they are about different things', () => {
    const text = merge((account) => ({ line: 'the rest was not read', tone: 'undecided', key: `rest of ${account}` }));
    expect(text.match(/the rest was not read/g)).toHaveLength(2);
  });

  test('keeps the details of what several accounts do not decide', () => {
    const details = [{ line: 'NOT DECIDED: may newly shut out 256 IPv4 addresses' }];
    const text = merge(() => ({ line: 'the dashboard', tone: 'undecided', key: 'dashboard', details }));
    expect(text).toContain(`  the dashboard\n    a, b\n    ${details[0]?.line}\n`);
  });

  test('--account selects accounts, and an unknown one is an error without a request', async () => {
    const accounts = ['a48', 'a49'].map(entry);
    expect((await run('drift', accounts, ['--account', 'a48'])).stdout).toContain('1 account: 1 in sync.');
    const before = sent();
    const unknown = /^Unknown account b in .*; expected one of a48, a49/;
    expect(await run('drift', accounts, ['--account', 'b'])).toEqual(withError(1, unknown));
    expect(sent()).toBe(before);
  });
});

test.each([
  ['drift', '--account', 'a01'],
  ['preview', '--account', 'a01'],
  ['doctor', '--account', 'a01'],
  ['drift', '--parallel', '4'],
])('%s %s without --accounts is an error without a request', async (command, option, value) => {
  const before = sent();
  const env = { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'key-a02' };
  const stderr = `${option} belongs to --accounts, which is missing; expected --accounts FILE. Add it, or omit ${option}.`;
  expect(await cli.run([command, option, value], { env })).toEqual({ status: 1, stdout: '', stderr });
  expect(sent()).toBe(before);
});

test('a failed check of the machine decides the exit status of doctor', async () => {
  const { status, stdout, stderr } = await run('doctor', [entry('a01')], ['--format', 'json']);
  expect([status, JSON.parse(stdout)]).toMatchObject([2, { exit_status: 2 }]);
  expect(stderr).toContain('A check of this machine failed or was skipped');
});

test('preview of several accounts refuses standard input for --events', async () => {
  const refused = await run('preview', [entry('a01'), entry('a02')], ['--events', '-']);
  expect(refused).toEqual(withError(1, '--events cannot be standard input (-)'));
});

describe('a state of one account with the key of another', () => {
  test.each([
    ['drift', 1],
    ['doctor', 2],
  ])('is refused by %s without account_object, with the words "another account"', async (command, expected) => {
    const { status, stdout } = await run(command, [{ ...entry('a10'), states: ['a11.tfstate'] }, entry('a12')]);
    expect([status, stdout]).toEqual([expected, expect.stringMatching(/another account/)]);
    expect(stdout).toMatch(/2 accounts: 1 .*, 1 (in sync|ok)\./);
  });

  test('in the folder of an account is that of the root module', async () => {
    await writeConfiguration('a29-of-a28', 'a28');
    const { stdout } = await run('drift', [{ ...entry('a29'), states: undefined, dir: 'a29-of-a28' }]);
    expect(stdout).toContain(`None of the ${OBJECTS} objects of the root module is in the account`);
  });

  const commands = [
    ['drift', 1],
    ['doctor', 2],
    ['preview', 1],
  ] as const;
  testRows(commands, { plain: 2 })(
    'is refused by %s with account_object, before another object is read',
    async (command, expected) => {
      const id = await create('a13', 'bound');
      await writeConfiguration('a14', 'a14');
      const bound = { ...entry('a14'), account_object: id };
      const before = sent();
      const account = command === 'preview' ? { ...bound, states: undefined, dir: 'a14' } : bound;
      const refused = await run(command, [account]);
      expect(refused).toEqual(withOutput(expected, /Another account/));
      // Doctor checks the connection by a request of its own.
      const read = requestsAfter(emulator, before).filter((request) => request !== 'GET /');
      expect(read).toEqual([`GET /ip_policies/${id}`]);
      if (command !== 'preview')
        expect(refused.stdout).toContain('set account_object in the accounts file to another object');
    },
  );
});

/** A folder with the configuration and the local state of the account `name`. */
async function writeConfiguration(to: string, name: string, changed?: string): Promise<void> {
  const blocks = Array.from({ length: OBJECTS }, (_, n) => {
    const description = n === 0 && changed !== undefined ? changed : `${name} ${n}`;
    return `resource "netingress_ip_policy" "p${n}" {\n  description = "${description}"\n}\n`;
  });
  const required = `terraform {\n  required_providers {\n    netingress = { source = "${PROVIDER_ADDRESS}" }\n  }\n}\n`;
  await cli.write(`${to}/main.tf`, required + blocks.join(''));
  await cli.write(`${to}/terraform.tfstate`, await cli.read(`${name}.tfstate`));
}

describe('one state of several accounts, each with a provider configuration', () => {
  const writeShared = (...more: readonly ResourceInState[]) =>
    cli.write('shared.tfstate', formatState([...policiesOf('a08'), ...policiesOf('a09', 'second'), ...more]));
  const drift = async (selected: readonly string[]) => {
    const entries = selected.map((name) => ({ ...entry(name), states: ['shared.tfstate'] }));
    const { status, stdout } = await run('drift', entries, ['--json']);
    const { accounts } = JSON.parse(stdout) as { accounts: { report: { incomplete: { message: string }[] } | null }[] };
    return { status, incomplete: accounts.map(({ report }) => report?.incomplete.map(({ message }) => message)) };
  };
  const lost = (alias: string): ResourceInState => ({
    ...{ kind: 'ip_policy', name: 'lost', attributes: { id: 'ipp_lost', description: 'lost', metadata: '' }, alias },
  });

  test('each account compares its own objects, and together they are in sync', async () => {
    await writeShared();
    expect(await drift(['a08', 'a09'])).toEqual({ status: 0, incomplete: [[], []] });
  });

  test('what no account has compared stays incomplete', async () => {
    await writeShared(lost('third'));
    const other = [expect.stringMatching(/netingress_ip_policy\.lost .*shared\.tfstate\) was not checked/)];
    expect(await drift(['a08', 'a09'])).toEqual({ status: 3, incomplete: [other, other] });
    await writeShared();
    const second = [expect.stringContaining('netingress_ip_policy.second0')];
    expect(await drift(['a08'])).toEqual({ status: 3, incomplete: [second] });
  });

  test('a deleted object of a provider configuration makes the result drift, and not incomplete', async () => {
    await writeShared(lost('second'));
    expect(await drift(['a08', 'a09'])).toEqual({ status: 2, incomplete: [[], []] });
  });
});

test.each(['drift', 'doctor'])('%s reads only `states` of an entry that also has an app', async (command) => {
  const app = 'app-with-other-state';
  await cli.writeApp({ web: { terraform: { backend: { local: { path: join(cli.folder, 'a19.tfstate') } } } } }, app);
  expect((await run(command, [{ ...entry('a18'), app }])).stdout).not.toContain('objects of');
  const { stdout: other } = await run(command, [{ ...entry('a18'), states: undefined, app }]);
  expect(other).toContain(`None of the ${OBJECTS} objects of stack web is in the account`);
});

test('the advice of doctor for a rejected key and an unreachable account names the member of the file', async () => {
  const unreachable = { ...entry('a02'), base_url: await findUnusedUrl() };
  const accounts = [{ ...entry('a01'), api_key: { env: 'WRONG_KEY' } }, unreachable];
  const { stdout, stderr } = await run('doctor', accounts, [], { WRONG_KEY: 'wrong' });
  for (const member of ['api_key', 'base_url']) expect(stdout).toContain(`${member} in the accounts file`);
  expect(stdout + stderr).not.toMatch(/NETINGRESS_(API_KEY|BASE_URL)/);
});

test.each([
  ['drift', 'app', 'no-app has no synthesized configuration. Run `cdktf synth`. '],
  ['preview', 'app', 'no-app has no synthesized configuration. Run `cdktf synth`. '],
  ['drift', 'dir', 'no-dir does not exist. '],
  ['preview', 'dir', 'no-dir does not exist. '],
])('%s names the member %s whose folder does not exist', async (command, member, problem) => {
  const before = sent();
  const ended = await run(command, [{ ...entry('a44'), states: undefined, [member]: `no-${member}` }]);
  const message = `${problem}Correct ${member} of the account in the accounts file.`;
  expect([ended, sent() - before]).toEqual([withOutput(1, message), 0]);
});

test.each([
  ['states', ['loop'], /The state file .*loop cannot be read: ELOOP\. Correct states of the account/],
  ['dir', 'loop', /The folder .*loop cannot be read: ELOOP\. Correct dir of the account/],
  ['app', 'loop', /Cannot read the configuration .*loop.*manifest\.json: ELOOP/],
])('a path in %s that exists and cannot be read is not reported as missing', async (member, value, message) => {
  await rm(join(cli.folder, 'loop'), { force: true });
  await symlink('loop', join(cli.folder, 'loop'));
  expect(await run('drift', [{ ...entry('a44'), states: undefined, [member]: value }])).toEqual(withOutput(1, message));
});

test('drift says once that a remedy needs the key of its account, if an account has differences', async () => {
  await create('a38', 'by hand');
  const { stdout } = await run('drift', [entry('a38'), entry('a39')]);
  expect(stdout.match(/A remedy needs NETINGRESS_BASE_URL and NETINGRESS_API_KEY of its account/g)).toHaveLength(1);
  expect((await run('drift', [entry('a39')])).stdout).not.toContain('remedy');
});

describe('keys', () => {
  const print = (code: string) => ({ command: [process.execPath, '-e', code, '--', 'a20'] });

  test('a command is a program with arguments, and no shell runs it', async () => {
    const api_key = print('process.stdout.write("key-" + process.argv[1])');
    expect((await run('drift', [{ ...entry('a20'), api_key }])).status).toBe(0);
    const shell = await run('drift', [{ ...entry('a20'), api_key: { command: ['echo key-a20 && true'] } }]);
    expect(shell).toEqual(withOutput(3, 'cannot be started: ENOENT'));
  });

  test.each<[string, Entry, RegExp]>([
    [
      'a command that fails',
      print('console.log("leaked-output"); console.error("leaked-error"); process.exit(7)'),
      /^ {2}a20: The key command .* ended with status 7/m,
    ],
    [
      'a command that prints without end',
      print('for (;;) process.stdout.write("leaked-".repeat(9362))'),
      /^ {2}a20: The key command .* prints more than 65536 characters; expected only the key\./m,
    ],
    ['a variable that is not set', { env: 'NO' }, /a20: The key of account a20 is empty.*environment variable NO/],
    ['a file that does not exist', { file: 'no' }, /a20: Cannot read the key from no: ENOENT/],
  ])('%s: the account is named without the output, and the others are read', async (_, api_key, problem) => {
    const ended = await run('drift', [{ ...entry('a20'), api_key }, entry('a21')]);
    expect(ended).toEqual(withOutput(3, problem));
    expect(ended.stdout).toContain('Accounts in sync\n  a21');
    expect(ended.stdout + ended.stderr).not.toMatch(/leaked-/);
  });
});

/** Runs drift with the file, and expects an error without a request that does not quote the file. */
async function expectRefused(file: string, message: RegExp): Promise<void> {
  const before = sent();
  const { status, stdout, stderr } = await cli.run(['drift', '--accounts', file]);
  expect([status, stdout, sent() - before]).toEqual([1, '', 0]);
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain('hidden');
}

test.each<[Entry, RegExp]>([
  [{ name: 'a b' }, /account 2, name: expected letters/],
  [{ name: '_a' }, /account 2, name: expected letters.* the first is a letter or digit/],
  [{ api_key: { command: 'vault read key' } }, /account bad, api_key: expected one of/],
  [{ api_key: { env: 'A', file: 'b' } }, /account bad, api_key: expected one of/],
  [{ base_url: 'api.example.com' }, /account bad, base_url: expected a URL/],
  [{ base_url: 'https://u:hidden@x.test' }, /account bad, base_url: expected a URL/],
  [{ states: undefined }, /account bad: has nothing to compare with/],
  [{ baseurl: 'x' }, /account bad: baseurl is unknown; expected one of name, base_url, .*; did you mean 'base_url'\?/],
  [{ base_url: undefined }, /account bad, base_url: is missing; expected/],
  [{ states: 'a.tfstate' }, /account bad, states: is of another form; expected a list$/m],
  [{ app: 1 }, /account bad, app: is of another form; expected a string$/m],
  [{ profile: 'ngrock' }, /bad, profile: is of another form; expected one of spec, ngrok; did you mean 'ngrok'\?$/m],
  [{ account_object: 'x' }, /account bad, account_object: expected the id/],
  [{ name: 'a01' }, /account a01 has the name of an earlier entry/],
])('an entry with %p is named, and nothing runs', async (change, message) => {
  await cli.write('bad.yaml', { accounts: [entry('a01'), { ...entry('a02'), name: 'bad', ...change }] });
  await expectRefused('bad.yaml', message);
});

const nested = [...'bcdefghijk'].map((name, n) => `${name}: &${name} [${`*${'abcdefghij'[n]}, `.repeat(9)}]\n`);
const FORM = 'accounts file: is empty or of another form; expected accounts: \\[';
const READ = 'Cannot read the accounts from';
const ALIASES = `^${READ} bad\\.yaml: an alias names no anchor, or aliases repeat too much; expected YAML or JSON\\.$`;
test.each([
  ['is empty', 'null', FORM],
  ['has an empty list', '{"accounts": []}', 'accounts file, accounts: is empty'],
  [
    'is no YAML',
    'accounts:\n  - base_url: "https://u:hidden@x.test\n',
    `^${READ} bad\\.yaml: MISSING_CHAR at line 3, column 1; expected YAML or JSON\\.$`,
  ],
  ['has a tag', '!hidden [https://u:hidden@x.test]', FORM],
  ['is a list of lists of lists', `a: &a [hidden, hidden]\n${nested.join('')}`, ALIASES],
  ['has an alias without an anchor', 'accounts:\n  - base_url: *https://u:hidden@x.test\n', ALIASES],
  [
    'merges a list into a map',
    '%YAML 1.1\n---\naccounts:\n  - <<: [hidden]\n',
    `^${READ} bad\\.yaml: a merge key \\(<<\\) has no map, or values are nested too deeply; expected YAML or JSON\\.$`,
  ],
  [
    'has a scalar with a wrong header',
    'accounts:\n  - base_url: >9hidden\n',
    `^${READ} bad\\.yaml: [A-Z_]+ at line 2, column \\d+; expected YAML or JSON\\.$`,
  ],
])('an accounts file that %s is not read, and not quoted', async (_, text, message) => {
  await cli.write('bad.yaml', text);
  await expectRefused('bad.yaml', new RegExp(message, 'm'));
});

interface DoctorReport {
  readonly checks: readonly { readonly name: string }[];
  readonly accounts: readonly {
    readonly account: string;
    readonly exit_status: number;
    readonly report: { readonly checks: readonly { readonly name: string; readonly found: string }[] };
  }[];
}

test('doctor checks this machine once, and each account in the order of the file', async () => {
  const accounts = [entry('a01'), { ...entry('a02'), api_key: { env: 'WRONG_KEY' } }];
  const report = JSON.parse((await run('doctor', accounts, ['--json'], { WRONG_KEY: 'wrong' })).stdout) as DoctorReport;
  const ofMachine = report.checks.map(({ name }) => name);
  expect(ofMachine).toEqual(expect.arrayContaining(['Node', 'Terraform or OpenTofu']));
  const ofAccounts = report.accounts.flatMap(({ report: { checks } }) => checks.map(({ name }) => name));
  expect([...ofMachine, ...ofAccounts].filter((name) => ofMachine.includes(name))).toEqual([...new Set(ofMachine)]);
  const withKey = (status: string) => expect.arrayContaining([expect.objectContaining({ name: 'API key', status })]);
  expect(report.accounts.map(({ account, report: { checks } }) => [account, checks])).toEqual([
    ['a01', withKey('ok')],
    ['a02', withKey('failed')],
  ]);
});

describe('doctor and the files of an account', () => {
  async function checkAccount(account: Entry, folder = '.') {
    const file = join(cli.folder, await cli.write(`accounts-${files++}.yaml`, { accounts: [account] }));
    const cwd = join(cli.folder, folder);
    const { stdout } = await cli.run(['doctor', '--accounts', file, '--json'], { cwd, env: machineOf('doctor') });
    const [read] = (JSON.parse(stdout) as DoctorReport).accounts;
    return { status: read?.exit_status, checks: read?.report.checks.filter(({ name }) => name === 'Account') };
  }

  test.each([
    ['states', { states: ['a32.tfstate', 'no.tfstate'] }, /^the state file .*no\.tfstate does not exist/],
    ['app', { states: undefined, app: 'no-app' }, /no-app has no synthesized configuration/],
    ['dir', { states: undefined, dir: 'no-folder' }, /^the folder .*no-folder does not exist/],
  ])('a missing file of %s fails, with account_object and without', async (member, change, found) => {
    const id = await create('a32', 'bound');
    const advice = expect.stringContaining(`Correct ${member} of the account in the accounts file.`);
    const check = { name: 'Account', status: 'failed', found: expect.stringMatching(found), advice };
    for (const bound of [{}, { account_object: id }])
      expect(await checkAccount({ ...entry('a32'), ...change, ...bound })).toEqual({
        status: 2,
        checks: expect.arrayContaining([check]),
      });
  });

  test('a missing stack fails, and a missing file, also if another one cannot be parsed', async () => {
    const failed = (found: unknown) => expect.objectContaining({ status: 'failed', found });
    await cli.writeApp({}, 'app');
    expect(await checkAccount({ ...entry('a32'), app: 'app', stacks: ['web'] })).toEqual({
      status: 2,
      checks: expect.arrayContaining([failed(expect.stringMatching(/app has no stack web$/))]),
    });
    await cli.write('broken.tfstate', '{');
    const skipped = { status: 'skipped', found: expect.stringContaining('broken.tfstate') };
    expect(await checkAccount({ ...entry('a34'), states: ['no.tfstate', 'broken.tfstate'] })).toEqual({
      status: 2,
      checks: [failed(expect.stringContaining('no.tfstate does not exist')), expect.objectContaining(skipped)],
    });
  });

  test('a state of another account is called by its file', async () => {
    const { checks } = await checkAccount({ ...entry('a34'), states: ['a35.tfstate'] });
    const found = expect.stringContaining(`objects of ${join(cli.folder, 'a35.tfstate')} is in the account`);
    expect(checks).toContainEqual(expect.objectContaining({ status: 'failed', found }));
  });

  test('the state and the configuration of the current folder do not affect the checks of an account', async () => {
    await cli.write('elsewhere/terraform.tfstate', await cli.read('a37.tfstate'));
    const { checks } = await checkAccount(entry('a36'), 'elsewhere');
    expect(checks?.map(({ found }) => found)).toEqual([expect.stringContaining('no account_object is configured')]);
    await cli.write('elsewhere/main.tf', 'provider "netingress" {\n  account_object = "x"\n}\n');
    expect(await checkAccount(entry('a36'), 'elsewhere')).toEqual({ status: 0, checks });
  });
});

test('preview applies the change of an account to a copy of it, not to the account, and names the account whose folder does not exist', async () => {
  await writeConfiguration('renamed', 'a16', 'renamed');
  const accounts: Entry[] = [
    { ...entry('a16'), states: undefined, dir: 'renamed' },
    { ...entry('a18'), states: undefined, dir: 'nowhere' },
  ];
  const before = sent();
  const { status, stdout: markdown, stderr } = await run('preview', accounts, ['--format', 'markdown']);
  expect(requestsAfter(emulator, before).filter((request) => !request.startsWith('GET '))).toEqual([]);
  expect([status, stderr]).toEqual([1, expect.stringContaining('2 accounts: 1 not read, 1 would apply.')]);
  expect(markdown).toMatch(/^- a18: The folder .*nowhere does not exist\. /m);
  expect(markdown).toMatch(/```mermaid[\s\S]*a16: renamed[\s\S]*<summary>a16: Objects.*<\/summary>\n\n- .*\n.*renamed/);
});

testInCi('preview refuses the state of another account', async () => {
  await writeConfiguration('of-another', 'a17');
  const refused = 'The state belongs to another account: None of the 3 objects of stack of-another ';
  const account = { ...entry('a18'), states: undefined, dir: 'of-another' };
  expect(await run('preview', [account])).toEqual(withOutput(1, refused));
});
