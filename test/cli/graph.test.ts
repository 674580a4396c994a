import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatState, useAccount } from '../support/cli/command-line';
import { type RanInProcess, withError } from '../support/cli/run-in-process';
import { expression } from '../support/expression';

const cli = useAccount();
const { create, read, write } = cli;

beforeEach(async () => {
  const { id } = await create('/ip_policies', { description: 'Office' });
  await create('/ip_policy_rules', { ip_policy_id: id, cidr: '10.0.0.0/8', action: 'allow' });
  await create('/ip_restrictions', { type: 'api', ip_policy_ids: [id] });
});

const graph = (args: readonly string[], stdin = ''): Promise<RanInProcess> => cli.run(['graph', ...args], { stdin });

const officeId = expression('netingress_ip_policy.office.id');
const configuration = {
  resource: {
    netingress_ip_policy: { office: { description: 'Office' } },
    netingress_ip_policy_rule: { one: { ip_policy_id: officeId, cidr: '10.0.0.0/8', action: 'allow' } },
    netingress_ip_restriction: { api: { type: 'api', ip_policy_ids: [officeId] } },
  },
};

const drawn = (name: string): string => `%% ${name}
flowchart LR
  subgraph s0["1 IP policy · 1 IP policy rule · 1 IP restriction"]
    direction LR
    n1["api<br/>IP restriction · not enforced"]
    n0["Office<br/>IP policy · 1 allow"]
  end
  n1 --> n0
  classDef c0 fill:#e5eefa,stroke:#3969ac,color:#1c2430
  class n0,n1 c0
`;

test('of a folder, the files are read that the program of TERRAFORM_BINARY_NAME would read', async () => {
  const policies = (name: string): string =>
    JSON.stringify({ resource: { netingress_ip_policy: { [name.replace(/\W/g, '_')]: { description: name } } } });
  for (const file of ['a.tf.json', 'b.tf.json', 'b.tofu.json', 'c.tofu.json'])
    await write(`app/${file}`, policies(file));
  for (const name of ['terraform-1.14', 'tofu-1.10']) {
    await write(`bin/${name}`, '');
    await chmod(join(cli.folder, 'bin', name), 0o755);
  }
  const drawnBy = async (name: string): Promise<unknown> => {
    const env = { PATH: join(cli.folder, 'bin'), TERRAFORM_BINARY_NAME: name };
    const { stdout } = await cli.run(['graph', '--app', 'app', '--json'], { env });
    return [...new Set(stdout.match(/[abc]\.\w+\.json/g))].sort();
  };
  expect(await drawnBy('terraform-1.14')).toEqual(['a.tf.json', 'b.tf.json']);
  expect(await drawnBy('tofu-1.10')).toEqual(['a.tf.json', 'b.tofu.json', 'c.tofu.json']);
});

test('account, configuration and state with the same objects give the same graph', async () => {
  const live = await graph(['--live']);
  expect(live).toMatchObject({ status: 0, stdout: drawn(`The account at ${cli.url}`) });
  expect(live.stderr).toContain('3 objects, 2 references, in 2 boxes.');
  await write('main.tf.json', configuration);
  expect((await graph(['--app', 'main.tf.json'])).stdout.split('\n').slice(1)).toEqual(drawn('').split('\n').slice(1));
  const account = JSON.parse((await graph(['--live', '--json'])).stdout) as {
    nodes: { kind: string; location: string; details: [string, string][] }[];
  };
  const ip_policy_ids = [account.nodes[0]?.location];
  const objects = account.nodes.map(({ kind, location: id, details }) => {
    return { kind, name: 'x', attributes: { ...Object.fromEntries(details), enforced: false, ip_policy_ids, id } };
  });
  expect((await graph(['--state', '-'], formatState(objects))).stdout).toBe(drawn('standard input as deployed'));
});

test('with --app beside --state the default app is not read', async () => {
  await write('main.tf.json', configuration);
  await write('cdktf.out/manifest.json', 'not JSON');
  const office = { kind: 'ip_policy', name: 'office', attributes: { id: 'ipp_1', description: 'Office' } };
  const both = await graph(['--app', 'main.tf.json', '--state', '-'], formatState([office]));
  expect(both).toEqual(withError(0, '1 object, 0 references'));
});

test('--kind accepts the rule set, which is drawn if its rules are not known', async () => {
  const rules = { for_each: expression('var.policies'), ip_policy_id: expression('each.value'), rules: {} };
  const resource = { netingress_ip_policy_rules: { each: rules } };
  await write('sets.tf.json', { variable: { policies: {} }, resource });
  const drawnSet = await graph(['--app', 'sets.tf.json', '--kind', 'ip_policy_rules']);
  expect(drawnSet).toEqual(withError(0, '1 object, 0 references'));
});

test.each([
  ['a.svg', /^<svg /],
  ['a.html', /^<!doctype html>/],
  ['a.mmd', /^%% /],
  ['a.md', /^```mermaid\n%% [\s\S]*```\n$/],
  ['a.json', /^\{\n {2}"version": 1,/],
])('--out %s is written in the form that its name says', async (file, form) => {
  await write('main.tf.json', configuration);
  const { status, stdout } = await graph(['--app', '.', '--out', file]);
  expect([status, stdout]).toEqual([0, '']);
  expect(await read(file)).toMatch(form);
});

test.each<[string, string[], string]>([
  ['an unknown file extension', ['--out', 'a.png'], "Unknown file extension of 'a.png'; expected"],
  ['no configuration and no state', [], 'No configuration and no state found: cdktf.out has no'],
  ['a misspelled --app beside --state', ['--app', 'nowhere', '--state', 's.json'], 'Cannot read nowhere: it has no'],
  ['an unknown resource type', ['--kind', 'ip_polcy'], "Unknown resource type 'ip_polcy'"],
  ['live and declared at once', ['--live', '--app', 'x'], "'--live' cannot be used with option '--app"],
  ['a missing folder', ['--live', '--out', 'none/a.svg'], "'none/a.svg' is invalid. Its folder does not exist."],
  ['a pattern without objects', ['--live', '--select', 'unknown'], '--select unknown matches none of 3 objects;'],
  [
    'a pattern that matches only objects of other types',
    ['--live', '--kind', 'ip_restriction', '--select', 'office'],
    '--select office matches none of 1 object of --kind ip_restriction;',
  ],
])('%s is an error with advice', async (_, args, says) => expect(await graph(args)).toEqual(withError(1, says)));

test('a kind that cannot be read is reported with exit status 3, and the rest is drawn', async () => {
  cli.emulator.faults.add({ match: { operation: 'ip_restriction.list' }, do: { status: 403 } });
  const ended = await graph(['--live', '--kind', 'ip_policy', '--kind', 'ip_restriction']);
  const incomplete = 'Incomplete, because parts of the account could not be read:\n  IP restrictions: ';
  expect(ended).toEqual(withError(3, incomplete));
  expect(ended.stdout).toContain('Office');
});

test('the guide contains the output of the command for its configuration', async () => {
  const guide = await readFile(join(__dirname, '../../docs/guides/graph.md'), 'utf8');
  const block = (language: string): string =>
    new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? '';
  await write('access/access.tf.json', block('json'));
  expect((await graph(['--app', 'access/access.tf.json'])).stdout).toBe(block('mermaid'));
});
