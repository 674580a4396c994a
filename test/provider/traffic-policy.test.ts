/** The provider validates traffic policies: errors stop a plan, warnings do not. */
import { getKind } from '../../src/model/kinds';
import { createObjectResource } from '../../src/provider/resources/object';
import { UNKNOWN } from '../../src/values/cty-value';
import { PLANTED_BY_CONTEXT } from '../support/traffic-policies/invalid';

const resource = createObjectResource(getKind('cloud_endpoint'));
const names = Object.keys(resource.attributes);
const PLANTED = PLANTED_BY_CONTEXT.filter(([, { context }]) => !context?.isConfiguration);

function diagnose(policy: unknown, url: unknown) {
  const unset = Object.fromEntries(names.map((name) => [name, null]));
  const text = typeof policy === 'string' || policy === UNKNOWN ? policy : JSON.stringify(policy);
  return resource.validate({ ...unset, url, traffic_policy: text } as never).map(({ severity, detail, path }) => {
    return { severity, detail, path };
  });
}

// test/model/traffic-policy has all mistakes. The provider adds severity and attribute, and reads the URL.
test.each(PLANTED)('%s has its severity and its path in the policy', (_, planted) => {
  const { policy, context, severity, path, says } = planted;
  const host = context?.isInternal ? 'app.internal' : 'app.example.com';
  const url = context?.scheme === 'tcp' ? `tcp://${host}:5432` : `https://${host}`;
  const [first, ...more] = diagnose(policy, url);
  expect(more).toEqual([]);
  expect(first).toEqual({ severity, path: ['traffic_policy'], detail: expect.stringContaining(says) });
  expect(first?.detail.startsWith(`traffic_policy at ${path} `)).toBe(true);
  expect(diagnose('{"on_http_request":[{"actions":[{"type":"deny"}]}]}', 'https://app.example.com')).toEqual([]);
});

test('an unknown policy is not checked, and an unknown URL leaves the scheme unknown', () => {
  expect(diagnose(UNKNOWN, 'https://app.example.com')).toEqual([]);
  expect(diagnose({ on_tcp_connect: [{ actions: [{ type: 'deny' }] }] }, UNKNOWN)).toEqual([]);
});
