import fc from 'fast-check';
import { ipPolicyRules } from '../../../src/model/composites';
import type { Attributes, Kind } from '../../../src/model/kind';
import { getKind, KINDS } from '../../../src/model/kinds';
import { expandAttributes } from '../../../src/model/variants/expand-attributes';
import { impliedType } from '../../../src/provider/protocol/schema';
import { createObjectResource } from '../../../src/provider/resources/object';
import { IMPORT_MARKER, MOVE_MARKER } from '../../../src/provider/state/import-marker';
import { jsonToValue } from '../../../src/provider/state/json-values';
import { planValues } from '../../../src/provider/state/plan-values';
import { representationConflicts } from '../../../src/provider/state/semantic-equality';
import { stateAfterApply, stateAfterRead, stateValues } from '../../../src/provider/state/state-from-response';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue, UNKNOWN } from '../../../src/values/cty-value';
import { encodeValue } from '../../../src/values/encode';
import { fromJson } from '../../../src/values/from-json';
import type { JsonObject } from '../../../src/values/json';
import { tries } from '../../fuzz';
import { fullConfig } from '../../support/acceptance/samples';
import { SPEC_KINDS } from '../../support/kinds';
import { configArbitrary, stateArbitrary } from '../../support/provider/arbitraries';
import { createHarness, type Harness, plain } from '../../support/provider/harness';
import { kinds } from '../../support/provider/random-kinds';
import { configOf } from '../../support/provider/values';

