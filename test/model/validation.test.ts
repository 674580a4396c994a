import { COMPOSITES, getComposite } from '../../src/model/composites';
import type { Attributes, ScalarAttribute } from '../../src/model/kind';
import { getKind, KINDS } from '../../src/model/kinds';
import { type BrokenRule, formatProblem, type RawValues } from '../../src/model/problem';
import { PROFILES } from '../../src/model/profiles';
import { kindIn } from '../../src/model/profiles/kind-in';
import { type CheckOptions, checkValues, type ValidationRules } from '../../src/model/validation/validate';
import { findExpired, findUncovered, listCertificateReferences } from '../../src/model/validation/validate-certificate';
import { checkCreation, checkRemoval } from '../../src/model/validation/validate-relations';
import { expandAttributes } from '../../src/model/variants/expand-attributes';
import { validateAttributes } from '../../src/provider/protocol/validation';
import { UNKNOWN } from '../../src/values/cty-value';
import { formatPath } from '../../src/values/path';
import { fullConfigs, minimalConfig, withUnknownReferences } from '../support/acceptance/samples';
import { type Made, makeCertificate } from '../support/emulator/pki';
import { configOf } from '../support/provider/values';

describe('values of attributes', () => {
  const text: ScalarAttribute = { type: 'string', presence: 'optional', doc: '' };

  const optional = { presence: 'optional', doc: '' } as const;
  const strings = { ...optional, type: 'set', elements: 'string' } as const;

  /** One attribute per rule, named after it. */
  const attributes: Attributes = {
    computed: { ...text, presence: 'computed' },
    required: { ...text, presence: 'required' },
    defaulted: { ...text, default: 'global' },
    chosen: { ...text, presence: 'optional-computed' },
    short: { ...text, maxBytes: 4 },
    brief: { ...text, maxCharacters: 4 },
    listed: { ...text, enum: ['allow', 'deny'] },
    one: { ...text, enum: ['JSON'], enumIgnoresCase: true },
    secret: { ...text, sensitive: true, enum: ['a'] },
    cidr: { ...text, format: 'cidr' },
    bool: { ...optional, type: 'bool' },
    number: { ...optional, type: 'number', allowedNumbers: [2048, 4096] },
    texts: { ...strings, minItems: 1, enum: ['a', 'b'] },
    ids: { ...strings, ref: { kind: 'ip_policy', responseName: 'policies', onDelete: 'refuse' } },
    map: { ...optional, type: 'map', elements: 'string' },
    objects: {
      ...optional,
      type: 'set',
      idMember: 'name',
      elements: { name: { ...text, presence: 'required' }, note: text },
    },
    choice: { ...optional, type: 'object', exactlyOne: ['left', 'right'], attributes: { left: text, right: text } },
    features: strings,
    binding: {
      ...optional,
      type: 'object',
      attributes: expandAttributes({ csr: { ...text, requiredOnCreate: true, hasWriteOnlyVariant: true } }),
    },
  };

  const kind: ValidationRules = {
    attributes,
    requires: [{ attribute: 'binding', requires: 'features', element: 'bindings', elementRequiresAttribute: true }],
  };

  /** Returns the problems of valid values with these changes. */
  function check(values: RawValues, options?: CheckOptions) {
    return checkValues(kind, { required: 'a', ...values }, options);
  }

  const hostBits = 'has bits set beyond its mask /8';
  const doubled = "objects has two elements with name 'a'; expected each name at most once";
  const features = ['bindings'];
  const needsFeature =
    "binding is set while features does not contain 'bindings'; expected 'bindings' in features, or no binding";

  test.each<[RawValues, string, BrokenRule?]>([
    [{ required: undefined }, 'required is not set; expected a value', 'missing'],
    [{ required: null }, 'required is not set; expected a value', 'missing'],
    [{ defaulted: '' }, 'defaulted is empty; expected a value, or none', 'empty'],
    [{ chosen: '' }, 'chosen is empty; expected a value, or none', 'empty'],
    [{ required: '' }, 'required is empty; expected a value', 'empty'],
    [{ binding: { csr: '' }, features }, 'binding.csr is empty; expected a value', 'empty'],
    [{ binding: { csr_wo: '' }, features }, 'binding.csr_wo is empty; expected a value', 'empty'],
    [{ short: 'abcde' }, 'short is 5 bytes long; expected at most 4 bytes of UTF-8'],
    [{ short: 'üüü' }, 'short is 6 bytes long; expected at most 4 bytes of UTF-8'],
    [{ brief: '😀😀😀😀é' }, 'brief is 5 characters long; expected at most 4 characters'],
    [{ short: '\ud800' }, 'short contains an unpaired surrogate (invalid Unicode); expected well-formed Unicode'],
    [{ listed: 'ALLOW' }, "listed is 'ALLOW'; expected 'allow' or 'deny'; did you mean 'allow'?"],
    [{ one: 'xml' }, "one is 'xml'; expected 'JSON'"],
    [{ secret: 'hunter2' }, "secret has an invalid value; expected 'a'"],
    [{ cidr: '10.0.0.1/8' }, `cidr '10.0.0.1/8' ${hostBits}; expected the network address: 10.0.0.0/8`],
    [{ short: 1 }, 'short is a number; expected a string'],
    [{ bool: 'true' }, 'bool is a string; expected true or false'],
    [{ number: '2048' }, 'number is a string; expected a number'],
    [{ number: 1024 }, 'number is 1024; expected 2048 or 4096'],
    [{ texts: 'a' }, 'texts is a string; expected a list'],
    [{ texts: [] }, 'texts has 0 elements; expected at least 1'],
    [{ texts: ['a', 'z'] }, "texts[1] is 'z'; expected 'a' or 'b'; did you mean 'a'?"],
    [{ ids: ['ipp_1', ''] }, 'ids[1] is empty; expected an id'],
    [{ map: [] }, 'map is a list; expected an object of strings'],
    [{ map: { key: 1 } }, 'map.key is a number; expected a string'],
    [{ objects: ['a'] }, 'objects[0] is a string; expected an object'],
    [{ objects: [{ note: 'x' }] }, 'objects[0].name is not set; expected a value', 'missing'],
    [{ objects: [{ name: 'a' }, { name: 'a', note: 'x' }] }, doubled, 'duplicate'],
    [{ choice: 'left' }, 'choice is a string; expected an object'],
    [{ choice: {} }, 'choice has none of its alternatives set; expected exactly one of left, right', 'none'],
    [
      { choice: { left: 'a', right: 'b' } },
      'choice has left and right set; expected exactly one of left, right',
      'several',
    ],
    [{ binding: {}, features: ['other'] }, needsFeature, 'requires'],
    [{ binding: {} }, needsFeature, 'requires'],
  ])('%j is rejected', (values, says, rule: BrokenRule | 'invalid' = 'invalid') => {
    expect(check(values).map((problem) => [formatProblem(problem), problem.rule ?? 'invalid'])).toEqual([[says, rule]]);
  });

  test.each<[string, RawValues]>([
    ['nothing but what is required', {}],
    ['texts of as many bytes as allowed', { short: 'üü' }],
    ['a text of as many characters as allowed', { brief: '😀😀😀é' }],
    ['empty optional texts', { short: '' }],
    ['a listed word in another case, where that does not matter', { one: 'json' }],
    ['an alternative, the other null', { choice: { left: 'a', right: null } }],
    ['a needed element in another case', { binding: {}, features: ['Bindings'] }],
    ['values of what only the service gives, which are not looked at', { computed: 1 }],
    ['a number as bigint', { number: 2048n }],
    ...Object.keys(attributes).map((name): [string, RawValues] => [`unknown: ${name}`, { [name]: UNKNOWN }]),
    ['an unknown element of a set', { texts: [UNKNOWN] }],
    ['an unknown member of an element', { objects: [{ name: UNKNOWN }, { name: UNKNOWN }] }],
    ['an unknown entry of a map', { map: { key: UNKNOWN } }],
    ['an unknown alternative', { choice: { left: UNKNOWN, right: 'b' } }],
    ['an unknown element beside one that is needed', { binding: {}, features: ['other', UNKNOWN] }],
    ['an unknown set, of which an element is needed', { binding: {}, features: UNKNOWN }],
  ])('accepts %s', (_, values) => {
    expect(check(values)).toEqual([]);
  });

  test('problems of four attributes are reported in the order of the model, also beside unknown values', () => {
    const values = { required: null, listed: 'x', short: 'abcde', texts: [UNKNOWN, 'z'], brief: UNKNOWN };
    const paths = check(values).map(({ path }) => formatPath(path));
    expect(paths).toEqual(['required', 'short', 'listed', 'texts[1]']);
  });

  test('in an update undefined is unchanged, but null is not allowed, and elements of sets are complete', () => {
    const pathsOf = (values: RawValues) =>
      checkValues(kind, values, { isPatch: true }).map(({ path }) => formatPath(path));
    const updates = [{}, { required: null }, { objects: [{}] }, { choice: {} }, { choice: { left: 'a', right: 'b' } }];
    expect(updates.map(pathsOf)).toEqual([[], ['required'], ['objects[0].name'], [], ['choice']]);
    // The service may have the element that is needed.
    expect([{ binding: {} }, { binding: {}, features: [] }].map(pathsOf)).toEqual([[], ['binding']]);
  });

  test('a plan cannot remove an attribute that an element of a set requires', () => {
    const values = { features: ['Bindings'] };
    const removal = (after: RawValues, before: RawValues | null) =>
      checkRemoval(kind, after, before).map(formatProblem);
    expect([...removal(values, null), ...removal(values, { binding: null })]).toEqual([]);
    expect(removal({ features: [] }, { binding: {} })).toEqual([]);
    expect(removal(values, { binding: {} })).toEqual([
      "binding is removed while features contains 'bindings'; expected binding, or no 'bindings' in features",
    ]);
  });

  test('nameOf changes messages, but not paths', () => {
    const [problem] = check({ binding: {} }, { nameOf: (name) => name.toUpperCase() });
    expect(problem).toMatchObject({
      path: ['binding'],
      problem: "is set while FEATURES does not contain 'bindings'",
      expected: "'bindings' in FEATURES, or no BINDING",
    });
  });

  test('long values are truncated', () => {
    const [told] = check({ listed: 'x'.repeat(500) }).map(formatProblem);
    expect(told?.length).toBeLessThan(200);
  });

  test('requiredOnCreate is checked where the parent object is created', () => {
    const missing = (values: RawValues, prior: RawValues | null) =>
      checkCreation(attributes, values, prior).map(({ path }) => formatPath(path));
    expect([
      missing({ binding: { csr: null } }, null),
      missing({ binding: { csr: null } }, { binding: null }),
      missing({ binding: { csr: null } }, { binding: { csr: null } }),
      missing({ binding: { csr: 'a' } }, null),
      missing({ binding: null }, null),
    ]).toEqual([['binding.csr'], ['binding.csr'], [], [], []]);
  });

  test.each(KINDS.map((each) => [each.name, each] as const))('the samples of %s are valid', (_, each) => {
    const configs = [minimalConfig(each, { object: 0 }), ...fullConfigs(each, { object: 1 })];
    for (const values of configs)
      expect(checkValues(each, withUnknownReferences(values)).map(formatProblem)).toEqual([]);
  });

  test('at most one of conflicting attributes is set', () => {
    const conflicting: ValidationRules = { attributes, conflicts: [{ attributes: ['short', 'listed'] }] };
    const both = checkValues(conflicting, { required: 'a', short: 'a', listed: 'deny' });
    expect(both.map((problem) => [formatProblem(problem), problem.rule])).toEqual([
      ['listed is set together with short; expected at most one of short, listed', 'conflict'],
    ]);
    expect(checkValues(conflicting, { required: 'a', short: 'a', listed: null })).toEqual([]);
  });

  test('allowedOnlyWith applies to values and defaults', () => {
    const type = { ...text, default: 'ed25519' };
    const curve = { ...text, allowedOnlyWith: { attribute: 'type', value: 'ecdsa' } };
    const rules = (values: RawValues) => checkValues({ attributes: { type, curve } }, values).map(({ rule }) => rule);
    const refused = [{ curve: 'p256' }, { type: 'rsa', curve: 'p256' }];
    expect(refused.map(rules)).toEqual([['only_with'], ['only_with']]);
    for (const type of ['ecdsa', UNKNOWN]) expect(rules({ type, curve: 'p256' })).toEqual([]);
    expect(rules({ type: 'rsa', curve: null })).toEqual([]);
    // The wrong type is the only problem, also of an object that has no text.
    expect(checkValues({ attributes: { type, curve } }, { type: { toString: 1 }, curve: 'p256' })).toEqual([
      { path: ['type'], problem: 'is an object', expected: 'a string' },
    ]);
  });

  test('an attribute of another profile breaks the rule of the profile', () => {
    const { attributes: inSpec } = kindIn(getKind('api_key'), PROFILES.spec);
    const found = checkValues({ attributes: inSpec }, { owner_id: 'usr_1' });
    expect(found.map((problem) => [formatProblem(problem), problem.rule])).toEqual([
      ["owner_id does not exist in the profile 'spec'; expected no value, or the profile 'ngrok'", 'profile'],
    ]);
  });

  describe('ids', () => {
    const ksuid = '2Xr7ZBPCMGkuWuUKLwXnCPrhmGF';
    const check = (name: string, values: RawValues) => checkValues(getKind(name), values).map(formatProblem);
    test('of an IP policy have its prefix or an unknown one; an owner is any text but an id of another kind', () => {
      const owners = ['bot_1', 'usr_1', 'user_1', 'ops@example.com'].map((id) => check('api_key', { owner_id: id }));
      const policies = ['ipp_1', `ipp_${ksuid}`, `later_${ksuid}`].map((id) =>
        check('ip_restriction', { type: 'api', ip_policy_ids: [id] }),
      );
      expect([...owners, ...policies].flat()).toEqual([]);
      expect(check('api_key', { owner_id: 'ipp_1' })).toHaveLength(1);
    });

    test.each([
      ['office', ''],
      ['my_policy', ''],
      [`ipp-${ksuid}`, ''],
      [`https://api.example.com/ip_policies/ipp_${ksuid}`, ''],
      [`rd_${ksuid}`, ', the id of a domain'],
    ])("'%s' is no id of an IP policy", (id, what) => {
      const problem = `is '${id}'${what}; expected the id of an IP policy (ipp_...), or a reference to it`;
      const rule = { ip_policy_id: id, action: 'allow', cidr: '10.0.0.0/8' };
      expect(check('ip_policy_rule', rule)).toEqual([`ip_policy_id ${problem}`]);
      const restriction = { type: 'api', ip_policy_ids: ['ipp_1', id] };
      expect(check('ip_restriction', restriction)).toEqual([`ip_policy_ids[1] ${problem}`]);
    });

    const ofComposites = COMPOSITES.flatMap(({ name, attributes: declared }) =>
      Object.keys(declared).flatMap((attribute) => (attribute.endsWith('_id') ? [[name, attribute] as const] : [])),
    );

    test.each(ofComposites)('of the composite %s, %s is checked, too', (name, attribute) => {
      const problems = checkValues(getComposite(name), { [attribute]: 'office', rules: {} });
      expect(problems.map(({ rule }) => rule)).toEqual(['id']);
    });
  });
});

