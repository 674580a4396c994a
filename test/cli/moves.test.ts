/** `netingress moves` as it is called, in this process: sources, formats, statuses. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { App, LocalBackend, TerraformStack } from 'cdktf';
import { IpPolicy, NetingressProvider, RotatingCredential } from '../../src/constructs';
import type { JsonObject } from '../../src/values/json';
import { formatState, type ResourceInState, useCommandLine } from '../support/cli/command-line';
import type { RanInProcess } from '../support/cli/run-in-process';

const cli = useCommandLine();
const { read, write } = cli;

const run = (...args: string[]): Promise<RanInProcess> => cli.run(['moves', ...args]);

/** Writes the configuration of one stack. */
const writeStack = (name: string, resource: JsonObject): Promise<string> => write(`${name}/main.tf.json`, { resource });

/** A folder of one stack: policies with their descriptions, each with one rule. */
async function configure(name: string, policies: Readonly<Record<string, string>>): Promise<void> {
  const names = Object.keys(policies);
  const rule = (policy: string, index: number): JsonObject => ({
    ip_policy_id: `\${netingress_ip_policy.${policy}.id}`,
    cidr: `10.${index}.0.0/16`,
    action: 'allow',
  });
  await writeStack(name, {
    netingress_ip_policy: Object.fromEntries(names.map((policy) => [policy, { description: policies[policy] }])),
    netingress_ip_policy_rule: Object.fromEntries(
      names.map((policy, index) => [`rule_${policy}`, rule(policy, index)]),
    ),
  });
}

/** A state with the policies and their rules. */
const state = (policies: Readonly<Record<string, string>>): string =>
  formatState(
    Object.entries(policies).flatMap(([name, description], index) => [
      instance('ip_policy', name, { id: `ipp_${name}`, description }),
      instance('ip_policy_rule', `rule_${name}`, {
        id: `ipr_${name}`,
        ip_policy_id: `ipp_${name}`,
        cidr: `10.${index}.0.0/16`,
        action: 'allow',
      }),
    ]),
  );

const instance = (kind: string, name: string, attributes: JsonObject): ResourceInState => ({ kind, name, attributes });

test('the moves of a state are TypeScript, HCL and JSON', async () => {
  await configure('app', { site: 'Office' });
  await write('state.json', state({ office: 'Office' }));
  const typescript = await run('--app', 'app', '--state', 'state.json');
  expect(typescript).toMatchObject({ status: 0, stderr: expect.stringContaining('2 objects moved within a stack') });
  expect(typescript.stdout).toContain("{ from: 'netingress_ip_policy.office', to: 'netingress_ip_policy.site' },");
  await run('--app', 'app', '--state', 'state.json', '--format', 'hcl', '--out', 'moves.tf');
  expect(await read('moves.tf')).toBe(`moved {
  from = netingress_ip_policy.office
  to   = netingress_ip_policy.site
}

moved {
  from = netingress_ip_policy_rule.rule_office
  to   = netingress_ip_policy_rule.rule_site
}
`);
  const json = await run('--app', 'app', '--state', 'state.json', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ stacks: [{ stack: 'app', removed: [], imports: [] }], created: [] });
});