describe('planned values', () => {
  /** The state after a create whose response has only planned values; computed strings are their own names. */
  function created(kind: Kind, json: unknown): ObjectValue {
    const { planned } = planValues(kind.attributes, configOf(kind, json), null);
    const returned = Object.keys(kind.attributes).map((name) => [
      name,
      kind.attributes[name]?.type === 'string' ? `the ${name}` : null,
    ]);
    return stateAfterApply(kind.attributes, planned, Object.fromEntries(returned));
  }

  describe('planValues', () => {
    test.each(SPEC_KINDS.map((kind) => [kind.name, kind] as const))(
      'keeps id and created_at of a changed object: %s',
      (_, kind) => {
        const json = { ...fullConfig(kind, 0, { object: 1 }), description: 'other' };
        const { planned } = planValues(
          kind.attributes,
          configOf(kind, json),
          created(kind, fullConfig(kind, 0, { object: 1 })),
        );
        expect(planned['id']).toBe('the id');
        expect(planned['created_at']).toBe('the created_at');
        expect(planned['description']).toBe('other');
      },
    );

    const rule = getKind('ip_policy_rule');
    const ruleState = created(rule, { ip_policy_id: 'ipp_1', action: 'allow', cidr: '10.0.0.0/8' });

    test('keeps unknown inputs unknown, also if the prior value is known', () => {
      const config = configOf(rule, { ip_policy_id: 'ipp_1', action: 'allow' });
      config['cidr'] = UNKNOWN;
      expect(planValues(rule.attributes, config, ruleState).planned['cidr']).toBe(UNKNOWN);
    });

    test('requires replacement only for a forceNew attribute that changes or is unknown', () => {
      const changed = configOf(rule, { ip_policy_id: 'ipp_2', action: 'allow', cidr: '11.0.0.0/8' });
      expect(planValues(rule.attributes, changed, ruleState).requiresReplace).toEqual([['ip_policy_id']]);
      const unknown = configOf(rule, { action: 'allow', cidr: '10.0.0.0/8' });
      unknown['ip_policy_id'] = UNKNOWN;
      expect(planValues(rule.attributes, unknown, ruleState).requiresReplace).toEqual([['ip_policy_id']]);
    });

    const restriction = getKind('ip_restriction');

    test('resets a removed attribute to its default, or to null', () => {
      const state = created(restriction, { type: 'api', ip_policy_ids: ['ipp_1'], enforced: true, description: 'a' });
      const { planned } = planValues(
        restriction.attributes,
        configOf(restriction, { type: 'api', ip_policy_ids: ['ipp_1'] }),
        state,
      );
      expect(planned['enforced']).toBe(false);
      expect(planned['description']).toBeNull();
    });

    test('keeps configured "" and [], which are semantically equal to null', () => {
      const policy = getKind('ip_policy');
      const { planned } = planValues(policy.attributes, configOf(policy, { description: '' }), created(policy, {}));
      expect(planned['description']).toBe('');
      const operator = getKind('kubernetes_operator');
      const features = planValues(
        operator.attributes,
        configOf(operator, { enabled_features: [] }),
        created(operator, {}),
      );
      expect(features.planned['enabled_features']).toEqual([]);
    });

    describe('of an operator with bindings', () => {
      const operator = getKind('kubernetes_operator');
      const json = { enabled_features: ['bindings'], binding: { csr: 'one', endpoint_selectors: ['true'] } };
      const state = created(operator, json);
      const plan = (binding: object): ObjectValue =>
        planValues(
          operator.attributes,
          configOf(operator, { ...json, binding: { ...json.binding, ...binding } }),
          state,
        ).planned['binding'] as ObjectValue;

      test('recomputes the certificate only for another request', () => {
        expect(plan({ csr: 'two' })['cert']).toBe(UNKNOWN);
        expect(plan({ endpoint_selectors: ['false'] })['cert']).not.toBe(UNKNOWN);
      });

      test('keeps the value that the service chose if it is not configured', () => {
        const chosen = {
          ...state,
          binding: objectValue([...Object.entries(state['binding'] as ObjectValue), ['ingress_endpoint', 'a:443']]),
        };
        const { planned } = planValues(
          operator.attributes,
          configOf(operator, json),
          objectValue(Object.entries(chosen)),
        );
        expect((planned['binding'] as ObjectValue)['ingress_endpoint']).toBe('a:443');
      });

      test('marks updated_at unknown for an update, and keeps it without a change', () => {
        expect(planValues(operator.attributes, configOf(operator, json), state).planned['updated_at']).toBe(
          'the updated_at',
        );
        expect(
          planValues(operator.attributes, configOf(operator, { ...json, region: 'eu' }), state).planned['updated_at'],
        ).toBe(UNKNOWN);
      });
    });

    test('requires replacement for another target type, not for another name within the type', () => {
      const destination = getKind('event_destination');
      const target = (name: string, rn: string) => ({ [name]: { auth: { role: { role_rn: 'rn' } }, [rn]: 'a' } });
      const state = created(destination, { format: 'JSON', target: target('data_stream', 'stream_rn') });
      const other = configOf(destination, { format: 'json', target: target('log_group', 'log_group_rn') });
      expect(planValues(destination.attributes, other, state).requiresReplace).toEqual([
        ['target', 'data_stream'],
        ['target', 'log_group'],
      ]);
      const renamed = configOf(destination, {
        format: 'JSON',
        target: { data_stream: { auth: { role: { role_rn: 'rn' } }, stream_rn: 'b' } },
      });
      expect(planValues(destination.attributes, renamed, state).requiresReplace).toEqual([]);
    });

    test('requires replacement for an unknown object with a forceNew member at any depth', () => {
      const attributes: Attributes = {
        outer: {
          type: 'object',
          presence: 'required',
          doc: 'Made up.',
          attributes: {
            inner: {
              type: 'object',
              presence: 'optional',
              doc: 'Made up.',
              attributes: {
                fixed: { type: 'string', presence: 'optional', requiresReplace: 'always', doc: 'Made up.' },
              },
            },
          },
        },
      };
      const state = objectValue([['outer', objectValue([['inner', objectValue([['fixed', 'a']])]])]]);
      const { requiresReplace } = planValues(attributes, objectValue([['outer', UNKNOWN]]), state);
      expect(requiresReplace).toEqual([['outer']]);
    });

    test('accepts numbers beyond 2^53, such as the version of a write-only value', () => {
      const certificate = { attributes: expandAttributes(getKind('tls_certificate').attributes) };
      const versioned = (version: bigint) =>
        objectValue(
          Object.keys(certificate.attributes).map((name): [string, CtyValue] => [
            name,
            name === 'private_key_pem_wo_version' ? version : null,
          ]),
        );
      const plan = (version: bigint) =>
        planValues(certificate.attributes, versioned(version), versioned(2n ** 53n + 1n));
      expect(plan(2n ** 53n + 1n).requiresReplace).toEqual([]);
      expect(plan(2n ** 53n + 2n).requiresReplace).toEqual([['private_key_pem_wo_version']]);
    });
  });
});

