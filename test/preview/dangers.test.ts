/** Terraform does not run: the states before and after a change come from an emulator. */
import { groupBy } from '../../src/model/arrays';
import { getKind, KINDS } from '../../src/model/kinds';
import { kindIn, PROFILES } from '../../src/model/profiles';
import { type ReviewedCopy, reviewCopies } from '../../src/preview/access';
import { type Danger, findAccessDangers, findObjectDangers } from '../../src/preview/dangers';
import { listChangedObjects } from '../../src/preview/objects';
import { findRenames } from '../../src/preview/renames';
import type { PlanAction, ResourceChange } from '../../src/terraform/plan-json';
import type { JsonObject } from '../../src/values/json';
import { createMaker } from '../every-kind';
import { dependencyAddress, minimalConfig } from '../support/acceptance/samples';
import { createApi } from '../support/emulator/api';
import { testRows } from '../support/requirements';

/** The account before the change has a policy with one rule, and a restriction of the API that enforces it. */
interface Account {
  readonly policy: string;
  readonly rule: string;
  readonly restriction: string;
  create(path: string, body: JsonObject): Promise<string>;
  send(method: string, path: string, body?: JsonObject): Promise<unknown>;
  /** Creates an object with its dependencies and returns its path. */
  createSample(kind: string, values?: JsonObject): Promise<string>;
  /** Deletes the object and creates another one, as Terraform does when it replaces a resource. */
  replace(path: string, kind: string, values?: JsonObject): Promise<void>;
}

/**
 * What `prepare` creates is part of the account; the change gets its id or path. `kind` decides the profile: `spec`
 * without it.
 */
type Change = (account: Account, prepared: string) => Promise<unknown>;
interface Planted {
  readonly kind?: string;
  readonly prepare?: (account: Account) => Promise<string>;
}

