import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { App, LocalBackend, TerraformStack } from 'cdktf';
import { IpPolicy, NetingressProvider, RotatingCredential } from '../../src/constructs';
import type { JsonObject } from '../../src/values/json';
import { formatState, type ResourceInState, useCommandLine } from '../support/cli/command-line';
import { type RanInProcess, withError } from '../support/cli/run-in-process';

const cli = useCommandLine();
const { read, write } = cli;

const run = (...args: string[]): Promise<RanInProcess> => cli.run(['moves', ...args]);
/** With the state in state.json and the configuration in the folder app. */
const compare = (...more: string[]) => run('--app', 'app', '--state', 'state.json', ...more);
async function find() {
  const { status, stdout, stderr } = await compare('--json');
  return { status, stderr, json: JSON.parse(stdout) as unknown };
}

const writeStack = (name: string, resource: JsonObject): Promise<string> => write(`${name}/main.tf.json`, { resource });

const ruleOf = (policy: string, index = 0) => ({ ip_policy_id: policy, cidr: `10.${index}.0.0/16`, action: 'allow' });

/** A folder of one stack: policies with their descriptions, each with one rule. */
async function configure(name: string, policies: Readonly<Record<string, string>>): Promise<void> {
  const described = Object.entries(policies).map(([policy, description]) => [policy, { description }]);
  const rules = Object.keys(policies).map((policy, index) => [
    `rule_${policy}`,
    ruleOf(`\${netingress_ip_policy.${policy}.id}`, index),
  ]);
  await writeStack(name, {
    netingress_ip_policy: Object.fromEntries(described),
    netingress_ip_policy_rule: Object.fromEntries(rules),
  });
}

const writePolicies = (policies: Readonly<Record<string, string>>): Promise<string> =>
  writeState(
    ...Object.entries(policies).flatMap(([name, description], index) => [
      instance('ip_policy', name, { id: `ipp_${name}`, description }),
      instance('ip_policy_rule', `rule_${name}`, { id: `ipr_${name}`, ...ruleOf(`ipp_${name}`, index) }),
    ]),
  );

const writeState = (...objects: readonly ResourceInState[]) => write('state.json', formatState(objects));

const policyAt = (name = ''): string => `netingress_ip_policy.${name}`;

const instance = (kind: string, name: string, attributes: JsonObject): ResourceInState => ({ kind, name, attributes });

test('the moves of a state are TypeScript, HCL and JSON', async () => {
  await configure('app', { site: 'Office' });
  await writePolicies({ office: 'Office' });
  const typescript = await compare();
  expect(typescript).toEqual(withError(0, '2 objects moved within a stack'));
  expect(typescript.stdout).toContain("{ from: 'netingress_ip_policy.office', to: 'netingress_ip_policy.site' },");
  await compare('--format', 'hcl', '--out', 'moves.tf');
  expect(await read('moves.tf')).toBe(`moved {
  from = netingress_ip_policy.office
  to   = netingress_ip_policy.site
}

moved {
  from = netingress_ip_policy_rule.rule_office
  to   = netingress_ip_policy_rule.rule_site
}
`);
  expect(await find()).toMatchObject({
    status: 0,
    json: { stacks: [{ stack: 'app', removed: [], imports: [] }], created: [] },
  });
});

