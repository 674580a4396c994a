import { findPassedKeys } from '../../src/access-review/plan-refusals';
import type { Placed } from '../../src/objects/objects';
import { type KnownObject, Unknown } from '../../src/values/known';

const planned = (kind: string, name: string, values: KnownObject, more: Partial<Placed> = {}): Placed => ({
  ...{ kind, id: name, values, change: ['update'] },
  ...{ place: { address: `netingress_${kind}.${name}`, account: 'netingress' }, ...more },
});
const restriction = (name: string, account: Placed['place']['account'] = 'netingress'): Placed =>
  planned('ip_restriction', name, { type: 'dashboard' }, { place: { address: `restriction.${name}`, account } });
const rule = (name: string, cidr: string | null, more: KnownObject = {}): Placed =>
  planned('ip_policy_rule', name, { ip_policy_id: 'ipp_1', cidr, action: 'allow', ...more });
const endpoint = (name: string, pooled = false): Placed =>
  planned('cloud_endpoint', name, { url: 'https://a.example.com', pooling_enabled: pooled });
const [OFFICE, OTHER] = ['203.0.113.0/24', '198.51.100.0/24'];
const inSet = { ...rule('', OFFICE), id: 'rules.a["x"]', place: { address: 'rules.a', account: 'netingress' } };
const unknownAccount = new Unknown({ kind: 'reference', reference: 'provider of a' });

test.each<[string, readonly Placed[], readonly Placed[], string]>([
  ['from a deleted rule to a new one', [rule('a', OFFICE)], [rule('b', OFFICE)], 'rule.b gets the'],
  [
    'in another notation',
    [rule('a', '2001:db8::/32')],
    [rule('b', '2001:DB8:0::/32')],
    'rule.b gets the ip_policy_id and cidr of netingress_ip_policy_rule.a,',
  ],
  ['to a rule that had another one', [rule('a', OFFICE), rule('b', OTHER)], [rule('b', OFFICE)], 'rule.b gets the'],
  ['in a swap', [rule('a', OFFICE), rule('b', OTHER)], [rule('a', OTHER), rule('b', OFFICE)], 'rule.a gets the'],
  ['from a set to a rule', [inSet], [rule('b', OFFICE)], 'rule.b gets the'],
  ['from a rule to a set', [rule('a', OFFICE)], [inSet], 'rules.a gets the'],
  [
    'from an account that is not known',
    [restriction('a', unknownAccount)],
    [restriction('b')],
    'restriction.b gets the type of',
  ],
  ['with the URL of an endpoint', [endpoint('a')], [endpoint('b')], 'endpoint.b gets the url of'],
])('a key that passes %s may be refused', (_, before, after, expected) => {
  expect(findPassedKeys({ before, after })[0]).toContain(expected);
});

test.each<[string, readonly Placed[], readonly Placed[]]>([
  ['a replacement at the same address', [rule('a', OFFICE)], [{ ...rule('a', OFFICE, { action: 'deny' }), id: 'new' }]],
  ['the same network in another policy', [rule('a', OFFICE)], [rule('b', OFFICE, { ip_policy_id: 'ipp_2' })]],
  ['the key of an object of another account', [restriction('a', 'netingress.other')], [restriction('b')]],
  ['a member of a pool', [endpoint('a', true)], [endpoint('b', true)]],
  ['a network that is not known', [rule('a', OFFICE)], [rule('b', null)]],
])('%s is no such key', (_, before, after) => {
  expect(findPassedKeys({ before, after })).toEqual([]);
});
