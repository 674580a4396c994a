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
import type { JsonObject } from '../../../src/values/json';
import { tries } from '../../fuzz';
import { fullConfig } from '../../support/acceptance/samples';
import { connectApi } from '../../support/emulator/api';
import { SPEC_KINDS } from '../../support/kinds';
import { configArbitrary, stateArbitrary } from '../../support/provider/arbitraries';
import { createHarness, type Harness, plain } from '../../support/provider/harness';
import { kinds } from '../../support/provider/random-kinds';
import { configOf, configOfSchema, withChanges } from '../../support/provider/values';

const rule = getKind('ip_policy_rule');
const restriction = getKind('ip_restriction');
const operator = getKind('kubernetes_operator');
const subscription = getKind('event_subscription');
const destination = getKind('event_destination');

describe('planValues()', () => {
  const plan = (kind: Kind, config: unknown, prior: ObjectValue) =>
    planValues(kind.attributes, configOf(kind, config), prior);

  /** The state after a create whose response has only planned values; a computed string is `the <name>`. */
  function created(kind: Kind, json: unknown): ObjectValue {
    const { planned } = planValues(kind.attributes, configOf(kind, json), null);
    const strings = Object.keys(kind.attributes).filter((name) => kind.attributes[name]?.type === 'string');
    const response = Object.fromEntries(strings.map((name) => [name, `the ${name}`]));
    return stateAfterApply(kind.attributes, planned, response);
  }

  test('keeps id and created_at of a changed object of every kind of the profile spec', () => {
    for (const kind of SPEC_KINDS) {
      const json = fullConfig(kind, 0, { object: 1 });
      const { planned } = plan(kind, { ...json, description: 'other' }, created(kind, json));
      expect(planned).toMatchObject({ id: 'the id', created_at: 'the created_at', description: 'other' });
    }
  });

  test('requires replacement only for a fixed attribute that changes or is unknown', () => {
    const values = { ip_policy_id: 'ipp_1', action: 'allow', cidr: '10.0.0.0/8' };
    const pathsFor = (changes: object) => plan(rule, { ...values, ...changes }, created(rule, values)).requiresReplace;
    const changes = [{ cidr: '11.0.0.0/8' }, { ip_policy_id: 'ipp_2' }, { ip_policy_id: UNKNOWN }];
    expect(changes.map(pathsFor)).toEqual([[], [['ip_policy_id']], [['ip_policy_id']]]);
  });

  test('resets a removed attribute to its default, or to null', () => {
    const values = { type: 'api', ip_policy_ids: ['ipp_1'] };
    const state = created(restriction, { ...values, enforced: true, description: 'a' });
    expect(plan(restriction, values, state).planned).toMatchObject({ enforced: false, description: null });
  });

  test('of an operator recomputes what a change makes the service compute, and keeps what it chose', () => {
    const json = { enabled_features: ['bindings'], binding: { csr: 'one', endpoint_selectors: ['true'] } };
    const state = created(operator, json);
    const chosen = withChanges(state['binding'] as ObjectValue, { ingress_endpoint: 'a:443' });
    const planned = (changes: object, binding: object = {}) => {
      const config = { ...json, ...changes, binding: { ...json.binding, ...binding } };
      return plan(operator, config, { ...state, binding: chosen }).planned;
    };
    const { cert } = chosen;
    expect(planned({})).toMatchObject({ updated_at: 'the updated_at', binding: { ingress_endpoint: 'a:443' } });
    expect(planned({ region: 'eu' })['updated_at']).toBe(UNKNOWN);
    expect(planned({}, { csr: 'two' })).toMatchObject({ binding: { cert: UNKNOWN } });
    expect(planned({}, { endpoint_selectors: ['false'] })).toMatchObject({ binding: { cert } });
  });

  test('requires replacement for another target type, not for another value within the type', () => {
    const target = (name: string, rn: object) => ({ [name]: { auth: { role: { role_rn: 'rn' } }, ...rn } });
    const state = created(destination, { format: 'JSON', target: target('data_stream', { stream_rn: 'a' }) });
    const pathsFor = (other: object) => plan(destination, { format: 'json', target: other }, state).requiresReplace;
    const replaced = ['data_stream', 'log_group'].map((name) => ['target', name]);
    expect(pathsFor(target('log_group', { log_group_rn: 'a' }))).toEqual(replaced);
    expect(pathsFor(target('data_stream', { stream_rn: 'b' }))).toEqual([]);
  });

  test('requires replacement for an unknown object with a fixed member at any depth', () => {
    const optional = { presence: 'optional', doc: 'Made up.' } as const;
    const fixed = { type: 'string', requiresReplace: 'always', ...optional } as const;
    const inner = { type: 'object', attributes: { fixed }, ...optional } as const;
    const attributes: Attributes = { outer: { type: 'object', attributes: { inner }, ...optional } };
    const [config, prior] = [UNKNOWN, { inner: { fixed: 'a' } }].map((outer) => configOf({ attributes }, { outer }));
    expect(planValues(attributes, config as ObjectValue, prior as ObjectValue).requiresReplace).toEqual([['outer']]);
  });

  test('compares numbers beyond 2^53, such as the version of a write-only value, exactly', () => {
    const kind = getKind('tls_certificate');
    const certificate = { ...kind, attributes: expandAttributes(kind.attributes) };
    const versioned = (version: bigint) => ({ private_key_pem_wo_version: version });
    const prior = configOf(certificate, versioned(2n ** 53n + 1n));
    const pathsFor = (version: bigint) => plan(certificate, versioned(version), prior).requiresReplace;
    expect([2n ** 53n + 1n, 2n ** 53n + 2n].map(pathsFor)).toEqual([[], [['private_key_pem_wo_version']]]);
  });
});

