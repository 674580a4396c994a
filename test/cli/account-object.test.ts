/** `account_object` on the command line: of the environment, and of a configuration for `drift` and `doctor`. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DriftReport } from '../../src/drift/report/report';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import { formatState, useAccount } from '../support/cli/command-line';
import { withError } from '../support/cli/run-in-process';
import { requestsAfter } from '../support/emulator/requests-of';

const KEYS = { own: 'own-key', other: 'other-key' } as const;

const cli = useAccount({
  accounts: [
    { name: 'own', apiKeys: [KEYS.own] },
    { name: 'other', apiKeys: [KEYS.other] },
  ],
});
const { write, writeApp } = cli;
let id: string;
let sent: number;

beforeEach(async () => {
  ({ id } = await cli.create('/ip_policies', { description: 'bound' }));
  sent = cli.emulator.requests().length;
});

const run = (account: keyof typeof KEYS, args: readonly string[], env: Record<string, string> = {}) =>
  cli.run(args, { env: { NETINGRESS_API_KEY: KEYS[account], ...env } });

const forbidPolicy = () => cli.emulator.faults.add({ match: { operation: 'ip_policy.get' }, do: { status: 403 } });
const requests = (): string[] => requestsAfter(cli.emulator, sent);

async function synthesize(settings: object): Promise<void> {
  const terraform = {
    required_providers: { netingress: { source: PROVIDER_ADDRESS } },
    backend: { local: { path: 'access.tfstate' } },
  };
  await writeApp({ access: { terraform, provider: { netingress: [settings] } } });
}

const writeState = (ids: readonly string[]): Promise<string> =>
  write('terraform.tfstate', formatState(ids.map((each) => ({ kind: 'ip_policy', attributes: { id: each } }))));

const missing = ['1', '2', '3'].map((n) => `ipp_${n.repeat(27)}`);

test.each([
  ['drift', ['drift', '--state', 'terraform.tfstate']],
  ['adopt', ['adopt', '--out', 'adopted']],
  ['graph', ['graph', '--live', '--out', 'account.html']],
  ['access grant', ['access', 'grant', '203.0.113.7', '--policy', 'x', '--for', '1h', '--reason', 'debug']],
])(
  '%s with an API key whose account lacks NETINGRESS_ACCOUNT_OBJECT ends with status 1, after one request',
  async (_, args) => {
    await writeState(missing);
    expect(await run('other', args, { NETINGRESS_ACCOUNT_OBJECT: id })).toEqual(
      withError(1, 'Another account, or the object of account_object'),
    );
    expect(requests()).toEqual([`GET /ip_policies/${id}`]);
  },
);

test('drift checks a literal of the synthesized provider block, and only the one for the API key of the command', async () => {
  await synthesize({ account_object: id, api_key: null });
  const other = await run('other', ['drift']);
  expect([other.status, other.stderr]).toEqual([1, expect.stringContaining(`has no IP policy ${id}`)]);
  expect(requests()).toEqual([`GET /ip_policies/${id}`]);
  await synthesize({ account_object: id, api_key: 'another' });
  expect((await run('other', ['drift'])).stderr).not.toContain('Another account');
});

test('drift is incomplete if the object cannot be read', async () => {
  await writeState(missing);
  forbidPolicy();
  expect(await run('own', ['drift'], { NETINGRESS_ACCOUNT_OBJECT: id })).toEqual(
    withError(3, 'Cannot read account_object'),
  );
  expect(requests()).toEqual([`GET /ip_policies/${id}`]);
});

describe('doctor', () => {
  const doctor = async (key: keyof typeof KEYS, env: Record<string, string> = {}) => {
    // Doctor would start Terraform for its version.
    const { stdout } = await run(key, ['doctor', '--json'], { PATH: '/nowhere', ...env });
    return JSON.parse(stdout) as { checks: { name: string; status: string; found: string; advice?: string }[] };
  };
  const account = async (...args: Parameters<typeof doctor>) =>
    (await doctor(...args)).checks.filter(({ name }) => name === 'Account');

  test('prints the line to add, and confirms the object of the environment', async () => {
    const found = expect.stringContaining('no account_object is configured');
    const advice = expect.stringContaining(`\`account_object = "${id}"\``);
    expect(await account('own')).toEqual([{ name: 'Account', status: 'warning', found, advice }]);
    const confirmed = { status: 'ok', found: `has ${id} (NETINGRESS_ACCOUNT_OBJECT)` };
    expect(await account('own', { NETINGRESS_ACCOUNT_OBJECT: id })).toMatchObject([confirmed]);
  });

  test('prints no line for an account without objects, and none if a configuration in the folder has account_object', async () => {
    expect(await account('other')).toEqual([]);
    await synthesize({ account_object: id });
    expect(await account('own')).toEqual([]);
    await rm(join(cli.folder, 'cdktf.out'), { recursive: true });
    await write('main.tf', `provider "netingress" {\n  account_object = "${id}"\n}\n`);
    expect(await account('own')).toEqual([]);
    await rm(join(cli.folder, 'main.tf'));
    const countWith = async (account_object: string | null): Promise<number> => {
      await write('main.tf.json', { provider: { netingress: { account_object } } });
      return (await account('own')).length;
    };
    expect([await countWith(id), await countWith(null)]).toEqual([0, 1]);
  });

  test.each([
    ['is of another account', 'other', 'failed', /^Another account, or the object of/],
    ['cannot be read', 'own', 'skipped', /^Cannot read account_object: /],
  ] as const)(
    'accepts the API key if the object of the environment %s, and checks nothing after the account',
    async (_, key, status, found) => {
      if (key === 'own') forbidPolicy();
      expect((await doctor(key, { NETINGRESS_ACCOUNT_OBJECT: id })).checks.slice(-3)).toEqual([
        { name: 'API key', status: 'ok', found: 'accepted' },
        expect.objectContaining({ name: 'Clock', status: 'ok' }),
        { name: 'Account', status, found: expect.stringMatching(found) },
      ]);
    },
  );

  test('does not accept an API key with which neither the object of the environment nor a list can be read', async () => {
    const { checks } = await doctor('own', { NETINGRESS_ACCOUNT_OBJECT: id, NETINGRESS_API_KEY: 'wrong' });
    expect(checks.slice(-2)).toMatchObject([
      { name: 'API key', status: 'failed', advice: expect.stringContaining('Set NETINGRESS_API_KEY') },
      { name: 'Clock', status: 'ok' },
    ]);
  });

  test('skips the comparison with the local state if an object of it cannot be read', async () => {
    await writeState(missing);
    forbidPolicy();
    const found = expect.stringContaining('has the objects of the root module was not checked');
    expect(await account('other')).toMatchObject([{ status: 'skipped', found }]);
  });

  test('warns if all objects of the local state are gone, and not if one is there', async () => {
    const found = async () => (await account('own')).map((check) => check.found);
    const gone = expect.stringContaining('None of the 3 objects of the root module is in the account');
    await writeState(missing);
    expect(await found()).toContainEqual(gone);
    const sets = missing.map((policy) => ({ kind: 'ip_policy_rules', attributes: { ip_policy_id: policy } }));
    await write('terraform.tfstate', formatState(sets));
    expect(await found()).toContainEqual(gone);
    await writeState([...missing, id]);
    expect(await found()).not.toContainEqual(expect.stringContaining('None of'));
  });

  test('does not read the local state of another workspace, or one from before the folder got a backend', async () => {
    const messages = async (env?: Record<string, string>) => JSON.stringify(await account('own', env));
    await writeState(missing);
    expect(await messages()).toContain('None of the 3 objects');
    expect(await messages({ TF_WORKSPACE: 'staging' })).not.toContain('None of');
    await write('.terraform/terraform.tfstate', '{}');
    expect(await messages()).not.toContain('None of');
  });
});

const STACK = 'cdktf.out/stacks/access';
const STATE = `${STACK}/terraform.tfstate`;

describe('resources of another provider configuration', () => {
  const elsewhere = {
    netingress_ip_policy: { elsewhere: { description: 'elsewhere', provider: 'netingress.second' } },
  };
  const writeAliasedState = (...ids: readonly string[]): Promise<string> => {
    const attributes = { description: 'elsewhere', metadata: '' };
    const objects = ids.map((objectId, index) => ({
      ...{ kind: 'ip_policy', name: `elsewhere${index || ''}`, alias: 'second' },
      attributes: { id: objectId, ...attributes },
    }));
    return write(STATE, formatState(objects));
  };
  const synthesizeWith = async (own: object, resource: object = elsewhere): Promise<void> => {
    const terraform = { required_providers: { netingress: { source: PROVIDER_ADDRESS } } };
    await writeApp({ access: { terraform, provider: { netingress: [{}, { alias: 'second', ...own }] }, resource } });
  };
  const checksOf = async () => {
    const { findings, incomplete } = JSON.parse((await run('own', ['drift', '--json'])).stdout) as DriftReport;
    const found = findings.filter(({ address }) => address !== null).map(({ type }) => type);
    return { found, incomplete: incomplete.map(({ reason, message }) => `${reason}: ${message}`) };
  };
  const NOT_CHECKED = [
    expect.stringMatching(
      /^other_provider_configuration: netingress_ip_policy\.elsewhere.* (was|were) not checked: another provider configuration \(netingress\.second\)/,
    ),
  ];

  test('are not checked, neither as missing nor as pending', async () => {
    await synthesizeWith({ api_key: KEYS.other });
    await writeAliasedState(missing[0] as string);
    expect(await checksOf()).toMatchObject({ found: [], incomplete: NOT_CHECKED });
    // The resource is no longer in the configuration, and the stack is initialized, so that Terraform reads the state.
    await synthesizeWith({ api_key: KEYS.other }, { terraform_data: { other: {} } });
    await mkdir(join(cli.folder, STACK, '.terraform'), { recursive: true });
    expect(await checksOf()).toMatchObject({ found: [], incomplete: NOT_CHECKED });
    await rm(join(cli.folder, STACK, '.terraform'), { recursive: true });
    await synthesizeWith({ api_key: KEYS.other });
    await rm(join(cli.folder, STATE));
    expect(await checksOf()).toMatchObject({ found: [], incomplete: NOT_CHECKED });
  });

  test('are no sign for doctor that the API key is one of another account', async () => {
    await synthesizeWith({ api_key: KEYS.other });
    await writeAliasedState(...missing);
    const { stdout } = await run('own', ['doctor', '--json'], { PATH: '/nowhere' });
    expect(stdout).not.toContain('None of the 3 objects');
  });

  test('are checked if the account has the object, or if the settings are those of the default one', async () => {
    await synthesizeWith({ api_key: KEYS.other });
    await writeAliasedState(id);
    expect(await checksOf()).toMatchObject({ found: ['changed'], incomplete: [] });
    await synthesizeWith({});
    await writeAliasedState(missing[0] as string);
    expect(await checksOf()).toMatchObject({ found: ['missing'], incomplete: [] });
  });
});
