import { checkPolicyText } from '../../../src/model/traffic-policy/check/text';
import { formatPath } from '../../../src/values/path';
import { INVALID_POLICIES } from '../../support/traffic-policies/invalid';

describe('a planted mistake', () => {
  test.each(INVALID_POLICIES.map((planted) => [planted.title, planted] as const))(
    '%s is found with its path',
    (_, planted) => {
      const { policy, context = { scheme: 'https' }, severity, path, says } = planted;
      const text = typeof policy === 'string' ? policy : JSON.stringify(policy);
      const found = checkPolicyText(text, context).map((problem) => ({
        severity: problem.severity,
        path: formatPath(problem.path),
        text: `${problem.problem}; expected ${problem.expected}`,
      }));
      // Nothing else is reported: one mistake, one problem.
      expect(found).toEqual([{ severity, path, text: expect.stringContaining(says) }]);
    },
  );
});

test.each([
  ['tcp', 'on_tcp_connect', 'close-connection, deny, forward-internal'],
  ['https', 'on_http_request', 'close-connection, custom-response, deny, forward-internal'],
] as const)('for %s, the actions that may handle every request are those of the phase', (scheme, phase, actions) => {
  const rules = [{ expressions: ['conn.client_ip.is_tor_node'], actions: [{ type: 'deny' }] }];
  const found = checkPolicyText(JSON.stringify({ [phase]: rules }), { scheme });
  expect(found.map(({ expected }) => expected)).toEqual([`a last rule without expressions with one of ${actions}`]);
});

test('a conditional rule without actions does not make the rules behind a denial reachable', () => {
  const rules = [
    { actions: [{ type: 'deny' }] },
    { expressions: ['conn.client_ip.is_tor_node'], actions: [] },
    { actions: [{ type: 'log', config: { metadata: {} } }] },
  ];
  const found = checkPolicyText(JSON.stringify({ on_http_request: rules }), { scheme: 'https' });
  expect(found.map(({ path }) => formatPath(path))).toEqual([
    'on_http_request[1].actions',
    'on_http_request[2].actions[0]',
  ]);
});
