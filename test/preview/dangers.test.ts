/**
 * Dangerous changes are flagged, and no others: a report that warns about everything is not read. Snapshots before and
 * after the change are compared.
 */
import { RESTRICTION_TYPES } from '../../src/access/restriction';
import { KINDS } from '../../src/model/kinds';
import { findRenames } from '../../src/preview/renames';
import type { ResourceChange } from '../../src/terraform/plan-json';
import type { JsonObject } from '../../src/values/json';
import { dependencyAddress } from '../support/acceptance/samples';
import {
  type Account,
  findDangers,
  findPlanDangers,
  listDangers,
  type PlannedChange,
  type Planted,
} from '../support/preview/planted-changes';

type Danger = string | undefined;
type Case = readonly [name: string, danger: Danger, find: () => Promise<string[]>];

function changed<Prepared = void>(
  name: string,
  danger: Danger,
  change: Planted<Prepared>['change'],
  prepare?: Planted<Prepared>['prepare'],
): Case {
  return [name, danger, () => findDangers({ change, ...(prepare && { prepare }) })];
}

const addRules =
  (action: string, ...cidrs: readonly string[]): Planted['change'] =>
  async ({ policy, create }) => {
    for (const cidr of cidrs) await create('/ip_policy_rules', { ip_policy_id: policy, cidr, action });
  };

/** All networks of this prefix length. */
const allNetworks = (prefix: number): string[] =>
  Array.from({ length: 2 ** prefix }, (_, index) => `${index * 2 ** (8 - prefix)}.0.0.0/${prefix}`);

const OPEN: readonly Case[] = [
  changed('allow every IPv6 address', 'policy_admits_all', addRules('allow', '::/0')),
  changed('allow all networks /6', 'policy_admits_all', addRules('allow', ...allNetworks(6))),
  changed('allow all but a denied network', 'policy_admits_all', async (account) => {
    await addRules('deny', '10.0.0.0/8')(account);
    await addRules('allow', '0.0.0.0/0')(account);
  }),
  changed('create an open policy', 'policy_admits_all', async ({ create }) => {
    const id = await create('/ip_policies', { description: 'New' });
    await create('/ip_policy_rules', { ip_policy_id: id, cidr: '0.0.0.0/0', action: 'allow' });
  }),
  changed<string>(
    'the deny of everything becomes an allow',
    'policy_admits_all',
    async ({ policy, send, create }, denied) => {
      // Terraform replaces the rule.
      await send('DELETE', `/ip_policy_rules/${denied}`);
      await create('/ip_policy_rules', { ip_policy_id: policy, cidr: '0.0.0.0/0', action: 'allow' });
    },
    ({ policy, create }) => create('/ip_policy_rules', { ip_policy_id: policy, cidr: '0.0.0.0/0', action: 'deny' }),
  ),
];

const emptyPolicy = ({ create }: Account) => create('/ip_policies', { description: 'Empty' });

const CLOSED: readonly Case[] = [
  changed('deny a network around the allowed one', 'policy_admits_none', addRules('deny', '203.0.0.0/8')),
  changed('deny every address', 'restriction_denies_all', addRules('deny', '0.0.0.0/0')),
  changed(
    'deny both halves of what is allowed',
    'restriction_denies_all',
    addRules('deny', '203.0.113.0/25', '203.0.113.128/25'),
  ),
  changed('the only rule becomes a deny', 'policy_admits_none', async ({ policy, rule, send, create }) => {
    await send('DELETE', `/ip_policy_rules/${rule}`);
    await create('/ip_policy_rules', { ip_policy_id: policy, cidr: '203.0.113.0/24', action: 'deny' });
  }),
  changed('attach only an empty policy', 'restriction_denies_all', async (account) =>
    account.send('PATCH', `/ip_restrictions/${account.restriction}`, { ip_policy_ids: [await emptyPolicy(account)] }),
  ),
  changed('enforce a new restriction with an empty policy', 'restriction_denies_all', async (account) => {
    const policies = [await emptyPolicy(account)];
    await account.create('/ip_restrictions', { type: 'dashboard', enforced: true, ip_policy_ids: policies });
  }),
];

/** Beside the restriction of the API, which the account has. */
const OTHER_RESTRICTIONS = RESTRICTION_TYPES.filter((type) => type !== 'api');

