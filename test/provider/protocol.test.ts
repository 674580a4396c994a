import { COMPOSITES, rotation } from '../../src/model/composites';
import { EVENTS } from '../../src/model/events/event-catalog';
import { fieldsIn } from '../../src/model/events/field-types';
import type { Attribute, Attributes, ProfileName } from '../../src/model/kind';
import { getKind, KINDS } from '../../src/model/kinds';
import { PROVIDER_ATTRIBUTES } from '../../src/model/provider-config';
import { createProvider } from '../../src/provider/create-provider';
import { PROVIDER_FUNCTIONS } from '../../src/provider/functions';
import type { AttributePath } from '../../src/provider/protocol/diagnostic';
import type { CallResponse } from '../../src/provider/protocol/provider';
import type { SchemaAttribute } from '../../src/provider/protocol/schema';
import { problemDiagnostics, validateAttributes } from '../../src/provider/protocol/validation';
import { createObjectResource } from '../../src/provider/resources/object';
import { type CtyType, parseType } from '../../src/values/cty-type';
import { type CtyValue, objectValue, UNKNOWN } from '../../src/values/cty-value';
import type { ValuePath } from '../../src/values/path';
import { configOf } from '../support/provider/values';
import { PLANTED_BY_CONTEXT } from '../support/traffic-policies/invalid';

/** Rules of docs/internals/terraform-protocol-rules.md, 2.5, and of our own: descriptions end with a full stop. */
describe('the schema of the model', () => {
  const { schema } = createProvider({ environment: {}, connect: () => Promise.reject() as never });

  const schemas = [
    { name: 'provider', schema: schema.provider },
    ...Object.entries(schema.resources).map(([name, each]) => ({ name, schema: each })),
    ...Object.entries(schema.dataSources).map(([name, each]) => ({ name: `data.${name}`, schema: each })),
    ...Object.entries(schema.ephemeralResources).map(([name, each]) => ({ name: `ephemeral.${name}`, schema: each })),
    ...Object.entries(schema.listResources).map(([name, each]) => ({ name: `list.${name}`, schema: each })),
    ...Object.entries(schema.actions).map(([name, each]) => ({ name: `action.${name}`, schema: each })),
  ];

  interface Placed {
    readonly path: string;
    readonly attribute: SchemaAttribute;
    /** Somewhere inside a set that can be configured. */
    readonly inSet: boolean;
  }

  function placed(attributes: readonly SchemaAttribute[], above: string, inSet = false): Placed[] {
    return attributes.flatMap((attribute) => {
      const path = above + attribute.name;
      const inside = inSet || (attribute.nested?.nesting === 'set' && !!(attribute.required || attribute.optional));
      return [{ path, attribute, inSet }, ...placed(attribute.nested?.attributes ?? [], `${path}.`, inside)];
    });
  }

  function holdsDynamic(type: CtyType): boolean {
    if (typeof type === 'string') return type === 'dynamic';
    const within: readonly CtyType[] =
      type[0] === 'object' ? Object.values(type[1]) : type[0] === 'tuple' ? type[1] : [type[1]];
    return within.some(holdsDynamic);
  }

  const all = schemas.flatMap(({ name, schema: each }) => placed(each.attributes, `${name}: `));

  /** Paths of the attributes for which a rule does not hold. */
  const broken = (holds: (item: Placed) => boolean): string[] =>
    all.filter((item) => !holds(item)).map(({ path }) => path);

  test('the resources are all kinds and composites and the rotation, with the prefix of the provider', () => {
    expect(Object.keys(schema.resources)).toEqual([
      ...KINDS.map(({ name }) => `netingress_${name}`),
      ...[...COMPOSITES, rotation].map(({ name }) => `netingress_${name}`),
    ]);
    expect(Object.keys(schema.dataSources)).toContain('netingress_kubernetes_operator_bound_endpoints');
    expect(all.length).toBeGreaterThan(100);
  });

  test('versions are integers from 0, descriptions end with a full stop, and types are those of Terraform', () => {
    for (const { schema: each } of schemas) {
      expect(Number.isInteger(each.version) && each.version >= 0).toBe(true);
      expect(each.description).toMatch(/\.$/);
    }
    for (const { attribute } of all)
      if (attribute.type)
        expect(parseType(JSON.parse(JSON.stringify(attribute.type)) as CtyType)).toEqual(attribute.type);
  });

  test.each<[string, (item: Placed) => boolean]>([
    ['contains nothing dynamic', ({ attribute: { type } }) => !type || !holdsDynamic(type)],
    // Terraform could not match such elements.
    ['is not computed inside a set', ({ inSet, attribute }) => !inSet || !attribute.computed],
    ['is not write-only inside a set', ({ inSet, attribute }) => !inSet || !attribute.writeOnly],
    ['that is write-only is not computed', ({ attribute: { writeOnly, computed } }) => !writeOnly || !computed],
    ['that is write-only is an argument', ({ attribute: a }) => !a.writeOnly || !!(a.required || a.optional)],
    ['has a description that ends with a full stop', ({ attribute }) => /^\S.*[.]$/s.test(attribute.description)],
  ])('every attribute %s', (_, holds) => expect(broken(holds)).toEqual([]));

  test('the id is computed only, so that generated configuration leaves it out', () => {
    const ids = Object.values(schema.resources).map(({ attributes }) => attributes.find(({ name }) => name === 'id'));
    expect(ids).toHaveLength(KINDS.length + COMPOSITES.length + 1);
    for (const id of ids) expect(id).toMatchObject({ type: 'string', computed: true });
    expect(ids.some((id) => id?.optional)).toBe(false);
  });

  test('members of a computed object are computed', () => {
    const within = (attributes: readonly SchemaAttribute[], computed: boolean): string[] =>
      attributes.flatMap((attribute) => {
        const mine = attribute.computed === true && !attribute.optional;
        return [...(computed && !mine ? [attribute.name] : []), ...within(attribute.nested?.attributes ?? [], mine)];
      });
    expect(schemas.flatMap(({ schema: each }) => within(each.attributes, false))).toEqual([]);
  });

  test('sensitive attributes of the model are sensitive in the schema, and write-only ones have no mark', () => {
    const sensitive = broken(({ attribute }) => !attribute.sensitive).filter(
      (path) => !/^(data|ephemeral)\./.test(path),
    );
    const secrets = (attributes: Readonly<Record<string, Attribute>>, above: string): string[] =>
      Object.entries(attributes).flatMap(([name, attribute]) => [
        ...(attribute.sensitive ? [`${above}${name}`] : []),
        ...(attribute.type === 'object' ? secrets(attribute.attributes, `${above}${name}.`) : []),
      ]);
    const expected = [
      ...secrets(PROVIDER_ATTRIBUTES, 'provider: '),
      ...KINDS.flatMap(({ name, attributes }) => secrets(attributes, `netingress_${name}: `)),
    ];
    expect(expected).toContain('provider: api_key');
    expect(sensitive).toEqual(expected);
  });

  test('no attribute of the provider block is computed', () => {
    expect(schema.provider.attributes.filter(({ computed }) => computed)).toEqual([]);
  });
});