describe('certificates and keys', () => {
  const kind = getKind('tls_certificate');
  const schema = { ...kind, attributes: expandAttributes(kind.attributes) };

  let one: Made;
  let two: Made;

  beforeAll(async () => {
    [one, two] = await Promise.all([makeCertificate({}), makeCertificate({ keyType: 'rsa' })]);
  });

  const check = (values: Readonly<Record<string, unknown>>) =>
    checkValues(schema, values).map((problem) => [formatProblem(problem), problem.errorCode]);

  test.each(['private_key_pem', 'private_key_pem_wo'])('%s must be the key of the certificate', (name) => {
    expect(check({ certificate_pem: one.pem, [name]: one.keyPem })).toEqual([]);
    expect(check({ certificate_pem: one.pem, [name]: two.keyPem })).toEqual([
      [`${name} is not the key of certificate_pem; expected the private key of its first certificate`, 1923],
    ]);
  });

  test('a key or a certificate that is known after apply is not checked', () => {
    expect(check({ certificate_pem: UNKNOWN, private_key_pem: one.keyPem })).toEqual([]);
    expect(check({ certificate_pem: one.pem, private_key_pem: UNKNOWN })).toEqual([]);
  });

  test('a text that is no certificate is a problem of its format only', () => {
    expect(check({ certificate_pem: 'text', private_key_pem: one.keyPem })).toHaveLength(1);
  });

  test('a certificate has expired after its last moment', () => {
    const end = new Date(one.certificate.notAfter);
    const find = (now: Date) => findExpired(schema.attributes, { certificate_pem: one.pem }, now).map(formatProblem);
    expect(find(end)).toEqual([]);
    expect(find(new Date(end.getTime() + 1))).toEqual([
      `certificate_pem contains a certificate that expired at ${end.toISOString()}; expected certificates that are valid now, since clients reject others`,
    ]);
  });

  test('the provider warns of an expired certificate', async () => {
    const validity = { notBefore: new Date('2023-01-01'), notAfter: new Date('2024-01-01') };
    const { pem, keyPem } = await makeCertificate({ validity });
    const config = configOf(kind, { certificate_pem: pem, private_key_pem: keyPem });
    expect(validateAttributes(kind, config)).toMatchObject([{ severity: 'warning', summary: 'Expired certificate' }]);
  });

  const [reference] = listCertificateReferences(getKind('domain').attributes);

  async function problemOf(host: string, subject: string, names: readonly string[]): Promise<string | undefined> {
    const { pem } = await makeCertificate({ subject, dnsNames: names });
    const problem = reference && findUncovered(reference, host, pem);
    return problem && formatProblem(problem);
  }

  test.each([
    ['a.example.com', 'CN=a', ['a.example.com']],
    ['A.example.com.', 'CN=a', ['a.EXAMPLE.com']],
    ['a.example.com', 'CN=a', ['b.example.com', '*.example.com']],
    ['*.example.com', 'CN=a', ['*.example.com']],
  ])('the name %s is covered by the certificate %s of %j', async (host, subject, names) => {
    expect(reference).toBeDefined();
    expect(await problemOf(host, subject, names)).toBeUndefined();
  });

  test.each([
    ['www.example.com', 'CN=www.example.com', ['a.example.com'], 'www.example.com or *.example.com'],
    ['example.com', 'CN=a', ['*.example.com'], 'example.com'],
    ['a.b.example.com', 'CN=a', ['*.example.com'], 'a.b.example.com or *.b.example.com'],
    ['*.b.example.com', 'CN=a', ['*.example.com'], '*.b.example.com'],
    ['*.example.com', 'CN=a', ['a.example.com', 'example.com'], '*.example.com'],
  ])('the name %s is not covered by the certificate %s of %j', async (host, subject, names, expected) => {
    expect(await problemOf(host, subject, names)).toBe(
      `certificate_id is a certificate for ${names.join(', ')}, and domain is '${host}'; expected a certificate for ${expected}, since clients reject others`,
    );
  });

  test('the common name of a certificate without DNS names is not one', async () => {
    const problem = await problemOf('a.example.com', 'O=x,CN=a.example.com', []);
    expect(problem).toContain("is a certificate without a DNS name, and domain is 'a.example.com'");
  });

  test('the first certificate of a chain decides', async () => {
    const [right, wrong] = await Promise.all(
      ['a.example.com', 'b.example.com'].map(async (name) => (await makeCertificate({ dnsNames: [name] })).pem),
    );
    const isFound = (chain: string): boolean =>
      reference !== undefined && findUncovered(reference, 'a.example.com', chain) !== undefined;
    expect([`${right}${wrong}`, `${wrong}${right}`, 'text'].map(isFound)).toEqual([false, true, false]);
  });
});
