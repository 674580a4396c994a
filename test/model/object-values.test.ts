import fc from 'fast-check';
import { canonicalString, canonicalValue, elementIdentity, semanticallyEqual } from '../../src/model/canonical';
import { FORMATS } from '../../src/model/formats';
import { attributesFromResponse } from '../../src/model/from-response';
import type { Attribute, Attributes, ScalarAttribute, StringsAttribute } from '../../src/model/kind';
import { getKind, KINDS } from '../../src/model/kinds';
import { attributeAt, findNaturalKey } from '../../src/model/natural-key';
import { type KindReference, listBlockingReferences, listOwnedKinds, refersTo } from '../../src/model/references';
import { createBody, isInput, updateBody } from '../../src/model/request';
import { valueToJson } from '../../src/provider/state/json-values';
import { isJsonObject, type Json, type JsonObject } from '../../src/values/json';
import type { KnownObject } from '../../src/values/known';
import { tries } from '../fuzz';
import { fullConfig } from '../support/acceptance/samples';
import { configArbitrary } from '../support/provider/arbitraries';
import { later } from '../support/unknown';

describe('canonical values', () => {
  const text: ScalarAttribute = { type: 'string', presence: 'optional', doc: '' };
  const texts: StringsAttribute = { type: 'set', elements: 'string', presence: 'optional', doc: '' };

  describe.each(KINDS.map((kind) => [kind.name, kind] as const))('semantic equality of %s', (_, kind) => {
    const whole: Attribute = { type: 'object', presence: 'required', doc: '', attributes: kind.attributes };
    const values = configArbitrary(kind.attributes, false).map((value) => valueToJson(value));

    test('is reflexive and symmetric, ignores the order of sets, and holds between a value and its canonical value', () => {
      fc.assert(
        fc.property(values, values, (a, b) => {
          expect(semanticallyEqual(whole, a, structuredClone(a))).toBe(true);
          expect(semanticallyEqual(whole, a, b)).toBe(semanticallyEqual(whole, b, a));
          const canonical = canonicalValue(whole, a);
          expect(canonicalValue(whole, canonical)).toEqual(canonical);
          expect(semanticallyEqual(whole, a, canonical)).toBe(true);
          const reordered = Object.entries(a).map(([name, member]) => {
            const isSet = kind.attributes[name]?.type === 'set' && Array.isArray(member);
            return [name, isSet ? [...member].reverse() : member];
          });
          expect(semanticallyEqual(whole, a, Object.fromEntries(reordered))).toBe(true);
        }),
      );
    });
  });

  describe('scalar values', () => {
    test.each<[string, ScalarAttribute, string, string]>([
      ['listed words in any case', { ...text, enumIgnoresCase: true, enum: ['JSON'] }, 'json', 'JSON'],
      ['texts that Unicode calls the same', text, 'é'.normalize('NFD'), 'é'.normalize('NFC')],
    ])('are equal: %s', (_, attribute, a, b) => {
      expect(semanticallyEqual(attribute, a, b)).toBe(true);
    });

    test.each<[string, ScalarAttribute, unknown, unknown]>([
      ['case, where nothing says so', text, 'a', 'A'],
      ['blanks', text, 'a', 'a '],
      ['empty and absent, where nothing says so', text, '', null],
      ['words that are not listed', { ...text, enumIgnoresCase: true, enum: ['JSON'] }, 'xml', 'XML'],
      ['invalid CIDRs', { ...text, format: 'cidr' }, '10.0.0.1/8', '10.0.0.0/8'],
    ])('differ: %s', (_, attribute, a, b) => {
      expect(semanticallyEqual(attribute, a, b)).toBe(false);
    });

    test('are null if empty and emptyIsAbsent is set; null ones have the default', () => {
      expect(semanticallyEqual({ ...text, emptyIsAbsent: true }, '', null)).toBe(true);
      expect(semanticallyEqual({ ...text, default: 'global' }, undefined, 'global')).toBe(true);
      expect(semanticallyEqual({ ...text, default: 'global', emptyIsAbsent: true }, '', 'global')).toBe(true);
      expect(semanticallyEqual({ type: 'bool', presence: 'optional', doc: '', default: false }, null, false)).toBe(
        true,
      );
    });

    test('have the canonical form that is in the enum', () => {
      expect(canonicalString({ enumIgnoresCase: true, enum: ['JSON'] }, 'jSoN')).toBe('JSON');
    });
  });

  test.each(Object.entries(FORMATS))(
    'the examples of the format %s are valid and have one canonical form each',
    (_, format) => {
      const { check, canonical = (text: string) => text, examples } = format;
      expect(examples.flat().flatMap((text) => check?.(text) ?? [])).toEqual([]);
      const forms = examples.map((equal) => new Set(equal.map(canonical)));
      expect(forms.map(({ size }) => size)).toEqual(examples.map(() => 1));
      expect(new Set(forms.flatMap((each) => [...each])).size).toBe(examples.length);
      expect(forms.flatMap((each) => [...each].map(canonical))).toEqual(forms.flatMap((each) => [...each]));
    },
  );

  describe('collections', () => {
    test('that are sets ignore order and duplicates', () => {
      expect(semanticallyEqual(texts, ['a', 'b', 'a'], ['b', 'a'])).toBe(true);
      expect(semanticallyEqual(texts, ['a', 'b'], ['a'])).toBe(false);
    });

    test('are equal if their elements are semantically equal', () => {
      expect(
        semanticallyEqual({ ...texts, enumIgnoresCase: true, enum: ['bindings'] }, ['BINDINGS'], ['bindings']),
      ).toBe(true);
      expect(semanticallyEqual({ ...texts, format: 'cidr' }, ['192.0.2.1'], ['192.0.2.1/32'])).toBe(true);
    });

    test('are null if empty', () => {
      for (const type of ['set', 'list'] as const) expect(semanticallyEqual({ ...texts, type }, [], null)).toBe(true);
      expect(semanticallyEqual({ ...texts, type: 'map' }, {}, null)).toBe(true);
    });

    test('of objects match their elements by the identifying member', () => {
      const sources = getKind('event_subscription').attributes['sources'] as Attribute;
      const key = (element: object): string => elementIdentity(sources, element);
      expect(key({ type: 'a', fields: ['x'] })).toBe(key({ type: 'a', filter: 'true' }));
      expect(key({ type: 'a' })).not.toBe(key({ type: 'b' }));
    });
  });

  test('lists differ by their order', () => {
    expect(semanticallyEqual({ ...texts, type: 'list' }, ['a', 'b'], ['b', 'a'])).toBe(false);
  });

  test('maps are equal whatever the order of their keys', () => {
    const map: Attribute = { ...texts, type: 'map' };
    expect(semanticallyEqual(map, { a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true);
    expect(semanticallyEqual(map, { a: '1' }, { a: '2' })).toBe(false);
  });

  test('an object is null if all members of nullWhenAllEmpty are empty', () => {
    const deployment = getKind('kubernetes_operator').attributes['deployment'] as Attribute;
    expect(semanticallyEqual(deployment, { name: '', version: null }, null)).toBe(true);
    expect(semanticallyEqual(deployment, { name: 'a' }, null)).toBe(false);
  });

  test.each<[string, unknown]>([
    ['a string', 'x'],
    ['a number', 7],
    ['an object', { a: 'x' }],
  ])('%s in place of a set, as in a damaged state file, equals no set', (_, damaged) => {
    expect(canonicalValue(texts, damaged)).toEqual(damaged);
    expect(semanticallyEqual(texts, damaged, ['x'])).toBe(false);
    expect(semanticallyEqual(texts, ['x'], damaged)).toBe(false);
  });
});

describe('the natural key', () => {
  const keyOf = (kind: string, values: JsonObject) => findNaturalKey(getKind(kind), values);

  test('semantically equal objects have equal keys', () => {
    const rule = { ip_policy_id: 'ipp_1', cidr: '2001:db8::/32' };
    expect(keyOf('ip_policy_rule', { ...rule, cidr: '2001:DB8:0:0::/32' })).toBe(keyOf('ip_policy_rule', rule));
    expect(keyOf('agent_ingress', { domain: 'A.Example.com' })).toBe(
      keyOf('agent_ingress', { domain: 'a.example.com' }),
    );
  });

  test('different objects have different keys', () => {
    const keys = [
      { ip_policy_id: 'ipp_1', cidr: '10.0.0.0/8' },
      { ip_policy_id: 'ipp_2', cidr: '10.0.0.0/8' },
      { ip_policy_id: 'ipp_1', cidr: '10.0.0.0/9' },
    ].map((values) => keyOf('ip_policy_rule', values));
    expect(new Set(keys).size).toBe(3);
  });

  test('other attributes do not change the key', () => {
    expect(keyOf('ip_restriction', { type: 'api', enforced: true })).toBe(keyOf('ip_restriction', { type: 'api' }));
  });

  test('the key is undefined while a part is missing or unknown', () => {
    expect(keyOf('ip_policy_rule', { cidr: '10.0.0.0/8' })).toBeUndefined();
    expect(keyOf('ip_policy_rule', { ip_policy_id: null, cidr: '10.0.0.0/8' })).toBeUndefined();
    const unknown = Symbol('unknown') as unknown as string;
    expect(keyOf('agent_ingress', { domain: unknown })).toBeUndefined();
  });

  test('a key that is not unique needs at least one part', () => {
    const key = keyOf('kubernetes_operator', { deployment: { name: 'operator', namespace: 'ingress' } });
    expect(key).toBeDefined();
    expect(keyOf('kubernetes_operator', { deployment: { name: 'ingress', namespace: 'operator' } })).not.toBe(key);
    expect(keyOf('kubernetes_operator', { deployment: { version: '1' } })).toBeUndefined();
    expect(keyOf('kubernetes_operator', {})).toBeUndefined();
  });

  /** Not the service alone decides the values of the key. */
  const configurable = KINDS.filter(({ naturalKey, attributes }) =>
    naturalKey?.attributes.some((path) => isInput(attributeAt(attributes, path))),
  );

  test.each(configurable)('a full configuration of $name has a key', (kind) => {
    expect(findNaturalKey(kind, fullConfig(kind, 0, { object: 0 }))).toEqual(expect.any(String));
  });

  test('the key of a kind without natural key is undefined', () => {
    expect(keyOf('ip_policy', { description: 'a' })).toBeUndefined();
  });

  test('attributeAt throws for an unknown path', () => {
    const { attributes } = getKind('kubernetes_operator');
    expect(() => attributeAt(attributes, 'nonsense')).toThrow("no attribute 'nonsense'");
    expect(() => attributeAt(attributes, 'region.name')).toThrow("'region' is not an object");
  });
});

describe('attributes from a response', () => {
  const read = (kind: string, response: JsonObject) => attributesFromResponse(getKind(kind).attributes, response);

  test.each(KINDS.map((kind) => [kind.name, kind] as const))(
    'an empty response for %s has every attribute, null',
    (_, kind) => {
      expect(attributesFromResponse(kind.attributes, {})).toEqual(
        Object.fromEntries(Object.keys(kind.attributes).map((name) => [name, null])),
      );
    },
  );

  test('references become ids', () => {
    expect(read('ip_policy_rule', { ip_policy: { id: 'ipp_1', uri: 'u' } })['ip_policy_id']).toBe('ipp_1');
    const response = { ip_policies: [{ id: 'ipp_1', uri: '' }, { id: 'ipp_2' }] };
    expect(read('ip_restriction', response)['ip_policy_ids']).toEqual(['ipp_1', 'ipp_2']);
  });

  test('an empty reference and an empty list of references are null', () => {
    expect(read('ip_policy_rule', { ip_policy: { id: '', uri: '' } })['ip_policy_id']).toBeNull();
    expect(read('ip_policy_rule', { ip_policy: null })['ip_policy_id']).toBeNull();
    expect(read('ip_restriction', { ip_policies: [] })['ip_policy_ids']).toBeNull();
  });

  test('"" is null where emptyIsAbsent is set, and a value elsewhere', () => {
    expect(read('ip_policy', { description: '', metadata: '' })).toMatchObject({ description: null, metadata: null });
    expect(read('kubernetes_operator', { region: '' })['region']).toBe('');
  });

  test('members outside the model are dropped', () => {
    expect(Object.keys(read('ip_policy', { id: 'ipp_1', surprise: true }))).toEqual(
      Object.keys(getKind('ip_policy').attributes),
    );
  });

  test('strings are normalized to NFC', () => {
    expect(read('ip_policy', { description: 'ü'.normalize('NFD') })['description']).toBe('ü');
  });

  const noCert = { cert: '', not_before: '0001-01-01T00:00:00Z', not_after: '0001-01-01T00:00:00Z' };

  test.each<[string, JsonObject]>([
    ['absent', {}],
    ['null', { binding: null }],
    ['zeroed', { binding: { cert: noCert, endpoint_selectors: null } }],
    ['empty', { binding: {} }],
  ])('a binding that is %s is null', (_, response) => {
    expect(read('kubernetes_operator', response)['binding']).toBeNull();
  });

  test('a binding with a certificate has every member', () => {
    const cert = { cert: 'pem', not_before: 'a', not_after: 'b' };
    expect(read('kubernetes_operator', { binding: { cert, endpoint_selectors: null } })['binding']).toEqual({
      endpoint_selectors: null,
      csr: null,
      ingress_endpoint: null,
      cert,
    });
  });

  test('a value of the wrong type becomes null', () => {
    expect(read('kubernetes_operator', { deployment: 'x', enabled_features: 'y', binding: [1] })).toMatchObject({
      deployment: null,
      enabled_features: null,
      binding: null,
    });
  });
});

describe('request bodies', () => {
  const membersOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

  /** Returns members of a body that are not allowed, at any depth. */
  function forbidden(attributes: Attributes, body: JsonObject, allowed: (attribute: Attribute) => boolean): string[] {
    return Object.entries(body).flatMap(([name, value]) => {
      const attribute = attributes[name];
      if (!attribute || !allowed(attribute)) return [name];
      if (attribute.type !== 'object') return [];
      return forbidden(attribute.attributes, membersOf(value), allowed).map((path) => `${name}.${path}`);
    });
  }

  /** Returns the values after a merge PATCH. */
  function patched(attributes: Attributes, before: JsonObject, body: JsonObject): JsonObject {
    const entries = Object.entries(body).map(([name, value]): [string, Json] => {
      const attribute = attributes[name];
      const old = before[name];
      const merges = attribute?.type === 'object' && isJsonObject(value) && isJsonObject(old);
      return [name, merges ? patched(attribute.attributes, old, value) : (value ?? null)];
    });
    return { ...before, ...Object.fromEntries(entries) };
  }

  /** Returns changeable attributes that differ from the plan. */
  function notReached(attributes: Attributes, planned: JsonObject, reached: JsonObject): string[] {
    return Object.entries(attributes).flatMap(([name, attribute]) => {
      const [wanted, found] = [planned[name] ?? null, reached[name] ?? null];
      if (!isInput(attribute) || attribute.requiresReplace || semanticallyEqual(attribute, wanted, found)) return [];
      if (wanted === null && (attribute.omittedFromResponses || attribute.detach)) return [];
      if (attribute.type !== 'object') return [name];
      // A PATCH cannot remove it: another attribute does (`requires` of the model), or it is replaced.
      if (wanted === null && attribute.clearBy !== 'null' && attribute.clearBy !== 'members') return [];
      return notReached(attribute.attributes, membersOf(wanted), membersOf(found)).map((path) => `${name}.${path}`);
    });
  }

  describe.each(KINDS.map((kind) => [kind.name, kind.attributes] as const))('bodies for %s', (_, attributes) => {
    const values = configArbitrary(attributes, false).map((value) => valueToJson(value));

    test('a create contains all configured inputs and no computed attributes, and an update to equal values is undefined', () => {
      fc.assert(
        fc.property(values, (given) => {
          const body = createBody(attributes, given);
          expect(forbidden(attributes, body, isInput)).toEqual([]);
          expect(Object.values(body)).not.toContain(null);
          const lost = Object.entries(attributes).filter(
            ([name, attribute]) => isInput(attribute) && !semanticallyEqual(attribute, given[name], body[name]),
          );
          expect(lost.map(([name]) => name)).toEqual([]);
          expect(updateBody(attributes, given, { ...given })).toBeUndefined();
          expect(updateBody(attributes, given, body)).toBeUndefined();
        }),
      );
    });

    test('an update contains only changeable attributes, is never empty, and changes the prior to the planned values', () => {
      fc.assert(
        fc.property(values, values, (planned, prior) => {
          const body = updateBody(attributes, planned, prior);
          expect(notReached(attributes, planned, patched(attributes, prior, body ?? {}))).toEqual([]);
          if (body === undefined) return;
          expect(Object.keys(body)).not.toEqual([]);
          const changeable = (attribute: Attribute): boolean =>
            isInput(attribute) && !['always', 'within-update'].includes(attribute.requiresReplace ?? '');
          expect(forbidden(attributes, body, changeable)).toEqual([]);
        }),
        tries(300),
      );
    });
  });

  describe('the body of an update', () => {
    const { attributes: policy } = getKind('ip_policy');
    const { attributes: operator } = getKind('kubernetes_operator');
    const { attributes: ingress } = getKind('agent_ingress');
    const { attributes: restriction } = getKind('ip_restriction');
    const { attributes: subscription } = getKind('event_subscription');

    // The attributes of the kind, the prior and the planned values, and the body.
    test.each<[string, Attributes, JsonObject, JsonObject, JsonObject | undefined]>([
      ['a text is cleared by an empty one', policy, { description: 'a' }, {}, { description: '' }],
      ['a set is cleared by an empty one', subscription, { sources: [{ type: 'a' }] }, {}, { sources: [] }],
      ['an attribute with a default gets it', restriction, { enforced: true }, {}, { enforced: false }],
      ['the default itself needs nothing', restriction, { enforced: false }, {}, undefined],
      [
        'automatic certificates are switched off by null',
        ingress,
        { certificate_management_policy: { authority: 'letsencrypt' } },
        {},
        { certificate_management_policy: null },
      ],
      [
        'a deployment is cleared member by member',
        operator,
        { deployment: { name: 'n', version: 'v', namespace: 'immutable' } },
        {},
        { deployment: { name: '', version: '' } },
      ],
      [
        'a member of an object is cleared beside the others',
        operator,
        { deployment: { name: 'n', version: 'v' } },
        { deployment: { name: 'n' } },
        { deployment: { name: 'n', version: '' } },
      ],
      [
        'a binding is not removed: the service does that with its feature',
        operator,
        { binding: { csr: 'a' } },
        {},
        undefined,
      ],
      [
        'what the service never returns is not removed',
        operator,
        { binding: { csr: 'a', endpoint_selectors: ['true'] } },
        { binding: { endpoint_selectors: ['true'] } },
        undefined,
      ],
      [
        'what the service chose is not sent back',
        operator,
        { binding: { endpoint_selectors: ['true'], ingress_endpoint: 'a:443' } },
        { binding: { endpoint_selectors: ['false'], ingress_endpoint: 'a:443' } },
        { binding: { endpoint_selectors: ['false'] } },
      ],
    ])('%s', (_, attributes, prior, planned, body) => {
      expect(updateBody(attributes, planned, prior)).toEqual(body);
    });
  });

  test('a request has canonical values, and configured "" and []', () => {
    const rule = getKind('ip_policy_rule').attributes;
    expect(createBody(rule, { cidr: '2001:DB8:0::/32', description: '' })).toEqual({
      cidr: '2001:db8::/32',
      description: '',
    });
    const operator = getKind('kubernetes_operator').attributes;
    expect(createBody(operator, { enabled_features: ['Ingress'] })).toEqual({ enabled_features: ['ingress'] });
    expect(createBody(operator, { enabled_features: [] })).toEqual({ enabled_features: [] });
  });

  test('a changed nested object is sent with all changeable members', () => {
    const { attributes } = getKind('kubernetes_operator');
    const prior = { deployment: { name: 'n', version: '1', namespace: 'x' } };
    expect(updateBody(attributes, { deployment: { ...prior.deployment, version: '2' } }, prior)).toEqual({
      deployment: { name: 'n', version: '2' },
    });
  });
});

/** What keeps an object from being deleted, and whether an object refers to another one. */
describe('references between kinds', () => {
  const REFERENCE = (target: string, user: string): KindReference => {
    const found = listBlockingReferences(target).find(({ kind }) => kind.name === user);
    if (!found) throw new Error(`${user} does not refer to ${target}`);
    return found;
  };

  /** The codes are those of the specification, with which the conformance tests compare the emulator. */
  test('what keeps which objects from being deleted, with the status and code of the refusal', () => {
    const users = KINDS.flatMap(({ name: target }) =>
      listBlockingReferences(target).map(({ kind, attribute, status, errorCode }) => [
        `${kind.name}.${attribute} -> ${target}`,
        status,
        errorCode,
      ]),
    );
    expect(users).toEqual([
      ['ip_restriction.ip_policy_ids -> ip_policy', 409, 1420],
      ['event_subscription.destination_ids -> event_destination', 409, 5112],
      ['domain.certificate_id -> tls_certificate', 409, 1966],
      ['cloud_endpoint.domain -> domain', 400, 446],
      ['endpoint.domain -> domain', 409, 446],
      ['ssh_host_certificate.ssh_certificate_authority_id -> ssh_certificate_authority', 409, 1964],
      ['ssh_user_certificate.ssh_certificate_authority_id -> ssh_certificate_authority', 409, 1964],
      ['secret.vault_id -> vault', 400, 23003],
    ]);
  });

  test('the rules of a policy are deleted with it', () => {
    expect(listOwnedKinds('ip_policy').map(({ name }) => name)).toEqual(['ip_policy_rule']);
  });

  const unknown = later('a');
  const target = { id: 'x_1', values: { domain: '*.Example.com.' } };

  test.each<[string, KindReference, KnownObject, unknown]>([
    ['an id in a set', REFERENCE('ip_policy', 'ip_restriction'), { ip_policy_ids: [unknown, 'x_1'] }, true],
    ['an id that is not known', REFERENCE('ip_policy', 'ip_restriction'), { ip_policy_ids: ['x_2', unknown] }, unknown],
    ['another id', REFERENCE('ip_policy', 'ip_restriction'), { ip_policy_ids: ['x_2'] }, false],
    ['no value', REFERENCE('tls_certificate', 'domain'), {}, false],
    [
      'the domain that the service found',
      REFERENCE('domain', 'cloud_endpoint'),
      { url: 'https://other.com', domain: { id: 'x_1', uri: '' } },
      true,
    ],
    ['the host of a URL', REFERENCE('domain', 'cloud_endpoint'), { url: 'https://*.example.com' }, true],
    ['another host', REFERENCE('domain', 'cloud_endpoint'), { url: 'https://example.com', domain: unknown }, false],
    ['a URL that is not known', REFERENCE('domain', 'cloud_endpoint'), { url: unknown }, unknown],
  ])('refersTo decides %s', (_, reference, values, expected) => {
    expect(refersTo(reference, values, target)).toBe(expected);
  });

  test('whether an endpoint refers to a wildcard domain above its host is not decided: the cause names both', () => {
    const values = { url: 'https://a.example.com' };
    expect(refersTo(REFERENCE('domain', 'cloud_endpoint'), values, target)).toEqual(
      expect.objectContaining({ cause: expect.objectContaining({ name: 'a.example.com', wildcard: '*.example.com' }) }),
    );
  });
});
