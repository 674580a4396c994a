import { decideNetwork } from '../../src/access/decide';
import { createFacts } from '../../src/access/facts';
import { buildRestrictionAccess } from '../../src/access/restriction';
import { createSpace } from '../../src/access/space';
import { applyPlan } from '../../src/access-review/plan';
import type { PlannedGuard, PlannedObjects } from '../../src/objects/from-plan';
import type { Obj, ObjectList, Placed } from '../../src/objects/objects';
import type { PlannedWrite } from '../../src/terraform/configuration/planned-writes';
import { describeCause, describeRisk } from '../../src/values/describe-cause';
import type { KnownJson, KnownObject } from '../../src/values/known';
import { cidr } from '../support/cidr';
import { later, unread } from '../support/unknown';

const object = (kind: string, id: string, values: KnownObject): Obj => ({ kind, id, values });
const rule = (id: string, policy: string, cidr: string, action = 'allow', more: KnownObject = {}): Obj =>
  object('ip_policy_rule', id, { ip_policy_id: policy, cidr, action, ...more });
const restriction = (...policies: readonly string[]): Obj =>
  object('ip_restriction', 'ipx_1', { type: 'api', enforced: true, ip_policy_ids: policies });
const policy = (id: string): Obj => object('ip_policy', id, { description: id });

/** The object in a plan, with its id, at the address of this name: `netingress_ip_policy.a` for `a`. */
const planned = (object: Obj, name: string, ...change: NonNullable<Placed['change']>): Placed => ({
  ...object,
  place: { address: `netingress_${object.kind}.${name}`, account: 'netingress' },
  change: change.length === 0 ? ['update'] : change,
});
const kept = (object: Obj, name: string): Placed => planned(object, name, 'no-op');
/** An object that the plan creates: without an id of the service, its id is its address. */
const created = (object: Obj, name: string, ...change: NonNullable<Placed['change']>): Placed => {
  const placed = planned(object, name, ...(change.length === 0 ? (['create'] as const) : change));
  return { ...placed, id: placed.place.address, isNew: true };
};

const [OFFICE, GUEST, OTHER] = ['203.0.113.0/24', '198.51.100.0/24', '192.0.2.0/24'] as const;
const ACCOUNT = [policy('ipp_1'), policy('ipp_2'), rule('ipr_1', 'ipp_1', OFFICE), restriction('ipp_1')];

function listsOf(objects: readonly Obj[]): ObjectList[] {
  const kinds = new Set(['ip_policy', 'ip_policy_rule', 'ip_restriction', ...objects.map(({ kind }) => kind)]);
  return [...kinds].map((kind) => ({ kind, objects: objects.filter((each) => each.kind === kind) }));
}

const SET = 'netingress_ip_policy_rules.s';

const apply = (plan: Partial<PlannedObjects>, lists: readonly ObjectList[]) =>
  applyPlan(
    lists,
    {
      ...{
        before: [],
        after: [],
        accountObjects: ['ipp_1'],
        deletedFirst: [],
        guards: [],
        forgotten: [],
        undecided: [],
      },
      ...{ grantsOfSets: new Map([[SET, 'keep']]), writes: writesOf([...(plan.before ?? []), ...(plan.after ?? [])]) },
      ...plan,
    },
    () => true,
  );

const writesOf = (objects: readonly Placed[]): PlannedWrite[] =>
  [...new Map(objects.map((each) => [each.place.address, each]))].map(([address, { change = [] }]) => ({
    ...{ address, actions: change, waitsFor: [], mayWaitForMore: false, dependedOn: [], risks: [], hasCheck: false },
  }));

const causesOf = (lists: readonly ObjectList[]) =>
  lists
    .flatMap(({ objects }) => objects.flatMap(({ presence = [] }) => presence.flatMap(({ writes }) => writes)))
    .flatMap(({ cause }) => (cause.kind === 'may_stop' ? [cause] : []));

/** `undecided`: why nothing is decided, and for which risks the apply may stop before an object is as planned. */
const review = (plan: Partial<PlannedObjects>, account: readonly Obj[] = ACCOUNT) => {
  const { lists, undecided } = apply(plan, listsOf(account));
  const risks = causesOf(lists).flatMap((cause) => cause.risks.map(describeRisk));
  return { lists, undecided: [...undecided.map(describeCause), ...new Set(risks)] };
};

const [p1, p2] = [kept(policy('ipp_1'), 'a'), kept(policy('ipp_2'), 'b')];
const [r1, x1] = [kept(rule('ipr_1', 'ipp_1', OFFICE), 'a'), kept(restriction('ipp_1'), 'a')];

