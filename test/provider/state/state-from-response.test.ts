import type { Kind } from '../../../src/model/kind';
import { getKind } from '../../../src/model/kinds';
import { jsonToValue } from '../../../src/provider/state/json-values';
import { stateAfterApply, stateAfterRead, stateValues } from '../../../src/provider/state/state-from-response';
import { type CtyValue, isObjectValue, type ObjectValue, UNKNOWN } from '../../../src/values/cty-value';
import type { JsonObject } from '../../../src/values/json';
import { SPEC_KINDS } from '../../support/kinds';
import { configOf } from '../../support/provider/values';

const rule = getKind('ip_policy_rule');
const restriction = getKind('ip_restriction');
const operator = getKind('kubernetes_operator');
const subscription = getKind('event_subscription');
const destination = getKind('event_destination');

/** The state after a read, given the state before it and what the service responses. */
function refreshed(kind: Kind, prior: unknown, response: JsonObject): ObjectValue {
  return stateAfterRead(kind.attributes, configOf(kind, prior), stateValues(kind.attributes, response));
}

/** Part of a value, by member names. */
function at(value: CtyValue, ...path: string[]): CtyValue {
  return path.reduce<CtyValue>((here, name) => (isObjectValue(here) ? (here[name] ?? null) : null), value);
}

describe('a read', () => {
  test('shows drift in the service’s representation', () => {
    const prior = { cidr: '10.0.0.0/8', description: 'a', action: 'allow' };
    const state = refreshed(rule, prior, { cidr: '11.0.0.0/8', action: 'allow' });
    expect([state['cidr'], state['description'], state['action']]).toEqual(['11.0.0.0/8', null, 'allow']);
  });

  test('treats an absent attribute with a default as the default', () => {
    expect(refreshed(restriction, {}, {})['enforced']).toBe(false);
    expect(refreshed(operator, {}, {})['region']).toBe('global');
  });

  test('keeps values that are not returned', () => {
    const creds = { cloud_access_key_id: 'old', cloud_secret_access_key: 'secret' };
    const prior = { target: { data_stream: { stream_rn: 'rn', auth: { creds } } } };
    const response = {
      target: { data_stream: { stream_rn: 'rn', auth: { creds: { cloud_access_key_id: 'new' }, role: null } } },
    };
    const state = refreshed(destination, prior, response);
    expect({ ...(at(state, 'target', 'data_stream', 'auth', 'creds') as ObjectValue) }).toEqual({
      cloud_access_key_id: 'new',
      cloud_secret_access_key: 'secret',
    });
    expect(at(state, 'target', 'data_stream', 'auth', 'role')).toBeNull();
  });

  test('keeps the representation within elements of a set while others change', () => {
    const prior = {
      sources: [{ type: 'tcp_connection_closed.v0', fields: ['conn.end_ts', 'conn.start_ts'], filter: '' }],
    };
    const state = refreshed(subscription, prior, {
      sources: [
        { type: 'ip_policy_created.v0', uri: 'x' },
        { type: 'tcp_connection_closed.v0', fields: ['conn.start_ts', 'conn.end_ts'], uri: 'y' },
      ],
    });
    expect((state['sources'] as ObjectValue[]).map((source) => ({ ...source }))).toEqual([
      { type: 'ip_policy_created.v0', fields: null, filter: null },
      { type: 'tcp_connection_closed.v0', fields: ['conn.end_ts', 'conn.start_ts'], filter: '' },
    ]);
  });

  test.each([{}, { name: '' }])('keeps an empty object, %j, if the service has none', (deployment) => {
    const before = configOf(operator, { deployment })['deployment'];
    expect(refreshed(operator, { deployment }, { deployment: null })['deployment']).toEqual(before);
    expect(refreshed(operator, { deployment: { name: 'a' } }, { deployment: null })['deployment']).toBeNull();
  });

  // The responses of profile `ngrok` have a `binding` for every operator, and the service may choose its endpoint.
  describe('of the `binding` of an operator', () => {
    const cert = { cert: '', not_before: '0001-01-01T00:00:00Z', not_after: '0001-01-01T00:00:00Z' };
    const binding = { cert, endpoint_selectors: null, ingress_endpoint: 'host:443' };

    test('keeps one that has only an ingress endpoint, with the endpoint of the response', () => {
      for (const prior of [{}, { ingress_endpoint: 'other:443' }, { endpoint_selectors: [] }])
        expect(at(refreshed(operator, { binding: prior }, { binding }), 'binding', 'ingress_endpoint')).toBe(
          'host:443',
        );
    });

    test('is null if the state has none, or the response has no endpoint', () => {
      expect(refreshed(operator, {}, { binding })['binding']).toBeNull();
      const prior = { endpoint_selectors: ['true'] };
      expect(
        refreshed(operator, { binding: prior }, { binding: { cert, endpoint_selectors: null } })['binding'],
      ).toBeNull();
    });
  });
});

describe('an apply', () => {
  test('fills in unknown values within nested objects', () => {
    const planned = configOf(operator, {
      binding: { csr: 'request', endpoint_selectors: ['true'], ingress_endpoint: UNKNOWN, cert: UNKNOWN },
    });
    const live = stateValues(operator.attributes, {
      binding: { endpoint_selectors: ['true'], cert: { cert: 'pem', not_before: 'a' }, ingress_endpoint: 'host:443' },
    });
    const binding = stateAfterApply(operator.attributes, planned, live)['binding'] as ObjectValue;
    expect(binding['csr']).toBe('request');
    expect(binding['ingress_endpoint']).toBe('host:443');
    expect({ ...(binding['cert'] as ObjectValue) }).toEqual({ cert: 'pem', not_before: 'a', not_after: null });
  });

  test('takes the ingress endpoint of a `binding` without selectors and certificate', () => {
    const planned = configOf(operator, { binding: { ingress_endpoint: UNKNOWN, cert: UNKNOWN } });
    const live = stateValues(operator.attributes, {
      binding: { endpoint_selectors: [], ingress_endpoint: 'host:443' },
    });
    const state = stateAfterApply(operator.attributes, planned, live);
    expect(at(state, 'binding', 'ingress_endpoint')).toBe('host:443');
  });

  test('leaves nothing unknown, even if the service returns nothing', () => {
    for (const kind of SPEC_KINDS) {
      const planned = configOf(kind, Object.fromEntries(Object.keys(kind.attributes).map((name) => [name, UNKNOWN])));
      const state = stateAfterApply(kind.attributes, planned, {});
      expect(Object.values(state)).not.toContain(UNKNOWN);
      expect(Object.keys(state)).toEqual(Object.keys(kind.attributes));
    }
  });
});

test('the value of a response has exactly the members of the schema', () => {
  const value = jsonToValue({ type: 'list', presence: 'computed', doc: '', elements: operator.attributes }, [
    { id: 'a', stranger: 1, deployment: { name: 'n' } },
    'no object',
  ]) as ObjectValue[];
  expect(value.map((item) => Object.keys(item))).toEqual([
    Object.keys(operator.attributes),
    Object.keys(operator.attributes),
  ]);
  expect({ ...(value[0]?.['deployment'] as ObjectValue) }).toEqual({
    name: 'n',
    namespace: null,
    version: null,
    cluster_name: null,
  });
});
