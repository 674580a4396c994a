/** `netingress moves --live`: import blocks for configured objects that are in the account and in no state. */
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import type { JsonObject } from '../../src/values/json';
import { formatState, type ResourceInState, useAccount } from '../support/cli/command-line';
import type { RanInProcess } from '../support/cli/run-in-process';
import { createObject } from '../support/emulator/create-object';

const cli = useAccount();
const { create, write, writeApp } = cli;

const live = (...args: string[]): Promise<RanInProcess> => cli.run(['moves', '--live', ...args]);

interface Found {
  readonly status: number | null;
  readonly stderr: string;
  /** Ids of the `import` blocks by address. */
  readonly imports: Readonly<Record<string, string>>;
  readonly json: {
    readonly ambiguous: readonly JsonObject[];
    readonly likely: readonly JsonObject[];
    readonly created: readonly { readonly address: string }[];
    readonly destroyed: readonly JsonObject[];
    readonly not_read: readonly string[];
  };
}

async function find(...args: string[]): Promise<Found> {
  const { status, stdout, stderr } = await live('--json', ...args);
  const json = JSON.parse(stdout || '{}') as Found['json'] & {
    readonly stacks: readonly { readonly imports: readonly { readonly to: string; readonly id: string }[] }[];
  };
  const imports = (json.stacks ?? []).flatMap((stack) => stack.imports.map(({ to, id }) => [to, id] as const));
  return { status, stderr, json, imports: Object.fromEntries(imports) };
}

/** One stack, whose state is a local file, which only {@link writeState} writes. */
const writeStack = (resource: JsonObject, more: JsonObject = {}): Promise<void> =>
  writeApp({ access: { terraform: { backend: { local: { path: 'terraform.access.tfstate' } } }, resource, ...more } });

const writeState = (...objects: readonly ResourceInState[]): Promise<string> =>
  write('cdktf.out/stacks/access/terraform.access.tfstate', formatState(objects));

const office = { description: 'Office' };
const officeId = `\${netingress_ip_policy.office.id}`;

const addRule = (policy: string, cidr: string) =>
  create('/ip_policy_rules', { ip_policy_id: policy, cidr, action: 'allow' });

test('references are followed from object to object, and a rule set has the id of its policy', async () => {
  const policy = await create('/ip_policies', office);
  const other = await create('/ip_policies', { description: 'Partners' });
  const rule = await addRule(policy.id, '203.0.113.0/24');
  await addRule(other.id, '198.51.100.0/24');
  await addRule(other.id, '192.0.2.0/24');
  const restriction = await create('/ip_restrictions', {
    type: 'dashboard',
    enforced: false,
    ip_policy_ids: [policy.id, other.id],
  });
  await create('/ip_policies', { description: 'of another configuration' });
  await writeStack({
    netingress_ip_policy: { office, partners: { description: 'Partners' } },
    netingress_ip_policy_rule: { berlin: { ip_policy_id: officeId, cidr: '203.0.113.0/24', action: 'allow' } },
    netingress_ip_policy_rules: {
      partners: {
        ip_policy_id: `\${netingress_ip_policy.partners.id}`,
        rules: { '198.51.100.0/24': { action: 'allow' }, '192.0.2.0/24': { action: 'allow' } },
      },
    },
    netingress_ip_restriction: {
      dashboard: {
        type: 'dashboard',
        enforced: false,
        ip_policy_ids: [officeId, `\${netingress_ip_policy_rules.partners.ip_policy_id}`],
      },
    },
  });
  const { status, imports, json, stderr } = await find();
  expect(imports).toEqual({
    'netingress_ip_policy.office': policy.id,
    'netingress_ip_policy.partners': other.id,
    'netingress_ip_policy_rule.berlin': rule.id,
    'netingress_ip_policy_rules.partners': other.id,
    'netingress_ip_restriction.dashboard': restriction.id,
  });
  expect([status, json.created, json.destroyed]).toEqual([0, [], []]);
  expect(stderr).toContain('5 of the account imported');
});

test('the blocks are TypeScript for the stack, or HCL', async () => {
  const { id } = await create('/ip_policies', office);
  await writeStack({ netingress_ip_policy: { office } });
  expect((await live()).stdout).toContain(
    `      import: [\n        { to: 'netingress_ip_policy.office', id: '${id}' },\n      ],\n`,
  );
  expect((await live('--format', 'hcl')).stdout).toBe(
    `import {\n  to = netingress_ip_policy.office\n  id = "${id}"\n}\n`,
  );
});