const RESTRICTIONS: readonly Case[] = [
  changed('no longer enforce the restriction of the API', 'restriction_removed', ({ send, restriction }) =>
    send('PATCH', `/ip_restrictions/${restriction}`, { enforced: false }),
  ),
  ...OTHER_RESTRICTIONS.map((type) =>
    changed<string>(
      `destroy the restriction of ${type}`,
      'restriction_removed',
      ({ send }, id) => send('DELETE', `/ip_restrictions/${id}`),
      ({ policy, create }) => create('/ip_restrictions', { type, enforced: true, ip_policy_ids: [policy] }),
    ),
  ),
];

const HARMLESS: readonly Case[] = [
  // Half of a family is no danger; a whole one is.
  ...['198.51.100.0/24', '128.0.0.0/1', '2001:db8::/32', '::/1', '203.0.113.7/32', '0.0.0.0/1'].map((cidr) =>
    changed(`allow ${cidr}`, undefined, addRules('allow', cidr)),
  ),
  ...['203.0.113.7/32', '203.0.113.0/25', '10.0.0.0/8', '::/0'].map((cidr) =>
    changed(`deny ${cidr}`, undefined, addRules('deny', cidr)),
  ),
  changed('the network of a rule is replaced', undefined, async ({ policy, rule, send, create }) => {
    await send('DELETE', `/ip_policy_rules/${rule}`);
    await create('/ip_policy_rules', { ip_policy_id: policy, cidr: '198.51.100.0/24', action: 'allow' });
  }),
  changed('a policy that only denies beside another one', undefined, async ({ policy, restriction, create, send }) => {
    const denied = await create('/ip_policies', { description: 'Denied' });
    await create('/ip_policy_rules', { ip_policy_id: denied, cidr: '10.0.0.0/8', action: 'deny' });
    await send('PATCH', `/ip_restrictions/${restriction}`, { ip_policy_ids: [policy, denied] });
  }),
  changed('a new policy without rules', undefined, async (account) => void (await emptyPolicy(account))),
  changed<string>(
    'destroying a policy that nothing uses',
    undefined,
    async ({ send }, unused) => send('DELETE', `/ip_policies/${unused}`),
    emptyPolicy,
  ),
  ...OTHER_RESTRICTIONS.map((type) =>
    changed(
      `a new enforced restriction of ${type} that admits an office`,
      undefined,
      async ({ policy, create }) =>
        void (await create('/ip_restrictions', { type, enforced: true, ip_policy_ids: [policy] })),
    ),
  ),
  changed(
    'a restriction that is not enforced',
    undefined,
    async ({ policy, create }) => void (await create('/ip_restrictions', { type: 'agent', ip_policy_ids: [policy] })),
  ),
  changed<string>(
    'destroying a restriction that was not enforced',
    undefined,
    ({ send }, unused) => send('DELETE', `/ip_restrictions/${unused}`),
    async ({ policy, create }) => create('/ip_restrictions', { type: 'agent', ip_policy_ids: [policy] }),
  ),
  changed('another description of a restriction', undefined, ({ restriction, send }) =>
    send('PATCH', `/ip_restrictions/${restriction}`, { description: 'other' }),
  ),
];

/** Prepares an object, and changes it. */
function withSample(
  name: string,
  danger: Danger,
  kind: string,
  change: (account: Account, path: string) => Promise<void>,
  values?: JsonObject,
): Case {
  const prepare = (account: Account) => account.createSample(kind, values);
  return [name, danger, () => findDangers({ kind, prepare, change })];
}

const destroyed = (danger: string, ...kinds: readonly string[]): Case[] =>
  kinds.map((kind) => withSample(`destroy ${kind}`, danger, kind, ({ send }, path) => send('DELETE', path)));
const replaced = (danger: string, kind: string, values: JsonObject = {}): Case =>
  withSample(`replace ${kind}`, danger, kind, ({ replace }, path) => replace(path, kind, values));

const SOURCES = [{ type: 'ip_policy_created.v0' }, { type: 'ip_policy_deleted.v0' }];