test('what a plan keeps is there once and for certain, also beside the deletion of an API key', () => {
  const gone = planned(object('api_key', 'ak_1', {}), 'a', 'delete');
  for (const others of [[], [gone]]) {
    const { lists, undecided } = review({ before: [p1, r1, x1, ...others], after: [p1, r1, x1] });
    expect(undecided).toEqual([]);
    const sorted = lists.map(({ objects }) => [...objects].sort((a, b) => (a.id < b.id ? -1 : 1)));
    expect(sorted).toEqual(listsOf(ACCOUNT).map(({ objects }) => objects));
  }
});

const POLICY = '{"on_http_request":[{"actions":[{"type":"deny"}]}]}';
const served = (more: KnownObject): Obj =>
  object('cloud_endpoint', 'ep_1', { url: 'https://app.internal', traffic_policy: POLICY, ...more });
const YAML = 'on_http_request: [{actions: [{type: deny}]}]';

test.each<[string, Obj, KnownJson, KnownJson]>([
  ['url', served({}), 'HTTPS://App.internal:443', 'https://b.internal'],
  ['traffic_policy', served({}), YAML, POLICY.replace('deny', 'log')],
  ['cidr', rule('ipr_1', 'ipp_1', '2001:db8::/32'), '2001:0DB8:0::/32', '2001:db8::/33'],
  ['ip_policy_ids', restriction('ipp_1', 'ipp_2'), ['ipp_2', 'ipp_1'], ['ipp_1', 'ipp_3']],
])('%s has changed since the plan, unless it only has another notation or order', (attribute, account, same, other) => {
  const { [attribute]: value = null, ...others } = account.values;
  const reviewOf = (inState: KnownJson, inAccount: Obj): string[] => {
    const state = kept({ ...account, values: { ...account.values, [attribute]: inState } }, 'a');
    return review({ before: [state], after: [state] }, [inAccount]).undecided;
  };
  const changed = describeCause({ kind: 'changed_since', id: account.id, attribute });
  expect([reviewOf(same, account), reviewOf(other, account)]).toEqual([[], [changed]]);
  expect(reviewOf(value, { ...account, values: others })).toContain(changed);
});

test('the rules of a deleted policy go with it, also those that the plan does not contain', () => {
  const account = [...ACCOUNT, rule('ipr_2', 'ipp_2', GUEST, 'deny')];
  const { lists } = review({ before: [planned(policy('ipp_2'), 'b')], after: [] }, account);
  expect(lists.find(({ kind }) => kind === 'ip_policy_rule')?.objects.map(({ id }) => id)).toEqual(['ipr_1']);
});

const newRule = rule('', 'ipp_1', OFFICE, 'deny');
const imported = planned(restriction('ipp_2'), 'b');
const inSet = (cidr: string, ...change: NonNullable<Placed['change']>): Placed => ({
  ...planned(rule(`${SET}["${cidr}"]`, 'ipp_1', cidr), 'x', ...change),
  ...{ place: { address: SET, account: 'netingress' }, isNew: true },
});
const keptInSet = inSet(OFFICE, 'no-op');
const grant = {
  metadata: JSON.stringify({ netingress_grant: { version: 1, until: '2027-03-01T10:00:00Z', by: 'ana', reason: 'a' } }),
};

