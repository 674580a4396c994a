/** The objects of a plan: what is known after apply is Unknown, except for references that the plan proves. */
import { createFacts } from '../../../src/access/facts';
import { isUnknown, type KnownJson } from '../../../src/model/known';
import { type PlannedObjects, readPlan } from '../../../src/terraform/configuration/planned-objects';
import type {
  ConfiguredExpression,
  ConfiguredModule,
  PlanJson,
  ResourceChange,
} from '../../../src/terraform/plan-json';

type Change = Partial<ResourceChange['change']> & Pick<ResourceChange['change'], 'actions'>;

const changeOf = (address: string, change: Change, more: Partial<ResourceChange> = {}): ResourceChange => {
  const [type = '', name = ''] = address.replace(/^(module\.[^.]+\.)*/, '').split('.');
  return {
    address,
    type,
    name: name.replace(/\[.*/, ''),
    mode: 'managed',
    change: { before: null, after: null, after_unknown: {}, ...change },
    ...more,
  };
};

const configure = (
  expressions: Readonly<Record<string, Readonly<Record<string, ConfiguredExpression>>>>,
  more: Partial<ConfiguredModule> = {},
): { root_module: ConfiguredModule } => ({
  root_module: {
    resources: Object.entries(expressions).map(([address, each]) => {
      const [type = '', name = ''] = address.split('.');
      return { address, mode: 'managed', type, name, expressions: each };
    }),
    ...more,
  },
});

const refer = (...references: string[]): ConfiguredExpression => ({
  // Terraform lists each reference with its prefixes.
  references: references.flatMap((each) => [...new Set([each, each.split('.').slice(0, 2).join('.')])]),
});
/** Terraform prints the strings of a configuration in JSON. */
const template = (constant: unknown): ConfiguredExpression => ({ constant_value: constant });

const created = (address: string, after: object, unknown: object = {}): ResourceChange =>
  changeOf(address, { actions: ['create'], after: after as never, after_unknown: { id: true, ...unknown } });

const valuesOf = (objects: PlannedObjects['after']): Record<string, Record<string, KnownJson>> =>
  Object.fromEntries(objects.map(({ id, values }) => [id, values]));

const a = created('netingress_ip_policy.a', { description: 'a' });
const b = created('netingress_ip_policy.b', { description: 'b' });
const COMPLETE = { configuration: {}, format_version: '1.2', complete: true, errored: false } as const;

test('a plain reference is the id of the planned object; every other unknown value has a reason', () => {
  const rule = (name: string, unknown: object = {}) =>
    created(
      `netingress_ip_policy_rule.${name}`,
      { cidr: '192.0.2.0/24', action: 'allow' },
      { ip_policy_id: true, ...unknown },
    );
  const expressions: Record<string, ConfiguredExpression> = {
    plain: refer('netingress_ip_policy.a.id'),
    template: template(`\${netingress_ip_policy.a.id}`),
    // `[a.id, b.id][1]`, and a condition.
    index: refer('netingress_ip_policy.a.id', 'netingress_ip_policy.b.id'),
    jsonIndex: template(`\${[netingress_ip_policy.a.id, netingress_ip_policy.b.id][1]}`),
    condition: refer('var.use', 'netingress_ip_policy.a.id'),
    // `a[*].id`, and `[for p in [a] : p.id][0]`.
    splat: { references: ['netingress_ip_policy.a'] },
    local: refer('local.policy'),
    absent: refer('netingress_ip_policy.absent.id'),
    each: template(`\${netingress_ip_policy.a[each.key].id}`),
    text: template(`x\${netingress_ip_policy.a.id}`),
  };
  const plan: PlanJson = {
    ...COMPLETE,
    resource_changes: [a, b, ...Object.keys(expressions).map((name) => rule(name))],
    configuration: configure(
      Object.fromEntries(
        Object.entries(expressions).map(([name, each]) => [
          `netingress_ip_policy_rule.${name}`,
          { ip_policy_id: each },
        ]),
      ),
    ),
  };
  const { after, undecided } = readPlan(plan);
  const policies = Object.fromEntries(
    Object.entries(valuesOf(after))
      .filter(([id]) => id.includes('_rule.'))
      .map(([id, values]) => [id.split('.')[1], values['ip_policy_id']]),
  );
  expect(policies).toMatchObject({ plain: 'netingress_ip_policy.a', template: 'netingress_ip_policy.a' });
  const { plain: _, template: __, ...others } = policies;
  expect(Object.values(others).every((value) => isUnknown(value))).toBe(true);
  expect(others['index']).toMatchObject({
    why: 'netingress_ip_policy_rule.index.ip_policy_id is known after apply',
  });
  expect(undecided).toEqual([]);
});

test('a set of ids is only known if each of its unknown elements is', () => {
  const restriction = (name: string, expression: ConfiguredExpression): [ResourceChange, [string, object]] => [
    created(`netingress_ip_restriction.${name}`, { type: name, enforced: true }, { ip_policy_ids: true }),
    [`netingress_ip_restriction.${name}`, { ip_policy_ids: expression }],
  ];
  const both = [
    // Unknown as a whole: a filter, or a variable.
    restriction('api', refer('netingress_ip_policy.a.id')),
    restriction('agent', template([`\${netingress_ip_policy.a.id}`, 'ipp_existing'])),
    restriction('dashboard', template([`\${netingress_ip_policy.a.id}`, `\${var.id}`])),
    restriction('endpoints', template(`\${local.ids}`)),
  ];
  const { after } = readPlan({
    ...COMPLETE,
    resource_changes: [a, ...both.map(([change]) => change)],
    configuration: configure(Object.fromEntries(both.map(([, each]) => each)) as never),
  });
  const values = valuesOf(after);
  const ids = (name: string) => values[`netingress_ip_restriction.${name}`]?.['ip_policy_ids'];
  expect(ids('api')).toMatchObject({ why: 'netingress_ip_restriction.api.ip_policy_ids is known after apply' });
  expect(ids('agent')).toEqual(['netingress_ip_policy.a', 'ipp_existing']);
  expect(ids('dashboard')).toMatchObject(['netingress_ip_policy.a', { why: expect.stringContaining('var.id') }]);
  expect(isUnknown(ids('endpoints'))).toBe(true);
});

test.each<[string, ConfiguredExpression, readonly unknown[], readonly boolean[], unknown]>([
  ['[a.id]', refer('netingress_ip_policy.a.id'), [null], [true], ['netingress_ip_policy.a']],
  [
    '[a.id, "ipp_existing"]',
    refer('netingress_ip_policy.a.id'),
    ['ipp_existing', null],
    [false, true],
    ['ipp_existing', 'netingress_ip_policy.a'],
  ],
  ['[[a.id, b.id][1]]', refer('netingress_ip_policy.a.id', 'netingress_ip_policy.b.id'), [null], [true], [null]],
  ['[var.a]', refer('var.a'), [null], [true], [null]],
  ['[a.id, a.id]', refer('netingress_ip_policy.a.id'), [null, null], [true, true], [null, null]],
])('of %s every element is known, or none of the unknown ones', (_, expression, after, unknown, expected) => {
  const read = readPlan({
    ...COMPLETE,
    resource_changes: [
      a,
      created('netingress_ip_restriction.api', { ip_policy_ids: after }, { ip_policy_ids: unknown }),
    ],
    configuration: configure({ 'netingress_ip_restriction.api': { ip_policy_ids: expression } }),
  });
  const ids = read.after.at(-1)?.values['ip_policy_ids'] as readonly KnownJson[];
  expect(ids.map((id) => (isUnknown(id) ? null : id))).toEqual(expected);
});

test('references pass through variables and outputs of modules', () => {
  const inner = (name: string, unknown: object) =>
    created(`module.edge["x"].netingress_ip_policy_rule.${name}`, {}, unknown);
  const outer = created('netingress_ip_policy_rule.outer', {}, { ip_policy_id: true });
  const module: ConfiguredModule = {
    resources: [
      {
        address: 'x',
        mode: 'managed',
        type: 'netingress_ip_policy_rule',
        name: 'given',
        expressions: { ip_policy_id: refer('var.policy') },
      },
      {
        address: 'x',
        mode: 'managed',
        type: 'netingress_ip_policy_rule',
        name: 'own',
        expressions: { ip_policy_id: refer('netingress_ip_policy.p.id') },
      },
    ],
    outputs: {
      policy: { expression: refer('netingress_ip_policy.p.id') },
      list: { expression: refer('netingress_ip_policy.p.id') },
    },
  };
  const { after } = readPlan({
    ...COMPLETE,
    resource_changes: [
      a,
      created('module.edge["x"].netingress_ip_policy.p', {}),
      inner('given', { ip_policy_id: true }),
      inner('own', { ip_policy_id: true }),
      outer,
      created('netingress_ip_restriction.api', {}, { ip_policy_ids: true }),
    ],
    configuration: configure(
      {
        'netingress_ip_policy_rule.outer': {
          ip_policy_id: { references: ['module.edge["x"].policy', 'module.edge["x"]', 'module.edge'] },
        },
        // An output may be a list of which the plan has one reference.
        'netingress_ip_restriction.api': { ip_policy_ids: template(`\${module.edge["x"].list}`) },
      },
      { module_calls: { edge: { module, expressions: { policy: refer('netingress_ip_policy.a.id') } } } },
    ),
  });
  const values = valuesOf(after);
  expect(values['module.edge["x"].netingress_ip_policy_rule.given']?.['ip_policy_id']).toBe('netingress_ip_policy.a');
  expect(values['module.edge["x"].netingress_ip_policy_rule.own']?.['ip_policy_id']).toBe(
    'module.edge["x"].netingress_ip_policy.p',
  );
  expect(values['netingress_ip_policy_rule.outer']?.['ip_policy_id']).toBe('module.edge["x"].netingress_ip_policy.p');
  expect(isUnknown(values['netingress_ip_restriction.api']?.['ip_policy_ids'])).toBe(true);
});

test('objects have their ids before and after; forgotten ones stay, replaced ones are new, deleted ones are gone', () => {
  const before = (id: string) => ({ id, description: id });
  const { before: old, after } = readPlan({
    ...COMPLETE,
    resource_changes: [
      changeOf('netingress_ip_policy.kept', { actions: ['no-op'], before: before('ipp_1'), after: before('ipp_1') }),
      changeOf('netingress_ip_policy.changed', {
        actions: ['update'],
        before: before('ipp_2'),
        after: { id: 'ipp_2', description: 'new' },
      }),
      changeOf('netingress_ip_policy.replaced', {
        actions: ['delete', 'create'],
        before: before('ipp_3'),
        after: { description: 'new' },
        after_unknown: { id: true },
      }),
      changeOf('netingress_ip_policy.deleted', { actions: ['delete'], before: before('ipp_4') }),
      changeOf('netingress_ip_policy.forgotten', { actions: ['forget'], before: before('ipp_5') }),
      changeOf('netingress_ip_policy.kept', { actions: ['delete'], before: before('ipp_6') }, { deposed: 'ab' }),
      changeOf('data.netingress_ip_policy.read', { actions: ['read'], after: {} }, { mode: 'data' }),
      changeOf('null_resource.other', { actions: ['create'], after: {} }),
    ],
  });
  expect(old.map(({ id }) => id)).toEqual(['ipp_1', 'ipp_2', 'ipp_3', 'ipp_4', 'ipp_5', 'ipp_6']);
  expect(after.map(({ id, values }) => [id, values['description']])).toEqual([
    ['ipp_1', 'ipp_1'],
    ['ipp_2', 'new'],
    ['netingress_ip_policy.replaced', 'new'],
    ['ipp_5', 'ipp_5'],
  ]);
});

test('a rule set is its rules, and what is unknown of one is an unknown rule of its policy', () => {
  const set = (name: string, rules: object | undefined, unknown: unknown) =>
    created(
      `netingress_ip_policy_rules.${name}`,
      { ip_policy_id: 'ipp_1', ...(rules && { rules }) },
      { rules: unknown },
    );
  const { after } = readPlan({
    ...COMPLETE,
    resource_changes: [
      set('known', { '192.0.2.0/24': { action: 'allow', description: null } }, { '192.0.2.0/24': { metadata: true } }),
      set('action', { '198.51.100.0/24': {} }, { '198.51.100.0/24': { action: true } }),
      set('rule', {}, { '203.0.113.0/24': true }),
      set('map', undefined, true),
    ],
  });
  const { rules } = createFacts([{ kind: 'ip_policy_rule', objects: after }]);
  expect(
    rules.objects.map(({ id, policyId, network, action }) => [id, policyId, isUnknown(network), isUnknown(action)]),
  ).toEqual([
    ['netingress_ip_policy_rules.known["192.0.2.0/24"]', 'ipp_1', false, false],
    ['netingress_ip_policy_rules.action["198.51.100.0/24"]', 'ipp_1', false, true],
    ['netingress_ip_policy_rules.rule["203.0.113.0/24"]', 'ipp_1', true, true],
    ['netingress_ip_policy_rules.map[*]', 'ipp_1', true, true],
  ]);
});

test('a server default of a new object is no unknown value, an argument that is known after apply is one', () => {
  const endpoint = (name: string) =>
    created(`netingress_cloud_endpoint.${name}`, { url: 'https://a.example.com' }, { bindings: true });
  const { after } = readPlan({
    ...COMPLETE,
    resource_changes: [endpoint('plain'), endpoint('chosen')],
    configuration: configure({
      'netingress_cloud_endpoint.plain': {},
      'netingress_cloud_endpoint.chosen': { bindings: refer('var.bindings') },
    }),
  });
  const [plain, chosen] = after;
  expect(plain?.values['bindings']).toBeNull();
  expect(chosen?.values['bindings']).toMatchObject({
    why: 'netingress_cloud_endpoint.chosen.bindings is known after apply',
  });
});

const provisioned = configure(
  {},
  {
    resources: [{ address: 'x', mode: 'managed', type: 'null_resource', name: 'run', provisioners: [{}] }],
  },
);

test.each<[string, PlanJson, readonly string[]]>([
  ['a complete plan', COMPLETE, []],
  ['an errored plan', { ...COMPLETE, errored: true }, ['planning failed']],
  ['a plan with -target', { ...COMPLETE, complete: false }, ['made with -target']],
  [
    'a plan that does not say so',
    { format_version: '1.2', configuration: {} },
    ['does not say whether it is complete'],
  ],
  ['a newer format', { ...COMPLETE, format_version: '2.0' }, ['has the format 2.0']],
  [
    'deferred changes',
    { ...COMPLETE, deferred_changes: [{ resource_change: a }] },
    ['netingress_ip_policy.a is deferred'],
  ],
  ['actions', { ...COMPLETE, action_invocations: [{ address: 'action.x.y' }] }, ['action.x.y']],
  [
    'an ephemeral grant in a module',
    {
      ...COMPLETE,
      configuration: configure(
        {},
        {
          module_calls: {
            edge: {
              module: { resources: [{ address: 'x', mode: 'ephemeral', type: 'netingress_ip_grant', name: 'run' }] },
            },
          },
        },
      ),
    },
    ['module.edge.ephemeral.netingress_ip_grant.run'],
  ],
  [
    'a provisioner that runs',
    { ...COMPLETE, configuration: provisioned, resource_changes: [created('null_resource.run["a"]', {})] },
    ['a provisioner of null_resource.run'],
  ],
  [
    'a provisioner that does not run',
    {
      ...COMPLETE,
      configuration: provisioned,
      resource_changes: [changeOf('null_resource.run', { actions: ['no-op'] })],
    },
    [],
  ],
  [
    'several provider configurations',
    {
      ...COMPLETE,
      configuration: {
        provider_config: {
          netingress: { full_name: 'terraform.local/netingress/netingress' },
          'netingress.b': { full_name: 'terraform.local/netingress/netingress', alias: 'b' },
        },
      },
    },
    ['several provider configurations, which may be for several accounts: netingress, netingress.b'],
  ],
  [
    'a module with a provider configuration without settings, such as a key of the environment',
    {
      ...COMPLETE,
      configuration: {
        provider_config: {
          netingress: { full_name: 'terraform.local/netingress/netingress', expressions: {} },
          'module.edge:netingress': {
            full_name: 'terraform.local/netingress/netingress',
            module_address: 'module.edge',
          },
        },
        root_module: {
          module_calls: {
            edge: {
              module: {
                resources: [
                  {
                    ...{ address: 'netingress_ip_policy.a', mode: 'managed', type: 'netingress_ip_policy', name: 'a' },
                    provider_config_key: 'module.edge:netingress',
                  },
                ],
              },
            },
          },
        },
      },
    },
    ['several provider configurations'],
  ],
  [
    'a module that uses the provider of its caller',
    {
      ...COMPLETE,
      configuration: {
        provider_config: {
          netingress: { full_name: 'terraform.local/netingress/netingress' },
          'module.edge:netingress': {
            full_name: 'terraform.local/netingress/netingress',
            module_address: 'module.edge',
          },
          up: { full_name: 'example.com/a/up', alias: 'x' },
        },
      },
    },
    [],
  ],
])('%s: what makes the review undecided is said', (_, plan, expected) => {
  expect(readPlan(plan).undecided).toEqual(expected.map((text) => expect.stringContaining(text)));
});