const OBJECTS: readonly Case[] = [
  ...destroyed('audit_destroyed', 'event_destination', 'event_subscription'),
  withSample(
    'a subscription loses an event type',
    'audit_destroyed',
    'event_subscription',
    ({ send }, path) => send('PATCH', path, { sources: SOURCES.slice(1) }),
    { sources: SOURCES },
  ),
  withSample(
    'a subscription loses its destination',
    'audit_destroyed',
    'event_subscription',
    ({ send }, path) => send('PATCH', path, { destination_ids: [] }),
    { destination_ids: [`\${${dependencyAddress('event_destination', 0)}.id}`] },
  ),
  ...destroyed(
    'credential_destroyed',
    ...['api_key', 'tunnel_credential', 'ssh_public_key', 'ssh_certificate_authority', 'certificate_authority'],
    ...['service_user', 'secret', 'kubernetes_operator'],
  ),
  replaced('credential_destroyed', 'api_key'),
  replaced('credential_destroyed', 'ssh_public_key'),
  ...destroyed('domain_destroyed', 'domain', 'tcp_address', 'agent_ingress', 'cloud_endpoint'),
  replaced('domain_destroyed', 'domain', { domain: 'renamed.example.com' }),
  withSample('a policy for the certificate of a domain', 'certificate_reissued', 'domain', ({ send }, path) =>
    send('PATCH', path, {
      certificate_management_policy: { authority: 'letsencrypt', private_key_type: 'ecdsa' },
    }),
  ),
  ...['tls_certificate', 'ssh_host_certificate', 'ssh_user_certificate'].map((kind) =>
    replaced('certificate_reissued', kind, { description: 'replaced' }),
  ),
];

const HARMLESS_OBJECTS: readonly Case[] = [
  // An account has one restriction of a type.
  ...KINDS.filter(({ name, attributes }) => name !== 'ip_restriction' && 'description' in attributes)
    .map(({ name }) => name)
    .map((kind) =>
      withSample(`another description of ${kind}`, undefined, kind, ({ send }, path) =>
        send('PATCH', path, { description: 'other' }),
      ),
    ),
  withSample(
    'a second API key',
    undefined,
    'api_key',
    async ({ createSample }) => void (await createSample('api_key')),
  ),
  withSample(
    'a subscription gets an event type',
    undefined,
    'event_subscription',
    ({ send }, path) => send('PATCH', path, { sources: SOURCES }),
    { sources: SOURCES.slice(1) },
  ),
  withSample('another policy of an endpoint', undefined, 'cloud_endpoint', ({ send }, path) =>
    send('PATCH', path, { traffic_policy: JSON.stringify({ on_http_request: [{ actions: [{ type: 'deny' }] }] }) }),
  ),
];

const planned = (name: string, changes: readonly PlannedChange[], isRename = true): Case => [
  name,
  isRename ? 'rename' : undefined,
  async () => findPlanDangers(changes).map(({ type }) => type),
];

const renamed = (kind: string, values: JsonObject): [PlannedChange, PlannedChange] => [
  { kind, name: 'old', actions: ['delete'], before: { id: `${kind}-1`, ...values } },
  { kind, name: 'new', actions: ['create'], after: values, unknown: ['id'] },
];

const [oldPolicy, newPolicy] = renamed('ip_policy', { description: 'Office' });
const [destroyedRule, createdRule] = renamed('ip_policy_rule', {
  ip_policy_id: 'ipp_1',
  cidr: '203.0.113.0/24',
  action: 'allow',
});
const SET: PlannedChange = {
  kind: 'ip_policy_rules',
  name: 'all',
  actions: ['create'],
  after: { ip_policy_id: 'ipp_1', rules: { '203.0.113.0/24': { action: 'allow' } } },
  unknown: ['id'],
};

const RENAMES: readonly Case[] = [
  planned('rename a rule', [destroyedRule, createdRule]),
  planned('join a rule in a rule set', [destroyedRule, SET]),
  planned('split a rule set into rules', [
    { ...SET, actions: ['delete'], before: { id: 'ipp_1', ...SET.after }, after: undefined as never },
    createdRule,
  ]),
  planned(
    'no rename: a policy that a moved block renames',
    [{ kind: 'ip_policy', name: 'new', actions: ['no-op'], before: { id: 'ipp_1' }, after: { id: 'ipp_1' } }],
    false,
  ),
  planned(
    'no rename: one policy is destroyed and a different one is created',
    [oldPolicy, { ...newPolicy, after: { description: 'Branch' } }],
    false,
  ),
  planned(
    'no rename: a policy is forgotten, and an equal one is created',
    [{ ...oldPolicy, actions: ['forget'] }, newPolicy],
    false,
  ),
  planned('no rename: a policy is destroyed', [oldPolicy], false),
];

