/** The provider validates traffic policies: errors stop a plan, warnings do not. */
import { getKind } from '../../src/model/kinds';
import { createObjectResource } from '../../src/provider/resources/object';
import { UNKNOWN } from '../../src/values/cty-value';
import { INVALID_POLICIES } from '../support/traffic-policies/invalid';
import { VALID_POLICIES } from '../support/traffic-policies/valid';

const resource = createObjectResource(getKind('cloud_endpoint'));
const names = Object.keys(resource.attributes);

function diagnose(policy: unknown, url: unknown) {
  const unset = Object.fromEntries(names.map((name) => [name, null]));
  const text = typeof policy === 'string' || policy === UNKNOWN ? policy : JSON.stringify(policy);
  return resource.validate({ ...unset, url, traffic_policy: text } as never).map(({ severity, detail, path }) => {
    return { severity, detail, path };
  });
}

const urlOf = (scheme = 'https', isInternal = false): string =>
  `${scheme}://app.${isInternal ? 'internal' : 'example.com'}${scheme === 'tcp' ? ':5432' : ''}`;

// Configuration is not known to the provider: references are ids.
const known = INVALID_POLICIES.filter(({ context }) => !context?.isConfiguration);

test.each(known.map((planted) => [planted.title, planted] as const))('%s is reported', (_, planted) => {
  const { policy, context, severity, path, says } = planted;
  const [first, ...more] = diagnose(policy, urlOf(context?.scheme, context?.isInternal));
  const where = path === '' ? 'traffic_policy ' : `traffic_policy at ${path} `;
  expect(more).toEqual([]);
  expect(first).toEqual({ severity, path: ['traffic_policy'], detail: expect.stringContaining(says) });
  expect(first?.detail.startsWith(where)).toBe(true);
});

test.each(VALID_POLICIES.map((each) => [each.title, each] as const))('%s is accepted', (_, each) => {
  expect(diagnose(each.policy, urlOf(each.scheme, each.isInternal))).toEqual([]);
});

test('an unknown policy is not checked, and an unknown URL leaves the scheme unknown', () => {
  expect(diagnose(UNKNOWN, 'https://app.example.com')).toEqual([]);
  expect(diagnose({ on_tcp_connect: [{ actions: [{ type: 'deny' }] }] }, UNKNOWN)).toEqual([]);
});