/** A plan that deletes the rule and creates another one at its address. */
const replacement = (old: Placed, now: Obj, isDeletedFirst = true): Partial<PlannedObjects> => {
  const { address } = old.place;
  const id = old.id.startsWith(`${address}[`) ? `${address}["${String(now.values['cidr'])}"]` : address;
  const change = isDeletedFirst ? (['delete', 'create'] as const) : (['create', 'delete'] as const);
  return {
    before: [p1, { ...old, change }],
    after: [p1, { ...created(now, 'x', ...change), id, place: old.place }],
    deletedFirst: isDeletedFirst ? [address] : [],
  };
};
const NAMES_BOTH = [...ACCOUNT.slice(0, 3), restriction('ipp_1', 'ipp_2')];
const WITH_GUEST = [...ACCOUNT, rule('ipr_9', 'ipp_1', GUEST)];
const withRule = (action: string, more: KnownObject) => [policy('ipp_1'), rule('ipr_1', 'ipp_1', OFFICE, action, more)];
const tenth = rule('', 'ipp_2', '10.0.0.0/8');
const half = rule('', 'ipp_2', '203.0.113.0/25');
const equal = rule('', 'ipp_1', OFFICE);
const deniedInSet = { ...inSet('203.0.112.0/22'), values: rule('', 'ipp_1', '203.0.112.0/22', 'deny').values };
const GRANTED = withRule('allow', grant);
const newSet = { before: [p1], after: [p1, inSet('10.0.0.0/8')] };
const deletedSet = { before: [p1, inSet(OFFICE)], after: [p1] };
const grantsOfSets = new Map([[SET, 'refuse']]);
const toNewPolicy = {
  before: [p1, x1],
  after: [created(policy(''), 'a'), planned(restriction(p1.place.address), 'a')],
};
/** The plan creates them beside the policy. */
const creating = (...objects: readonly Placed[]) => ({ before: [p1], after: [p1, ...objects] });
/** The rule of the account is deleted, and the plan creates the others. */
const deletingRule = (...objects: readonly Placed[]) => ({ before: [p1, r1], after: [p1, ...objects] });
const LOCKS_OUT = 'ip_policy_rule.a may be refused while ipx_1 would then admit no address';
const SHUTS_OUT = 'may be refused while ipx_1 would deny 203.0.113.0/24';
const NAMED = 'ip_policy.a cannot be deleted while ipx_1 names it';
const TAKEN = 'gets the ip_policy_id and cidr of ipr_1, which the service refuses while ipr_1 exists';
const SAME_KEY = 'rule.n and netingress_ip_policy_rule.m get the same ip_policy_id and cidr';
const HOST = 'whether the host of netingress_cloud_endpoint.x is reserved is not known';
const TCP = 'tcp://1.tcp.example.com:12345';
const [tcp, app, wildcard] = [
  object('tcp_address', 'ra_1', { addr: '1.tcp.example.com:12345' }),
  object('domain', 'rd_1', { domain: 'app.example.com' }),
  object('domain', 'rd_2', { domain: '*.example.org' }),
];
const ep1 = served({});
const public1 = served({ url: 'https://public.example.com' });
/** The endpoint at app.internal gets another URL. */
const moving = (url: string) => ({ before: [p1, kept(ep1, 'x')], after: [p1, planned(served({ url }), 'x')] });
const BESIDE = 'rules.s is created for a policy that has other rules';

test.each<[string, Partial<PlannedObjects>, string, (readonly Obj[])?]>([
  ['a network that a rule of the account has', creating(created(newRule, 'n')), `rule.n ${TAKEN}`],
  ['a replacement that is created first', deletingRule(created(newRule, 'a')), `rule.a ${TAKEN}`],
  ['one network at two addresses', creating(created(tenth, 'n'), created(tenth, 'm')), SAME_KEY],
  ['a policy that is deleted while a restriction names it', { before: [p1] }, NAMED],
  [
    'a policy that is deleted before its restriction is updated',
    { before: [p1, x1], after: [planned(restriction('ipp_2'), 'a')] },
    NAMED,
  ],
  [
    'a policy that is deleted before its replacement is created',
    { ...toNewPolicy, deletedFirst: [p1.place.address] },
    NAMED,
  ],
  [
    'one object under two addresses',
    { before: [x1, kept(x1, 'b')], after: [x1, imported] },
    'netingress_ip_restriction.a and netingress_ip_restriction.b are one object',
  ],
  [
    'a rule with an address of its own and one in a set',
    { before: [p1, r1, keptInSet], after: [p1, keptInSet] },
    'netingress_ip_policy_rule.a and netingress_ip_policy_rules.s are one object',
  ],
  ['a rule that is deleted, without which a restriction admits nobody', deletingRule(), LOCKS_OUT],
  [
    'a rule that denies from now on, beside a rule that may be created later',
    deletingRule(planned(rule('ipr_1', 'ipp_1', OFFICE, 'deny'), 'a'), created(rule('', 'ipp_1', OTHER), 'n')),
    LOCKS_OUT,
  ],
  ['a rule whose addresses another list gets', deletingRule(created(half, 'n')), `rule.a ${SHUTS_OUT}`, WITH_GUEST],
  [
    'a rule that is replaced by one of another policy and is deleted first, without which a restriction admits nobody',
    replacement(r1, rule('', 'ipp_2', OTHER)),
    LOCKS_OUT,
    NAMES_BOTH,
  ],
  [
    'a rule that is replaced by one of another policy for some of its addresses',
    replacement(r1, half),
    `rule.a ${SHUTS_OUT}`,
    [...NAMES_BOTH, rule('ipr_9', 'ipp_2', GUEST)],
  ],
  ['a rule that is replaced by an equal one and is deleted first', replacement(r1, equal), LOCKS_OUT],
  [
    'a rule set that is replaced by one of another policy and created first',
    replacement(inSet(OFFICE), rule('', 'ipp_2', OTHER), false),
    `rules.s ${SHUTS_OUT}`,
    NAMES_BOTH,
  ],
  [
    'a rule set whose new deny rule is created beside its old rules',
    { before: [p1, inSet(OFFICE)], after: [p1, inSet(GUEST), deniedInSet] },
    'rules.s may be refused while ipx_1 would then admit no address',
  ],
  ['a rule set for a policy with another rule', newSet, BESIDE],
  ['a rule set for a policy whose rules are deleted in the same plan', { ...newSet, before: [p1, r1] }, BESIDE],
  ['a rule set for a policy with a deny rule, which is no grant', newSet, BESIDE, withRule('deny', grant)],
  ['a rule set that refuses grants, for a policy with one', { ...newSet, grantsOfSets }, BESIDE, GRANTED],
  ['a grant that a rule set was to delete', deletedSet, 'ipr_1 is a grant', GRANTED],
  [
    'endpoints that the profile does not have',
    creating(created(served({}), 'x')),
    'the plan has objects of cloud_endpoint',
  ],
  [
    'an endpoint whose host is not reserved',
    creating(created(served({ url: TCP }), 'x')),
    HOST,
    [...ACCOUNT, app, ep1],
  ],
  ['an endpoint that gets a host which is not reserved', moving('https://b.example.com'), HOST, [...ACCOUNT, app, ep1]],
  [
    'an endpoint that gets an address which the plan deletes',
    { ...moving(TCP), before: [p1, kept(ep1, 'x'), planned(tcp, 't', 'delete')] },
    HOST,
    [...ACCOUNT, tcp, ep1],
  ],
  ['an endpoint for tcp whose host is a domain', moving('tcp://app.example.com:443'), HOST, [...ACCOUNT, app, ep1]],
])('%s: not decided', (_, plan, expected, account = ACCOUNT) => {
  expect(review(plan, account).undecided).toContainEqual(expect.stringContaining(expected));
});