test('an earlier configuration takes the place of the state', async () => {
  await configure('before', { office: 'Office' });
  await configure('after', { site: 'Office' });
  const { status, stdout } = await run('--app', 'after', '--before', 'before', '--format', 'hcl');
  expect([status, stdout.match(/moved \{/g)?.length]).toEqual([0, 2]);
});

test('of two equal objects none is chosen, and the status is 3', async () => {
  await configure('app', { a: 'Office', b: 'Office' });
  await write('state.json', state({ c: 'Office', d: 'Office' }));
  const { status, stdout, stderr } = await run('--app', 'app', '--state', 'state.json');
  expect([status, stdout]).toEqual([3, '']);
  expect(stderr).toContain('app: netingress_ip_policy.d');
  expect(stderr).toContain('run the command again');
});

test.each<[string, JsonObject]>([
  [
    'moved',
    {
      moved: [
        { from: 'netingress_ip_policy.c', to: 'netingress_ip_policy.a' },
        { from: 'netingress_ip_policy.d', to: 'netingress_ip_policy.b' },
      ],
    },
  ],
  [
    'import, whose ids are expressions',
    {
      locals: { first: 'ipp_c' },
      import: [
        { to: 'netingress_ip_policy.a', id: `\${local.first}` },
        { to: 'netingress_ip_policy.b', id: `\${"ipp_d"}` },
      ],
    },
  ],
])('once the blocks of ambiguous objects exist, the objects that refer to them are paired: %s', async (_, blocks) => {
  await configure('app', { a: 'Office', b: 'Office' });
  await write('state.json', state({ c: 'Office', d: 'Office' }));
  await write('app/moves.tf.json', blocks);
  const { status, stdout } = await run('--app', 'app', '--state', 'state.json', '--json');
  expect([status, JSON.parse(stdout)]).toMatchObject([
    0,
    {
      stacks: [
        {
          moved: [
            { from: 'netingress_ip_policy_rule.rule_c', to: 'netingress_ip_policy_rule.rule_a' },
            { from: 'netingress_ip_policy_rule.rule_d', to: 'netingress_ip_policy_rule.rule_b' },
          ],
        },
      ],
      destroyed: [],
    },
  ]);
});

test('a value of a state that contains a template sequence is compared as text', async () => {
  await configure('app', { site: 'Seen by $${conn.client_ip} %%{x}' });
  await write('state.json', state({ office: `Seen by \${conn.client_ip} %{x}` }));
  const { status, stderr } = await run('--app', 'app', '--state', 'state.json');
  expect([status, stderr]).toEqual([0, expect.stringContaining('2 objects moved within a stack')]);
});

test('rules of an earlier configuration that become a set have no known id, and no import is written', async () => {
  await configure('before', { office: 'Office' });
  const rules = { '10.0.0.0/16': { action: 'allow' } };
  const resource = {
    netingress_ip_policy: { office: { description: 'Office' } },
    netingress_ip_policy_rules: { all: { ip_policy_id: `\${netingress_ip_policy.office.id}`, rules } },
  };
  await writeStack('after', resource);
  const { status, stdout, stderr } = await run('--app', 'after', '--before', 'before', '--format', 'hcl');
  expect([status, stdout]).toEqual([3, '']);
  expect(stderr).toMatch(/An import needs the id[\s\S]*netingress_ip_policy_rules\.all/);
});

test('an object without a new address is listed as destroyed', async () => {
  await configure('app', { a: 'Office' });
  await write('state.json', state({ a: 'Office', b: 'Home' }));
  const { status, stdout, stderr } = await run('--app', 'app', '--state', 'state.json');
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
    'state.json',
    instance('tcp_address', 'berlin', { id: 'ra_1', region: 'eu', ...values }),
    instance('api_key', 'ci', { id: 'ak_1', ...values }),
  );
  await writeStack('app', {
    netingress_tcp_address: { site: { region: 'eu', ...values, ...change } },
    netingress_api_key: { pipeline: { ...values, ...change } },
  });
  const { status, stdout, stderr } = await run('--app', 'app', '--state', 'state.json', '--json');
  expect([status, stderr]).toEqual([3, expect.stringContaining('these differ only in metadata or description')]);
  expect(JSON.parse(stdout)).toMatchObject({
    destroyed: [],
    created: [],
    likely: [
      { from: [{ address: 'netingress_api_key.ci' }], to: [{ address: 'netingress_api_key.pipeline' }] },
      { from: [{ address: 'netingress_tcp_address.berlin' }], to: [{ address: 'netingress_tcp_address.site' }] },
    ],
  });
  await writeStack('app', { netingress_tcp_address: { site: { region: 'us', ...values } } });
  expect((await run('--app', 'app', '--state', 'state.json')).status).toBe(0);
});

test('a missing configuration is an error', async () => {
  expect(await run('--app', 'nowhere')).toMatchObject({ status: 1, stderr: expect.stringContaining('nowhere') });
  await configure('app', { a: 'Office' });
  const { status, stderr } = await run('--app', 'app', '--before', 'before');
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Cannot read before: .* correct --before\.$/)]);
});