test('after a killed apply only objects in no state are imported, and an object of the state is paired with no other address', async () => {
  const policy = await create('/ip_policies', office);
  const known = await addRule(policy.id, '203.0.113.0/24');
  const lost = await addRule(policy.id, '198.51.100.0/24');
  const rule = (cidr: string): JsonObject => ({ ip_policy_id: officeId, cidr, action: 'allow' });
  await writeState(
    { kind: 'ip_policy', name: 'office', attributes: policy },
    {
      kind: 'ip_policy_rule',
      name: 'berlin',
      attributes: { ...rule('203.0.113.0/24'), id: known.id, ip_policy_id: policy.id },
    },
  );
  await writeStack({
    netingress_ip_policy: { office, second: office },
    netingress_ip_policy_rule: {
      berlin: rule('203.0.113.0/24'),
      paris: rule('198.51.100.0/24'),
      rome: rule('192.0.2.0/24'),
    },
  });
  const { status, imports, json } = await find();
  expect([status, imports]).toEqual([0, { 'netingress_ip_policy_rule.paris': lost.id }]);
  expect(json.created.map(({ address }) => address)).toEqual([
    'netingress_ip_policy.second',
    'netingress_ip_policy_rule.rome',
  ]);
});

test('of equal objects none is chosen: they are named with their time of creation, and the status is 3', async () => {
  const [first, second] = [await create('/ip_policies', office), await create('/ip_policies', office)];
  await writeStack({ netingress_ip_policy: { office } });
  const { status, imports, json, stderr } = await find();
  expect([status, imports]).toEqual([3, {}]);
  expect(json.ambiguous).toEqual([
    {
      type: 'netingress_ip_policy',
      from: expect.arrayContaining([{ id: first.id }, { id: second.id }]),
      to: [{ stack: 'access', address: 'netingress_ip_policy.office' }],
    },
  ]);
  expect(stderr).toMatch(new RegExp(`the account: ${first.id}, created at 20\\d\\d-`));
  // If the user has written a block for one of them, the other one is no candidate any more.
  await writeStack(
    { netingress_ip_policy: { office } },
    { import: [{ to: 'netingress_ip_policy.office', id: first.id }] },
  );
  expect(await find()).toMatchObject({ status: 0, imports: {}, json: { ambiguous: [] } });
});

test('an object whose metadata differs is a likely pair, one whose description differs is another object', async () => {
  const before = await create('/ip_policies', { ...office, metadata: '{"commit":"a"}' });
  await create('/ip_policies', { description: 'Warehouse', metadata: '{"commit":"b"}' });
  await writeStack({ netingress_ip_policy: { office: { ...office, metadata: '{"commit":"b"}' } } });
  const { status, imports, json } = await find();
  expect([status, imports]).toEqual([3, {}]);
  expect(json.likely).toMatchObject([{ from: [{ id: before.id }], to: [{ address: 'netingress_ip_policy.office' }] }]);
});

test('what the service does not return is no difference, and a lost token is named', async () => {
  const key = await create('/api_keys', { description: 'CI' });
  await writeStack({ netingress_api_key: { ci: { description: 'CI' } } });
  const { status, imports, stderr } = await find();
  expect([status, imports]).toEqual([0, { 'netingress_api_key.ci': key.id }]);
  expect(stderr).toContain('token: terraform apply -replace=netingress_api_key.ci');
});

test('what is not read is named, and the status is 3: a kind, a module, another provider configuration', async () => {
  await create('/ip_policies', office);
  await writeStack(
    { netingress_ip_policy: { office: { ...office, provider: 'netingress.second' } } },
    {
      provider: { netingress: [{}, { alias: 'second', api_key: `\${var.second}` }] },
      module: { edge: { source: './edge' } },
    },
  );
  cli.emulator.faults.add({ match: { method: 'GET', path: '/reserved_addrs' }, do: { status: 403 } });
  const { status, imports, json } = await find();
  expect([status, imports]).toEqual([3, {}]);
  expect(json.not_read).toEqual([
    expect.stringContaining('The TCP addresses of the account were not read'),
    expect.stringContaining(
      'netingress_ip_policy.office was not compared: another provider configuration (netingress.second)',
    ),
    expect.stringContaining('module.edge of the stack access is not read'),
  ]);
});

test('a plan has the addresses of a configuration in HCL, and those of modules', async () => {
  const { id } = await create('/ip_policies', office);
  const change = { actions: ['create'], before: null, after: office, after_unknown: { id: true } };
  const address = 'module.sites["eu"].netingress_ip_policy.office';
  await write('plan.json', {
    format_version: '1.2',
    planned_values: {},
    resource_changes: [{ address, mode: 'managed', type: 'netingress_ip_policy', name: 'office', change }],
    configuration: {},
  });
  const { status, stdout } = await live('--plan', 'plan.json');
  expect([status, stdout]).toEqual([0, `import {\n  to = ${address}\n  id = "${id}"\n}\n`]);
});