test.each<[string, Partial<PlannedObjects>, (readonly Obj[])?]>([
  ['a replacement whose object is deleted first', { ...replacement(r1, newRule) }, WITH_GUEST],
  [
    'a rule that is replaced by one of another policy and is deleted first, beside one that is kept',
    replacement(r1, rule('', 'ipp_2', OTHER)),
    [...NAMES_BOTH, rule('ipr_9', 'ipp_2', GUEST)],
  ],
  [
    'a rule that is replaced by one of another policy and is created first',
    replacement(r1, rule('', 'ipp_2', OFFICE), false),
    NAMES_BOTH,
  ],
  ['a policy whose replacement is created first', toNewPolicy],
  ['a rule of a set that changes', { before: [p1, inSet(OFFICE)], after: [p1, inSet(OFFICE), inSet('10.0.0.0/8')] }],
  [
    'a rule that is forgotten and imported in a set',
    { before: [p1, r1, keptInSet], after: [p1, r1, keptInSet], forgotten: [r1.place.address] },
  ],
  ['a grant that a rule set deletes because it refuses grants', { ...deletedSet, grantsOfSets }, GRANTED],
  ['a rule set for a policy with a grant', newSet, GRANTED],
  ['an endpoint with a reserved address', creating(created(served({ url: TCP }), 'x')), [...ACCOUNT, tcp, ep1]],
  ['an endpoint that gets a reserved host', moving('https://app.example.com'), [...ACCOUNT, app, ep1]],
  ['an endpoint that gets a host below a wildcard', moving('https://a.example.org'), [...ACCOUNT, wildcard, ep1]],
  [
    'an endpoint of Kubernetes, which needs no reserved host',
    creating(created(served({ url: 'http://app.prod', bindings: ['kubernetes'] }), 'x')),
    [...ACCOUNT, ep1],
  ],
  [
    'an endpoint whose URL stays',
    {
      before: [p1, kept(public1, 'x')],
      after: [p1, planned({ ...public1, values: { ...public1.values, traffic_policy: YAML } }, 'x')],
    },
    [...ACCOUNT, public1],
  ],
])('%s: decided', (_, plan, account = ACCOUNT) => {
  expect(review(plan, account).undecided).toEqual([]);
});

