/** A plan beside the account: what the service would refuse, what it deletes with a policy, and what the plan does not say. */

import { applyPlan } from '../../src/access-review/plan';
import type { PlannedGuard, PlannedObjects } from '../../src/objects/from-plan';
import type { Obj, ObjectList, Placed } from '../../src/objects/objects';
import type { PlannedWrite } from '../../src/terraform/configuration/planned-writes';
import { describeCause, describeRisk } from '../../src/values/describe-cause';
import type { KnownObject } from '../../src/values/known';
import { later, unread } from '../support/unknown';

const object = (kind: string, id: string, values: KnownObject): Obj => ({ kind, id, values });
const rule = (id: string, policy: string, cidr: string, action = 'allow', more: KnownObject = {}): Obj =>
  object('ip_policy_rule', id, { ip_policy_id: policy, cidr, action, ...more });
const restriction = (...policies: readonly string[]): Obj =>
  object('ip_restriction', 'ipx_1', { type: 'api', enforced: true, ip_policy_ids: policies });
const policy = (id: string): Obj => object('ip_policy', id, { description: id });

/** An object of a plan that exists: it keeps its id. */
const planned = (object: Obj, address: string, isKept = false): Placed => ({
  ...object,
  place: { address, account: 'netingress' },
  change: [isKept ? 'no-op' : 'update'],
});
/** An object that the plan creates: its address is its id. */
const created = (object: Obj, address: string): Placed => ({
  ...planned(object, address),
  id: address,
  isNew: true,
  change: ['create'],
});

const endpoint = object('cloud_endpoint', 'ep_1', { url: 'https://a.example.com', domain: { id: 'rd_1', uri: '' } });

const ACCOUNT = [policy('ipp_1'), policy('ipp_2'), rule('ipr_1', 'ipp_1', '203.0.113.0/24'), restriction('ipp_1')];

function listsOf(objects: readonly Obj[]): ObjectList[] {
  const kinds = new Set(['ip_policy', 'ip_policy_rule', 'ip_restriction', ...objects.map(({ kind }) => kind)]);
  return [...kinds].map((kind) => ({
    kind,
    objects: objects.filter((each) => each.kind === kind),
  }));
}

const review = (plan: Partial<PlannedObjects>, account: readonly Obj[] = ACCOUNT) => {
  const { lists, undecided } = applyPlan(
    listsOf(account),
    {
      before: [],
      after: [],
      accountObjects: ['ipp_1'],
      deletedFirst: [],
      grantsOfSets: new Map([['netingress_ip_policy_rules.s', 'keep']]),
      guards: [],
      forgotten: [],
      writes: writesOf([...(plan.before ?? []), ...(plan.after ?? [])]),
      undecided: [],
      ...plan,
    },
    () => true,
  );
  const writes = lists.flatMap(({ objects }) =>
    objects.flatMap(({ presence = [] }) => presence.flatMap((each) => each.writes)),
  );
  const clauses = writes.flatMap(({ cause }) => (cause.kind === 'may_stop' ? cause.risks.map(describeRisk) : []));
  return { lists, undecided: [...undecided.map(describeCause), ...new Set(clauses)] };
};

const writesOf = (objects: readonly Placed[]): PlannedWrite[] =>
  [...new Map(objects.map((each) => [each.place.address, each]))].map(([address, { change = [] }]) => ({
    ...{ address, actions: change, waitsFor: [], mayWaitForMore: false, risks: [], hasCheck: false },
  }));

const [p1, r1, x1] = [
  planned(policy('ipp_1'), 'netingress_ip_policy.a', true),
  planned(rule('ipr_1', 'ipp_1', '203.0.113.0/24'), 'netingress_ip_policy_rule.a', true),
  planned(restriction('ipp_1'), 'netingress_ip_restriction.a', true),
];

test('a plan that leaves everything as it is, is decided, and keeps the objects of the account', () => {
  const { lists, undecided } = review({ before: [p1, r1, x1], after: [p1, r1, x1] });
  expect(undecided).toEqual([]);
  expect(lists).toEqual(
    listsOf(ACCOUNT).map((list) => ({ ...list, objects: expect.arrayContaining([...list.objects]) })),
  );
});

