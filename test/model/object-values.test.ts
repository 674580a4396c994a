import fc from 'fast-check';
import { canonicalValue, elementIdentity, semanticallyEqual } from '../../src/model/canonical';
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

  /** Reverses the sets of an object and of the objects in it, not those in the elements of a collection. */
  function reverseSets(attributes: Attributes, object: Json): Json {
    if (!isJsonObject(object)) return object;
    const entries = Object.entries(object).map(([name, member]): [string, Json] => {
      const attribute = attributes[name];
      if (attribute?.type === 'object') return [name, reverseSets(attribute.attributes, member as Json)];
      return [name, attribute?.type === 'set' && Array.isArray(member) ? [...member].reverse() : (member as Json)];
    });
    return Object.fromEntries(entries);
  }

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
          expect(semanticallyEqual(whole, a, reverseSets(kind.attributes, a))).toBe(true);
        }),
        tries(100, 5),
      );
    });
  });

  const json: ScalarAttribute = { ...text, enumIgnoresCase: true, enum: ['JSON'] };
  const list: StringsAttribute = { ...texts, type: 'list' };
  const map: StringsAttribute = { ...texts, type: 'map' };
  const bindings: StringsAttribute = { ...texts, enumIgnoresCase: true, enum: ['bindings'] };
  const deployment = getKind('kubernetes_operator').attributes['deployment'] as Attribute;

  test.each<[string, Attribute, unknown, unknown]>([
    ['listed words in any case', json, 'json', 'JSON'],
    ['texts that Unicode calls the same', text, 'é'.normalize('NFD'), 'é'.normalize('NFC')],
    ['null and empty, if emptyIsAbsent is set', { ...text, emptyIsAbsent: true }, '', null],
    ['undefined and the default', { ...text, default: 'global' }, undefined, 'global'],
    ['empty and the default', { ...text, default: 'global', emptyIsAbsent: true }, '', 'global'],
    ['null and the default false', { type: 'bool', presence: 'optional', doc: '', default: false }, null, false],
    ['sets with another order and duplicates', texts, ['a', 'b', 'a'], ['b', 'a']],
    ['sets with equal elements', bindings, ['BINDINGS'], ['bindings']],
    ['sets with networks in two notations', { ...texts, format: 'cidr' }, ['192.0.2.1'], ['192.0.2.1/32']],
    ['an empty set and null', texts, [], null],
    ['an empty list and null', list, [], null],
    ['an empty map and null', map, {}, null],
    ['maps with another order of keys', map, { a: '1', b: '2' }, { b: '2', a: '1' }],
    ['an object with empty members of nullWhenAllEmpty, and null', deployment, { name: '', version: null }, null],
  ])('are equal: %s', (_, attribute, a, b) => {
    expect(semanticallyEqual(attribute, a, b)).toBe(true);
  });

  test.each<[string, Attribute, unknown, unknown]>([
    ['case, where nothing says so', text, 'a', 'A'],
    ['blanks', text, 'a', 'a '],
    ['empty and absent, where nothing says so', text, '', null],
    ['words that are not listed', json, 'xml', 'XML'],
    [
      'a CIDR with host bits, which is invalid, and its network',
      { ...text, format: 'cidr' },
      '10.0.0.1/8',
      '10.0.0.0/8',
    ],
    ['sets with other elements', texts, ['a', 'b'], ['a']],
    ['lists with another order', list, ['a', 'b'], ['b', 'a']],
    ['maps with other values', map, { a: '1' }, { a: '2' }],
    ['an object with a member of nullWhenAllEmpty, and null', deployment, { name: 'a' }, null],
  ])('differ: %s', (_, attribute, a, b) => {
    expect(semanticallyEqual(attribute, a, b)).toBe(false);
  });

  test.each(Object.entries(FORMATS))(
    'the examples of the format %s are valid; those of one list have one canonical form, which no other list has',
    (_, format) => {
      const { check, canonical = (text: string) => text, examples } = format;
      expect(examples.flat().flatMap((text) => check?.(text) ?? [])).toEqual([]);
      const forms = examples.map((equal) => new Set(equal.map(canonical)));
      expect(forms.map(({ size }) => size)).toEqual(examples.map(() => 1));
      expect(new Set(forms.flatMap((each) => [...each])).size).toBe(examples.length);
      expect(forms.flatMap((each) => [...each].map(canonical))).toEqual(forms.flatMap((each) => [...each]));
    },
  );

  test('elements that are objects are identified by the identifying member', () => {
    const sources = getKind('event_subscription').attributes['sources'] as Attribute;
    const key = (element: object): string => elementIdentity(sources, element);
    expect(key({ type: 'a', fields: ['x'] })).toBe(key({ type: 'a', filter: 'true' }));
    expect(key({ type: 'a' })).not.toBe(key({ type: 'b' }));
  });

  test.each<[string, unknown]>([
    ['a string', 'x'],
    ['a number', 7],
    ['an object', { a: 'x' }],
  ])('%s in place of a set, as in a damaged state file, stays as it is and differs from a set', (_, damaged) => {
    expect(canonicalValue(texts, damaged)).toEqual(damaged);
    expect(semanticallyEqual(texts, damaged, ['x'])).toBe(false);
    expect(semanticallyEqual(texts, ['x'], damaged)).toBe(false);
  });
});