test('a replacement that is created first gets no key of the old object, also if a deposed object of its address is deleted', () => {
  const plan = replacement(r1, newRule, false);
  const deposed = { ...planned(rule('ipr_0', 'ipp_2', OTHER), 'a', 'delete'), place: r1.place };
  const both = { ...plan, before: [...(plan.before ?? []), deposed], deletedFirst: [r1.place.address] };
  for (const each of [plan, both])
    expect(review(each, WITH_GUEST).undecided).toContainEqual(expect.stringContaining(`rule.a ${TAKEN}`));
});

test('the old object of a replacement that is created first may be left, also beside a deposed one', () => {
  const old = planned(policy('ipp_2'), 'b', 'create', 'delete');
  const now = created(policy(''), 'b', 'create', 'delete');
  const [write] = writesOf([old]) as [PlannedWrite];
  const address = 'other_thing.x';
  const other = { ...write, address, risks: [{ kind: 'not_proved', address } as const] };
  const plan = { before: [p1, old], after: [p1, now], writes: [write, other] };
  const isLeft = (deletedFirst: readonly string[]): boolean =>
    review({ ...plan, deletedFirst }).lists.some(({ objects }) => objects.some(({ id }) => id === old.id));
  expect([isLeft([]), isLeft([old.place.address])]).toEqual([true, true]);
});

test('a deleted rule whose restriction the plan changes may stop for one risk: it shuts out', () => {
  const after = [p1, planned(restriction('ipp_1'), 'a'), created(rule('', 'ipp_2', OFFICE), 'n')];
  for (const account of [ACCOUNT, WITH_GUEST]) {
    const { lists } = review({ before: [p1, r1, x1], after }, account);
    const stops = causesOf(lists).filter(({ address }) => address === r1.place.address);
    expect(stops.length).toBeGreaterThan(0);
    for (const { risks } of stops)
      expect(risks.map(({ kind }) => kind)).toEqual([expect.stringContaining('shuts_out')]);
  }
});

test('what a plan changes must have been read', () => {
  const lists = listsOf(ACCOUNT).map((list) =>
    list.kind === 'ip_restriction' ? { ...list, objects: [], incomplete: unread('ip_restriction') } : list,
  );
  const of = (after: readonly Placed[]) => apply({ before: [p1, x1], after }, lists).undecided;
  expect(of([p1])).toMatchObject([{ kind: 'changes_unread', list: 'ip_restriction', from: { kind: 'unread' } }]);
  expect(of([p1, x1])).toEqual([]);
});

test('what is imported at another address decides, not what is forgotten', () => {
  const before = [p1, x1, kept(x1, 'b')];
  const { lists, undecided } = review({ before, after: [p1, x1, imported], forgotten: [x1.place.address] });
  expect(lists.find(({ kind }) => kind === 'ip_restriction')?.objects).toEqual([imported]);
  expect(undecided).toEqual([]);
});

test('a new rule set adopts the rules of its policy that equal the declared ones, unless the plan deletes them', () => {
  const undecided = (set: Placed, before: readonly Placed[]) => review({ before, after: [p1, set] }).undecided;
  const deny = { ...inSet(OFFICE), values: rule('', 'ipp_1', OFFICE, 'deny').values };
  const refused = [expect.stringContaining(TAKEN), expect.stringContaining(BESIDE)];
  expect(undecided(inSet(OFFICE, 'create'), [p1])).toEqual([]);
  expect(undecided(deny, [p1])).toEqual(expect.arrayContaining(refused));
  expect(undecided(inSet(OFFICE, 'create'), [p1, r1])).toContainEqual(refused[1]);
});

test('src/access-review/README.md: a restriction that is written before a rule of its policy may be refused', () => {
  const open = object('ip_restriction', 'ipx_1', { type: 'api', enforced: false, ip_policy_ids: ['ipp_1'] });
  const plan = {
    before: [p1, kept(open, 'a')],
    after: [p1, created(rule('', 'ipp_1', GUEST), 'b'), planned(restriction('ipp_1'), 'a')],
    guards: guard(['198.51.100.7']),
  };
  const { lists } = review(plan, [policy('ipp_1'), rule('ipr_1', 'ipp_1', OFFICE), open]);
  const space = createSpace();
  const { admits } = buildRestrictionAccess(space, createFacts(lists), 'api');
  const answer = (network: string) => decideNetwork(space, admits, cidr(network)).answer;
  expect([OFFICE, GUEST, OTHER].map(answer)).toEqual(['yes', 'yes', 'not_known']);
});

