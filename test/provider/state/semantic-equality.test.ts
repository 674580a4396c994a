import { ipPolicyRules } from '../../../src/model/composites';
import { getKind } from '../../../src/model/kinds';
import { planValues } from '../../../src/provider/state/plan-values';
import { representationConflicts } from '../../../src/provider/state/semantic-equality';
import { UNKNOWN } from '../../../src/values/cty-value';
import { plain } from '../../support/provider/harness';
import { configOf } from '../../support/provider/values';

const subscription = getKind('event_subscription');
const operator = getKind('kubernetes_operator');
const [http, tcp] = ['http_request_complete.v0', 'tcp_connection_closed.v0'];

test('elements of a set keep the prior representation while another is unknown', () => {
  const prior = configOf(subscription, { sources: [{ type: http, filter: '' }, { type: tcp }] });
  const config = configOf(subscription, { sources: [{ type: http }, { type: tcp, filter: UNKNOWN }] });
  expect(plain(planValues(subscription.attributes, config, prior).planned['sources'])).toEqual([
    { type: http, fields: null, filter: '' },
    { type: tcp, fields: null, filter: '(unknown)' },
  ]);
  expect(representationConflicts(subscription.attributes, config, prior)).toEqual([]);
});

test('an element that may match any prior one is known only where the representations agree', () => {
  const prior = configOf(subscription, { sources: [{ type: http, filter: '' }] });
  const config = configOf(subscription, { sources: [{ type: UNKNOWN }] });
  expect(plain(planValues(subscription.attributes, config, prior).planned['sources'])).toEqual([
    { type: '(unknown)', fields: null, filter: '(unknown)' },
  ]);
});

test('a set of strings that may equal the prior one in another representation is an error', () => {
  const prior = configOf(operator, { enabled_features: ['ingress', 'bindings'] });
  const conflictsOf = (...features: unknown[]) =>
    representationConflicts(operator.attributes, configOf(operator, { enabled_features: features }), prior);
  expect(conflictsOf('Ingress', UNKNOWN)).toEqual([
    expect.objectContaining({ path: ['enabled_features'], expected: expect.stringContaining('ingress, bindings') }),
  ]);
  expect(conflictsOf('ingress', UNKNOWN)).toEqual([]);
  expect(conflictsOf('Ingress', 'BINDINGS')).toEqual([]);
});

test.each([
  [1, 0],
  [2, 1],
  [3, 1],
])('%d unknown elements of a set of strings may be two prior ones: %d conflicts', (unknown, conflicts) => {
  const prior = configOf(operator, { enabled_features: ['bindings', 'ingress', 'gateway'] });
  const config = configOf(operator, { enabled_features: ['Ingress', ...Array(unknown).fill(UNKNOWN)] });
  expect(representationConflicts(operator.attributes, config, prior)).toHaveLength(conflicts);
});

test('a map of rules that may equal the prior one is an error, unless a key makes it different', () => {
  const { attributes } = ipPolicyRules;
  const rule = (description: unknown) => ({ action: 'allow', description, metadata: null });
  const withRules = (rules: object) => {
    const config = configOf(ipPolicyRules, { ip_policy_id: 'ipp_1' });
    config['rules'] = Object.assign(Object.create(null), rules);
    for (const key of Object.keys(rules)) {
      const element = Object.assign(Object.create(null), (rules as Record<string, object>)[key]);
      Object.assign(config['rules'] as object, { [key]: element });
    }
    return config;
  };
  const prior = withRules({ '2001:db8::/32': rule('a') });
  const conflictsOf = (rules: object) => representationConflicts(attributes, withRules(rules), prior);
  expect(conflictsOf({ '2001:DB8::/32': rule(UNKNOWN) })).toHaveLength(1);
  expect(conflictsOf({ '2001:db8::/32': rule(UNKNOWN) })).toEqual([]);
  expect(conflictsOf({ '2001:DB8::/32': rule(UNKNOWN), '10.0.0.0/8': rule('b') })).toEqual([]);
});