async function listDangers(change: Change, { kind, prepare }: Planted = {}): Promise<Danger[]> {
  const profile = PROFILES[kind !== undefined && getKind(kind).profiles ? 'ngrok' : 'spec'];
  const api = createApi({ profile: profile.name, certificates: { seconds: 0 } }, { ...profile.headers });
  const addresses = new Map<string, string>();
  const send: Account['send'] = async (method, path, body) => {
    const { status, body: problem } = await api.send(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} returned ${status}: ${JSON.stringify(problem)}`);
  };
  const create: Account['create'] = async (path, body) => (await api.create(path, body)).id;
  const kindOf = (name: string) => kindIn(getKind(name), profile);
  const { resolve } = createMaker(({ path }, body) => api.create(path, body), kindOf);
  const createSample: Account['createSample'] = async (name, values = {}) => {
    const sampled = kindOf(name);
    const body = await resolve(sampled, { ...minimalConfig(sampled, { object: 0 }), ...values });
    return `${sampled.path}/${await create(sampled.path, body)}`;
  };
  const policy = await create('/ip_policies', { description: 'Office' });
  const rule = await create('/ip_policy_rules', { ip_policy_id: policy, cidr: '203.0.113.0/24', action: 'allow' });
  const restriction = await create('/ip_restrictions', { type: 'api', enforced: true, ip_policy_ids: [policy] });
  const replace: Account['replace'] = async (path, name, values) => {
    await send('DELETE', path);
    const created = await createSample(name, values);
    for (const each of [path, created]) addresses.set(each.split('/').at(-1) ?? '', `netingress_${name}.replaced`);
  };
  const account = { policy, rule, restriction, create, createSample, send, replace };
  const prepared = (await prepare?.(account)) ?? '';
  const before = await api.emulator.snapshot();
  await change(account, prepared);
  const after = await api.emulator.snapshot();
  const secretDigests = { before: new Map(), after: new Map() };
  const copy = { before, after, secretDigests, failures: [], agentEndpoints: { kind: 'endpoint', objects: [] } };
  const reviewed = reviewCopies({ accounts: [copy as never], findMarks: () => undefined });
  const [{ review, ...facts }] = reviewed as [ReviewedCopy];
  const locate = (id: string) => ({ stack: 'app', address: addresses.get(id) ?? null, path: null });
  return [
    ...findAccessDangers(facts.before, facts.after, review.restrictions, (kind, id) => ({
      ...{ kind, id, name: '' },
      ...locate(id),
    })),
    ...findObjectDangers(listChangedObjects(before, after, locate, () => undefined)),
  ];
}

/** Without a danger the change has none. */
type Case = readonly [name: string, danger: Danger['type'] | undefined, change: Change, planted?: Planted];

/** Creates rules such as 'allow 10.0.0.0/8' of the policy. */
const addRules =
  (...rules: readonly string[]) =>
  async ({ policy, create }: Account): Promise<void> => {
    for (const [action = '', cidr = ''] of rules.map((rule) => rule.split(' ')))
      await create('/ip_policy_rules', { ip_policy_id: policy, cidr, action });
  };
const patchRestriction =
  (body: JsonObject) =>
  ({ send, restriction }: Account): Promise<unknown> =>
    send('PATCH', `/ip_restrictions/${restriction}`, body);
const restrict = (type: string, policy: string, enforced = true): [path: string, body: JsonObject] => [
  '/ip_restrictions',
  { type, enforced, ip_policy_ids: [policy] },
];
const emptyPolicy = ({ create }: Account) => create('/ip_policies', { description: 'Empty' });
const createOpenPolicy: Change = async (account) =>
  addRules('allow 0.0.0.0/0')({ ...account, policy: await emptyPolicy(account) });
const attachEmptyPolicy: Change = async (account) =>
  patchRestriction({ ip_policy_ids: [await emptyPolicy(account)] })(account);
const restrictToNothing: Change = async (account) =>
  account.create(...restrict('dashboard', await emptyPolicy(account)));
const replaceNetwork: Change = async (account) => {
  await account.send('DELETE', `/ip_policy_rules/${account.rule}`);
  await addRules('allow 198.51.100.0/24')(account);
};
const attachDenyingPolicy: Change = async (account) => {
  const denying = await emptyPolicy(account);
  await addRules('deny 10.0.0.0/8')({ ...account, policy: denying });
  await patchRestriction({ ip_policy_ids: [account.policy, denying] })(account);
};
const destroyPrepared =
  (list: string): Change =>
  ({ send }, prepared) =>
    send('DELETE', `/${list}/${prepared}`);
const denied: Planted = { prepare: async (account) => String(await addRules('deny 0.0.0.0/0')(account)) };
const notEnforced: Planted = { prepare: ({ policy, create }) => create(...restrict('agent', policy, false)) };

const ACCESS: readonly Case[] = [
  ['allow every IPv6 address', 'policy_admits_all', addRules('allow ::/0')],
  ['allow all but a denied network', 'policy_admits_all', addRules('deny 10.0.0.0/8', 'allow 0.0.0.0/0')],
  ['create an open policy', 'policy_admits_all', createOpenPolicy],
  ['deny a network around the allowed one', 'policy_admits_none', addRules('deny 203.0.0.0/8')],
  ['deny every address', 'restriction_denies_all', addRules('deny 0.0.0.0/0')],
  ['attach only an empty policy', 'restriction_denies_all', attachEmptyPolicy],
  ['enforce a new restriction with an empty policy', 'restriction_denies_all', restrictToNothing],
  ['no longer enforce the restriction of the API', 'restriction_removed', patchRestriction({ enforced: false })],
  ['allow half of each family', undefined, addRules('allow 0.0.0.0/1', 'allow ::/1')],
  ['deny half of the allowed network, and the other family', undefined, addRules('deny 203.0.113.0/25', 'deny ::/0')],
  ['the network of a rule is replaced', undefined, replaceNetwork],
  ['a policy that only denies beside another one', undefined, attachDenyingPolicy],
  ['another description, while everybody is denied', undefined, patchRestriction({ description: 'other' }), denied],
  ['a new policy without rules', undefined, emptyPolicy],
  ['destroying a policy that nothing uses', undefined, destroyPrepared('ip_policies'), { prepare: emptyPolicy }],
  ['a new restriction that admits an office', undefined, ({ policy, create }) => create(...restrict('agent', policy))],
  ['destroying a restriction that was not enforced', undefined, destroyPrepared('ip_restrictions'), notEnforced],
];

/** Prepares an object, and changes it. */
const withSample = (
  name: string,
  danger: Case[1],
  kind: string,
  change: (account: Account, path: string) => Promise<unknown>,
  values?: JsonObject,
): Case => [name, danger, change, { kind, prepare: (account) => account.createSample(kind, values) }];
const destroyed = (danger: Danger['type'], ...kinds: readonly string[]): Case[] =>
  kinds.map((kind) => withSample(`destroy ${kind}`, danger, kind, ({ send }, path) => send('DELETE', path)));
const replaced = (danger: Danger['type'], kind: string, values: JsonObject = {}): Case =>
  withSample(`replace ${kind}`, danger, kind, ({ replace }, path) => replace(path, kind, values));
const patched = (name: string, danger: Case[1], kind: string, body: JsonObject, values?: JsonObject): Case =>
  withSample(name, danger, kind, ({ send }, path) => send('PATCH', path, body), values);
const subscribed = (name: string, danger: Case[1], body: JsonObject, values: JsonObject): Case =>
  patched(name, danger, 'event_subscription', body, values);

const SOURCES = [{ type: 'ip_policy_created.v0' }, { type: 'ip_policy_deleted.v0' }];
const FEWER = SOURCES.slice(1);
const DESTINATIONS = { destination_ids: [`\${${dependencyAddress('event_destination', 0)}.id}`] };
const ECDSA = { certificate_management_policy: { authority: 'letsencrypt', private_key_type: 'ecdsa' } };
const DENYING = JSON.stringify({ on_http_request: [{ actions: [{ type: 'deny' }] }] });

const OBJECTS: readonly Case[] = [
  ...destroyed('audit_destroyed', 'event_destination', 'event_subscription'),
  ...destroyed(
    'credential_destroyed',
    ...['api_key', 'tunnel_credential', 'ssh_public_key', 'ssh_certificate_authority', 'certificate_authority'],
    ...['service_user', 'secret', 'kubernetes_operator'],
  ),
  ...destroyed('domain_destroyed', 'domain', 'tcp_address', 'agent_ingress', 'cloud_endpoint'),
  replaced('credential_destroyed', 'api_key'),
  ...['tls_certificate', 'ssh_host_certificate', 'ssh_user_certificate'].map((kind) =>
    replaced('certificate_reissued', kind, { description: 'replaced' }),
  ),
  patched('a policy for the certificate of a domain', 'certificate_reissued', 'domain', ECDSA),
  subscribed('a subscription loses an event type', 'audit_destroyed', { sources: FEWER }, { sources: SOURCES }),
  subscribed('a subscription loses its destination', 'audit_destroyed', { destination_ids: [] }, DESTINATIONS),
  subscribed('a subscription gets an event type', undefined, { sources: SOURCES }, { sources: FEWER }),
  patched('another policy of an endpoint', undefined, 'cloud_endpoint', { traffic_policy: DENYING }),
  ['a first API key', undefined, ({ createSample }) => createSample('api_key')],
];

/** Without `ip_restriction`: the account has one of the type already. */
const DESCRIPTIONS: readonly Case[] = KINDS.filter(
  ({ name, attributes }) => name !== 'ip_restriction' && 'description' in attributes,
).map(({ name }) => patched(`another description of ${name}`, undefined, name, { description: 'other' }));

const DISTINCT = [...ACCESS, ...OBJECTS];
const CASES = [...DISTINCT, ...DESCRIPTIONS].map(([title, danger = 'no danger', ...how]) => ({ title, danger, how }));

testRows(CASES, { plain: DISTINCT.length + 2 })('$title: $danger', async ({ danger, how }) => {
  const found = (await listDangers(...how)).map(({ type }) => type);
  expect(found).toEqual(danger === 'no danger' ? [] : expect.arrayContaining([danger]));
});

test.each<[string, Change, Readonly<Record<string, readonly string[]>>]>([
  [
    'the rule that opens a policy alone',
    addRules('allow 198.51.100.0/24', 'allow 0.0.0.0/0'),
    { policy_admits_all: ["allow 0.0.0.0/0 of 'Office' (new)"] },
  ],
  [
    'the rules that open it together',
    addRules('allow 0.0.0.0/1', 'allow 128.0.0.0/1'),
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
    { restriction_removed: [] },
  ],
])('a danger names %s', async (_, change, causes) => {
  const dangers = await listDangers(change);
  expect(Object.fromEntries(dangers.map(({ type, causes }) => [type, causes.map(({ rule }) => rule)]))).toEqual(causes);
});

interface PlannedChange {
  readonly kind: string;
  readonly name: string;
  readonly actions: readonly PlanAction[];
  readonly before?: JsonObject | null;
  readonly after?: JsonObject | null;
  readonly stack?: string;
  readonly module?: string;
}

/**
 * The renames in the plans of the stacks. In an app `netingress_ip_policy.new` has a construct; with `isHcl` nothing
 * has one.
 */
function listRenames(changes: readonly PlannedChange[], { isHcl = false } = {}): Danger[] {
  const constructs = new Map(isHcl ? [] : [['netingress_ip_policy.new', 'app/new']]);
  const toChange = ({ kind, name, module, actions, before = null, after = null }: PlannedChange): ResourceChange => ({
    address: `${module === undefined ? '' : `module.${module}.`}netingress_${kind}.${name}`,
    ...{ mode: 'managed', type: `netingress_${kind}`, name },
    change: { actions, before, after, after_unknown: before ? {} : { id: true } },
  });
  const stacks = [...groupBy(changes, ({ stack = 'app' }) => stack)];
  const planned = stacks.map(([name, own]) => ({ name, plan: { resource_changes: own.map(toChange) }, constructs }));
  return findRenames(planned);
}

const renamed = (kind: string, values: JsonObject): [PlannedChange, PlannedChange] => [
  { kind, name: 'old', actions: ['delete'], before: { id: `${kind}-1`, ...values } },
  { kind, name: 'new', actions: ['create'], after: values },
];
const [oldPolicy, newPolicy] = renamed('ip_policy', { description: 'Office' });
const RULE = { ip_policy_id: 'ipp_1', cidr: '203.0.113.0/24', action: 'allow' };
const [destroyedRule, createdRule] = renamed('ip_policy_rule', RULE);
const RULES = { ip_policy_id: 'ipp_1', rules: { '203.0.113.0/24': { action: 'allow' } } };
const [destroyedSet, createdSet] = renamed('ip_policy_rules', RULES);
const SAME = { before: { id: 'ipp_1' }, after: { id: 'ipp_1' } };

test.each<[string, PlannedChange[], readonly 'rename'[]]>([
  ['a rule gets another address', [destroyedRule, createdRule], ['rename']],
  ['a rule joins a rule set', [destroyedRule, createdSet], ['rename']],
  ['a rule set is split into rules', [destroyedSet, createdRule], ['rename']],
  ['a moved block renames a policy', [{ kind: 'ip_policy', name: 'new', actions: ['no-op'], ...SAME }], []],
  ['a different policy is created', [oldPolicy, { ...newPolicy, after: { description: 'Branch' } }], []],
  ['a policy is forgotten, and an equal one created', [{ ...oldPolicy, actions: ['forget'] }, newPolicy], []],
])('%s: the renames are found, and no others', (_, changes, types) => {
  expect(listRenames(changes).map(({ type }) => type)).toEqual(types);
});

test('a renamed resource of another provider is no danger, because `netingress moves` cannot write its blocks', () => {
  const [values, type] = [{ id: 'up-1', name: 'same' }, 'up_thing'];
  const changeOf = (name: string, actions: PlanAction[], before: JsonObject | null, after: JsonObject | null) => ({
    ...{ address: `${type}.${name}`, type, name, change: { actions, before, after, after_unknown: {} } },
  });
  const resource_changes = [changeOf('old', ['delete'], values, null), changeOf('new', ['create'], null, values)];
  expect(findRenames([{ name: 'app', plan: { resource_changes }, constructs: new Map() }])).toEqual([]);
});

test('a rename names the command, and the addresses of its blocks', () => {
  expect(listRenames([oldPolicy, newPolicy])).toMatchObject([
    {
      message:
        'netingress_ip_policy.old is destroyed and netingress_ip_policy.new is created for the same object: only the address changes.',
      remedy:
        'Run `npx netingress moves`, which writes the moved block from netingress_ip_policy.old to netingress_ip_policy.new.',
      object: { kind: 'ip_policy', id: 'ip_policy-1', address: 'netingress_ip_policy.old', stack: 'app' },
    },
  ]);
  const remedyOf = (...changes: PlannedChange[]): string | undefined => listRenames(changes)[0]?.remedy;
  expect(remedyOf({ ...oldPolicy, stack: 'a' }, { ...newPolicy, stack: 'b' })).toBe(
    'Run `npx netingress moves`, which writes the removed block for a and the import block for b.',
  );
  // The command reads modules and HCL from a plan only.
  expect(remedyOf(oldPolicy, { ...newPolicy, module: 'sites' })).toMatch(
    /^Run `NETINGRESS_PLAN_FOR_MOVES=1 terraform plan -out plan\.bin` and `terraform show -json plan\.bin \| npx netingress moves --plan - --out moves\.tf`, which/,
  );
  expect(listRenames([oldPolicy, newPolicy], { isHcl: true })[0]?.remedy).toContain('moves --plan - ');
});

test('of several equal objects no pair is chosen', () => {
  const twice = [oldPolicy, newPolicy].flatMap((change) => [change, { ...change, name: `${change.name}2` }]);
  expect(listRenames(twice)).toMatchObject([
    {
      message:
        'netingress_ip_policy.old, netingress_ip_policy.old2 are destroyed and netingress_ip_policy.new, netingress_ip_policy.new2 are created, perhaps for the same objects.',
      remedy: 'Run `npx netingress moves`, which lists them and chooses none. Write their moved blocks by hand.',
    },
  ]);
});
