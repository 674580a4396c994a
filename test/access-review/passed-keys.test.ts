/** Natural keys that pass from one resource to another within one apply. */
import { findPassedKeys } from '../../src/access-review/plan-refusals';
import type { Placed } from '../../src/objects/objects';
import { type KnownObject, Unknown } from '../../src/values/known';

const planned = (
  kind: string,
  id: string,
  address: string,
  values: KnownObject,
  account: Placed['place']['account'] = 'netingress',
): Placed => ({ kind, id, values, place: { address, account }, change: ['update'] });
const restriction = (name: string, account?: Placed['place']['account']): Placed =>
  planned('ip_restriction', name, `netingress_ip_restriction.${name}`, { type: 'dashboard' }, account);
const rule = (name: string, id: string, cidr: string, more: KnownObject = {}): Placed =>
  planned('ip_policy_rule', id, `netingress_ip_policy_rule.${name}`, {
    ...{ ip_policy_id: 'ipp_1', cidr, action: 'allow' },
    ...more,
  });
const endpoint = (name: string, id: string, pooled = false): Placed =>
  planned('cloud_endpoint', id, `netingress_cloud_endpoint.${name}`, {
    ...{ url: 'https://a.example.com', pooling_enabled: pooled },
  });
const inSet = planned('ip_policy_rule', 'netingress_ip_policy_rules.a["x"]', 'netingress_ip_policy_rules.a', {
  ...{ ip_policy_id: 'ipp_1', cidr: '203.0.113.0/24', action: 'deny' },
});
const [OFFICE, OTHER] = ['203.0.113.0/24', '198.51.100.0/24'];

type Facts = readonly Placed[];

test.each<[string, Facts, Facts, string]>([
  ['from a deleted rule to a new one', [rule('a', 'ipr_1', OFFICE)], [rule('b', 'b', OFFICE)], 'rule.b gets the'],
  [
    'in another notation',
    [rule('a', 'ipr_1', '2001:db8::/32')],
    [rule('b', 'b', '2001:DB8:0::/32')],
    'rule.b gets the ip_policy_id and cidr of netingress_ip_policy_rule.a,',
  ],
  [
    'to a rule that had another one',
    [rule('a', 'ipr_1', OFFICE), rule('b', 'ipr_2', OTHER)],
    [rule('b', 'ipr_2', OFFICE)],
    'rule.b gets the',
  ],
  [
    'in a swap',
    [rule('a', 'ipr_1', OFFICE), rule('b', 'ipr_2', OTHER)],
    [rule('a', 'ipr_1', OTHER), rule('b', 'ipr_2', OFFICE)],
    'rule.a gets the',
  ],
  ['from a set to a rule', [inSet], [rule('b', 'b', OFFICE)], 'rule.b gets the'],
  ['from a rule to a set', [rule('a', 'ipr_1', OFFICE)], [inSet], 'rules.a gets the'],
  [
    'from an account that is not known',
    [restriction('a', new Unknown({ kind: 'reference', reference: 'provider of a' }))],
    [restriction('b')],
    'restriction.b gets the type of',
  ],
  ['with the URL of an endpoint', [endpoint('a', 'ep_1')], [endpoint('b', 'b')], 'endpoint.b gets the url of'],
])('a key that passes %s may be refused', (_, before, after, expected) => {
  expect(findPassedKeys({ before, after })[0]).toContain(expected);
});

test.each<[string, Facts, Facts]>([
  ['a replacement at the same address', [rule('a', 'ipr_1', OFFICE)], [rule('a', 'a', OFFICE, { action: 'deny' })]],
  [
    'the same network in another policy',
    [rule('a', 'ipr_1', OFFICE)],
    [rule('b', 'b', OFFICE, { ip_policy_id: 'ipp_2' })],
  ],
  ['the key of an object of another account', [restriction('a', 'netingress.other')], [restriction('b')]],
  ['a member of a pool', [endpoint('a', 'ep_1', true)], [endpoint('b', 'b', true)]],
  ['a network that is not known', [rule('a', 'ipr_1', OFFICE)], [rule('b', 'b', OFFICE, { cidr: null })]],
])('%s is no such key', (_, before, after) => {
  expect(findPassedKeys({ before, after })).toEqual([]);
});