test('what a plan keeps is there once and for certain, whatever other writes may fail', () => {
  const gone = { ...planned(object('api_key', 'ak_1', {}), 'netingress_api_key.a'), change: ['delete' as const] };
  const { lists, undecided } = review({ before: [p1, r1, x1, gone], after: [p1, r1, x1] });
  expect(undecided).toEqual([]);
  const sorted = lists.map(({ objects }) => [...objects].sort((a, b) => (a.id < b.id ? -1 : 1)));
  expect(sorted).toEqual(listsOf(ACCOUNT).map(({ objects }) => objects));
});

const POLICY = '{"on_http_request":[{"actions":[{"type":"deny"}]}]}';
const served = (values: KnownObject): Obj =>
  object('cloud_endpoint', 'ep_1', { url: 'https://app.internal', traffic_policy: POLICY, ...values });
const v6Rule = (cidr: string): Obj => rule('ipr_1', 'ipp_1', cidr);

describe.each<[string, string, Obj, Obj, Obj]>([
  ['url', 'ep_1', served({}), served({ url: 'HTTPS://App.internal:443' }), served({ url: 'https://b.internal' })],
  [
    'traffic_policy',
    'ep_1',
    served({}),
    served({ traffic_policy: 'on_http_request: [{actions: [{type: deny}]}]' }),
    served({ traffic_policy: POLICY.replace('deny', 'log') }),
  ],
  ['cidr', 'ipr_1', v6Rule('2001:db8::/32'), v6Rule('2001:0DB8:0::/32'), v6Rule('2001:db8::/33')],
  [
    'ip_policy_ids',
    'ipx_1',
    restriction('ipp_1', 'ipp_2'),
    restriction('ipp_2', 'ipp_1'),
    restriction('ipp_1', 'ipp_3'),
  ],
])('the %s of an object', (attribute, id, inAccount, sameInState, otherInState) => {
  const reviewOf = (inState: Obj) => {
    const kept = planned(inState, 'netingress_kept.a', true);
    return review({ before: [kept], after: [kept] }, [inAccount]).undecided;
  };

  test('has not changed since the plan if the state has it in another notation or order', () => {
    expect(reviewOf(sameInState)).toEqual([]);
  });

  test('has changed since the plan if the account has another value', () => {
    expect(reviewOf(otherInState)).toEqual([describeCause({ kind: 'changed_since', id, attribute })]);
  });

  test('is taken as changed since the plan if the account does not have it', () => {
    const { [attribute]: _, ...others } = inAccount.values;
    const kept = planned(inAccount, 'netingress_kept.a', true);
    const { undecided } = review({ before: [kept], after: [kept] }, [{ ...inAccount, values: others }]);
    expect(undecided).toContain(describeCause({ kind: 'changed_since', id, attribute }));
  });
});

test('the rules of a deleted policy go with it, also those that the plan does not contain', () => {
  const account = [...ACCOUNT, rule('ipr_2', 'ipp_2', '198.51.100.0/24', 'deny')];
  const { lists } = review({ before: [planned(policy('ipp_2'), 'netingress_ip_policy.b')], after: [] }, account);
  expect(lists.find(({ kind }) => kind === 'ip_policy_rule')?.objects.map(({ id }) => id)).toEqual(['ipr_1']);
});

const newRule = rule('', 'ipp_1', '203.0.113.0/24', 'deny');
const opened = planned(restriction('ipp_2'), 'netingress_ip_restriction.b');
const setRule = (cidr: string, isKept = false): Placed => ({
  ...planned(rule(`netingress_ip_policy_rules.s["${cidr}"]`, 'ipp_1', cidr), 'netingress_ip_policy_rules.s', isKept),
  isNew: true,
});
const metadata = JSON.stringify({
  netingress_grant: { version: 1, until: '2027-03-01T10:00:00Z', by: 'ana', reason: 'a' },
});

/** A plan that deletes a rule and creates another one at its address. */
const replacement = (old: Placed, now: Obj): Partial<PlannedObjects> => {
  const { address } = old.place;
  const change = ['delete', 'create'] as const;
  const isOfSet = old.id.startsWith(`${address}[`);
  const id = isOfSet ? `${address}["${String(now.values['cidr'])}"]` : address;
  return {
    before: [p1, { ...old, change }],
    after: [p1, { ...created(now, address), id, change }],
    deletedFirst: [address],
  };
};
const NAMES_BOTH = [...ACCOUNT.filter(({ kind }) => kind !== 'ip_restriction'), restriction('ipp_1', 'ipp_2')];