/** Server defaults of domains: no plan after an apply may show them (docs/internals/gaps.md section 2). */
describe('a default of the service', () => {
  const type = 'netingress_domain';
  const own = { authority: 'letsencrypt', private_key_type: 'ecdsa' };
  const rsa = { authority: 'letsencrypt', private_key_type: 'rsa' };

  let harness: Harness;

  beforeEach(async () => {
    harness = await createHarness('ngrok');
  });

  const policyOf = (values: unknown): unknown =>
    (plain(values as ObjectValue) as JsonObject)['certificate_management_policy'];
  const live = (): JsonObject => harness.emulator.objects('domain')[0] ?? {};
  const deletions = (): string[] => harness.requests().filter((request) => request.startsWith('DELETE'));

  /** The state as the next plan finds it. */
  async function refreshed(state: ObjectValue): Promise<ObjectValue> {
    const read = await harness.read(type, state);
    if (!read) throw new Error('The domain is gone');
    return read;
  }

  /** Applies over what a refresh of `prior` finds, and expects that then nothing is planned. */
  async function settled(values: JsonObject, prior: ObjectValue | null = null): Promise<ObjectValue> {
    const state = await refreshed(await harness.applied(type, values, prior && (await refreshed(prior))));
    const { planned, requiresReplace } = await harness.plan(type, values, state);
    expect(plain(planned)).toEqual(plain(state));
    expect(requiresReplace).toEqual([]);
    return state;
  }

  describe('a region that the service does not return', () => {
    const named = { domain: 'a.example.com', region: 'us' };

    test('keeps its configured value, and another one requires replacement', async () => {
      const state = await settled(named);
      expect(live()['region']).toBe('');
      expect(state['region']).toBe('us');
      const { requiresReplace } = await harness.plan(type, { ...named, region: 'eu' }, state);
      expect(requiresReplace).toEqual([['region']]);
    });

    test('that is configured for an imported domain is accepted without a request', async () => {
      const made = await harness.applied(type, named);
      const imported = await harness.imported(type, String(made['id']));
      const { requiresReplace } = await harness.plan(type, named, imported);
      expect(requiresReplace).toEqual([]);
      const sent = harness.bodies.length;
      expect((await settled(named, imported))['region']).toBe('us');
      expect(harness.bodies).toHaveLength(sent);
    });

    test('is read if the service returns it, and drift is shown', async () => {
      harness = await createHarness('spec');
      const made = await harness.applied(type, named);
      expect((await harness.imported(type, String(made['id'])))?.['region']).toBe('us');
      const elsewhere = Object.assign(Object.create(null), made, { region: 'eu' }) as ObjectValue;
      expect((await refreshed(elsewhere))['region']).toBe('us');
    });
  });

  describe('a policy that is the server default of a wildcard domain', () => {
    const wildcard = { domain: '*.example.com' };

    test('is not stored while none is configured, and not removed', async () => {
      const state = await settled(wildcard);
      expect([policyOf(state), live()['certificate_management_policy']]).toEqual([null, own]);
      const changed = await settled({ ...wildcard, description: 'edge' }, state);
      expect([policyOf(changed), live()['certificate_management_policy']]).toEqual([null, own]);
      expect(deletions()).toEqual([]);
      const imported = await harness.imported(type, String(state['id']));
      expect(policyOf(imported)).toBeNull();
    });

    test('becomes the configured one, equal or not, and is removed with it', async () => {
      const same = await settled({ ...wildcard, certificate_management_policy: own }, await settled(wildcard));
      expect(policyOf(same)).toEqual(own);
      const other = await settled({ ...wildcard, certificate_management_policy: rsa }, same);
      expect(live()['certificate_management_policy']).toEqual(rsa);
      const back = await settled({ ...wildcard, certificate_management_policy: own }, other);
      await settled(wildcard, back);
      expect(live()['certificate_management_policy']).toBeNull();
      expect(deletions()).toEqual([`DELETE /reserved_domains/${String(live()['id'])}/certificate_management_policy`]);
    });

    test('is replaced by a certificate', async () => {
      const state = await settled(wildcard);
      const uploaded = await harness.applied(
        'netingress_tls_certificate',
        fullConfig(getKind('tls_certificate'), 0, { object: 0 }),
      );
      const certified = await settled({ ...wildcard, certificate_id: String(uploaded['id']) }, state);
      expect(certified['certificate_id']).toBe(uploaded['id']);
      expect(live()['certificate_management_policy']).toBeNull();
    });

    test('is drift if another client set another one', async () => {
      // Not read before: what a process has read it does not ask again.
      const state = await harness.applied(type, wildcard);
      await harness.emulator.fetch(
        new Request(`http://127.0.0.1/reserved_domains/${String(state['id'])}`, {
          method: 'PATCH',
          headers: {
            authorization: `Bearer ${harness.emulator.apiKey}`,
            'content-type': 'application/json',
            'ngrok-version': '2',
          },
          body: JSON.stringify({ certificate_management_policy: rsa }),
        }),
      );
      expect(policyOf(await refreshed(state))).toEqual(rsa);
    });

    test('is returned by a data source', async () => {
      const { id } = await settled(wildcard);
      const { state } = await harness.provider.readDataSource({
        type,
        config: harness.config(type, { id: String(id) }),
        deferralAllowed: false,
      });
      expect(policyOf(state)).toEqual(own);
    });
  });

  test('a domain without wildcard has no server default: a remote policy is drift', async () => {
    const plainDomain = { domain: 'b.example.com' };
    const made = await harness.applied(type, { ...plainDomain, certificate_management_policy: own });
    expect(policyOf(await harness.imported(type, String(made['id'])))).toEqual(own);
  });

  describe('a policy without a key type', () => {
    const domain = 'app.example.com';
    const wanted = { domain, certificate_management_policy: { authority: 'letsencrypt' } };

    test('is planned and created with the default of the profile', async () => {
      const state = await settled(wanted);
      expect([policyOf(state), live()['certificate_management_policy']]).toEqual([own, own]);
      harness = await createHarness('spec');
      expect(policyOf(await settled(wanted))).toEqual(rsa);
    });

    test('plans no change for a domain that exists with the default', async () => {
      const made = await harness.applied(type, { domain, certificate_management_policy: own });
      const imported = await harness.imported(type, String(made['id']));
      expect(plain((await harness.plan(type, wanted, imported)).planned)).toEqual(plain(imported));
    });

    test('is chosen by the service while the profile is unknown', async () => {
      const attributes = harness.provider.schema.provider.attributes;
      const config = fromJson(impliedType(attributes), {}) as ObjectValue;
      const open = Object.assign(Object.create(null), config, { profile: UNKNOWN }) as ObjectValue;
      await harness.provider.configure({ config: open });
      const { planned } = await harness.plan(type, wanted);
      expect(policyOf(planned)).toEqual({ authority: 'letsencrypt', private_key_type: '(unknown)' });
    });
  });

  test('an empty certificate_id equals null: it may be configured beside a policy, and plans no change', async () => {
    const values = { domain: 'app.example.com', certificate_id: '', certificate_management_policy: own };
    expect(await harness.validate(type, values)).toEqual([]);
    const state = await settled(values);
    expect([state['certificate_id'], live()['certificate_management_policy']]).toEqual(['', own]);
  });
});

