/**
 * Plans of one walk that delete and create objects of one unique key, replace an object that another one names, or give
 * networks of one policy to another one.
 */
import { ipPolicyRules } from '../../src/model/composites';
import { getKind } from '../../src/model/kinds';
import { resourceType } from '../../src/model/naming';
import { createProvider } from '../../src/provider/create-provider';
import { createPlanKeys } from '../../src/provider/plan-keys';
import type { Provider } from '../../src/provider/protocol/provider';
import { createObjectResource } from '../../src/provider/resources/object';
import { type ObjectValue, objectValue, UNKNOWN } from '../../src/values/cty-value';
import { createFakeService } from '../support/provider/fake-service';
import { configOf, configOfSchema } from '../support/provider/values';

const NONE = new Uint8Array();

async function startWalk(environment: Record<string, string> = {}): Promise<Provider> {
  const service = createFakeService();
  const provider = createProvider({ environment, connect: () => service.client });
  const config = { base_url: 'https://service.test', api_key: 'key', profile: 'ngrok' };
  await provider.configure({ config: configOfSchema(provider.schema.provider, config) });
  return provider;
}

interface Step {
  readonly kind: string;
  readonly prior?: Record<string, unknown>;
  readonly planned?: Record<string, unknown>;
}

/** Plans the steps in their order, as Terraform plans objects; returns the diagnostics as `severity: summary`. */
async function planAll(steps: readonly Step[], provider?: Provider): Promise<string[]> {
  const used = provider ?? (await startWalk());
  const found: string[] = [];
  for (const { kind, prior, planned } of steps) {
    const schema = kind === ipPolicyRules.name ? ipPolicyRules : getKind(kind);
    const toValue = (values?: Record<string, unknown>): ObjectValue | null =>
      values ? toObject(schema, values) : null;
    const [before, after] = [toValue(prior), toValue(planned)];
    const request = { prior: before, proposed: after, config: after, priorPrivate: NONE };
    const { diagnostics } = await used.planResource({ type: resourceType(schema), ...request });
    found.push(...diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`));
  }
  return found;
}

function toObject(schema: Parameters<typeof configOf>[0], { rules, ...values }: Record<string, unknown>): ObjectValue {
  const config = configOf(schema, values);
  if (rules === undefined) return config;
  if (rules === UNKNOWN) return objectValue([...Object.entries(config), ['rules', UNKNOWN]]);
  const elements = Object.entries(rules as Record<string, string>).map(([cidr, action]) => [
    cidr,
    objectValue([
      ['action', action],
      ['description', null],
      ['metadata', null],
    ]),
  ]);
  return objectValue([...Object.entries(config), ['rules', objectValue(elements as [string, ObjectValue][])]]);
}

const dashboard = { id: 'ipx_1', type: 'dashboard', enforced: true, ip_policy_ids: ['ipp_1'] };
const office = { id: 'ipr_1', ip_policy_id: 'ipp_1', cidr: '203.0.113.0/24', action: 'allow' };
const set = { id: 'ipp_1', ip_policy_id: 'ipp_1', rules: { '203.0.113.0/24': 'allow' } };
const domain = { id: 'rd_1', domain: 'app.example.com' };

const refused = (what: string): string[] => [`error: The ${what} would be deleted and created again`];

describe.each([
  ['a renamed restriction', 'ip_restriction', dashboard, refused("IP restriction 'dashboard'")],
  ['a renamed rule', 'ip_policy_rule', office, refused("IP policy rule 'ipp_1/203.0.113.0/24'")],
  ['a renamed domain', 'domain', domain, refused("domain 'app.example.com'")],
] as const)('%s', (_, kind, { id, ...values }, expected) => {
  const [removal, creation]: Step[] = [
    { kind, prior: { id, ...values } },
    { kind, planned: values },
  ] as never;
  test('whichever is planned first, the other one reports it', async () => {
    expect(await planAll([removal as Step, creation as Step])).toEqual(expected);
    expect(await planAll([creation as Step, removal as Step])).toEqual(expected);
  });
  test('in two walks, neither the removal nor the creation is refused', async () => {
    expect([await planAll([removal as Step]), await planAll([creation as Step])]).toEqual([[], []]);
  });
});

test.each<[string, readonly Step[]]>([
  [
    '-replace of a restriction',
    [{ kind: 'ip_restriction', prior: dashboard, planned: dashboard }, create('ip_restriction', dashboard)],
  ],
  ['a rule that becomes one of a set', [{ kind: 'ip_policy_rule', prior: office }, create('ip_policy_rules', set)]],
  [
    'a rule of a set that becomes one of its own',
    [create('ip_policy_rule', office), { kind: 'ip_policy_rules', prior: set }],
  ],
  [
    'a rule that moves to a set that exists',
    [
      { kind: 'ip_policy_rule', prior: office },
      { kind: 'ip_policy_rules', prior: { ...set, rules: {} }, planned: set },
    ],
  ],
])('%s is refused', async (_, steps) => {
  expect(await planAll(steps)).toEqual([expect.stringContaining('would be deleted and created again')]);
});

test.each<[string, readonly Step[]]>([
  [
    'an imported restriction whose old block is deleted',
    [
      { kind: 'ip_restriction', prior: dashboard },
      { kind: 'ip_restriction', prior: dashboard, planned: dashboard },
    ],
  ],
  [
    'a single rule that is deleted while a set has it',
    [
      { kind: 'ip_policy_rules', prior: set, planned: set },
      { kind: 'ip_policy_rule', prior: office },
    ],
  ],
])('%s is refused, in any order', async (_, steps) => {
  const expected = [expect.stringContaining('would be deleted although the configuration declares it')];
  expect(await planAll(steps)).toEqual(expected);
  expect(await planAll([...steps].reverse())).toEqual(expected);
});

test('networks that stay, another action and rules of two policies are no conflict', async () => {
  const other = { ...office, ip_policy_id: 'ipp_2' };
  expect(
    await planAll([
      { kind: 'ip_policy_rule', prior: office, planned: { ...office, action: 'deny' } },
      create('ip_policy_rule', other),
      { kind: 'ip_policy_rules', prior: { ...set, ip_policy_id: 'ipp_3' }, planned: { ...set, ip_policy_id: 'ipp_3' } },
    ]),
  ).toEqual([]);
});

test('an object whose name changes in place frees it for another one', async () => {
  const vault = { id: 'vault_1', name: 'edge' };
  const renamed: Step = { kind: 'vault', prior: vault, planned: { ...vault, name: 'core' } };
  const removed: Step = { kind: 'vault', prior: vault };
  expect(await planAll([renamed, create('vault', vault)])).toEqual([]);
  expect(await planAll([removed, create('vault', vault)])).toEqual(refused("vault 'edge'"));
});

test.each([
  ['changed', { ...office, cidr: '192.0.2.0/24' }],
  ['deleted', null],
])('a rule that was %s outside Terraform gets its network back beside the creation of another rule', (_, found) => {
  const rule = getKind('ip_policy_rule');
  const resource = createObjectResource(rule);
  const stored = toObject(rule, office);
  const other = toObject(rule, { ...office, cidr: '10.0.0.0/8' });
  const keys = createPlanKeys();
  // Terraform reads the state of both rules, and plans the other one before it refreshes this one.
  keys.noteState(resource, stored, stored);
  expect(keys.check(resource, null, other)).toEqual([]);
  const refreshed = found && toObject(rule, found);
  keys.noteState(resource, stored, refreshed);
  expect(keys.check(resource, refreshed, stored)).toEqual([]);
});

test('a plan for netingress moves refuses nothing, and its deletes are refused when it is applied', async () => {
  const provider = await startWalk({ NETINGRESS_PLAN_FOR_MOVES: '1' });
  expect(
    await planAll([{ kind: 'ip_restriction', prior: dashboard }, create('ip_restriction', dashboard)], provider),
  ).toEqual([]);
  const kind = getKind('ip_restriction');
  const [type, prior] = [resourceType(kind), configOf(kind, dashboard)];
  const { plannedPrivate } = await provider.planResource({
    type,
    prior,
    proposed: null,
    config: null,
    priorPrivate: NONE,
  });
  const applied = await provider.applyResource({ type, prior, planned: null, config: null, plannedPrivate });
  expect([applied.state, applied.diagnostics[0]?.summary]).toEqual([prior, 'The plan is for netingress moves only']);
});

test('a domain whose region changes is refused while an endpoint of the plan names it, in any order', async () => {
  const moved: Step = { kind: 'domain', prior: { ...domain, region: 'us' }, planned: { ...domain, region: 'eu' } };
  const values = { id: 'ep_1', url: 'https://app.example.com', traffic_policy: '{}' };
  const endpoint: Step = { kind: 'cloud_endpoint', prior: values, planned: values };
  const expected = ["error: The domain 'app.example.com' cannot be replaced while the cloud endpoint ep_1 names it"];
  const errors = (found: string[]): string[] => found.filter((each) => each.startsWith('error'));
  expect(errors(await planAll([moved, endpoint]))).toEqual(expected);
  expect(errors(await planAll([endpoint, moved]))).toEqual(expected);
  const elsewhere = { ...values, url: 'https://other.example.com' };
  expect(errors(await planAll([moved, { ...endpoint, prior: elsewhere, planned: elsewhere }]))).toEqual([]);
});

function create(kind: string, { id: _, ...planned }: { readonly id: string } & Record<string, unknown>): Step {
  return { kind, planned };
}

describe('a network that one plan takes from a policy and gives to another one', () => {
  const both = { '203.0.113.0/24': 'allow', '198.51.100.0/24': 'allow' };
  const shrunk: Step = { kind: 'ip_policy_rules', prior: { ...set, rules: both }, planned: set };
  const restriction = (...ids: unknown[]): Step => ({
    kind: 'ip_restriction',
    prior: dashboard,
    planned: { ...dashboard, ip_policy_ids: ids },
  });
  const given = (values: Record<string, unknown>): Step => ({ kind: 'ip_policy_rules', planned: values });
  const network = { rules: { '198.51.100.0/25': 'allow' } };
  const expected = ["error: Networks of the IP restriction 'dashboard' would be shut out in between"];

  const policy: Step = { kind: 'ip_policy', planned: {} };
  const intoNew = given({ ip_policy_id: UNKNOWN, ...network });

  test.each<[string, readonly Step[], ...(readonly Step[])]>([
    ['a new one', [shrunk, intoNew, restriction('ipp_1', UNKNOWN)], policy],
    [
      'one of two new ones, which the restriction names both',
      [shrunk, intoNew, restriction('ipp_1', UNKNOWN, UNKNOWN)],
      policy,
      policy,
    ],
    [
      'one that the restriction names already',
      [shrunk, given({ ip_policy_id: 'ipp_2', ...network }), restriction('ipp_1', 'ipp_2')],
    ],
    [
      'one with single rules',
      [
        shrunk,
        create('ip_policy_rule', { ...office, cidr: '198.51.100.0/24', ip_policy_id: 'ipp_2' }),
        restriction('ipp_2'),
      ],
    ],
  ])('of the restriction is refused, whichever is planned last: %s', async (_, [first, second, third], ...policies) => {
    const [a, b, c] = [first, second, third] as [Step, Step, Step];
    for (const order of [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ])
      expect(await planAll([...policies, ...order])).toEqual(expected);
  });

  test('to a new one is refused if the plan deletes the policy that the restriction names no more, first or last', async () => {
    const deleted: Step = { kind: 'ip_policy', prior: { id: 'ipp_2' } };
    const renamed = { ...restriction('ipp_1', UNKNOWN), prior: { ...dashboard, ip_policy_ids: ['ipp_1', 'ipp_2'] } };
    for (const order of [
      [deleted, shrunk, intoNew, renamed],
      [shrunk, intoNew, renamed, deleted],
    ])
      expect(await planAll([policy, ...order])).toEqual(expected);
  });

  const unchanged = (values: Record<string, unknown>): Step => ({
    kind: 'ip_policy_rules',
    prior: values,
    planned: values,
  });
  const other = { ...set, id: 'ipp_2', ip_policy_id: 'ipp_2' };
  const namesBoth: Step = {
    kind: 'ip_restriction',
    prior: { ...dashboard, ip_policy_ids: ['ipp_1', 'ipp_2'] },
    planned: { ...dashboard, ip_policy_ids: ['ipp_1', 'ipp_2', UNKNOWN] },
  };

  test('is refused unless another list of the restriction, which is planned before, allows the whole of it', async () => {
    const steps = (rules: object, name: Step): Step[] => [
      policy,
      unchanged({ ...other, rules }),
      shrunk,
      given({ ip_policy_id: UNKNOWN, rules: { '198.51.100.0/24': 'allow' } }),
      name,
    ];
    expect(await planAll(steps({ '198.51.100.0/24': 'allow' }, namesBoth))).toEqual([]);
    expect(await planAll(steps({ '198.51.100.0/25': 'allow' }, namesBoth))).toEqual(expected);
    // The list is of no policy that the restriction names before.
    expect(await planAll(steps({ '198.51.100.0/24': 'allow' }, restriction('ipp_1', 'ipp_2', UNKNOWN)))).toEqual(
      expected,
    );
  });

  test('is not refused if a single rule of the restriction allows it before and after', async () => {
    const rule = { ...office, ip_policy_id: 'ipp_2', cidr: '198.51.100.0/24' };
    const steps = (cidr: string): Step[] => [
      policy,
      { kind: 'ip_policy_rule', prior: rule, planned: { ...rule, cidr } },
      shrunk,
      intoNew,
      namesBoth,
    ];
    expect(await planAll(steps('198.51.100.0/24'))).toEqual([]);
    // The rule is replaced.
    expect(await planAll(steps('198.51.100.0/25'))).toEqual(expected);
  });

  test.each<[string, readonly Step[]]>([
    [
      'may be of another new policy, which the restriction does not name',
      [policy, policy, shrunk, intoNew, restriction('ipp_1', UNKNOWN)],
    ],
    [
      'may be of a new policy, which the restriction does not name: its unknown id may be the one of before',
      [
        policy,
        shrunk,
        intoNew,
        { ...restriction('ipp_1', UNKNOWN), prior: { ...dashboard, ip_policy_ids: ['ipp_1', 'ipp_2'] } },
      ],
    ],
    ['is of no policy that this plan creates', [shrunk, intoNew, restriction('ipp_1', UNKNOWN)]],
    ['no restriction names', [shrunk, given({ ip_policy_id: 'ipp_2', ...network }), restriction('ipp_1')]],
    [
      'has other networks',
      [shrunk, given({ ip_policy_id: 'ipp_2', rules: { '192.0.2.0/24': 'allow' } }), restriction('ipp_1', 'ipp_2')],
    ],
    [
      'has it before, too',
      [
        shrunk,
        {
          kind: 'ip_policy_rules',
          prior: { ...set, id: 'ipp_2', ip_policy_id: 'ipp_2' },
          planned: { ...set, ip_policy_id: 'ipp_2' },
        },
        restriction('ipp_1', 'ipp_2'),
      ],
    ],
    [
      'has rules that are not known',
      [shrunk, given({ ip_policy_id: UNKNOWN, rules: UNKNOWN }), restriction('ipp_1', UNKNOWN)],
    ],
  ])('is no reason to refuse if the other one %s', async (_, steps) => {
    expect(await planAll(steps)).toEqual([]);
  });
});