const REFUSES = new Map([['netingress_ip_policy_rules.s', 'refuse']]);

test.each<[string, Partial<PlannedObjects>, string, (readonly Obj[])?]>([
  [
    'one object under two addresses',
    { before: [x1, planned(x1, opened.place.address, true)], after: [x1, opened] },
    'netingress_ip_restriction.a and netingress_ip_restriction.b are one object',
  ],
  [
    'a network that a rule of the account has',
    { before: [p1], after: [p1, created(newRule, 'netingress_ip_policy_rule.n')] },
    'netingress_ip_policy_rule.n gets the ip_policy_id and cidr of ipr_1, which the service refuses while ipr_1 exists',
  ],
  [
    'a replacement that is created first',
    { before: [p1, r1], after: [p1, created(newRule, r1.place.address)] },
    'netingress_ip_policy_rule.a gets the ip_policy_id and cidr of ipr_1',
  ],
  [
    'one network at two addresses',
    {
      before: [p1],
      after: [
        p1,
        created(rule('', 'ipp_2', '10.0.0.0/8'), 'netingress_ip_policy_rule.n'),
        created(rule('', 'ipp_2', '10.0.0.0/8', 'deny'), 'netingress_ip_policy_rule.m'),
      ],
    },
    'netingress_ip_policy_rule.n and netingress_ip_policy_rule.m get the same ip_policy_id and cidr',
  ],
  [
    'a policy that is deleted while a restriction names it',
    { before: [p1], after: [] },
    'netingress_ip_policy.a cannot be deleted while ipx_1 names it',
  ],
  [
    'a policy that is deleted before its restriction is updated',
    { before: [p1, x1], after: [planned(restriction('ipp_2'), x1.place.address)] },
    'netingress_ip_policy.a cannot be deleted while ipx_1 names it',
  ],
  [
    'a domain that is deleted while an endpoint is on it',
    { before: [planned(object('domain', 'rd_1', { domain: 'a.example.com' }), 'netingress_domain.a')], after: [] },
    'netingress_domain.a cannot be deleted while ep_1 names it',
    [...ACCOUNT, endpoint, object('domain', 'rd_1', { domain: 'a.example.com' })],
  ],
  [
    'a rule with an address of its own and one in a set',
    { before: [p1, r1, setRule('203.0.113.0/24', true)], after: [p1, setRule('203.0.113.0/24', true)] },
    'netingress_ip_policy_rule.a and netingress_ip_policy_rules.s are one object',
  ],
  [
    'a rule that is deleted, without which a restriction admits nobody',
    { before: [p1, r1], after: [p1] },
    'netingress_ip_policy_rule.a may be refused while ipx_1 would then admit no address',
  ],
  [
    'a rule that denies from now on, beside a rule that may be created later',
    {
      before: [p1, r1],
      after: [
        p1,
        planned(rule('ipr_1', 'ipp_1', '203.0.113.0/24', 'deny'), r1.place.address),
        created(rule('', 'ipp_1', '192.0.2.0/24'), 'n'),
      ],
    },
    'netingress_ip_policy_rule.a may be refused while ipx_1 would then admit no address',
  ],
  [
    'a rule whose addresses another list gets',
    { before: [p1, r1], after: [p1, created(rule('', 'ipp_2', '203.0.113.0/25'), 'n')] },
    'netingress_ip_policy_rule.a may be refused while ipx_1 would deny 203.0.113.0/24',
    [...ACCOUNT, rule('ipr_9', 'ipp_1', '198.51.100.0/24')],
  ],
  [
    'a rule that is replaced by one of another policy and is deleted first, without which a restriction admits nobody',
    replacement(r1, rule('', 'ipp_2', '192.0.2.0/24')),
    'netingress_ip_policy_rule.a may be refused while ipx_1 would then admit no address',
    NAMES_BOTH,
  ],
  [
    'a rule that is replaced by one of another policy for some of its addresses',
    replacement(r1, rule('', 'ipp_2', '203.0.113.0/25')),
    'netingress_ip_policy_rule.a may be refused while ipx_1 would deny 203.0.113.0/24',
    [...NAMES_BOTH, rule('ipr_9', 'ipp_2', '198.51.100.0/24')],
  ],
  [
    'a rule that is replaced by an equal one and is deleted first',
    replacement(r1, rule('', 'ipp_1', '203.0.113.0/24')),
    'netingress_ip_policy_rule.a may be refused while ipx_1 would then admit no address',
  ],
  [
    'a rule set that is replaced by one of another policy and created first',
    { ...replacement(setRule('203.0.113.0/24'), rule('', 'ipp_2', '192.0.2.0/24')), deletedFirst: [] },
    'netingress_ip_policy_rules.s may be refused while ipx_1 would deny 203.0.113.0/24',
    NAMES_BOTH,
  ],
  [
    'a rule set for a policy whose rules are deleted in the same plan',
    { before: [p1, r1], after: [p1, setRule('10.0.0.0/8')] },
    'netingress_ip_policy_rules.s is created for a policy that has other rules',
  ],
  [
    'a policy that is deleted before its replacement is created',
    {
      before: [p1, x1],
      after: [created(policy(''), p1.place.address), planned(restriction(p1.place.address), x1.place.address)],
      deletedFirst: [p1.place.address],
    },
    'netingress_ip_policy.a cannot be deleted while ipx_1 names it',
  ],
  [
    'a rule set for a policy with another rule',
    { before: [p1], after: [p1, setRule('10.0.0.0/8')] },
    'netingress_ip_policy_rules.s is created for a policy that has other rules',
  ],
  [
    'a grant that a rule set was to delete',
    { before: [p1, setRule('203.0.113.0/24')], after: [p1] },
    'ipr_1 is a grant',
    [policy('ipp_1'), rule('ipr_1', 'ipp_1', '203.0.113.0/24', 'allow', { metadata })],
  ],
  [
    'a rule set for a policy with a deny rule, which is no grant',
    { before: [p1], after: [p1, setRule('10.0.0.0/8')] },
    'netingress_ip_policy_rules.s is created for a policy that has other rules',
    [policy('ipp_1'), rule('ipr_1', 'ipp_1', '203.0.113.0/24', 'deny', { metadata })],
  ],
  [
    'a rule set that refuses grants, for a policy with a grant',
    { before: [p1], after: [p1, setRule('10.0.0.0/8')], grantsOfSets: REFUSES },
    'netingress_ip_policy_rules.s is created for a policy that has other rules',
    [policy('ipp_1'), rule('ipr_1', 'ipp_1', '203.0.113.0/24', 'allow', { metadata })],
  ],
  [
    'endpoints that the profile of the command does not have',
    { before: [p1], after: [p1, created(object('cloud_endpoint', '', { url: 'https://a.example.com' }), 'x')] },
    'the plan has objects of cloud_endpoint',
  ],
])('%s: not decided', (_, plan, expected, account = ACCOUNT) => {
  expect(review(plan, account).undecided).toContainEqual(expect.stringContaining(expected));
});

