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
  const change = (name: string, actions: Change['actions'], n: number, after: object | null, more = {}) => {
    const before = { id: `ipp_${n}`, description: `ipp_${n}` };
    return changeOf(`netingress_ip_policy.${name}`, { actions, before, after: after as never, ...more });
  };
  const { before: old, after } = fromPlan({
    ...COMPLETE,
    resource_changes: [
      change('kept', ['no-op'], 1, { id: 'ipp_1', description: 'ipp_1' }),
      change('changed', ['update'], 2, { id: 'ipp_2', description: 'new' }),
      change('replaced', ['delete', 'create'], 3, { description: 'new' }, { after_unknown: { id: true } }),
      change('deleted', ['delete'], 4, null),
      change('forgotten', ['forget'], 5, null),
      { ...change('kept', ['delete'], 6, null), deposed: 'ab' },
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

test('a rule set is its rules: of one, only the action may be unknown; an unknown rule or map is one unknown rule', () => {
  const set = (name: string, rules: object | undefined, unknown: unknown) =>
    created(`netingress_ip_policy_rules.${name}`, { ip_policy_id: 'ipp_1', rules }, { rules: unknown });
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
  const address = 'netingress_ip_policy_rules.s';
  const grantsOf = (change: ResourceChange) =>
    fromPlan({ ...COMPLETE, resource_changes: [change] }).grantsOfSets.get(address);
  const set = (actions: Change['actions'], before: string | null, after: string | null, after_unknown = {}) =>
    grantsOf(
      changeOf(address, { actions, before: values(before) as never, after: values(after) as never, after_unknown }),
    );
  expect(grantsOf(created(address, {}))).toBe('keep');
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

/** Whether the write of the policy may wait for more than its arguments name. */
const mayWait = (
  configuration: NonNullable<PlanJson['configuration']>,
  plan: Partial<PlanJson> = {},
  change = created(POLICY, {}),
) =>
  fromPlan({ ...COMPLETE, ...plan, configuration, resource_changes: [change] }).writes.map(
    (each) => each.mayWaitForMore,
  );

const CHECKED = { address: { kind: 'resource', to_display: POLICY }, status: 'pass' } as const;

test.each<[string, boolean, Partial<PlanJson>, Partial<ResourceChange>, Readonly<Record<string, unknown>>]>([
  ['has constants only', false, {}, {}, { description: { constant_value: 'a' } }],
  ['has a condition, although it is true', true, { checks: [CHECKED] }, {}, {}],
  ['has a nested block', true, {}, {}, { timeouts: { create: { references: [OTHER] } } }],
  ['has a list of nested blocks', true, {}, {}, { port: [{ number: { constant_value: 1 } }] }],
  ['is replaced by replace_triggered_by', true, {}, { action_reason: 'replace_by_triggers' }, {}],
])('a resource that %s may wait for more than its arguments name: %p', (_, expected, plan, change, expressions) => {
  const configuration = configure({ [POLICY]: expressions as Record<string, ConfiguredExpression> });
  expect(mayWait(configuration, plan, { ...created(POLICY, {}), ...change })).toEqual([expected]);
});

const RESOURCE = { address: POLICY, mode: 'managed', type: 'netingress_ip_policy', name: 'a' };

test.each<[string, boolean, ConfiguredExpression]>([
  ['a constant', false, { constant_value: 'https://service.test' }],
  ['a variable', false, { references: ['var.url'] }],
  ['a variable in JSON', false, { constant_value: expression('var.url') }],
  ['a resource', true, { references: [`${OTHER}.url`, OTHER] }],
  ['a resource in JSON', true, { constant_value: expression(`${OTHER}.url`) }],
])('the resources of a provider with %s as URL may wait for more: %p', (_, expected, base_url) => {
  const provider_config = { netingress: { expressions: { base_url } } };
  const root_module = { resources: [{ ...RESOURCE, provider_config_key: 'netingress' }] };
  expect(mayWait({ provider_config, root_module })).toEqual([expected]);
});

test('the resources of a provider in a module with a variable as URL may wait for more', () => {
  const key = 'module.edge:netingress';
  const expressions = { base_url: { references: ['var.url'] } };
  const module = { resources: [{ ...RESOURCE, provider_config_key: key }] };
  const configuration = {
    provider_config: { [key]: { module_address: 'module.edge', expressions } },
    root_module: { module_calls: { edge: { module } } },
  };
  expect(mayWait(configuration, {}, created(`module.edge.${POLICY}`, {}))).toEqual([true]);
});

const reference = (address: string): string[] => [`${address}.id`, address];
const [KEPT, NEW] = ['netingress_ip_policy.kept', 'netingress_ip_policy.new'];

test.each<[string, ConfiguredExpression, after: readonly (string | null)[], expected: readonly (string | null)[]]>([
  ['two policies', { references: [...reference(KEPT), ...reference(NEW)] }, ['ipp_1', null], ['ipp_1', NEW]],
  ['JSON', { constant_value: [expression(`${NEW}.id`), expression(`${KEPT}.id`)] }, [null, 'ipp_1'], [NEW, 'ipp_1']],
  ['one of as many as expressions', { references: ['var.policy', ...reference(NEW)] }, ['ipp_2', null], ['ipp_2', NEW]],
  ['one of fewer, which may be the variable', { references: ['var.policy', ...reference(NEW)] }, [null], [null]],
  [
    'beside a reference whose value is no element',
    { references: [...reference(KEPT), ...reference(NEW)] },
    ['ipp_2', null],
    ['ipp_2', null],
  ],
  ['one of two new policies', { references: [...reference(NEW), ...reference(`${NEW}_2`)] }, [null], [null]],
])(
  'an unknown element of a set is the expression that it can only be, otherwise it stays unknown: %s',
  (_, policies, ids, expected) => {
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
  },
);

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

const RUN = { address: 'x', mode: 'managed', type: 'null_resource', name: 'run', provisioners: [{}] };
const GRANT = { address: 'x', mode: 'ephemeral', type: 'netingress_ip_grant', name: 'run' };
const full_name = 'terraform.local/netingress/netingress';
const inEdge = (resource: object) => ({ module_calls: { edge: { module: { resources: [resource] } } } }) as PlanModule;
const PLAIN = { provider_config: { netingress: { full_name }, up: { full_name: 'example.com/a/up', alias: 'x' } } };
const OF_MODULE = {
  provider_config: {
    netingress: { full_name, expressions: {} },
    'module.edge:netingress': { full_name, module_address: 'module.edge' },
  },
  root_module: inEdge({ ...RESOURCE, provider_config_key: 'module.edge:netingress' }),
};

test.each<[string, PlanJson, readonly string[]]>([
  ['a complete plan', COMPLETE, []],
  ['an errored plan', { ...COMPLETE, errored: true }, ['planning failed']],
  ['an errored plan that is not complete', { ...COMPLETE, complete: false, errored: true }, ['planning failed']],
  [
    'a plan that does not say whether it is complete',
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
  ['deferred changes', { ...COMPLETE, deferred_changes: [{ resource_change: a }] }, [`${POLICY} is deferred`]],
  ['actions', { ...COMPLETE, action_invocations: [{ address: 'action.x.y' }] }, ['action.x.y']],
  [
    'an ephemeral grant in a module',
    { ...COMPLETE, configuration: { root_module: inEdge(GRANT) } },
    ['module.edge.ephemeral.netingress_ip_grant.run'],
  ],
  [
    'a provisioner that does not run',
    {
      ...COMPLETE,
      configuration: { root_module: { resources: [RUN] } },
      resource_changes: [changeOf('null_resource.run', { actions: ['no-op'] })],
    },
    [],
  ],
  [
    'a module with a provider configuration without settings, such as a key of the environment',
    { ...COMPLETE, configuration: OF_MODULE },
    ['may be for several accounts: netingress, module.edge:netingress'],
  ],
  ['a configuration beside one of another provider', { ...COMPLETE, configuration: PLAIN }, []],
])('%s: what makes the review undecided is said', (_, plan, expected) => {
  expect(fromPlan(plan).undecided.map(describeCause)).toEqual(expected.map((text) => expect.stringContaining(text)));
});