function guard(mustAdmit: PlannedGuard['mustAdmit'], ...waitsFor: readonly string[]): PlannedGuard[] {
  return [{ address: x1.place.address, of: 'restriction', isDeleted: false, mustAdmit, waitsFor }];
}

describe('must_admit', () => {
  const r2 = created(rule('', 'ipp_2', OFFICE), 'n');
  const toFirst = planned(restriction('ipp_1'), 'a');
  const toSecond = { before: [x1], after: [planned(restriction('ipp_2'), 'a'), r2] };
  const same = { before: [x1], after: [toFirst] };
  const ofSet = (isDeleted: boolean, network: string): PlannedGuard[] => [
    { address: SET, of: 'rule set', isDeleted, mustAdmit: [network], waitsFor: [] },
  ];
  const NEW_ID = 'netingress_ip_policy.new';
  const ruleOfNew = created(rule('', NEW_ID, GUEST), 'new');
  const ofSecond = { ...inSet(OFFICE), values: rule('', 'ipp_2', OFFICE).values };
  const denied = rule('ipr_3', 'ipp_1', '203.0.113.7/32', 'deny');

  test.each<[string, Partial<PlannedObjects>, string | undefined, (readonly Obj[])?]>([
    [
      'a restriction that shuts it out',
      { ...toSecond, after: toSecond.after.slice(0, 1), guards: guard([OFFICE]) },
      'admits no address',
    ],
    [
      'a restriction that admits another network',
      { before: [x1, p1], after: [toFirst, p1], guards: guard(['8.8.8.8']) },
      'netingress_ip_restriction.a may be refused by its must_admit: it would deny 8.8.8.8',
    ],
    [
      'a restriction whose rule may be created later',
      { ...toSecond, guards: guard([OFFICE]) },
      'may be written before the rules of its policies',
    ],
    ['the same without must_admit', { ...toSecond, guards: guard(null) }, 'while it admits no address'],
    ['the same with an empty must_admit', { ...toSecond, guards: guard([]) }, undefined],
    [
      'a restriction whose rule is created before',
      { ...toSecond, guards: guard([OFFICE], r2.place.address) },
      undefined,
    ],
    [
      'a restriction that also names a policy that the plan creates',
      {
        before: [x1, r1],
        after: [r1, created(policy(''), 'new'), ruleOfNew, planned(restriction('ipp_1', NEW_ID), 'a')],
        guards: guard([OFFICE], 'netingress_ip_policy_rule.new'),
      },
      undefined,
    ],
    [
      'a deny rule that may be deleted later',
      { before: [x1, kept(denied, 'd')], after: [toFirst], guards: guard([OFFICE], 'netingress_ip_policy_rule.d') },
      'would deny 203.0.113.7',
      [...ACCOUNT, denied],
    ],
    [
      'a deny rule with the metadata of a grant',
      { ...same, guards: guard([OFFICE]) },
      'would deny 203.0.113.7',
      [...ACCOUNT, { ...denied, values: { ...denied.values, ...grant } }],
    ],
    [
      'a rule that changes nothing that decides',
      { before: [x1, r1], after: [toFirst, planned(r1, 'a')], guards: guard([OFFICE]) },
      undefined,
    ],
    [
      'networks that are not known',
      { ...same, guards: guard([later('a')]) },
      'must_admit of netingress_ip_restriction.a is not known',
    ],
    [
      'a set beside an undeclared rule',
      { before: [p1, inSet(OFFICE)], after: [p1, inSet(OFFICE)], guards: ofSet(false, OFFICE) },
      'netingress_ip_policy_rules.s may be refused',
      [...ACCOUNT.slice(0, 3), rule('ipr_9', 'ipp_1', '203.0.113.64/27', 'deny', grant)],
    ],
    [
      'the deletion of a set that a restriction needs',
      { before: [p1, x1, inSet(OFFICE)], after: [p1, x1], guards: ofSet(true, OFFICE) },
      'the deletion of netingress_ip_policy_rules.s may be refused: netingress_ip_restriction.a would deny',
    ],
    [
      'the deletion of a set of another policy',
      { before: [p2, ofSecond], after: [p2], guards: ofSet(true, OFFICE) },
      undefined,
      [...ACCOUNT, rule('ipr_2', 'ipp_2', OFFICE)],
    ],
  ])('%s', (_, plan, expected, account = ACCOUNT) => {
    const { undecided } = review(plan, account);
    expect(undecided).toEqual(expected === undefined ? [] : [expect.stringContaining(expected)]);
  });
});