test.each<[string, Partial<PlannedObjects>, (readonly Obj[])?]>([
  [
    'a replacement whose object is deleted first',
    { before: [p1, r1], after: [p1, created(newRule, r1.place.address)], deletedFirst: [r1.place.address] },
    [...ACCOUNT, rule('ipr_9', 'ipp_1', '198.51.100.0/24')],
  ],
  [
    'a rule that is replaced by one of another policy and is deleted first, beside one that is kept',
    replacement(r1, rule('', 'ipp_2', '192.0.2.0/24')),
    [...NAMES_BOTH, rule('ipr_9', 'ipp_2', '198.51.100.0/24')],
  ],
  [
    'a rule that is replaced by one of another policy and is created first',
    { ...replacement(r1, rule('', 'ipp_2', '203.0.113.0/24')), deletedFirst: [] },
    NAMES_BOTH,
  ],
  [
    'a policy whose replacement is created first',
    {
      before: [p1, x1],
      after: [created(policy(''), p1.place.address), planned(restriction(p1.place.address), x1.place.address)],
    },
  ],
  [
    'a rule of a set that changes',
    { before: [p1, setRule('203.0.113.0/24')], after: [p1, setRule('203.0.113.0/24'), setRule('10.0.0.0/8')] },
  ],
  [
    'an object that is forgotten and imported at another address',
    {
      before: [x1, planned(x1, opened.place.address, true)],
      after: [x1, { ...opened }],
      forgotten: [x1.place.address],
    },
  ],
  [
    'a rule that is forgotten and imported in a set',
    {
      before: [p1, r1, setRule('203.0.113.0/24', true)],
      after: [p1, r1, setRule('203.0.113.0/24', true)],
      forgotten: [r1.place.address],
    },
  ],
  [
    'a grant that a rule set deletes because it refuses grants',
    { before: [p1, setRule('203.0.113.0/24')], after: [p1], grantsOfSets: REFUSES },
    [policy('ipp_1'), rule('ipr_1', 'ipp_1', '203.0.113.0/24', 'allow', { metadata })],
  ],
  [
    'a rule set for a policy with a grant',
    { before: [p1], after: [p1, setRule('10.0.0.0/8')] },
    [policy('ipp_1'), rule('ipr_1', 'ipp_1', '203.0.113.0/24', 'allow', { metadata })],
  ],
])('%s: decided', (_, plan, account = ACCOUNT) => {
  expect(review(plan, account).undecided).toEqual([]);
});

