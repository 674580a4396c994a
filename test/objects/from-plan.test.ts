/** What plans contain beside the references of real-plan.test.ts. */
import { createFacts } from '../../src/access/facts';
import { fromPlan } from '../../src/objects/from-plan';
import type { ConfiguredExpression, PlanJson, PlanModule, ResourceChange } from '../../src/terraform/plan-json';
import { describeCause } from '../../src/values/describe-cause';
import { isUnknown, type KnownJson } from '../../src/values/known';
import { expression } from '../support/expression';

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
  more: Partial<PlanModule> = {},
): { root_module: PlanModule } => ({
  root_module: {
    resources: Object.entries(expressions).map(([address, each]) => {
      const [type = '', name = ''] = address.split('.');
      return { address, mode: 'managed', type, name, expressions: each };
    }),
    ...more,
  },
});

const created = (address: string, after: object, unknown: object = {}): ResourceChange =>
  changeOf(address, { actions: ['create'], after: after as never, after_unknown: { id: true, ...unknown } });

const a = created('netingress_ip_policy.a', { description: 'a' });
const COMPLETE = { configuration: {}, format_version: '1.2', complete: true, errored: false } as const;

test('objects have their ids before and after; forgotten ones stay, replaced ones are new, deleted ones are gone', () => {
  const before = (id: string) => ({ id, description: id });
  const { before: old, after } = fromPlan({
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
  const { after } = fromPlan({
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

test('a rule set keeps grants by default; a deleted one as its state says, and a replaced one is unknown if state and plan differ', () => {
  const values = (grants: string | null) => grants && { ip_policy_id: 'ipp_1', rules: {}, grants };
  const set = (actions: Change['actions'], before: string | null, after: string | null, unknown = {}) =>
    fromPlan({
      ...COMPLETE,
      resource_changes: [
        changeOf('netingress_ip_policy_rules.s', {
          ...{ actions, before: values(before) as never, after: values(after) as never, after_unknown: unknown },
        }),
      ],
    }).grantsOfSets.get('netingress_ip_policy_rules.s');
  expect(
    fromPlan({ ...COMPLETE, resource_changes: [created('netingress_ip_policy_rules.s', {})] }).grantsOfSets,
  ).toEqual(new Map([['netingress_ip_policy_rules.s', 'keep']]));
  expect(set(['update'], 'keep', 'refuse')).toBe('refuse');
  expect(set(['delete'], 'refuse', null)).toBe('refuse');
  expect(set(['delete', 'create'], 'refuse', 'refuse')).toBe('refuse');
  expect(isUnknown(set(['delete', 'create'], 'refuse', 'keep'))).toBe(true);
  expect(isUnknown(set(['create'], null, 'keep', { grants: true }))).toBe(true);
});

const [RULES, RULES_OF_MODULE] = ['netingress_ip_policy_rules.r', 'module.edge.netingress_ip_policy_rules.m'];

test.each<[string, ConfiguredExpression, string[]]>([
  ['a reference', { references: [`${RULES}["eu"].ip_policy_id`, `${RULES}["eu"]`, RULES] }, [RULES]],
  ['a reference in JSON', { constant_value: [expression(`${RULES}.ip_policy_id`)] }, [RULES]],
  ['an escape in JSON, which is text', { constant_value: [`$${expression(`${RULES}.ip_policy_id`)}`] }, []],
  ['a brace in a string', { constant_value: expression(`lookup({}, "}", ${RULES}.ip_policy_id)`) }, [RULES]],
  ['an output of a module', { references: ['module.edge.policy', 'module.edge'] }, [RULES_OF_MODULE]],
  ['an output of a module in JSON', { constant_value: expression('module.edge["x"].policy') }, [RULES_OF_MODULE]],
])('a restriction waits for the resources that its policies name: %s', (_, policies, expected) => {
  const references = ['netingress_ip_policy_rules.m.ip_policy_id', 'netingress_ip_policy_rules.m'];
  const edge = { module: { outputs: { policy: { expression: { references } } } } };
  const addresses = ['netingress_ip_restriction.x', RULES, RULES_OF_MODULE, 'module.edge.netingress_ip_policy.other'];
  const { guards } = fromPlan({
    ...COMPLETE,
    configuration: configure(
      { 'netingress_ip_restriction.x': { ip_policy_ids: policies } },
      { module_calls: { edge } as never },
    ),
    resource_changes: addresses.map((address) => created(address, {})),
  });
  expect(guards.map(({ waitsFor }) => waitsFor)).toEqual([expected]);
});

const [POLICY, OTHER] = ['netingress_ip_policy.a', 'other_thing.x'];

test.each<
  [string, boolean, Partial<PlanJson>, Partial<ResourceChange>, Readonly<Record<string, ConfiguredExpression>>]
>([
  ['has constants only', false, {}, {}, { description: { constant_value: 'a' } }],
  [
    'has a condition, although it is true',
    true,
    { checks: [{ address: { kind: 'resource', to_display: POLICY }, status: 'pass' }] },
    {},
    {},
  ],
  ['has a nested block', true, {}, {}, { timeouts: { create: { references: [OTHER] } } as ConfiguredExpression }],
  ['has a list of nested blocks', true, {}, {}, { port: [{ number: { constant_value: 1 } }] as ConfiguredExpression }],
  ['is replaced by replace_triggered_by', true, {}, { action_reason: 'replace_by_triggers' }, {}],
])('a resource that %s may wait for more than its arguments name: %p', (_, expected, plan, change, expressions) => {
  const { writes } = fromPlan({
    ...COMPLETE,
    ...plan,
    configuration: configure({ [POLICY]: expressions }),
    resource_changes: [{ ...created(POLICY, {}), ...change }],
  });
  expect(writes.map(({ mayWaitForMore }) => mayWaitForMore)).toEqual([expected]);
});

test.each<[string, boolean, ConfiguredExpression]>([
  ['a constant', false, { constant_value: 'https://service.test' }],
  ['a variable', false, { references: ['var.url'] }],
  ['a variable in JSON', false, { constant_value: expression('var.url') }],
  ['a resource', true, { references: [`${OTHER}.url`, OTHER] }],
  ['a resource in JSON', true, { constant_value: expression(`${OTHER}.url`) }],
])('the resources of a provider with %s as URL may wait for more: %p', (_, expected, base_url) => {
  const resource = { address: POLICY, mode: 'managed', type: 'netingress_ip_policy', name: 'a' };
  const { writes } = fromPlan({
    ...COMPLETE,
    configuration: {
      provider_config: { netingress: { expressions: { base_url } } },
      root_module: { resources: [{ ...resource, provider_config_key: 'netingress' }] },
    },
    resource_changes: [created(POLICY, {})],
  });
  expect(writes.map(({ mayWaitForMore }) => mayWaitForMore)).toEqual([expected]);
});

test('the resources of a provider in a module may wait for what the call of the module gives its variables', () => {
  const resource = { address: POLICY, mode: 'managed', type: 'netingress_ip_policy', name: 'a' };
  const key = 'module.edge:netingress';
  const { writes } = fromPlan({
    ...COMPLETE,
    configuration: {
      provider_config: {
        [key]: { module_address: 'module.edge', expressions: { base_url: { references: ['var.url'] } } },
      },
      root_module: { module_calls: { edge: { module: { resources: [{ ...resource, provider_config_key: key }] } } } },
    },
    resource_changes: [created(`module.edge.${POLICY}`, {})],
  });
  expect(writes.map(({ mayWaitForMore }) => mayWaitForMore)).toEqual([true]);
});

const reference = (address: string): string[] => [`${address}.id`, address];
const [KEPT, NEW] = ['netingress_ip_policy.kept', 'netingress_ip_policy.new'];

test.each<[string, ConfiguredExpression, after: readonly (string | null)[], expected: readonly (string | null)[]]>([
  ['two policies', { references: [...reference(KEPT), ...reference(NEW)] }, ['ipp_1', null], ['ipp_1', NEW]],
  [
    'the same in JSON',
    { constant_value: [expression(`${NEW}.id`), expression(`${KEPT}.id`)] },
    [null, 'ipp_1'],
    [NEW, 'ipp_1'],
  ],
  [
    'a value that the plan does not have, and as many elements as expressions',
    { references: ['var.policy', ...reference(NEW)] },
    ['ipp_2', null],
    ['ipp_2', NEW],
  ],
  [
    'the same with fewer elements, one of which may be the value',
    { references: ['var.policy', ...reference(NEW)] },
    [null],
    [null],
  ],
  [
    'a reference whose known value is no element',
    { references: [...reference(KEPT), ...reference(NEW)] },
    ['ipp_2', null],
    ['ipp_2', null],
  ],
  ['one of two new policies', { references: [...reference(NEW), ...reference(`${NEW}_2`)] }, [null], [null]],
])('an unknown element of a set is the expression that it can only be: %s', (_, policies, ids, expected) => {
  const { after } = fromPlan({
    ...COMPLETE,
    configuration: configure({ 'netingress_ip_restriction.x': { ip_policy_ids: policies } }),
    resource_changes: [
      changeOf(KEPT, { actions: ['no-op'], before: { id: 'ipp_1' }, after: { id: 'ipp_1' } }),
      created(NEW, {}),
      created(`${NEW}_2`, {}),
      created('netingress_ip_restriction.x', { ip_policy_ids: ids }, { ip_policy_ids: ids.map((id) => id === null) }),
    ],
  });
  const found = after.find(({ kind }) => kind === 'ip_restriction')?.values['ip_policy_ids'];
  expect((found as KnownJson[]).map((id) => (isUnknown(id) ? null : id))).toEqual(expected);
});

test('a server default of a new object is no unknown value, an argument that is known after apply is one', () => {
  const endpoint = (name: string) =>
    created(`netingress_cloud_endpoint.${name}`, { url: 'https://a.example.com' }, { bindings: true });
  const { after } = fromPlan({
    ...COMPLETE,
    resource_changes: [endpoint('plain'), endpoint('chosen')],
    configuration: configure({
      'netingress_cloud_endpoint.plain': {},
      'netingress_cloud_endpoint.chosen': { bindings: { references: ['var.bindings'] } },
    }),
  });
  const [plain, chosen] = after;
  expect(plain?.values['bindings']).toBeNull();
  expect(chosen?.values['bindings']).toMatchObject({
    cause: { kind: 'reference', reference: 'netingress_cloud_endpoint.chosen.bindings' },
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
  [
    'a plan that does not say so',
    { format_version: '1.2', configuration: {} },
    ['does not say whether it is complete'],
  ],
  ['a newer format', { ...COMPLETE, format_version: '2.0' }, ['has the format 2.0']],
  [
    'an action and a mode that are not known',
    {
      ...COMPLETE,
      resource_changes: [
        { ...a, change: { ...a.change, actions: ['frobnicate' as 'create'] } },
        { ...a, mode: 'imaginary' },
      ],
    },
    ["has the action 'frobnicate'", "has the mode 'imaginary'"],
  ],
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
    'a provisioner that does not run',
    {
      ...COMPLETE,
      configuration: provisioned,
      resource_changes: [changeOf('null_resource.run', { actions: ['no-op'] })],
    },
    [],
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
    ['may be for several accounts: netingress, module.edge:netingress'],
  ],
  [
    'a provider configuration beside one of another provider',
    {
      ...COMPLETE,
      configuration: {
        provider_config: {
          netingress: { full_name: 'terraform.local/netingress/netingress' },
          up: { full_name: 'example.com/a/up', alias: 'x' },
        },
      },
    },
    [],
  ],
])('%s: what makes the review undecided is said', (_, plan, expected) => {
  expect(fromPlan(plan).undecided.map(describeCause)).toEqual(expected.map((text) => expect.stringContaining(text)));
});