describe('semantic equality', () => {
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
});

describe('the state after a response', () => {
  const rule = getKind('ip_policy_rule');
  const restriction = getKind('ip_restriction');
  const operator = getKind('kubernetes_operator');
  const subscription = getKind('event_subscription');
  const destination = getKind('event_destination');

  /** The state after a read, from the state before it and the service's response. */
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
});

/**
 * An object whose proposed state is its prior state may be planned without a look at it, where its resource says so. Here
 * each such object is also planned in full: both plans must be equal, for the kinds of the model and for random ones.
 */
interface Case {
  readonly kind: Kind;
  readonly prior: ObjectValue;
  /** Write-only values come from here. */
  readonly other: ObjectValue;
  /** Whether values that Terraform would propose anyway are not configured. */
  readonly omits: boolean;
  readonly priorPrivate: Uint8Array;
}

const toCase = (kind: Kind): fc.Arbitrary<Case> =>
  fc.record({
    kind: fc.constant(kind),
    prior: stateArbitrary(expandAttributes(kind.attributes)),
    other: configArbitrary(expandAttributes(kind.attributes)),
    omits: fc.boolean(),
    priorPrivate: fc.constantFrom(new Uint8Array(), IMPORT_MARKER, MOVE_MARKER),
  });

/** A configuration for which Terraform proposes the prior state. */
function configToKeep(attributes: Attributes, prior: ObjectValue, other: ObjectValue, omits: boolean): ObjectValue {
  const members = Object.entries(attributes).map(([name, attribute]): [string, CtyValue] => {
    const value = prior[name] ?? null;
    const mayBeOmitted = attribute.presence === 'optional-computed' || attribute.default !== undefined;
    if (attribute.presence === 'computed' || (mayBeOmitted && omits)) return [name, null];
    if (attribute.writeOnly) return [name, other[name] ?? null];
    if (attribute.type !== 'object' || !isObjectValue(value)) return [name, value];
    const inner = other[name] ?? null;
    return [name, configToKeep(attribute.attributes, value, isObjectValue(inner) ? inner : objectValue(), omits)];
  });
  return objectValue(members);
}