test('a deleted rule whose restriction the plan changes may stop for one risk: it shuts out', () => {
  const { address } = r1.place;
  const account = [...ACCOUNT, rule('ipr_9', 'ipp_1', '198.51.100.0/24')];
  const after = [
    p1,
    planned(restriction('ipp_1'), x1.place.address),
    created(rule('', 'ipp_2', '203.0.113.0/24'), 'n'),
  ];
  for (const objects of [ACCOUNT, account]) {
    const { lists } = review({ before: [p1, r1, x1], after }, objects);
    const causes = lists
      .flatMap(({ objects: each }) => each.flatMap(({ presence = [] }) => presence))
      .flatMap(({ writes }) => writes.map(({ cause }) => cause));
    const stops = causes.flatMap((each) => (each.kind === 'may_stop' && each.address === address ? [each] : []));
    expect(stops.length).toBeGreaterThan(0);
    for (const { risks } of stops)
      expect(risks.map(({ kind }) => kind)).toEqual([expect.stringContaining('shuts_out')]);
  }
});

test('what a plan changes must have been read', () => {
  const lists = listsOf(ACCOUNT).map((list) =>
    list.kind === 'ip_restriction' ? { ...list, objects: [], incomplete: unread('ip_restriction') } : list,
  );
  const plan = {
    accountObjects: [],
    deletedFirst: [],
    grantsOfSets: new Map(),
    guards: [],
    forgotten: [],
    writes: [],
    undecided: [],
  };
  const of = (after: readonly Placed[]) => applyPlan(lists, { ...plan, before: [p1, x1], after }, () => true).undecided;
  expect(of([p1])).toMatchObject([{ kind: 'changes_unread', list: 'ip_restriction', from: { kind: 'unread' } }]);
  expect(of([p1, x1])).toEqual([]);
});

test('what is imported at another address decides, not what is forgotten', () => {
  const before = [p1, x1, planned(x1, opened.place.address, true)];
  const { lists } = review({ before, after: [p1, x1, opened], forgotten: [x1.place.address] });
  expect(lists.find(({ kind }) => kind === 'ip_restriction')?.objects).toEqual([opened]);
});