test('a rule whose policy the plan does not know: the policy is imported, and the next plan decides', async () => {
  const { id } = await create('/ip_policies', office);
  await addRule(id, '203.0.113.0/24');
  const created = (type: string, after: object, unknown: readonly string[]): object => ({
    address: `${type}.office["eu"]`,
    mode: 'managed',
    type,
    name: 'office',
    index: 'eu',
    change: {
      actions: ['create'],
      before: null,
      after,
      after_unknown: Object.fromEntries(unknown.map((name) => [name, true])),
    },
  });
  const rule = { cidr: '203.0.113.0/24', action: 'allow' };
  await write('plan.json', {
    format_version: '1.2',
    planned_values: {},
    resource_changes: [
      created('netingress_ip_policy', office, ['id']),
      created('netingress_ip_policy_rule', rule, ['id', 'ip_policy_id']),
    ],
    configuration: {},
  });
  const { status, stdout, stderr } = await live('--plan', 'plan.json');
  expect([status, stdout]).toEqual([3, `import {\n  to = netingress_ip_policy.office["eu"]\n  id = "${id}"\n}\n`]);
  expect(stderr).toContain('Plan again with the blocks above in the configuration');
});

describe('a plan with several provider configurations', () => {
  const KEYS = ['one', 'two', 'three'] as const;
  const configure = (alias: string, references: readonly string[]) => [
    `netingress.${alias}`,
    { full_name: PROVIDER_ADDRESS, alias, expressions: { api_key: { references } } },
  ];
  const resource = (type: string, name: string, alias: string) => ({
    ...{ address: `${type}.${name}`, mode: 'managed', type, name, provider_config_key: `netingress.${alias}` },
  });
  const create = (type: string, name: string, after: object) => ({
    ...{ address: `${type}.${name}`, mode: 'managed', type, name },
    change: { actions: ['create'], before: null, after, after_unknown: { id: true } },
  });
  const writePlan = (changes: readonly object[], resources: readonly object[]) =>
    write('plan.json', {
      format_version: '1.2',
      planned_values: {},
      variables: { keys: { value: { one: 'key-one', two: 'key-two' } } },
      resource_changes: changes,
      configuration: {
        provider_config: Object.fromEntries([
          ...['one', 'two'].map((name) => configure(name, [`var.keys.${name}`, 'var.keys'])),
          configure('three', ['local.key']),
        ]),
        root_module: { resources },
      },
    });

  test('each account is read with the key of its configuration, and one whose key the plan does not have is named', async () => {
    await cli.startEmulator({ accounts: KEYS.map((name) => ({ name, apiKeys: [`key-${name}`] })) });
    const ids = await Promise.all(
      KEYS.map(async (name) => (await createObject(cli.emulator, '/ip_policies', office, { key: `key-${name}` })).id),
    );
    const type = 'netingress_ip_policy';
    await writePlan(
      KEYS.map((name) => create(type, name, office)),
      KEYS.map((name) => resource(type, name, name)),
    );
    cli.env['NETINGRESS_API_KEY'] = '';
    const { status, imports, json } = await find('--plan', 'plan.json');
    expect([status, imports]).toEqual([3, { [`${type}.one`]: ids[0], [`${type}.two`]: ids[1] }]);
    expect(json.not_read).toEqual([
      'netingress_ip_policy.three: not compared, because the account of the provider configuration netingress.three was not read. Its api_key is not in the plan; expected strings, or variables that are not ephemeral. Change the provider block, and plan again.',
    ]);
  });

  test('the state says which configuration a vanished address had', async () => {
    const type = 'netingress_domain';
    const [domain, address] = [{ domain: 'app.example.com' }, PROVIDER_ADDRESS];
    const removed = { actions: ['delete'], before: { ...domain, id: 'rd_1' }, after: null, after_unknown: {} };
    const before = { ...{ address: `${type}.before`, mode: 'managed', type, name: 'before' }, change: removed };
    await writePlan([before, create(type, 'after', domain)], [resource(type, 'after', 'two')]);
    const unsure = await cli.run(['moves', '--plan', 'plan.json']);
    expect([unsure.status, unsure.stderr]).toEqual([
      3,
      expect.stringContaining('Give the output of `terraform state pull`'),
    ]);
    const state = formatState([{ kind: 'domain', name: 'before', attributes: { ...domain, id: 'rd_1' } }]);
    // provider["…"] -> provider["…"].two
    await write(
      'two.tfstate',
      state.replace(JSON.stringify(`["${address}"]`).slice(1), JSON.stringify(`["${address}"].two`).slice(1)),
    );
    const { status, stdout } = await cli.run(['moves', '--plan', 'plan.json', '--state', 'two.tfstate']);
    expect([status, stdout]).toEqual([0, `moved {\n  from = ${type}.before\n  to   = ${type}.after\n}\n`]);
  });
});

test.each(['main.tf', 'main.tofu'])('in a folder of HCL (%s) the error has the command with a plan', async (file) => {
  await write(file, '');
  expect((await live()).stderr).toContain(
    'NETINGRESS_PLAN_FOR_MOVES=1 terraform plan -out plan.bin && terraform show -json plan.bin | npx netingress moves --live --plan - --out moves.tf',
  );
});