describe('problems as diagnostics', () => {
  const text = { type: 'string', presence: 'optional', doc: '' } as const;
  const member: Attributes = { name: text };

  const attributes: Attributes = {
    text,
    object: { type: 'object', presence: 'optional', doc: '', attributes: { inner: text, set: setOf(member) } },
    texts: { type: 'set', elements: 'string', presence: 'optional', doc: '' },
    objects: setOf(member),
    list: { type: 'list', elements: member, presence: 'optional', doc: '' },
    strings: { type: 'list', elements: 'string', presence: 'optional', doc: '' },
    map: { type: 'map', elements: 'string', presence: 'optional', doc: '' },
  };

  function setOf(elements: Attributes) {
    return { type: 'set', elements, idMember: 'name', presence: 'optional', doc: '' } as const;
  }

  test.each<[string, ValuePath, AttributePath]>([
    ['an attribute', ['text'], ['text']],
    ['a member of an object', ['object', 'inner'], ['object', 'inner']],
    ['an element of a set of texts, whose elements have no path', ['texts', 2], ['texts']],
    ['a member of an element of a set', ['objects', 0, 'name'], ['objects']],
    ['a set within an object', ['object', 'set', 1, 'name'], ['object', 'set']],
    ['an element of a list', ['strings', 0], ['strings', { index: 0 }]],
    ['a member of an element of a list', ['list', 3, 'name'], ['list', { index: 3 }, 'name']],
    ['an entry of a map, which may be called like an attribute', ['map', 'text'], ['map', { key: 'text' }]],
  ])('the path of a problem of %s ends where Terraform can address no more', (_, path, expected) => {
    const [diagnostic] = problemDiagnostics(attributes, [{ path, problem: 'is odd', expected: 'better' }]);
    expect(diagnostic?.path).toEqual(expected);
  });

  test('the detail contains the whole path, of which Terraform shows only a part', () => {
    const problem = { path: ['object', 'set', 1, 'name'], problem: 'is odd', expected: 'better' };
    const detail = 'object.set[1].name is odd; expected better.';
    const shown = { severity: 'error', summary: 'Invalid attribute value', detail, path: ['object', 'set'] };
    expect(problemDiagnostics(attributes, [problem])).toEqual([shown]);
  });

  test('a deprecated attribute is a warning with its advice if it is set, also to an unknown value or within an object, and not if it is null or computed', () => {
    const advice = 'Remove it.';
    const deprecated = { ...text, deprecated: advice };
    const computed = { ...deprecated, presence: 'computed' } as const;
    const object = { type: 'object', presence: 'optional', doc: '', attributes: { inner: deprecated } } as const;
    const schema = { attributes: { old: deprecated, other: deprecated, object, computed } };
    const config = configOf(schema, { old: UNKNOWN, object: { inner: 'x' }, computed: 'x' });
    const warning = { severity: 'warning', summary: 'Deprecated attribute' };
    expect(validateAttributes(schema, config)).toEqual([
      { ...warning, detail: `old is deprecated. ${advice}`, path: ['old'] },
      { ...warning, detail: `object.inner is deprecated. ${advice}`, path: ['object', 'inner'] },
    ]);
  });
});

