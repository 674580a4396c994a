/** The addresses that an endpoint admits equal those of each address on its own, over all addresses of small networks. */
import { type AddressRange, mergeRanges, rangesToCidrs, toRange } from '../../../src/model/ip/address-set';
import { type Cidr, parseCidr } from '../../../src/model/ip/cidr';
import type { PolicyRule } from '../../../src/model/ip/policy';
import type { JsonObject } from '../../../src/model/json';
import { type AccessObjects, evaluateAccess } from '../../../src/model/traffic-policy/evaluate/access';
import { evaluateAllAddresses } from '../../../src/model/traffic-policy/evaluate/addresses';
import { campaignSize, picker } from '../../fuzz';

const URL = 'https://app.example.com';
const rule = (action: PolicyRule['action'], cidr: string): PolicyRule => ({ action, cidr: parseCidr(cidr) as Cidr });

function objects(policy: JsonObject | string, rules: readonly PolicyRule[] = []): AccessObjects {
  const text = typeof policy === 'string' ? policy : JSON.stringify(policy);
  return { endpoints: [{ url: URL, policy: text }], ipPolicy: () => rules, isIncomplete: true };
}

function admitted(policy: JsonObject | string, rules: readonly PolicyRule[] = []): string[] | undefined {
  const decided = evaluateAllAddresses(objects(policy, rules), URL);
  return (
    decided &&
    rangesToCidrs(decided.filter(({ access }) => access.decision === 'admitted').flatMap(({ ranges }) => ranges))
  );
}

const reply = { actions: [{ type: 'custom-response', config: { status_code: 200 } }] };
const restrict = (config: JsonObject): JsonObject => ({
  on_http_request: [{ actions: [{ type: 'restrict-ips', config }] }, reply],
});

test('networks of the policy and rules of IP policies decide together', () => {
  expect(admitted(restrict({ allow: ['203.0.113.0/24'], deny: ['203.0.113.128/25'] }))).toEqual(['203.0.113.0/25']);
  const rules = [rule('allow', '2001:db8::/32'), rule('deny', '203.0.113.7/32')];
  const config = { allow: ['203.0.113.4/30'], ip_policies: ['ipp_1'] };
  expect(admitted(restrict(config), rules)).toEqual(['203.0.113.4/31', '203.0.113.6/32', '2001:db8::/32']);
});

test.each([
  ["inCidrRange(conn.client_ip, '203.0.113.0/24')", ['203.0.113.0/24']],
  ["conn.client_ip == '203.0.113.7'", ['203.0.113.7/32']],
  ["conn.client_ip in ['203.0.113.7', '203.0.113.6']", ['203.0.113.6/31']],
  ['conn.client_ip.isPrivateIp()', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']],
  ["inCidrRanges(conn.client_ip, ['10.0.0.0/8', '2001:db8::/32'])", ['10.0.0.0/8', '2001:db8::/32']],
])('a condition about the address: %s', (expression, expected) => {
  const policy = { on_http_request: [{ expressions: [expression], ...reply }, { actions: [{ type: 'deny' }] }] };
  expect(admitted(policy)).toEqual(expected);
});

test.each([
  ["conn.client_ip.startsWith('10.')"],
  ["inCidrRange(conn.client_ip, '10.0.0.0' + '/8')"],
  ['size(conn.client_ip) > 7'],
  ["conn.client_ip == '203.0.113.' + '7'"],
  ["'203.0.113.' + '7' == conn.client_ip"],
  ["'x' + conn.client_ip == 'x203.0.113.7'"],
  ["conn.client_ip == '203.0.113.x'.replace('x', '7')"],
  ["conn.client_ip == '203.0.113.\\x37'"],
  ["conn.client_ip in ['203.0.113.7'] + ['203.0.113.8']"],
])('a use of the address that networks do not describe is unknown: %s', (expression) => {
  const policy = { on_http_request: [{ expressions: [expression], ...reply }, { actions: [{ type: 'deny' }] }] };
  expect(admitted(policy)).toBeUndefined();
});

test('JSON may escape the slashes of networks', () => {
  const text = JSON.stringify(restrict({ allow: ['203.0.113.0/24'] })).replaceAll('/', '\\/');
  expect(text).toContain('203.0.113.0\\/24');
  expect(admitted(text)).toEqual(['203.0.113.0/24']);
});

test('the key of a rate limit does not decide about access', () => {
  const limit = { type: 'rate-limit', config: { bucket_key: ['conn.client_ip'], rate: '60s', capacity: 10 } };
  const policy = restrict({ allow: ['203.0.113.0/24'] });
  expect(admitted({ on_http_request: [{ actions: [limit] }, ...(policy['on_http_request'] as JsonObject[])] })).toEqual(
    ['203.0.113.0/24'],
  );
});

test('a computed network is unknown, and a response that contains the address is not', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: traffic policies have this form
  const [computed, shown] = ["${'10.0.0.0' + '/8'}", 'You are ${conn.client_ip}'];
  expect(admitted(restrict({ allow: [computed] }))).toBeUndefined();
  const response = { type: 'custom-response', config: { status_code: 200, body: shown } };
  expect(admitted({ on_http_request: [{ actions: [response] }] })).toEqual(['0.0.0.0/0', '::/0']);
});

test('random policies decide every address of a small network as that address on its own', () => {
  const pick = picker(17);
  const network = (): string => {
    const length = 24 + pick(9);
    return `203.0.113.${(pick(256) >> (32 - length)) << (32 - length)}/${length}`;
  };
  const list = (): string[] => Array.from({ length: pick(4) }, network);
  for (let round = 0; round < campaignSize(5, 30, 500); round++) {
    const rules = [...list().map((cidr) => rule('allow', cidr)), ...list().map((cidr) => rule('deny', cidr))];
    const policy = {
      on_http_request: [
        { expressions: [`inCidrRange(conn.client_ip, '${network()}')`], actions: [{ type: 'deny' }] },
        { actions: [{ type: 'restrict-ips', config: { allow: list(), deny: list(), ip_policies: ['ipp_1'] } }] },
        reply,
      ],
    };
    const found = admitted(policy, rules);
    const each = Array.from({ length: 256 }, (_, index) => `203.0.113.${index}`).filter(
      (clientIp) => evaluateAccess(objects(policy, rules), URL, { clientIp }).decision === 'admitted',
    );
    const ranges: AddressRange[] = each.map((address) => toRange(parseCidr(address) as Cidr));
    expect({ round, policy, rules, found }).toEqual({
      round,
      policy,
      rules,
      found: rangesToCidrs(mergeRanges(ranges)),
    });
  }
});
