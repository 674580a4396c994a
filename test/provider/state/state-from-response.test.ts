import { attributesFromResponse } from '../../../src/model/from-response';
import type { JsonObject } from '../../../src/model/json';
import type { Kind } from '../../../src/model/kind';
import { getKind } from '../../../src/model/kinds';
import { jsonToValue } from '../../../src/provider/state/json-values';
import { stateAfterApply, stateAfterRead } from '../../../src/provider/state/state-from-response';
import { type CtyValue, isObjectValue, type ObjectValue, UNKNOWN } from '../../../src/values/cty-value';
import { SPEC_KINDS } from '../../support/kinds';
import { configOf } from '../../support/provider/values';

const rule = getKind('ip_policy_rule');
const policy = getKind('ip_policy');
const restriction = getKind('ip_restriction');
const operator = getKind('kubernetes_operator');
const subscription = getKind('event_subscription');
const destination = getKind('event_destination');
const ingress = getKind('agent_ingress');

/** The state after a read, given the state before it and what the service responses. */
function refreshed(kind: Kind, prior: unknown, response: JsonObject): ObjectValue {
  return stateAfterRead(kind.attributes, configOf(kind, prior), attributesFromResponse(kind.attributes, response));
}

/** Part of a value, by member names. */
function at(value: CtyValue, ...path: string[]): CtyValue {
  return path.reduce<CtyValue>((here, name) => (isObjectValue(here) ? (here[name] ?? null) : null), value);
}

describe('a read', () => {
  test.each<[string, Kind, string, CtyValue, JsonObject]>([
    ['a CIDR', rule, 'cidr', '2001:DB8:0:0::/32', { cidr: '2001:db8::/32' }],
    ['a bare address', rule, 'cidr', '192.0.2.1', { cidr: '192.0.2.1/32' }],
    ['a domain', ingress, 'domain', 'Ingress.Example.COM', { domain: 'ingress.example.com' }],
    ['a format', destination, 'format', 'json', { format: 'JSON' }],
    [
      'features',
      operator,
      'enabled_features',
      ['Ingress', 'GATEWAY'],
      { region: 'global', enabled_features: ['gateway', 'ingress'] },
    ],
    [
      'references',
      restriction,
      'ip_policy_ids',
      ['ipp_2', 'ipp_1'],
      { ip_policies: [{ id: 'ipp_1' }, { id: 'ipp_2' }] },
    ],
    ['an empty text', policy, 'description', '', {}],
    ['an empty set', operator, 'enabled_features', [], { enabled_features: null }],
  ])('keeps the prior representation of %s', (_, kind, name, prior, response) => {
    expect(refreshed(kind, { [name]: prior }, response)[name]).toEqual(prior);
  });

  test('shows drift in the service’s representation', () => {
    const prior = { cidr: '10.0.0.0/8', description: 'a', action: 'allow' };
    const state = refreshed(rule, prior, { cidr: '11.0.0.0/8', action: 'allow' });
    expect([state['cidr'], state['description'], state['action']]).toEqual(['11.0.0.0/8', null, 'allow']);
  });

  test('sets every attribute of an imported object, whose state has only an id', () => {
    const response = {
      id: 'ipx_1',
      uri: 'https://service.test/ip_restrictions/ipx_1',
      created_at: '2026-01-01T00:00:00Z',
      type: 'api',
      enforced: false,
      ip_policies: [{ id: 'ipp_1', uri: '' }],
    };
    expect({ ...refreshed(restriction, { id: 'ipx_1' }, response) }).toEqual({
      id: 'ipx_1',
      uri: response.uri,
      created_at: response.created_at,
      description: null,
      metadata: null,
      enforced: false,
      type: 'api',
      ip_policy_ids: ['ipp_1'],
    });
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

  test('treats a zeroed binding as null', () => {
    const zeroed = {
      binding: {
        cert: { cert: '', not_before: '0001-01-01T00:00:00Z', not_after: '0001-01-01T00:00:00Z' },
        endpoint_selectors: null,
      },
    };
    expect(refreshed(operator, {}, zeroed)['binding']).toBeNull();
  });

  test.each([{}, { name: '' }])('keeps an empty object, %j, if the service has none', (deployment) => {
    const before = configOf(operator, { deployment })['deployment'];
    expect(refreshed(operator, { deployment }, { deployment: null })['deployment']).toEqual(before);
    expect(refreshed(operator, { deployment: { name: 'a' } }, { deployment: null })['deployment']).toBeNull();
  });
});

describe('an apply', () => {
  test('returns planned values unchanged and the service’s for unknown ones', () => {
    const planned = configOf(rule, { cidr: '2001:DB8::/32', ip_policy_id: 'ipp_1', action: 'allow', description: '' });
    for (const name of ['id', 'uri', 'created_at']) planned[name] = UNKNOWN;
    const live = attributesFromResponse(rule.attributes, {
      id: 'ipr_1',
      uri: 'u',
      created_at: 't',
      cidr: '2001:db8::/32',
      ip_policy: { id: 'ipp_1', uri: '' },
      action: 'allow',
      description: 'other',
    });
    expect({ ...stateAfterApply(rule.attributes, planned, live) }).toEqual({
      id: 'ipr_1',
      uri: 'u',
      created_at: 't',
      cidr: '2001:DB8::/32',
      ip_policy_id: 'ipp_1',
      action: 'allow',
      description: '',
      metadata: null,
    });
  });

  test('fills in unknown values within nested objects', () => {
    const planned = configOf(operator, {
      binding: { csr: 'request', endpoint_selectors: ['true'], ingress_endpoint: UNKNOWN, cert: UNKNOWN },
    });
    const live = attributesFromResponse(operator.attributes, {
      binding: { endpoint_selectors: ['true'], cert: { cert: 'pem', not_before: 'a' }, ingress_endpoint: 'host:443' },
    });
    const binding = stateAfterApply(operator.attributes, planned, live)['binding'] as ObjectValue;
    expect(binding['csr']).toBe('request');
    expect(binding['ingress_endpoint']).toBe('host:443');
    expect({ ...(binding['cert'] as ObjectValue) }).toEqual({ cert: 'pem', not_before: 'a', not_after: null });
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