test('a rename names the command, and the addresses of its blocks', () => {
  expect(findPlanDangers([oldPolicy, newPolicy])).toMatchObject([
    {
      message:
        'netingress_ip_policy.old is destroyed and netingress_ip_policy.new is created for the same object: only the address changes.',
      remedy:
        'Run `npx netingress moves`, which writes the moved block from netingress_ip_policy.old to netingress_ip_policy.new.',
      object: { kind: 'ip_policy', id: 'ip_policy-1', address: 'netingress_ip_policy.old', stack: 'app' },
    },
  ]);
  const remedyOf = (...changes: PlannedChange[]): string | undefined => findPlanDangers(changes)[0]?.remedy;
  expect(remedyOf({ ...oldPolicy, stack: 'a' }, { ...newPolicy, stack: 'b' })).toBe(
    'Run `npx netingress moves`, which writes the removed block for a and the import block for b.',
  );
  // The command reads modules and HCL from a plan only.
  expect(remedyOf(oldPolicy, { ...newPolicy, module: 'sites' })).toMatch(
    /^Run `NETINGRESS_PLAN_FOR_MOVES=1 terraform plan -out plan\.bin` and `terraform show -json plan\.bin \| npx netingress moves --plan - --out moves\.tf`, which/,
  );
  expect(findPlanDangers([oldPolicy, newPolicy], { isHcl: true })[0]?.remedy).toContain('moves --plan - ');
});

test('of several equal objects no pair is chosen', () => {
  const twice = [oldPolicy, newPolicy].flatMap((change) => [change, { ...change, name: `${change.name}2` }]);
  expect(findPlanDangers(twice)).toMatchObject([
    {
      message:
        'netingress_ip_policy.old, netingress_ip_policy.old2 are destroyed and netingress_ip_policy.new, netingress_ip_policy.new2 are created, perhaps for the same objects.',
      remedy: 'Run `npx netingress moves`, which lists them and chooses none. Write their moved blocks by hand.',
    },
  ]);
});

test('a renamed resource of another provider is no danger, because `netingress moves` cannot write its blocks', () => {
  const values = { id: 'up-1', name: 'same' };
  const change = (name: string, actions: ResourceChange['change']['actions']): ResourceChange => {
    const isGone = actions.includes('delete');
    const contents = { before: isGone ? values : null, after: isGone ? null : values };
    return { address: `up_thing.${name}`, type: 'up_thing', name, change: { actions, ...contents, after_unknown: {} } };
  };
  const plan = { resource_changes: [change('old', ['delete']), change('new', ['create'])] };
  expect(findRenames([{ name: 'app', plan, constructs: new Map() }])).toEqual([]);
});

test.each<[string, Planted['change'], Readonly<Record<string, readonly string[]>>]>([
  [
    'the rule that opens a policy alone',
    addRules('allow', '198.51.100.0/24', '0.0.0.0/0'),
    { policy_admits_all: ["allow 0.0.0.0/0 of 'Office' (new)"] },
  ],
  [
    'the rules that open it together',
    addRules('allow', '0.0.0.0/1', '128.0.0.0/1'),
    { policy_admits_all: ["allow 0.0.0.0/1 of 'Office' (new)", "allow 128.0.0.0/1 of 'Office' (new)"] },
  ],
  [
    'the rule whose removal closes a policy and its restriction',
    ({ send, rule }) => send('DELETE', `/ip_policy_rules/${rule}`),
    {
      policy_admits_none: ["allow 203.0.113.0/24 of 'Office' (removed)"],
      restriction_denies_all: ["allow 203.0.113.0/24 of 'Office' (removed)"],
    },
  ],
  [
    'no rule if none causes it',
    ({ send, restriction }) => send('DELETE', `/ip_restrictions/${restriction}`),
    {
      restriction_removed: [],
    },
  ],
])('a danger names %s', async (_, change, causes) => {
  const dangers = await listDangers({ change });
  expect(Object.fromEntries(dangers.map(({ type, causes }) => [type, causes.map(({ rule }) => rule)]))).toEqual(causes);
});

const CASES = [...OPEN, ...CLOSED, ...RESTRICTIONS, ...HARMLESS, ...OBJECTS, ...HARMLESS_OBJECTS, ...RENAMES];

test.each(CASES.map(([title, danger, find]) => [title, danger ?? 'no danger', find] as const))(
  '%s: %s',
  async (_, danger, find) =>
    expect(await find()).toEqual(danger === 'no danger' ? [] : expect.arrayContaining([danger])),
);