describe('a default of the service', () => {
  const type = 'netingress_domain';
  const own = { authority: 'letsencrypt', private_key_type: 'ecdsa' };
  const rsa = { authority: 'letsencrypt', private_key_type: 'rsa' };

  let harness: Harness;

  beforeEach(async () => {
    harness = await createHarness('ngrok');
  });

  const policyOf = (values: unknown): unknown => (plain(values) as JsonObject)['certificate_management_policy'];
  const live = (): JsonObject => harness.emulator.objects('domain')[0] ?? {};
  const imported = (made: ObjectValue) => harness.imported(type, String(made['id']));

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
    expect([plain(planned), requiresReplace]).toEqual([plain(state), []]);
    return state;
  }

  describe('a region that the service does not return', () => {
    const named = { domain: 'a.example.com', region: 'us' };

    test('keeps its configured value, and another one requires replacement', async () => {
      const state = await settled(named);
      expect([live()['region'], state['region']]).toEqual(['', 'us']);
      expect((await harness.plan(type, { ...named, region: 'eu' }, state)).requiresReplace).toEqual([['region']]);
    });

    test('that is configured for an imported domain is accepted without a request', async () => {
      const stub = await imported(await harness.applied(type, named));
      expect((await harness.plan(type, named, stub)).requiresReplace).toEqual([]);
      const sent = harness.bodies.length;
      expect((await settled(named, stub))['region']).toBe('us');
      expect(harness.bodies).toHaveLength(sent);
    });

    test('is read if the service returns it, and drift is shown', async () => {
      harness = await createHarness('spec');
      const made = await harness.applied(type, named);
      expect((await imported(made))?.['region']).toBe('us');
      expect((await refreshed(withChanges(made, { region: 'eu' })))['region']).toBe('us');
    });
  });

  describe('a policy that is the server default of a wildcard domain', () => {
    const wildcard = { domain: '*.example.com' };
    const deletions = (): string[] => harness.requests().filter((request) => request.startsWith('DELETE'));

    test('is not stored while none is configured, and not removed; a data source returns it', async () => {
      const state = await settled(wildcard);
      expect([policyOf(state), live()['certificate_management_policy']]).toEqual([null, own]);
      const changed = await settled({ ...wildcard, description: 'edge' }, state);
      expect([policyOf(changed), live()['certificate_management_policy']]).toEqual([null, own]);
      expect([deletions(), policyOf(await imported(state))]).toEqual([[], null]);
      const config = harness.config(type, { id: String(state['id']) });
      const found = await harness.provider.readDataSource({ type, config, deferralAllowed: false });
      expect(policyOf(found.state)).toEqual(own);
    });

    test('becomes the configured one, equal or not, and is removed with it', async () => {
      const same = await settled({ ...wildcard, certificate_management_policy: own }, await settled(wildcard));
      expect(policyOf(same)).toEqual(own);
      const other = await settled({ ...wildcard, certificate_management_policy: rsa }, same);
      expect(live()['certificate_management_policy']).toEqual(rsa);
      await settled(wildcard, await settled({ ...wildcard, certificate_management_policy: own }, other));
      expect(live()['certificate_management_policy']).toBeNull();
      expect(deletions()).toEqual([`DELETE /reserved_domains/${String(live()['id'])}/certificate_management_policy`]);
    });

    test('is replaced by a certificate', async () => {
      const state = await settled(wildcard);
      const certificate = fullConfig(getKind('tls_certificate'), 0, { object: 0 });
      const { id } = await harness.applied('netingress_tls_certificate', certificate);
      const certified = await settled({ ...wildcard, certificate_id: String(id) }, state);
      expect([certified['certificate_id'], live()['certificate_management_policy']]).toEqual([id, null]);
    });

    test('is drift if another client set another one, and so is any policy of a domain without wildcard', async () => {
      // Not read before: until its next write, a process reads an object once.
      const state = await harness.applied(type, wildcard);
      const api = connectApi(harness.emulator, { 'ngrok-version': '2' });
      await api.send('PATCH', `/reserved_domains/${String(state['id'])}`, { certificate_management_policy: rsa });
      expect(policyOf(await refreshed(state))).toEqual(rsa);
      const made = await harness.applied(type, { domain: 'b.example.com', certificate_management_policy: own });
      expect(policyOf(await imported(made))).toEqual(own);
    });
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
      const stub = await imported(await harness.applied(type, { domain, certificate_management_policy: own }));
      expect(plain((await harness.plan(type, wanted, stub)).planned)).toEqual(plain(stub));
    });

    test('is chosen by the service while the profile is unknown', async () => {
      const config = configOfSchema(harness.provider.schema.provider, { profile: UNKNOWN });
      await harness.provider.configure({ config });
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
  const [http, tcp] = ['http_request_complete.v0', 'tcp_connection_closed.v0'];
  const conflicts = (kind: Pick<Kind, 'attributes'>, config: unknown, prior: unknown) =>
    representationConflicts(kind.attributes, configOf(kind, config), configOf(kind, prior));
  const plannedSources = (config: unknown[], prior: unknown[]) => {
    const [given, before] = [config, prior].map((sources) => configOf(subscription, { sources }));
    return plain(planValues(subscription.attributes, given as ObjectValue, before as ObjectValue).planned['sources']);
  };

  test('elements of a set keep the prior representation while another is unknown', () => {
    const prior = [{ type: http, filter: '' }, { type: tcp }];
    const config = [{ type: http }, { type: tcp, filter: UNKNOWN }];
    expect(plannedSources(config, prior)).toEqual([
      { type: http, fields: null, filter: '' },
      { type: tcp, fields: null, filter: '(unknown)' },
    ]);
    expect(conflicts(subscription, { sources: config }, { sources: prior })).toEqual([]);
  });

  test('an element that may match any prior one is known only where the representations agree', () => {
    const element = { type: '(unknown)', fields: null, filter: '(unknown)' };
    expect(plannedSources([{ type: UNKNOWN }], [{ type: http, filter: '' }])).toEqual([element]);
  });

  test('a set of strings that may equal the prior one in another representation is an error', () => {
    const conflictsOf = (enabled_features: unknown[], ...prior: string[]) =>
      conflicts(operator, { enabled_features }, { enabled_features: prior });
    const two = ['ingress', 'bindings'];
    const expected = expect.stringContaining('ingress, bindings');
    expect(conflictsOf(['Ingress', UNKNOWN], ...two)).toMatchObject([{ path: ['enabled_features'], expected }]);
    expect(conflictsOf(['ingress', UNKNOWN], ...two)).toEqual([]);
    expect(conflictsOf(['Ingress', 'BINDINGS'], ...two)).toEqual([]);
    const counts = [1, 2, 3].map((unknown) => {
      return conflictsOf(['Ingress', ...Array(unknown).fill(UNKNOWN)], ...two, 'gateway').length;
    });
    expect(counts).toEqual([0, 1, 1]);
  });

  test('a map of rules that may equal the prior one is an error, unless a key makes it different', () => {
    const [allow, open] = ['a', UNKNOWN].map((description) => ({ action: 'allow', description }));
    const conflictsOf = (rules: object) => conflicts(ipPolicyRules, { rules }, { rules: { '2001:db8::/32': allow } });
    expect(conflictsOf({ '2001:DB8::/32': open })).toHaveLength(1);
    expect(conflictsOf({ '2001:db8::/32': open })).toEqual([]);
    expect(conflictsOf({ '2001:DB8::/32': open, '10.0.0.0/8': allow })).toEqual([]);
  });
});

describe('the state after a response', () => {
  /** The state after a read, from the state before it and the service's response. */
  function refreshed(kind: Kind, prior: unknown, response: JsonObject): JsonObject {
    const state = stateAfterRead(kind.attributes, configOf(kind, prior), stateValues(kind.attributes, response));
    return plain(state) as JsonObject;
  }

  describe('a read', () => {
    test('shows drift in the service’s representation', () => {
      const prior = { cidr: '10.0.0.0/8', description: 'a', action: 'allow' };
      const state = refreshed(rule, prior, { cidr: '11.0.0.0/8', action: 'allow' });
      expect(state).toMatchObject({ cidr: '11.0.0.0/8', description: null, action: 'allow' });
    });

    test('treats an absent attribute with a default as the default', () => {
      expect(refreshed(restriction, {}, {})['enforced']).toBe(false);
      expect(refreshed(operator, {}, {})['region']).toBe('global');
    });

    test('keeps values that are not returned', () => {
      const targetWith = (creds: JsonObject) => ({ data_stream: { stream_rn: 'rn', auth: { creds, role: null } } });
      const prior = { cloud_access_key_id: 'old', cloud_secret_access_key: 'secret' };
      const response = { target: targetWith({ cloud_access_key_id: 'new' }) };
      const target = targetWith({ cloud_access_key_id: 'new', cloud_secret_access_key: 'secret' });
      expect(refreshed(destination, { target: targetWith(prior) }, response)).toMatchObject({ target });
    });

    test('keeps the representation within elements of a set while others change', () => {
      const [type, fields] = ['tcp_connection_closed.v0', ['conn.end_ts', 'conn.start_ts']];
      const added = { type: 'ip_policy_created.v0', uri: 'x' };
      const sources = [added, { type, fields: [...fields].reverse(), uri: 'y' }];
      expect(refreshed(subscription, { sources: [{ type, fields, filter: '' }] }, { sources })['sources']).toEqual([
        { type: added.type, fields: null, filter: null },
        { type, fields, filter: '' },
      ]);
    });

    test.each([{}, { name: '' }])('keeps an empty object, %j, if the service has none', (deployment) => {
      const before = plain(configOf(operator, { deployment })['deployment']);
      expect(refreshed(operator, { deployment }, { deployment: null })['deployment']).toEqual(before);
      expect(refreshed(operator, { deployment: { name: 'a' } }, { deployment: null })['deployment']).toBeNull();
    });

    // The responses of profile `ngrok` have a `binding` for every operator, and the service may choose its endpoint.
    test('of an operator keeps a `binding` with an endpoint of the response, and has none if there was none or no endpoint', () => {
      const cert = { cert: '', not_before: '0001-01-01T00:00:00Z', not_after: '0001-01-01T00:00:00Z' };
      const [chosen, none] = [{ ingress_endpoint: 'host:443' }, { endpoint_selectors: null, cert }];
      const binding = { ...none, ...chosen };
      for (const prior of [{}, { ingress_endpoint: 'other:443' }, { endpoint_selectors: [] }])
        expect(refreshed(operator, { binding: prior }, { binding })).toMatchObject({ binding: chosen });
      expect(refreshed(operator, {}, { binding })['binding']).toBeNull();
      const prior = { binding: { endpoint_selectors: ['true'] } };
      expect(refreshed(operator, prior, { binding: none })['binding']).toBeNull();
    });
  });

  describe('an apply', () => {
    const applied = (kind: Kind, config: unknown, response: JsonObject) =>
      stateAfterApply(kind.attributes, configOf(kind, config), stateValues(kind.attributes, response));

    test('fills in unknown values within nested objects, also of a `binding` without selectors and certificate', () => {
      const computed = { ingress_endpoint: UNKNOWN, cert: UNKNOWN };
      const binding = { csr: 'request', endpoint_selectors: ['true'], ...computed };
      const cert = { cert: 'pem', not_before: 'a' };
      const response = { endpoint_selectors: ['true'], cert, ingress_endpoint: 'host:443' };
      const chosen = { ingress_endpoint: 'host:443' };
      const filled = { csr: 'request', ...chosen, cert: { ...cert, not_after: null } };
      expect(applied(operator, { binding }, { binding: response })).toMatchObject({ binding: filled });
      const bare = { endpoint_selectors: [], ...chosen };
      expect(applied(operator, { binding: computed }, { binding: bare })).toMatchObject({ binding: chosen });
    });

    test('leaves nothing unknown, even if the service returns nothing', () => {
      for (const kind of SPEC_KINDS) {
        const names = Object.keys(kind.attributes);
        const state = applied(kind, Object.fromEntries(names.map((name) => [name, UNKNOWN])), {});
        expect(Object.values(state)).not.toContain(UNKNOWN);
        expect(Object.keys(state)).toEqual(names);
      }
    });
  });

  test('the value of a response has exactly the members of the schema', () => {
    const elements = operator.attributes;
    const response = [{ id: 'a', stranger: 1, deployment: { name: 'n' } }, 'no object'];
    const value = jsonToValue({ type: 'list', presence: 'computed', doc: '', elements }, response);
    const expected = [{ id: 'a', deployment: { name: 'n' } }, {}].map((each) => configOf(operator, each));
    expect(plain(value)).toEqual(plain(expected));
  });
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

/** If the resource says so (`keepsUnchanged`), an object is not planned while its proposed state is its prior state. */
describe('an object that is kept without a plan', () => {
  const cases = fc.oneof(kinds, fc.constantFrom(...KINDS)).chain((kind) => {
    const attributes = expandAttributes(kind.attributes);
    return fc.record({
      kind: fc.constant(kind),
      prior: stateArbitrary(attributes),
      /** Write-only values come from here. */
      other: configArbitrary(attributes),
      /** Whether values that Terraform would propose anyway are not configured. */
      omits: fc.boolean(),
      priorPrivate: fc.constantFrom(new Uint8Array(), IMPORT_MARKER, MOVE_MARKER),
    });
  });

  test('has the same plan in full, for kinds of the model and random ones', () => {
    let kept = 0;
    fc.assert(
      fc.property(cases, ({ kind, prior, other, omits, priorPrivate }) => {
        const resource = createObjectResource(kind);
        if (!resource.keepsUnchanged?.(priorPrivate)) return;
        kept += 1;
        const config = configToKeep(resource.attributes, prior, other, omits);
        const planned = resource.plan({ type: resource.type, prior, proposed: prior, config, priorPrivate });
        const encode = (value: ObjectValue | null) => encodeValue(impliedType(resource.schema.attributes), value);
        expect({ ...planned, planned: encode(planned.planned) }).toEqual({
          ...{ planned: encode(prior), requiresReplace: [], diagnostics: [], plannedPrivate: priorPrivate },
        });
      }),
      tries(2_000),
    );
    expect(kept).toBeGreaterThan(20);
  });

  test('may be a rule of an IP policy, but not after a move', () => {
    const { keepsUnchanged } = createObjectResource(rule);
    expect([new Uint8Array(), MOVE_MARKER].map((bytes) => keepsUnchanged?.(bytes))).toEqual([true, false]);
  });
});