describe('a plan', () => {
  /** A change of a plan that creates or deletes an object. `unknown` are the values that a plan does not know before the create. */
  const change = (
    type: string,
    address: string,
    action: 'create' | 'delete',
    values: JsonObject,
    unknown: JsonObject,
  ) => ({
    address,
    mode: 'managed',
    type,
    name: address.split('.').at(-1) ?? '',
    change:
      action === 'delete'
        ? { actions: ['delete'], before: { ...values, ...unknown }, after: null, after_unknown: {} }
        : {
            actions: ['create'],
            before: null,
            after: values,
            after_unknown: Object.fromEntries(Object.keys(unknown).map((name) => [name, true])),
          },
  });
  const policy = (address: string, action: 'create' | 'delete'): JsonObject =>
    change('netingress_ip_policy', address, action, { description: 'Office' }, { id: 'ipp_1' });
  const rule = (address: string, action: 'create' | 'delete'): JsonObject => {
    const values = { cidr: '10.0.0.0/16', action: 'allow' };
    return change('netingress_ip_policy_rule', address, action, values, { id: 'ipr_1', ip_policy_id: 'ipp_1' });
  };
  const configured = (name: string, expressions: JsonObject): JsonObject => ({
    address: `netingress_ip_policy_rule.${name}`,
    mode: 'managed',
    type: 'netingress_ip_policy_rule',
    name,
    expressions,
  });
  const output = { expression: { references: ['netingress_ip_policy.site.id', 'netingress_ip_policy.site'] } };
  const plan: JsonObject = {
    format_version: '1.2',
    planned_values: {},
    resource_changes: [
      policy('netingress_ip_policy.office', 'delete'),
      rule('netingress_ip_policy_rule.berlin', 'delete'),
      policy('module.sites["eu"].netingress_ip_policy.site', 'create'),
      rule('module.rules.netingress_ip_policy_rule.berlin', 'create'),
    ],
    configuration: {
      root_module: {
        module_calls: {
          sites: { module: { outputs: { id: output } } },
          rules: {
            expressions: { policy: { references: ['module.sites["eu"].id', 'module.sites["eu"]', 'module.sites'] } },
            module: { resources: [configured('berlin', { ip_policy_id: { references: ['var.policy'] } })] },
          },
        },
      },
    },
  };

  test('resources move into modules; references pass variables and outputs of modules', async () => {
    await write('plan.json', plan);
    const { status, stdout } = await run('--plan', 'plan.json');
    expect([status, stdout]).toEqual([
      0,
      `moved {
  from = netingress_ip_policy.office
  to   = module.sites["eu"].netingress_ip_policy.site
}

moved {
  from = netingress_ip_policy_rule.berlin
  to   = module.rules.netingress_ip_policy_rule.berlin
}
`,
    ]);
  });

  test('a reference that only Terraform can evaluate makes no pair', async () => {
    const unclear = JSON.parse(JSON.stringify(plan).replace('"var.policy"', '"each.value"')) as JsonObject;
    await write('plan.json', unclear);
    const { status, stdout } = await run('--plan', 'plan.json', '--json');
    expect([status, JSON.parse(stdout)]).toMatchObject([
      3,
      {
        stacks: [{ moved: [{ from: 'netingress_ip_policy.office' }] }],
        undecided: [{ from: [{ address: 'netingress_ip_policy_rule.berlin' }] }],
        destroyed: [],
      },
    ]);
  });

  test('a description that contains an id is unknown, so its object is ambiguous', async () => {
    const [first, second, third, last] = plan['resource_changes'] as JsonObject[];
    const change = { ...(third?.['change'] as JsonObject), after: {}, after_unknown: { id: true, description: true } };
    const expressions = { description: output.expression };
    const site = { ...configured('site', expressions), type: 'netingress_ip_policy' };
    const configuration = { root_module: { module_calls: { sites: { module: { resources: [site] } } } } };
    const changes = [first, second, { ...third, change }, last] as JsonObject[];
    await write('plan.json', { ...plan, resource_changes: changes, configuration });
    const { status, stderr } = await run('--plan', 'plan.json');
    expect([status, stderr]).toEqual([3, expect.stringContaining('netingress_ip_policy: several objects are equal')]);
  });

  test('a file that is not the JSON of a plan is an error', async () => {
    await write('plan.json', state({ office: 'Office' }));
    const { status, stderr } = await run('--plan', 'plan.json');
    expect([status, stderr]).toEqual([1, expect.stringContaining('expected the output of `terraform show -json')]);
  });
});