test('an earlier configuration takes the place of the state', async () => {
  await configure('before', { office: 'Office' });
  await configure('after', { site: 'Office' });
  const { status, stdout } = await run('--app', 'after', '--before', 'before', '--format', 'hcl');
  expect([status, stdout.match(/moved \{/g)?.length]).toEqual([0, 2]);
});

test.each<[string, JsonObject]>([
  ['moved', { moved: ['ca', 'db'].map(([from, to]) => ({ from: policyAt(from), to: policyAt(to) })) }],
  [
    'import, whose ids are expressions',
    {
      locals: { first: 'ipp_c' },
      import: [
        { to: policyAt('a'), id: `\${local.first}` },
        { to: policyAt('b'), id: `\${"ipp_d"}` },
      ],
    },
  ],
])('of equal objects none is chosen; once they have blocks, what refers to them is paired: %s', async (_, blocks) => {
  await configure('app', { a: 'Office', b: 'Office' });
  await writePolicies({ c: 'Office', d: 'Office' });
  const ambiguous = expect.stringMatching(/app: netingress_ip_policy\.d[\s\S]*run the command again/);
  expect(await compare()).toEqual({ status: 3, stdout: '', stderr: ambiguous });
  await write('app/moves.tf.json', blocks);
  const moved = ['ca', 'db'].map(([from, to]) => ({
    from: `netingress_ip_policy_rule.rule_${from}`,
    to: `netingress_ip_policy_rule.rule_${to}`,
  }));
  expect(await find()).toMatchObject({ status: 0, json: { stacks: [{ moved }], destroyed: [] } });
});

test('a value of a state that contains a template sequence is compared as text', async () => {
  await configure('app', { site: 'Seen by $${conn.client_ip} %%{x}' });
  await writePolicies({ office: `Seen by \${conn.client_ip} %{x}` });
  expect(await compare()).toEqual(withError(0, '2 objects moved within a stack'));
});

test('rules of an earlier configuration that become a set have no known id, and no import is written', async () => {
  await configure('before', { office: 'Office' });
  const rules = { '10.0.0.0/16': { action: 'allow' } };
  const resource = {
    netingress_ip_policy: { office: { description: 'Office' } },
    netingress_ip_policy_rules: { all: { ip_policy_id: `\${netingress_ip_policy.office.id}`, rules } },
  };
  await writeStack('after', resource);
  const expectNoImport = async () => {
    const { status, stdout, stderr } = await run('--app', 'after', '--before', 'before', '--format', 'hcl');
    expect([status, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/An import needs the id[\s\S]*netingress_ip_policy_rules\.all/);
  };
  await expectNoImport();
  // The id of a rule is not that of its policy.
  await write('before/imports.tf.json', { import: [{ to: 'netingress_ip_policy_rule.rule_office', id: 'ipr_1' }] });
  await expectNoImport();
});

test('an object without a new address is listed as destroyed', async () => {
  await configure('app', { a: 'Office' });
  await writePolicies({ a: 'Office', b: 'Home' });
  const { status, stdout, stderr } = await compare();
  expect([status, stdout]).toEqual([0, '']);
  expect(stderr).toContain('The next apply destroys these objects');
  expect(stderr).toContain('app: netingress_ip_policy.b');
});

test.each<[string, JsonObject]>([
  ['metadata', { metadata: '{"commit":"b"}' }],
  ['description', { description: 'Head office' }],
])('an object that differs only in %s is a likely pair, and the status is 3', async (_, change) => {
  const values = { description: 'Office', metadata: '{"commit":"a"}' };
  await writeState(
    instance('tcp_address', 'berlin', { id: 'ra_1', region: 'eu', ...values }),
    instance('api_key', 'ci', { id: 'ak_1', ...values }),
  );
  await writeStack('app', {
    netingress_tcp_address: { site: { region: 'eu', ...values, ...change } },
    netingress_api_key: { pipeline: { ...values, ...change } },
  });
  const likely = ['api_key ci pipeline', 'tcp_address berlin site'].map((each) => {
    const [kind, from, to] = each.split(' ');
    return { from: [{ address: `netingress_${kind}.${from}` }], to: [{ address: `netingress_${kind}.${to}` }] };
  });
  const differ = expect.stringContaining('these differ only in metadata or description');
  expect(await find()).toMatchObject({ status: 3, json: { destroyed: [], created: [], likely }, stderr: differ });
  await writeStack('app', { netingress_tcp_address: { site: { region: 'us', ...values } } });
  expect((await compare()).status).toBe(0);
});

test('a missing configuration is an error', async () => {
  expect(await run('--app', 'nowhere')).toEqual(withError(1, 'nowhere'));
  await configure('app', { a: 'Office' });
  expect(await run('--app', 'app', '--before', 'before')).toEqual(
    withError(1, /^Cannot read before: .* correct --before\.$/),
  );
});

describe('a plan', () => {
  /**
   * A change of a plan that creates or deletes an object. A plan does not know the values of `unknown` before the
   * create.
   */
  function change(kind: string, address: string, values: JsonObject, unknown: JsonObject): JsonObject {
    const head = { address, mode: 'managed', type: `netingress_${kind}`, name: address.split('.').at(-1) ?? '' };
    // The addresses of modules are new.
    if (!address.startsWith('module.')) {
      const before = { ...values, ...unknown };
      return { ...head, change: { actions: ['delete'], before, after: null, after_unknown: {} } };
    }
    const after_unknown = Object.fromEntries(Object.keys(unknown).map((name) => [name, true]));
    return { ...head, change: { actions: ['create'], before: null, after: values, after_unknown } };
  }
  const policy = (address: string) => change('ip_policy', address, { description: 'Office' }, { id: 'ipp_1' });
  const rule = (address: string) => {
    const values = { cidr: '10.0.0.0/16', action: 'allow' };
    return change('ip_policy_rule', address, values, { id: 'ipr_1', ip_policy_id: 'ipp_1' });
  };
  const configured = (type: string, name: string, expressions: JsonObject): JsonObject => ({
    ...{ address: `${type}.${name}`, mode: 'managed', type, name, expressions },
  });
  const output = { expression: { references: ['netingress_ip_policy.site.id', 'netingress_ip_policy.site'] } };
  const fromVariable = { references: ['var.policy'] };
  const plan: JsonObject = {
    format_version: '1.2',
    planned_values: {},
    resource_changes: [
      policy('netingress_ip_policy.office'),
      rule('netingress_ip_policy_rule.berlin'),
      policy('module.sites["eu"].netingress_ip_policy.site'),
      rule('module.rules.netingress_ip_policy_rule.berlin'),
    ],
    configuration: {
      root_module: {
        module_calls: {
          sites: { module: { outputs: { id: output } } },
          rules: {
            expressions: { policy: { references: ['module.sites["eu"].id', 'module.sites["eu"]', 'module.sites'] } },
            module: { resources: [configured('netingress_ip_policy_rule', 'berlin', { ip_policy_id: fromVariable })] },
          },
        },
      },
    },
  };

  test('resources move into modules; references pass variables and outputs of modules', async () => {
    await write('plan.json', plan);
    const block = (from: string, to: string): string => `moved {\n  from = ${from}\n  to   = ${to}\n}\n`;
    expect(await run('--plan', 'plan.json')).toMatchObject({
      status: 0,
      stdout: [
        block('netingress_ip_policy.office', 'module.sites["eu"].netingress_ip_policy.site'),
        block('netingress_ip_policy_rule.berlin', 'module.rules.netingress_ip_policy_rule.berlin'),
      ].join('\n'),
    });
  });

  test('a reference that only Terraform can evaluate makes no pair', async () => {
    await write('plan.json', JSON.stringify(plan).replace('"var.policy"', '"each.value"'));
    const { status, stdout } = await run('--plan', 'plan.json', '--json');
    const undecided = [{ from: [{ address: 'netingress_ip_policy_rule.berlin' }] }];
    const stacks = [{ moved: [{ from: 'netingress_ip_policy.office' }] }];
    expect([status, JSON.parse(stdout)]).toMatchObject([3, { stacks, undecided, destroyed: [] }]);
  });

  test('a description that contains an id is unknown, so its object is ambiguous', async () => {
    const [first, second, third, last] = plan['resource_changes'] as JsonObject[];
    const change = { ...(third?.['change'] as JsonObject), after: {}, after_unknown: { id: true, description: true } };
    const site = configured('netingress_ip_policy', 'site', { description: output.expression });
    const configuration = { root_module: { module_calls: { sites: { module: { resources: [site] } } } } };
    const changes = [first, second, { ...third, change }, last] as JsonObject[];
    await write('plan.json', { ...plan, resource_changes: changes, configuration });
    expect(await run('--plan', 'plan.json')).toEqual(withError(3, 'netingress_ip_policy: several objects are equal'));
  });

  test('a file that is not the JSON of a plan is an error', async () => {
    await write('plan.json', formatState([]));
    expect(await run('--plan', 'plan.json')).toEqual(withError(1, 'expected the output of `terraform show -json'));
  });
});

const office = instance('ip_policy', 'office', { id: 'ipp_1', description: 'Office' });

test('a state with objects in modules is incomplete, and names the option that compares them', async () => {
  await configure('app', { site: 'Office' });
  await writeState({ ...office, module: 'module.a' });
  expect(await compare()).toEqual(withError(3, /--plan[\s\S]*module\.a\.netingress_ip_policy\.office/));
  const in_modules = [{ stack: 'app', address: 'module.a.netingress_ip_policy.office' }];
  expect(await find()).toMatchObject({ status: 3, json: { in_modules } });
});

test('objects in a module that is still called stay, unless an object of their type appears outside', async () => {
  await writeState({ ...office, module: 'module.a["x"]' });
  const findWith = async (resource: object) => {
    await write('app/main.tf.json', { module: { a: { source: './a' } }, resource });
    return find();
  };
  expect(await findWith({ netingress_api_key: { ci: { description: 'CI' } } })).toMatchObject({
    status: 0,
    json: { in_modules: [] },
  });
  const in_modules = [{ stack: 'app', address: 'module.a["x"].netingress_ip_policy.office' }];
  expect(await findWith({ netingress_ip_policy: { office: { description: 'Office' } } })).toMatchObject({
    status: 3,
    json: { in_modules },
  });
});

test('a resource whose count only Terraform can evaluate is not compared, and the status is 3', async () => {
  await writeState(office);
  await writeStack('app', { netingress_ip_policy: { site: { count: `\${var.sites}`, description: 'Office' } } });
  const not_evaluated = [{ stack: 'app', address: 'netingress_ip_policy.site' }];
  const only = expect.stringContaining('Only Terraform can evaluate count or for_each');
  expect(await find()).toMatchObject({ status: 3, json: { not_evaluated }, stderr: only });
});

test('TypeScript imports the installed library', async () => {
  await write('node_modules/cdktn/package.json', { name: 'cdktn', version: '0.24.0' });
  await configure('app', { site: 'Office' });
  await writePolicies({ office: 'Office' });
  expect((await compare()).stdout).toContain("import { TerraformElement, type TerraformStack } from 'cdktn';");
});

test('the examples of the help synthesize with the library of the project', async () => {
  await write('package.json', '{"dependencies": {"cdktn-cli": "0.24"}}');
  expect((await run('--help')).stdout.match(/cdkt\w (?=synth)/g)).toEqual(['cdktn ', 'cdktn ']);
});

test('a natural key that only Terraform can evaluate is not taken for an absent one, and the status is 3', async () => {
  const rules = [0, 1].map((n) => instance('ip_policy_rule', `berlin_${n}`, { id: `ipr_${n}`, ...ruleOf('ipp_1', n) }));
  await writeState(office, ...rules);
  const cidr = `\${element(["10.0.0.0/16", "10.1.0.0/16"], count.index)}`;
  await writeStack('app', {
    netingress_ip_policy: { office: { description: 'Office' } },
    netingress_ip_policy_rule: { berlin: { count: 2, ...ruleOf(`\${netingress_ip_policy.office.id}`), cidr } },
  });
  const { status, stderr } = await compare();
  expect(status).toBe(3);
  expect(stderr).toMatch(
    /Give --plan, or write the blocks by hand\.\n +from\n +app: netingress_ip_policy_rule\.berlin_0/,
  );
  expect(stderr).not.toContain('destroys');
});

test('single rules that are merged into a larger network of a set are imported with it', async () => {
  const rules = ['10.0.0.0/25', '10.0.0.128/25'].map((cidr, n) =>
    instance('ip_policy_rule', `berlin_${n}`, { id: `ipr_${n}`, ...ruleOf('ipp_1'), cidr }),
  );
  await writeState(office, ...rules);
  const configureSet = (action: string) => {
    const set = { ip_policy_id: `\${netingress_ip_policy.office.id}`, rules: { '10.0.0.0/24': { action } } };
    const netingress_ip_policy = { office: { description: 'Office' } };
    return writeStack('app', { netingress_ip_policy, netingress_ip_policy_rules: { all: set } });
  };
  await configureSet('allow');
  const imports = [{ to: 'netingress_ip_policy_rules.all', id: 'ipp_1' }];
  expect(await find()).toMatchObject({ status: 0, json: { stacks: [{ imports, removed: [{}, {}] }], destroyed: [] } });
  await configureSet('deny');
  expect((await compare()).stderr).toContain('The next apply destroys these objects');
});

describe('several stacks', () => {
  /** Synthesizes an app into cdktf.out, whose states are local files. Only the last stack gets what `build` adds. */
  const synthesize = (stacks: readonly string[], build: (stack: TerraformStack) => void): void => {
    const app = new App({ outdir: join(cli.folder, 'cdktf.out') });
    for (const name of stacks) {
      const stack = new TerraformStack(app, name);
      new LocalBackend(stack, { path: join(cli.folder, `terraform.${name}.tfstate`) });
      new NetingressProvider(stack, 'netingress');
      if (name === stacks.at(-1)) build(stack);
    }
    app.synth();
  };

  test('a local state without a stack is reported, with the name that it would need', async () => {
    await write('terraform.net.tfstate', formatState([office]));
    synthesize(['edge'], (stack) => new IpPolicy(stack, 'office', { description: 'Office' }));
    const { status, stdout, stderr } = await run('--json');
    expect(status).toBe(3);
    expect(stderr).toContain('The next apply creates these objects');
    expect(stderr).toMatch(/net\.tfstate belongs to no stack .* has 1 object .*to terraform\.edge\.tfstate\./);
    const orphan = { file: expect.stringContaining('net.tfstate'), objects: 1, expected: ['terraform.edge.tfstate'] };
    expect(JSON.parse(stdout)).toMatchObject({ orphaned_states: [orphan] });
    await rename(join(cli.folder, 'terraform.net.tfstate'), join(cli.folder, 'terraform.edge.tfstate'));
    expect(await run()).toMatchObject({ status: 0, stderr: expect.not.stringContaining('creates') });
  });

  test('a rotation has no import: the command names terraform state mv, and only the token that a credential has', async () => {
    const slot = (name: 'a' | 'b') => `r1 (slot ${name}, rotation 1 of 1)`;
    const rotation = { id: 'rotation', rotation: 'r1', current: 'a', a: slot('a'), b: slot('b') };
    const keys = (['a', 'b'] as const).map((name) => {
      return instance('api_key', name, { id: `ak_${name}`, description: 'CI', rotation: slot(name), token: 'secret' });
    });
    await write('terraform.net.tfstate', formatState([instance('rotation', 'ci', rotation), ...keys]));
    synthesize(['net', 'edge'], (stack) => new RotatingCredential(stack, 'ci', { rotation: 'r1', description: 'CI' }));
    const ended = await run();
    const move =
      /no import\. Move it .*terraform state mv.*\n {2}netingress_rotation\.ci from the stack net to \S+ in edge/;
    expect(ended).toEqual(withError(3, move));
    expect(ended.stderr.match(/loses (\w+)/g)).toEqual(['loses token', 'loses token']);
  });
});
