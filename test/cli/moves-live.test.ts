/**
 * `netingress moves --live`: import blocks for configured objects that are in the account and in no state. Also
 * `moves --plan` without `--live`, for a plan with several provider configurations.
 */
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import type { JsonObject } from '../../src/values/json';
import { formatState, type ResourceInState, useAccount } from '../support/cli/command-line';
import { type RanInProcess, withError } from '../support/cli/run-in-process';
import { createObject } from '../support/emulator/create-object';

const cli = useAccount();
const { create, write, writeApp } = cli;

const live = (...args: string[]): Promise<RanInProcess> => cli.run(['moves', '--live', ...args]);

interface Found {
  readonly stacks?: readonly { readonly imports: readonly { readonly to: string; readonly id: string }[] }[];
  readonly ambiguous: readonly JsonObject[];
  readonly likely: readonly JsonObject[];
  readonly created: readonly { readonly address: string }[];
  readonly destroyed: readonly JsonObject[];
  readonly not_read: readonly string[];
}

/** The imports are the ids of the `import` blocks by address. */
async function find(...args: string[]) {
  const { status, stdout, stderr } = await live('--json', ...args);
  const json = JSON.parse(stdout || '{}') as Found;
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

const networks = ['203.0.113.0/24', '198.51.100.0/24', '192.0.2.0/24'] as const;
const ruleOf = (policy: string, cidr: string) => ({ ip_policy_id: policy, cidr, action: 'allow' });
const addRule = (policy: string, cidr: string) => create('/ip_policy_rules', ruleOf(policy, cidr));
const [FIRST, SECOND, THIRD] = networks;

test('references are followed from object to object, and a rule set has the id of its policy', async () => {
  const policy = await create('/ip_policies', office);
  const other = await create('/ip_policies', { description: 'Partners' });
  const rule = await addRule(policy.id, FIRST);
  for (const cidr of [SECOND, THIRD]) await addRule(other.id, cidr);
  const restricted = { type: 'dashboard', enforced: false };
  const restriction = await create('/ip_restrictions', { ...restricted, ip_policy_ids: [policy.id, other.id] });
  await create('/ip_policies', { description: 'of another configuration' });
  const rules = { [SECOND]: { action: 'allow' }, [THIRD]: { action: 'allow' } };
  const named = [officeId, `\${netingress_ip_policy_rules.partners.ip_policy_id}`];
  await writeStack({
    netingress_ip_policy: { office, partners: { description: 'Partners' } },
    netingress_ip_policy_rule: { berlin: ruleOf(officeId, FIRST) },
    netingress_ip_policy_rules: { partners: { ip_policy_id: `\${netingress_ip_policy.partners.id}`, rules } },
    netingress_ip_restriction: { dashboard: { ...restricted, ip_policy_ids: named } },
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
  const known = await addRule(policy.id, FIRST);
  const lost = await addRule(policy.id, SECOND);
  await writeState(
    { kind: 'ip_policy', name: 'office', attributes: policy },
    { kind: 'ip_policy_rule', name: 'berlin', attributes: { ...ruleOf(policy.id, FIRST), id: known.id } },
  );
  const [berlin, paris, rome] = networks.map((cidr) => ruleOf(officeId, cidr));
  await writeStack({
    netingress_ip_policy: { office, second: office },
    netingress_ip_policy_rule: { berlin, paris, rome } as JsonObject,
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
  const second = { netingress_ip_policy: { office: { ...office, provider: 'netingress.second' } } };
  const provider = { netingress: [{}, { alias: 'second', api_key: `\${var.second}` }] };
  await writeStack(second, { provider, module: { edge: { source: './edge' } } });
  cli.emulator.faults.add({ match: { method: 'GET', path: '/reserved_addrs' }, do: { status: 403 } });
  const { status, imports, json } = await find();
  expect([status, imports]).toEqual([3, {}]);
  expect(json.not_read).toEqual([
    expect.stringContaining('The TCP addresses of the account were not read'),
    expect.stringMatching(/ip_policy\.office was not compared: another provider configuration \(netingress\.second\)/),
    expect.stringContaining('module.edge of the stack access is not read'),
  ]);
});

/** A resource that a plan creates, without knowing its id and the values of `unknown`. */
const created = (address: string, after: object, ...unknown: string[]) => {
  const [, type = '', name = ''] = /(netingress_\w+)\.(\w+)/.exec(address) ?? [];
  const after_unknown = Object.fromEntries(['id', ...unknown].map((attribute) => [attribute, true]));
  const change = { actions: ['create'], before: null, after, after_unknown };
  return { ...{ address, mode: 'managed', type, name, change }, ...(address.endsWith('["eu"]') && { index: 'eu' }) };
};
const writePlan = (resource_changes: readonly object[], more: object = { configuration: {} }) =>
  write('plan.json', { format_version: '1.2', planned_values: {}, resource_changes, ...more });

test('a plan has the addresses of modules, and no configuration is needed', async () => {
  const { id } = await create('/ip_policies', office);
  const address = 'module.sites["eu"].netingress_ip_policy.office';
  await writePlan([created(address, office)]);
  const stdout = `import {\n  to = ${address}\n  id = "${id}"\n}\n`;
  expect(await live('--plan', 'plan.json')).toMatchObject({ status: 0, stdout });
});

test('a rule whose policy the plan does not know: the policy is imported, and the next plan decides', async () => {
  const { id } = await create('/ip_policies', office);
  await addRule(id, FIRST);
  await writePlan([
    created('netingress_ip_policy.office["eu"]', office),
    created('netingress_ip_policy_rule.office["eu"]', { cidr: FIRST, action: 'allow' }, 'ip_policy_id'),
  ]);
  expect(await live('--plan', 'plan.json')).toEqual({
    status: 3,
    stdout: `import {\n  to = netingress_ip_policy.office["eu"]\n  id = "${id}"\n}\n`,
    stderr: expect.stringContaining('Add the blocks that this command wrote to the configuration, plan again'),
  });
});

describe('a plan with several provider configurations', () => {
  const KEYS = ['one', 'two', 'three'] as const;
  const configure = (alias: string, references: readonly string[]) => [
    `netingress.${alias}`,
    { full_name: PROVIDER_ADDRESS, alias, expressions: { api_key: { references } } },
  ];
  const type = 'netingress_ip_policy';
  const resource = (address: string, alias: string) => {
    const { change: _, ...declared } = created(address, {});
    return { ...declared, provider_config_key: `netingress.${alias}` };
  };
  const writeConfigured = (changes: readonly object[], resources: readonly object[]) =>
    writePlan(changes, {
      variables: { keys: { value: { one: 'key-one', two: 'key-two' } } },
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
    await writeConfigured(
      KEYS.map((name) => created(`${type}.${name}`, office)),
      KEYS.map((name) => resource(`${type}.${name}`, name)),
    );
    cli.env['NETINGRESS_API_KEY'] = '';
    const { status, imports, json } = await find('--plan', 'plan.json');
    expect([status, imports]).toEqual([3, { [`${type}.one`]: ids[0], [`${type}.two`]: ids[1] }]);
    expect(json.not_read).toEqual([
      'netingress_ip_policy.three: not compared, because the account of netingress.three was not read. The plan does not have the api_key of the provider configuration netingress.three; expected strings, or variables that are not ephemeral. Change the provider block, and plan again.',
    ]);
  });

  test('the state says which configuration a vanished address had', async () => {
    const domain = { domain: 'app.example.com' };
    const removed = { actions: ['delete'], before: { ...domain, id: 'rd_1' }, after: null, after_unknown: {} };
    const before = { ...created('netingress_domain.before', {}), change: removed };
    const after = 'netingress_domain.after';
    await writeConfigured([before, created(after, domain)], [resource(after, 'two')]);
    const unsure = await cli.run(['moves', '--plan', 'plan.json']);
    expect(unsure).toEqual(withError(3, 'Give the output of `terraform state pull`'));
    const attributes = { ...domain, id: 'rd_1' };
    await write('two.tfstate', formatState([{ kind: 'domain', name: 'before', alias: 'two', attributes }]));
    const stdout = `moved {\n  from = netingress_domain.before\n  to   = ${after}\n}\n`;
    const decided = await cli.run(['moves', '--plan', 'plan.json', '--state', 'two.tfstate']);
    expect(decided).toMatchObject({ status: 0, stdout });
  });
});

test.each(['main.tf', 'main.tofu'])('in a folder of HCL (%s) the error has the command with a plan', async (file) => {
  await write(file, '');
  expect((await live()).stderr).toContain(
    'NETINGRESS_PLAN_FOR_MOVES=1 terraform plan -out plan.bin && terraform show -json plan.bin | npx netingress moves --live --plan - --out moves.tf',
  );
});