describe('must_admit', () => {
  const OFFICE = '203.0.113.0/24';
  const r2 = created(rule('', 'ipp_2', OFFICE), 'netingress_ip_policy_rule.n');
  const toSecond = planned(restriction('ipp_2'), x1.place.address);
  const guard = (mustAdmit: PlannedGuard['mustAdmit'], more: Partial<PlannedGuard> = {}): PlannedGuard[] => [
    { address: x1.place.address, of: 'restriction', isDeleted: false, mustAdmit, waitsFor: [], ...more },
  ];
  const set = { address: 'netingress_ip_policy_rules.s', of: 'rule set' } as const;
  const p2 = planned(policy('ipp_2'), 'netingress_ip_policy.b', true);
  const NEW_ID = 'netingress_ip_policy.new';
  const denyInFirst = rule('ipr_3', 'ipp_1', '203.0.113.7/32', 'deny');

  test.each<[string, Partial<PlannedObjects>, string | undefined, (readonly Obj[])?]>([
    [
      'a restriction that shuts it out',
      { before: [x1], after: [toSecond], guards: guard([OFFICE]) },
      'admits no address',
    ],
    [
      'a restriction that admits another network',
      { before: [x1, p1], after: [planned(restriction('ipp_1'), x1.place.address), p1], guards: guard(['8.8.8.8']) },
      'netingress_ip_restriction.a may be refused by its must_admit: it would deny 8.8.8.8',
    ],
    [
      'a restriction whose rule may be created later',
      { before: [x1], after: [toSecond, r2], guards: guard([OFFICE]) },
      'may be written before the rules of its policies',
    ],
    [
      'the same without must_admit',
      { before: [x1], after: [toSecond, r2], guards: guard(null) },
      'while it admits no address',
    ],
    ['the same with an empty must_admit', { before: [x1], after: [toSecond, r2], guards: guard([]) }, undefined],
    [
      'a restriction whose rule is created before',
      { before: [x1], after: [toSecond, r2], guards: guard([OFFICE], { waitsFor: [r2.place.address] }) },
      undefined,
    ],
    [
      'a restriction that also names a policy that the plan creates',
      {
        before: [x1, r1],
        after: [
          r1,
          created(policy(''), 'netingress_ip_policy.new'),
          created(rule('', '', '198.51.100.0/24', 'allow', { ip_policy_id: NEW_ID }), 'netingress_ip_policy_rule.new'),
          planned(
            object('ip_restriction', 'ipx_1', { ...x1.values, ip_policy_ids: ['ipp_1', NEW_ID] }),
            x1.place.address,
          ),
        ],
        guards: guard([OFFICE], { waitsFor: ['netingress_ip_policy_rule.new'] }),
      },
      undefined,
    ],
    [
      'a deny rule that may be deleted later',
      {
        before: [x1, planned(denyInFirst, 'netingress_ip_policy_rule.d', true)],
        after: [planned(restriction('ipp_1'), x1.place.address)],
        guards: guard([OFFICE], { waitsFor: ['netingress_ip_policy_rule.d'] }),
      },
      'would deny 203.0.113.7',
      [...ACCOUNT, denyInFirst],
    ],
    [
      'a deny rule with the metadata of a grant',
      {
        before: [x1],
        after: [planned(restriction('ipp_1'), x1.place.address)],
        guards: guard([OFFICE]),
      },
      'would deny 203.0.113.7',
      [...ACCOUNT, rule('ipr_3', 'ipp_1', '203.0.113.7/32', 'deny', { metadata })],
    ],
    [
      'a rule that changes nothing that decides',
      {
        before: [x1, r1],
        after: [planned(restriction('ipp_1'), x1.place.address), planned(r1, r1.place.address)],
        guards: guard([OFFICE]),
      },
      undefined,
    ],
    [
      'networks that are not known',
      { before: [x1], after: [planned(restriction('ipp_1'), x1.place.address)], guards: guard([later('a')]) },
      'must_admit of netingress_ip_restriction.a is not known',
    ],
    [
      'a set beside an undeclared rule',
      {
        before: [p1, setRule('203.0.113.64/26')],
        after: [p1, setRule('203.0.113.64/26')],
        guards: [{ ...set, isDeleted: false, mustAdmit: ['203.0.113.64/26'], waitsFor: [] }],
      },
      'netingress_ip_policy_rules.s may be refused',
      [
        policy('ipp_1'),
        rule('ipr_8', 'ipp_1', '203.0.113.64/26'),
        rule('ipr_9', 'ipp_1', '203.0.113.64/27', 'deny', { metadata }),
      ],
    ],
    [
      'the deletion of a set that a restriction needs',
      {
        before: [p1, x1, setRule(OFFICE)],
        after: [p1, x1],
        guards: [{ ...set, isDeleted: true, mustAdmit: [OFFICE], waitsFor: [] }],
      },
      'the deletion of netingress_ip_policy_rules.s may be refused: netingress_ip_restriction.a would deny',
    ],
    [
      'the deletion of a set of another policy',
      {
        before: [p2, { ...setRule(OFFICE), values: rule('', 'ipp_2', OFFICE).values }],
        after: [p2],
        guards: [{ ...set, isDeleted: true, mustAdmit: [OFFICE], waitsFor: [] }],
      },
      undefined,
      [...ACCOUNT, rule('ipr_2', 'ipp_2', OFFICE)],
    ],
  ])('%s', (_, plan, expected, account = ACCOUNT) => {
    const { undecided } = review(plan, account);
    expect(undecided).toEqual(expected === undefined ? [] : [expect.stringContaining(expected)]);
  });
});