describe('functions', () => {
  function call(name: string, ...args: CtyValue[]): CallResponse {
    const found = PROVIDER_FUNCTIONS.find((each) => each.name === name);
    if (!found) throw new Error(`No function ${name}`);
    return found.call(...args);
  }

  const rules = (given: Readonly<Record<string, CtyValue>>): CtyValue => objectValue(Object.entries(given));

  test('signatures have identifiers as names, distinct parameters, and descriptions that end with a full stop', () => {
    for (const { name, schema } of PROVIDER_FUNCTIONS) {
      const { variadicParameter } = schema;
      const parameters = [...schema.parameters, ...(variadicParameter ? [variadicParameter] : [])];
      const names = parameters.map((parameter) => parameter.name);
      expect([name, ...names].filter((each) => !/^[a-z][a-z_]*$/.test(each))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
      const texts = [schema.description, ...parameters.map(({ description }) => description)];
      expect(texts.filter((text) => !text.endsWith('.'))).toEqual([]);
    }
  });

  test('cidr_canonical() returns the notation of the service', () => {
    expect(call('cidr_canonical', '2001:DB8:0::/32')).toEqual({ result: '2001:db8::/32' });
    // Terraform adds the end of the sentence.
    const error = expect.stringMatching(/expected the network address: 10\.0\.0\.0\/8$/);
    expect(call('cidr_canonical', '10.0.0.1/8')).toEqual({ error, argument: 0 });
  });

  test('cidr_contains() compares networks, and names the invalid argument', () => {
    expect(call('cidr_contains', '10.0.0.0/8', '10.1.0.0/16')).toEqual({ result: true });
    expect(call('cidr_contains', '10.1.0.0/16', '10.0.0.0/8')).toEqual({ result: false });
    expect(call('cidr_contains', 'a', '10.0.0.0/8')).toMatchObject({ argument: 0 });
    expect(call('cidr_contains', '10.0.0.0/8', 'a')).toMatchObject({ argument: 1 });
  });

  describe('policy_allows()', () => {
    test.each([
      [{}, '10.0.0.1', false],
      [{ '10.0.0.0/8': 'allow', '10.0.0.1': 'deny' }, '10.0.0.1', false],
      [{ '10.0.0.0/8': 'allow', '10.0.0.1': null }, '10.0.0.1', true],
      [{ '2001:db8::/32': 'allow' }, '2001:DB8::1', true],
      [{ '::ffff:192.0.2.0/120': 'allow', '0.0.0.0/0': 'deny' }, '192.0.2.1', false],
    ])('%j, %s: %s', (given, ip, expected) => {
      expect(call('policy_allows', rules(given), ip)).toEqual({ result: expected });
    });

    test.each([
      [{ '10.0.0.1/8': 'allow' }, '10.0.0.1', 0, 'the network address: 10.0.0.0/8'],
      [{ '10.0.0.0/8': 'block' }, '10.0.0.1', 0, "'block'; expected 'allow' or 'deny'"],
      [{ '10.0.0.0/8': 'allow' }, '10.0.0.0/8', 1, 'without a mask'],
      [{ '::ffff:192.0.2.0/120': 'allow' }, '192.0.2.1', 0, 'the documents do not say whether'],
    ])('%j, %s is an error of argument %s', (given, ip, argument, says) => {
      expect(call('policy_allows', rules(given), ip)).toEqual({ error: expect.stringContaining(says), argument });
    });
  });

  describe('event_fields()', () => {
    test('returns the fields of each type in the profile', () => {
      for (const { type, fields } of EVENTS) {
        const namesIn = (profile?: ProfileName) => fieldsIn(fields, profile).map(({ name }) => name);
        expect(call('event_fields', type)).toEqual({ result: namesIn() });
        expect(call('event_fields', type, 'ngrok')).toEqual({ result: namesIn('ngrok') });
      }
    });

    test('refuses another profile and a second one, and suggests a similar type', () => {
      const type = 'tcp_connection_closed.v0';
      expect(call('event_fields', type, 'nonsense')).toMatchObject({ argument: 1 });
      expect(call('event_fields', type, 'ngrok', 'spec')).toMatchObject({ argument: 2 });
      const error = expect.stringContaining("did you mean 'ip_policy_created.v0'");
      expect(call('event_fields', 'ip_policy_craeted.v0')).toEqual({ error, argument: 0 });
    });
  });
});

describe('a traffic policy', () => {
  const resource = createObjectResource(getKind('cloud_endpoint'));
  const PLANTED = PLANTED_BY_CONTEXT.filter(([, { context }]) => !context?.isConfiguration);

  function diagnose(policy: unknown, url: unknown) {
    const traffic_policy = typeof policy === 'string' || policy === UNKNOWN ? policy : JSON.stringify(policy);
    const found = resource.validate(configOf(resource, { url, traffic_policy }));
    return found.map(({ severity, detail, path }) => ({ severity, detail, path }));
  }

  // One mistake for each context; test/model/traffic-policy.test.ts has all. The provider reads the URL.
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
});
