/** What `access check --plan` shows of parts that are derived from sensitive values: the answer, and not why. */

import { checkAccess } from '../../../src/access-check/check';
import type { HiddenParts } from '../../../src/access-review/hidden-parts';
import { listOf } from '../../access/policy/decide';
import { cidr } from '../../support/cidr';

const URL = 'https://app.example.com';
const deny = { type: 'deny', config: { status_code: 403 } };
const policy = {
  on_http_request: [
    { expressions: ["req.headers['x-door'][0] == 'sesame'"], actions: [deny] },
    { expressions: ["conn.client_ip.startsWith('203.0.113.')"], actions: [deny] },
    { actions: [{ type: 'custom-response', config: { status_code: 200 } }] },
  ],
};

const LISTS = [
  listOf('ip_policy', { description: 'Offices' }),
  listOf('ip_policy_rule', { ip_policy_id: 'ip_policy_0', cidr: '203.0.113.0/24', action: 'allow' }),
  listOf('ip_restriction', { type: 'api', enforced: true, ip_policy_ids: ['ip_policy_0'] }),
  listOf('cloud_endpoint', { url: URL, bindings: ['public'], traffic_policy: JSON.stringify(policy) }),
  listOf('endpoint'),
];

const check = (hidden: Partial<HiddenParts>, network: string, named: { restriction?: string[]; endpoint?: string[] }) =>
  checkAccess(
    LISTS,
    {
      ...{ networks: [cidr(network)], policy: [], restriction: [], endpoint: [], request: {}, ...named },
      ...{ mustAdmit: [network], mustDeny: [network] },
    },
    [],
    { restrictions: false, endpoints: false, urls: new Set(), ...hidden },
  );

test('of a restriction, the answer without the networks and rules that decide', () => {
  const shown = check({}, '203.0.112.0/23', { restriction: ['api'] });
  expect(JSON.stringify(shown.parts[0]?.decisions[0]?.because)).toContain('allow 203.0.113.0/24');
  const hidden = check({ restrictions: true, endpoints: true }, '203.0.112.0/23', { restriction: ['api'] });
  expect(hidden.parts[0]?.decisions).toMatchObject([
    { decision: { answer: 'partly' }, because: ['(sensitive value)'] },
  ]);
  expect(hidden.gates.map(({ result }) => result)).toEqual(['failed', 'failed']);
  expect(JSON.stringify([hidden.parts[0]?.decisions[0]?.decision, hidden.gates])).not.toContain('203.0.113.0');
});

test('of an endpoint with a sensitive traffic policy, the answer without its conditions and actions', () => {
  const texts = (hidden: Partial<HiddenParts>, network: string): string => {
    const { parts, gates } = check(hidden, network, { endpoint: [URL] });
    const found = parts.flatMap(({ decisions }) => decisions.map(({ decision, because }) => [decision, because]));
    return JSON.stringify([found, gates]);
  };
  for (const network of ['192.0.2.0/24', '203.0.112.0/23', '203.0.113.0/24']) {
    expect(texts({}, network)).toMatch(/sesame|on_http_request/);
    expect(texts({ endpoints: true }, network)).toContain('(sensitive value)');
    expect(texts({ endpoints: true }, network)).not.toMatch(/sesame|x-door|on_http_request|203\.0\.112\.0\/24/);
  }
});