const writeState = (file: string, ...objects: readonly ResourceInState[]): Promise<string> =>
  write(file, formatState(objects));

test('a state with objects in modules is incomplete, and names the option that compares them', async () => {
  await configure('app', { site: 'Office' });
  const inModule = { ...instance('ip_policy', 'office', { id: 'ipp_1', description: 'Office' }), module: 'module.a' };
  await writeState('state.json', inModule);
  const { status, stderr } = await run('--app', 'app', '--state', 'state.json');
  expect([status, stderr]).toEqual([3, expect.stringMatching(/--plan[\s\S]*module\.a\.netingress_ip_policy\.office/)]);
  const json = await run('--app', 'app', '--state', 'state.json', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({
    in_modules: [{ stack: 'app', address: 'module.a.netingress_ip_policy.office' }],
  });
});

test('objects in a module that is still called stay, unless an object of their type appears or disappears outside', async () => {
  const inModule = {
    ...instance('ip_policy', 'office', { id: 'ipp_1', description: 'Office' }),
    module: 'module.a["x"]',
  };
  await writeState('state.json', inModule);
  const module = { a: { source: './a' } };
  await write('app/main.tf.json', { module, resource: { netingress_api_key: { ci: { description: 'CI' } } } });
  expect(await run('--app', 'app', '--state', 'state.json')).toMatchObject({ status: 0 });
  await write('app/main.tf.json', {
    module,
    resource: { netingress_ip_policy: { office: { description: 'Office' } } },
  });
  expect(await run('--app', 'app', '--state', 'state.json')).toMatchObject({ status: 3 });
});

test('a resource whose count only Terraform can evaluate is not compared, and the status is 3', async () => {
  const description = 'Office';
  await writeState('state.json', instance('ip_policy', 'office', { id: 'ipp_1', description }));
  await writeStack('app', { netingress_ip_policy: { site: { count: `\${var.sites}`, description } } });
  const { status, stdout, stderr } = await run('--app', 'app', '--state', 'state.json', '--json');
  expect([status, stderr]).toEqual([3, expect.stringContaining('Only Terraform can evaluate count or for_each')]);
  expect(JSON.parse(stdout)).toMatchObject({
    not_evaluated: [{ stack: 'app', address: 'netingress_ip_policy.site' }],
  });
});

test('TypeScript imports the installed library', async () => {
  await write('node_modules/cdktn/package.json', { name: 'cdktn', version: '0.24.0' });
  await configure('app', { site: 'Office' });
  await write('state.json', state({ office: 'Office' }));
  const { stdout } = await run('--app', 'app', '--state', 'state.json');
  expect(stdout).toContain("import { TerraformElement, type TerraformStack } from 'cdktn';");
});

test('the examples of the help synthesize with the library of the project', async () => {
  await write('package.json', '{"dependencies": {"cdktn-cli": "0.24"}}');
  const { stdout } = await run('--help');
  expect(stdout.match(/cdkt\w (?=synth)/g)).toEqual(['cdktn ', 'cdktn ']);
});

test('a natural key that only Terraform can evaluate is not taken for an absent one, and the status is 3', async () => {
  const policy = instance('ip_policy', 'office', { id: 'ipp_1', description: 'Office' });
  const rules = ['10.0.0.0/16', '10.1.0.0/16'].map((cidr, n) =>
    instance('ip_policy_rule', `berlin_${n}`, { id: `ipr_${n}`, ip_policy_id: 'ipp_1', cidr, action: 'allow' }),
  );
  await writeState('state.json', policy, ...rules);
  await writeStack('app', {
    netingress_ip_policy: { office: { description: 'Office' } },
    netingress_ip_policy_rule: {
      berlin: {
        count: 2,
        ip_policy_id: `\${netingress_ip_policy.office.id}`,
        cidr: `\${element(["10.0.0.0/16", "10.1.0.0/16"], count.index)}`,
        action: 'allow',
      },
    },
  });
  const { status, stderr } = await run('--app', 'app', '--state', 'state.json');
  expect([status, stderr]).toEqual([3, expect.stringContaining('Give --plan, or write the blocks by hand.')]);
  expect(stderr).toMatch(/from\n +app: netingress_ip_policy_rule\.berlin_0/);
  expect(stderr).not.toContain('destroys');
});

test('single rules that are merged into a larger network of a set are imported with it', async () => {
  await writeState(
    'state.json',
    instance('ip_policy', 'office', { id: 'ipp_1', description: 'Office' }),
    ...['10.0.0.0/25', '10.0.0.128/25'].map((cidr, n) =>
      instance('ip_policy_rule', `berlin_${n}`, { id: `ipr_${n}`, ip_policy_id: 'ipp_1', cidr, action: 'allow' }),
    ),
  );
  const set = (action: string): JsonObject => ({
    netingress_ip_policy: { office: { description: 'Office' } },
    netingress_ip_policy_rules: {
      all: { ip_policy_id: `\${netingress_ip_policy.office.id}`, rules: { '10.0.0.0/24': { action } } },
    },
  });
  await writeStack('app', set('allow'));
  const { status, stdout } = await run('--app', 'app', '--state', 'state.json', '--json');
  expect([status, JSON.parse(stdout)]).toMatchObject([
    0,
    {
      stacks: [{ imports: [{ to: 'netingress_ip_policy_rules.all', id: 'ipp_1' }], removed: [{}, {}] }],
      destroyed: [],
    },
  ]);
  await writeStack('app', set('deny'));
  expect((await run('--app', 'app', '--state', 'state.json')).stderr).toContain(
    'The next apply destroys these objects',
  );
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
    await writeState('terraform.net.tfstate', instance('ip_policy', 'office', { id: 'ipp_1', description: 'Office' }));
    synthesize(['edge'], (stack) => new IpPolicy(stack, 'office', { description: 'Office' }));
    const { status, stderr } = await run();
    expect(status).toBe(3);
    expect(stderr).toMatch(
      /terraform\.net\.tfstate belongs to no stack .* has 1 object .*to terraform\.edge\.tfstate\./,
    );
    expect(stderr).toContain('The next apply creates these objects');
    expect(JSON.parse((await run('--json')).stdout)).toMatchObject({
      orphaned_states: [
        { file: expect.stringContaining('terraform.net.tfstate'), objects: 1, expected: ['terraform.edge.tfstate'] },
      ],
    });
    await rename(join(cli.folder, 'terraform.net.tfstate'), join(cli.folder, 'terraform.edge.tfstate'));
    expect(await run()).toMatchObject({ status: 0, stderr: expect.not.stringContaining('creates') });
  });

  test('a rotation has no import: the command names terraform state mv, and only the token that a credential has', async () => {
    const rotation = {
      rotation: 'r1',
      current: 'a',
      a: 'r1 (slot a, rotation 1 of 1)',
      b: 'r1 (slot b, rotation 1 of 1)',
    };
    const key = (slot: 'a' | 'b'): ResourceInState =>
      instance('api_key', slot, { id: `ak_${slot}`, description: 'CI', rotation: rotation[slot], token: 'secret' });
    await writeState(
      'terraform.net.tfstate',
      instance('rotation', 'ci', { id: 'rotation', ...rotation }),
      key('a'),
      key('b'),
    );
    synthesize(['net', 'edge'], (stack) => new RotatingCredential(stack, 'ci', { rotation: 'r1', description: 'CI' }));
    const { status, stderr } = await run();
    expect(status).toBe(3);
    expect(stderr).toMatch(
      /has no import\. Move it .*terraform state mv.*\n {2}netingress_rotation\.ci from the stack net to \S+ in edge/,
    );
    expect(stderr.match(/loses (\w+)/g)).toEqual(['loses token', 'loses token']);
  });
});