describe('the natural key', () => {
  const keyOf = (kind: string, values: JsonObject) => findNaturalKey(getKind(kind), values);

  const rule = { ip_policy_id: 'ipp_1', cidr: '2001:db8::/32' };
  const deployed = (deployment: JsonObject) => keyOf('kubernetes_operator', { deployment });

  test('objects have equal keys if the parts of the key are semantically equal', () => {
    expect(keyOf('ip_policy_rule', { ...rule, cidr: '2001:DB8:0:0::/32' })).toBe(keyOf('ip_policy_rule', rule));
    expect(keyOf('ip_restriction', { type: 'api', enforced: true })).toBe(keyOf('ip_restriction', { type: 'api' }));
    for (const change of [{ ip_policy_id: 'ipp_2' }, { cidr: '2001:db8::/33' }])
      expect(keyOf('ip_policy_rule', { ...rule, ...change })).not.toBe(keyOf('ip_policy_rule', rule));
    expect(deployed({ name: 'a', namespace: 'b' })).not.toBe(deployed({ name: 'b', namespace: 'a' }));
  });

  test('the key is undefined while a part is missing or unknown, and of a kind without one; a key that is not unique needs at least one part', () => {
    // Any value that is no string stands for an unknown one.
    const domain = Symbol('unknown') as unknown as string;
    expect([
      keyOf('ip_policy_rule', { cidr: '10.0.0.0/8' }),
      keyOf('ip_policy_rule', { ip_policy_id: null, cidr: '10.0.0.0/8' }),
      keyOf('agent_ingress', { domain }),
      deployed({ version: '1' }),
      keyOf('kubernetes_operator', {}),
      keyOf('ip_policy', { description: 'a' }),
    ]).toEqual(Array(6).fill(undefined));
    expect(deployed({ name: 'a' })).toEqual(expect.any(String));
  });

  /** Not the service alone decides the values of the key. */
  const configurable = KINDS.filter(({ naturalKey, attributes }) =>
    naturalKey?.attributes.some((path) => isInput(attributeAt(attributes, path))),
  );

  test.each(configurable)('a full configuration of $name has a key', (kind) => {
    expect(findNaturalKey(kind, fullConfig(kind, 0, { object: 0 }))).toEqual(expect.any(String));
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
    'a response for %s with only a member outside the model has every attribute, null, and no other',
    (_, kind) => {
      expect(attributesFromResponse(kind.attributes, { surprise: true })).toEqual(
        Object.fromEntries(Object.keys(kind.attributes).map((name) => [name, null])),
      );
    },
  );

  test.each<[string, string, JsonObject, JsonObject]>([
    ['a reference is an id', 'ip_policy_rule', { ip_policy: { id: 'ipp_1', uri: 'u' } }, { ip_policy_id: 'ipp_1' }],
    [
      'references are ids',
      'ip_restriction',
      { ip_policies: [{ id: 'ipp_1', uri: '' }, { id: 'ipp_2' }] },
      { ip_policy_ids: ['ipp_1', 'ipp_2'] },
    ],
    ['an empty reference is null', 'ip_policy_rule', { ip_policy: { id: '', uri: '' } }, { ip_policy_id: null }],
    ['no reference is null', 'ip_policy_rule', { ip_policy: null }, { ip_policy_id: null }],
    ['an empty list of references is null', 'ip_restriction', { ip_policies: [] }, { ip_policy_ids: null }],
    ['"" is null where emptyIsAbsent is set', 'ip_policy', { description: '' }, { description: null }],
    ['"" is a value elsewhere', 'kubernetes_operator', { region: '' }, { region: '' }],
    ['strings have the form NFC', 'ip_policy', { description: 'ü'.normalize('NFD') }, { description: 'ü' }],
    [
      'values of a wrong type are null',
      'kubernetes_operator',
      { deployment: 'x', enabled_features: 'y', binding: [1] },
      { deployment: null, enabled_features: null, binding: null },
    ],
  ])('%s', (_, kind, response, values) => {
    expect(read(kind, response)).toMatchObject(values);
  });

  const noCert = { cert: '', not_before: '0001-01-01T00:00:00Z', not_after: '0001-01-01T00:00:00Z' };

  test.each<[string, JsonObject]>([
    ['null', { binding: null }],
    ['zeroed', { binding: { cert: noCert, endpoint_selectors: null } }],
    ['empty', { binding: {} }],
  ])('a binding that is %s is null', (_, response) => {
    expect(read('kubernetes_operator', response)['binding']).toBeNull();
  });

  test('a binding with a certificate has its other members, null', () => {
    const cert = { cert: 'pem', not_before: 'a', not_after: 'b' };
    const { binding } = read('kubernetes_operator', { binding: { cert, endpoint_selectors: null } });
    expect(binding).toEqual({ endpoint_selectors: null, csr: null, ingress_endpoint: null, cert });
  });
});

describe('request bodies', () => {
  const membersOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

  /** Returns members of a body that are not allowed, also in nested objects. */
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

  /** Also those of which only some changes replace the object, such as another scheme of a URL. */
  const isChangeable = (attribute: Attribute): boolean =>
    isInput(attribute) && !['always', 'within-update'].includes(attribute.requiresReplace ?? '');

  /** Returns changeable attributes that differ from the plan, without those that no PATCH removes. */
  function notReached(attributes: Attributes, planned: JsonObject, reached: JsonObject): string[] {
    return Object.entries(attributes).flatMap(([name, attribute]) => {
      const [wanted, found] = [planned[name] ?? null, reached[name] ?? null];
      if (!isChangeable(attribute) || semanticallyEqual(attribute, wanted, found)) return [];
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
        tries(100, 5),
      );
    });

    test('an update has only attributes that a PATCH may change, is not empty, and leads to the plan, if a PATCH can', () => {
      fc.assert(
        fc.property(values, values, (planned, prior) => {
          const body = updateBody(attributes, planned, prior);
          expect(notReached(attributes, planned, patched(attributes, prior, body ?? {}))).toEqual([]);
          if (body === undefined) return;
          expect(Object.keys(body)).not.toEqual([]);
          expect(forbidden(attributes, body, isChangeable)).toEqual([]);
        }),
        tries(300, 15),
      );
    });
  });

  describe('the body of an update', () => {
    const { attributes: policy } = getKind('ip_policy');
    const { attributes: operator } = getKind('kubernetes_operator');
    const { attributes: ingress } = getKind('agent_ingress');
    const { attributes: restriction } = getKind('ip_restriction');
    const { attributes: subscription } = getKind('event_subscription');

    const endpoint_selectors = ['true'];
    const managed = { certificate_management_policy: { authority: 'letsencrypt' } };
    const chosen = { endpoint_selectors, ingress_endpoint: 'a:443' };

    // The attributes of the kind, the prior and the planned values, and the body.
    test.each<[string, Attributes, JsonObject, JsonObject, JsonObject | undefined]>([
      ['a text is cleared by an empty one', policy, { description: 'a' }, {}, { description: '' }],
      ['a set is cleared by an empty one', subscription, { sources: [{ type: 'a' }] }, {}, { sources: [] }],
      ['an attribute with a default gets it', restriction, { enforced: true }, {}, { enforced: false }],
      ['the default itself needs nothing', restriction, { enforced: false }, {}, undefined],
      ['automatic certificates end by null', ingress, managed, {}, { certificate_management_policy: null }],
      [
        'a deployment is cleared member by member',
        operator,
        { deployment: { name: 'n', version: 'v', namespace: 'immutable' } },
        {},
        { deployment: { name: '', version: '' } },
      ],
      [
        'a member of an object is cleared beside the other changeable ones',
        operator,
        { deployment: { name: 'n', version: 'v', namespace: 'x' } },
        { deployment: { name: 'n', namespace: 'x' } },
        { deployment: { name: 'n', version: '' } },
      ],
      ['a binding is not removed: its feature is', operator, { binding: { csr: 'a' } }, {}, undefined],
      [
        'what the service never returns is not removed',
        operator,
        { binding: { csr: 'a', endpoint_selectors } },
        { binding: { endpoint_selectors } },
        undefined,
      ],
      [
        'what the service chose is not sent back',
        operator,
        { binding: chosen },
        { binding: { ...chosen, endpoint_selectors: ['false'] } },
        { binding: { endpoint_selectors: ['false'] } },
      ],
    ])('%s', (_, attributes, prior, planned, body) => {
      expect(updateBody(attributes, planned, prior)).toEqual(body);
    });
  });

  test('a request has canonical values, texts in the form NFC, and configured "" and []', () => {
    const bodyOf = (kind: string, values: JsonObject) => createBody(getKind(kind).attributes, values);
    const rule = bodyOf('ip_policy_rule', { cidr: '2001:DB8:0::/32', description: '' });
    expect(rule).toEqual({ cidr: '2001:db8::/32', description: '' });
    expect(bodyOf('kubernetes_operator', { enabled_features: ['Ingress'] })).toEqual({ enabled_features: ['ingress'] });
    expect(bodyOf('kubernetes_operator', { enabled_features: [] })).toEqual({ enabled_features: [] });
    const [decomposed, text] = ['ü'.normalize('NFD'), 'ü'];
    expect(bodyOf('ip_policy', { description: decomposed })).toEqual({ description: text });
    const attributes: Attributes = { names: { type: 'set', elements: 'string', presence: 'optional', doc: '' } };
    expect(createBody(attributes, { names: [decomposed] })).toEqual({ names: [text] });
  });
});