/** Throws if the object would be kept without a plan, and its plan is another. Returns whether it would be kept. */
function compare({ kind, prior, other, omits, priorPrivate }: Case): boolean {
  const resource = createObjectResource(kind);
  if (!resource.keepsUnchanged?.(priorPrivate)) return false;
  const config = configToKeep(resource.attributes, prior, other, omits);
  const { type } = resource;
  const response = resource.plan({ type, prior, proposed: prior, config, priorPrivate });
  const state = impliedType(resource.schema.attributes);
  const [planned, kept] = [encodeValue(state, response.planned), encodeValue(state, prior)];
  if (Buffer.compare(planned, kept) !== 0) throw new Error(`${kind.name} is planned as another state`);
  if (response.requiresReplace.length > 0) throw new Error(`${kind.name} is replaced`);
  if (response.diagnostics.length > 0) throw new Error(`${kind.name} is planned with diagnostics`);
  if (Buffer.compare(response.plannedPrivate, priorPrivate) !== 0) throw new Error('the private data changes');
  return true;
}

test('an object of any kind that is kept without a plan has an equal plan', () => {
  let kept = 0;
  fc.assert(
    fc.property(fc.oneof(kinds, fc.constantFrom(...KINDS)).chain(toCase), (each) => {
      kept += compare(each) ? 1 : 0;
    }),
    tries(2_000),
  );
  expect(kept).toBeGreaterThan(20);
});

test('rules of IP policies are kept, but not after a move', () => {
  const kind = KINDS.find(({ name }) => name === 'ip_policy_rule') as Kind;
  const resource = createObjectResource(kind);
  expect(resource.keepsUnchanged?.(new Uint8Array())).toBe(true);
  expect(resource.keepsUnchanged?.(MOVE_MARKER)).toBe(false);
});