describe('references between kinds', () => {
  function reference(target: string, user: string): KindReference {
    const found = listBlockingReferences(target).find(({ kind }) => kind.name === user);
    if (!found) throw new Error(`${user} does not refer to ${target}`);
    return found;
  }

  /**
   * The codes are those of the published error list (docs/internals/gaps.md, sections 1.6 and 8). 1966 is published of
   * certificates that the service issued, and assumed of uploaded ones. The statuses are not published: 409 is a
   * decision (section 0), and 400 is likely for the types that only the profile `ngrok` has (section 8). Of the two
   * kinds with endpoints of a domain, only `cloud_endpoint` is such a type.
   */
  test('what keeps which objects from being deleted, with the status and code of the refusal', () => {
    const all = KINDS.flatMap(({ name: target }) =>
      listBlockingReferences(target).map((each) => ({ ...each, target })),
    );
    const describe = ({ target, kind, attribute }: (typeof all)[number]) => `${kind.name}.${attribute} -> ${target}`;
    expect(all.map((each) => [describe(each), each.status, each.errorCode])).toEqual([
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

  const restriction = reference('ip_policy', 'ip_restriction');
  const endpoint = reference('domain', 'cloud_endpoint');

  test.each<[string, KindReference, KnownObject, unknown]>([
    ['an id in a set', restriction, { ip_policy_ids: [unknown, 'x_1'] }, true],
    ['an id that is not known', restriction, { ip_policy_ids: ['x_2', unknown] }, unknown],
    ['another id', restriction, { ip_policy_ids: ['x_2'] }, false],
    ['no value', reference('tls_certificate', 'domain'), {}, false],
    ['the domain that was found', endpoint, { url: 'https://other.com', domain: { id: 'x_1', uri: '' } }, true],
    ['the host of a URL', endpoint, { url: 'https://*.example.com' }, true],
    ['another host', endpoint, { url: 'https://example.com', domain: unknown }, false],
    ['a URL that is not known', endpoint, { url: unknown }, unknown],
  ])('refersTo is true, false, or the unknown value that decides: %s', (_, of, values, expected) => {
    expect(refersTo(of, values, target)).toBe(expected);
  });

  test('whether an endpoint refers to a wildcard domain above its host is not decided: the cause names both', () => {
    expect(refersTo(endpoint, { url: 'https://a.example.com' }, target)).toMatchObject({
      cause: { name: 'a.example.com', wildcard: '*.example.com' },
    });
  });
});
