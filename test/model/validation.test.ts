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
    bool: { type: 'bool', presence: 'optional', doc: '' },
    number: { type: 'number', presence: 'optional', doc: '', allowedNumbers: [2048, 4096] },
    texts: {
      type: 'set',
      elements: 'string',
      presence: 'optional',
      doc: '',
      minItems: 1,
      enum: ['a', 'b'],
    },
    ids: {
      type: 'set',
      elements: 'string',
      presence: 'optional',
      doc: '',
      ref: { kind: 'ip_policy', responseName: 'policies', onDelete: 'refuse' },
    },
    map: { type: 'map', elements: 'string', presence: 'optional', doc: '' },
    objects: {
      type: 'set',
      presence: 'optional',
      doc: '',
      idMember: 'name',
      elements: { name: { ...text, presence: 'required' }, note: text },
    },
    choice: {
      type: 'object',
      presence: 'optional',
      doc: '',
      exactlyOne: ['left', 'right'],
      attributes: { left: text, right: text },
    },
    features: { type: 'set', elements: 'string', presence: 'optional', doc: '' },
    binding: {
      type: 'object',
      presence: 'optional',
      doc: '',
      attributes: expandAttributes({
        csr: { ...text, requiredOnCreate: true, hasWriteOnlyVariant: true },
      }),
    },
  };

  const kind: ValidationRules = {
    attributes,
    requires: [
      {
        attribute: 'binding',
        requires: 'features',
        element: 'bindings',
        elementRequiresAttribute: true,
      },
    ],
  };

  /** Returns the problems of valid values with these changes. */
  function check(values: RawValues, options?: CheckOptions) {
    return checkValues(kind, { required: 'a', ...values }, options);
  }

  const textsOf = (values: RawValues, options?: CheckOptions): string[] => check(values, options).map(formatProblem);

  test.each<[string, RawValues, string, BrokenRule | 'invalid']>([
    ['what is required and absent', { required: undefined }, 'required is not set; expected a value', 'missing'],
    ['what is required and null', { required: null }, 'required is not set; expected a value', 'missing'],
    [
      'an empty text for which the service has a default',
      { defaulted: '' },
      'defaulted is empty; expected a value, or none',
      'empty',
    ],
    [
      'an empty text that the service would replace',
      { chosen: '' },
      'chosen is empty; expected a value, or none',
      'empty',
    ],
    ['what is required and empty', { required: '' }, 'required is empty; expected a value', 'empty'],
    [
      'what a creation requires and is empty',
      { binding: { csr: '' }, features: ['bindings'] },
      'binding.csr is empty; expected a value',
      'empty',
    ],
    [
      'what a creation requires and its write-only attribute has empty',
      { binding: { csr_wo: '' }, features: ['bindings'] },
      'binding.csr_wo is empty; expected a value',
      'empty',
    ],
    [
      'a text that is too long',
      { short: 'abcde' },
      'short is 5 bytes long; expected at most 4 bytes of UTF-8',
      'invalid',
    ],
    [
      'a text of too many characters',
      { brief: '😀😀😀😀é' },
      'brief is 5 characters long; expected at most 4 characters',
      'invalid',
    ],
    [
      'a text of few characters and many bytes',
      { short: 'üüü' },
      'short is 6 bytes long; expected at most 4 bytes of UTF-8',
      'invalid',
    ],
    [
      'half a character',
      { short: '\ud800' },
      'short contains an unpaired surrogate (invalid Unicode); expected well-formed Unicode',
      'invalid',
    ],
    [
      'a word that is not listed',
      { listed: 'alow' },
      "listed is 'alow'; expected 'allow' or 'deny'; did you mean 'allow'?",
      'invalid',
    ],
    [
      'a word in another case, where that matters',
      { listed: 'ALLOW' },
      "listed is 'ALLOW'; expected 'allow' or 'deny'; did you mean 'allow'?",
      'invalid',
    ],
    ['the only word not said', { one: 'xml' }, "one is 'xml'; expected 'JSON'", 'invalid'],
    ['a secret, which is not shown', { secret: 'hunter2' }, "secret has an invalid value; expected 'a'", 'invalid'],
    [
      'a text of the wrong format',
      { cidr: '10.0.0.1/8' },
      "cidr '10.0.0.1/8' has bits set beyond its mask /8; expected the network address: 10.0.0.0/8",
      'invalid',
    ],
    ['a number for a text', { short: 1 }, 'short is a number; expected a string', 'invalid'],
    ['a text for a truth value', { bool: 'true' }, 'bool is a string; expected true or false', 'invalid'],
    ['a text for a number', { number: '2048' }, 'number is a string; expected a number', 'invalid'],
    ['a number that is not allowed', { number: 1024 }, 'number is 1024; expected 2048 or 4096', 'invalid'],
    ['a text for a set', { texts: 'a' }, 'texts is a string; expected a list', 'invalid'],
    ['too few elements', { texts: [] }, 'texts has 0 elements; expected at least 1', 'invalid'],
    [
      'an element that is not listed',
      { texts: ['a', 'z'] },
      "texts[1] is 'z'; expected 'a' or 'b'; did you mean 'a'?",
      'invalid',
    ],
    ['an empty reference', { ids: ['ipp_1', ''] }, 'ids[1] is empty; expected an id', 'invalid'],
    ['a list for a map', { map: [] }, 'map is a list; expected an object of strings', 'invalid'],
    ['a map that does not hold texts', { map: { key: 1 } }, 'map.key is a number; expected a string', 'invalid'],
    ['an element that is no object', { objects: ['a'] }, 'objects[0] is a string; expected an object', 'invalid'],
    [
      'an element without what is required',
      { objects: [{ note: 'x' }] },
      'objects[0].name is not set; expected a value',
      'missing',
    ],
    [
      'two elements of one identity',
      { objects: [{ name: 'a' }, { name: 'a', note: 'x' }] },
      "objects has two elements with name 'a'; expected each name at most once",
      'duplicate',
    ],
    ['a text for an object', { choice: 'left' }, 'choice is a string; expected an object', 'invalid'],
    [
      'none of the alternatives',
      { choice: {} },
      'choice has none of its alternatives set; expected exactly one of left, right',
      'none',
    ],
    [
      'several of the alternatives',
      { choice: { left: 'a', right: 'b' } },
      'choice has left and right set; expected exactly one of left, right',
      'several',
    ],
    [
      'an attribute without the element it needs',
      { binding: {}, features: ['other'] },
      "binding is set while features does not contain 'bindings'; expected 'bindings' in features, or no binding",
      'requires',
    ],
    [
      'an attribute without any elements',
      { binding: {} },
      "binding is set while features does not contain 'bindings'; expected 'bindings' in features, or no binding",
      'requires',
    ],
  ])('rejects %s', (_, values, says, rule) => {
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
  ])('accepts %s', (_, values) => {
    expect(check(values)).toEqual([]);
  });

  test('all problems are reported, in the order of the model', () => {
    expect(textsOf({ required: null, listed: 'x', short: 'abcde' }).map((line) => line.split(' ')[0])).toEqual([
      'required',
      'short',
      'listed',
    ]);
  });

  describe('in an update', () => {
    test('undefined is unchanged, but null is not allowed for required attributes', () => {
      expect(checkValues(kind, {}, { isPatch: true })).toEqual([]);
      expect(checkValues(kind, { required: null }, { isPatch: true })).toHaveLength(1);
    });

    test('elements of sets are complete', () => {
      expect(check({ objects: [{}] }, { isPatch: true }).map(({ path }) => path)).toEqual([['objects', 0, 'name']]);
    });

    test('alternatives may all be undefined, but not several set', () => {
      expect(check({ choice: {} }, { isPatch: true })).toEqual([]);
      expect(check({ choice: { left: 'a', right: 'b' } }, { isPatch: true })).toHaveLength(1);
    });

    test('a required element may exist at the service', () => {
      expect(check({ binding: {} }, { isPatch: true })).toEqual([]);
      expect(check({ binding: {}, features: [] }, { isPatch: true })).toHaveLength(1);
    });
  });

  describe('unknown values', () => {
    test.each(Object.keys(attributes))('are skipped: %s', (name) => {
      expect(check({ [name]: UNKNOWN })).toEqual([]);
    });

    test.each<[string, RawValues]>([
      ['an element of a set', { texts: [UNKNOWN] }],
      ['a member of an element', { objects: [{ name: UNKNOWN }, { name: UNKNOWN }] }],
      ['an entry of a map', { map: { key: UNKNOWN } }],
      ['one of the alternatives', { choice: { left: UNKNOWN, right: 'b' } }],
      ['the element that is needed', { binding: {}, features: ['other', UNKNOWN] }],
      ['the set that is needed', { binding: {}, features: UNKNOWN }],
    ])('are skipped: %s', (_, values) => {
      expect(check(values)).toEqual([]);
    });

    test('do not hide other problems', () => {
      expect(textsOf({ texts: [UNKNOWN, 'z'], short: UNKNOWN })).toEqual([expect.stringContaining('texts[1]')]);
    });
  });

  test('a plan cannot remove an attribute that the service cannot remove', () => {
    expect(check({ features: ['bindings'] }, {})).toEqual([]);
    const values = { features: ['Bindings'] };
    expect(checkRemoval(kind, values, null)).toEqual([]);
    expect(checkRemoval(kind, values, { binding: null })).toEqual([]);
    expect(checkRemoval(kind, { features: [] }, { binding: {} })).toEqual([]);
    expect(checkRemoval(kind, values, { binding: {} }).map(formatProblem)).toEqual([
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
    expect(textsOf({ listed: 'x'.repeat(500) })[0]?.length).toBeLessThan(200);
  });

  describe('checkCreation', () => {
    test('reports requiredOnCreate where the parent object is created', () => {
      const missing = (values: RawValues, prior: RawValues | null) =>
        checkCreation(attributes, values, prior).map(({ path }) => formatPath(path));
      expect(missing({ binding: { csr: null } }, null)).toEqual(['binding.csr']);
      expect(missing({ binding: { csr: null } }, { binding: null })).toEqual(['binding.csr']);
      expect(missing({ binding: { csr: null } }, { binding: { csr: null } })).toEqual([]);
      expect(missing({ binding: { csr: 'a' } }, null)).toEqual([]);
      expect(missing({ binding: null }, null)).toEqual([]);
    });
  });

  const ofKinds = KINDS.map((each) => [each.name, each] as const);

  test.each(ofKinds)('the samples of %s are valid', (_, each) => {
    const configs = [minimalConfig(each, { object: 0 }), ...fullConfigs(each, { object: 1 })];
    for (const values of configs)
      expect(checkValues(each, withUnknownReferences(values)).map(formatProblem)).toEqual([]);
  });

  describe('rules over members of one kind', () => {
    const operator = getKind('kubernetes_operator');

    test('an operator has a binding only if it has the feature', () => {
      expect(checkValues(operator, { binding: { csr: 'x' } }).map(({ rule }) => rule)).toContain('requires');
      expect(checkValues(operator, { enabled_features: ['bindings'] }, {})).toEqual([]);
    });

    test('at most one of conflicting attributes is set', () => {
      const conflicting: ValidationRules = {
        attributes,
        conflicts: [{ attributes: ['short', 'listed'] }],
      };
      const both = checkValues(conflicting, { required: 'a', short: 'a', listed: 'deny' });
      expect(both.map((problem) => [formatProblem(problem), problem.rule])).toEqual([
        ['listed is set together with short; expected at most one of short, listed', 'conflict'],
      ]);
      expect(checkValues(conflicting, { required: 'a', short: 'a', listed: null })).toEqual([]);
    });

    test('allowedOnlyWith applies to values and defaults', () => {
      const dependent: ValidationRules = {
        attributes: {
          type: { ...text, default: 'ed25519' },
          curve: { ...text, allowedOnlyWith: { attribute: 'type', value: 'ecdsa' } },
        },
      };
      const rules = (values: RawValues) => checkValues(dependent, values).map(({ rule }) => rule);
      expect(rules({ type: 'ecdsa', curve: 'p256' })).toEqual([]);
      expect(rules({ curve: 'p256' })).toEqual(['only_with']);
      expect(rules({ type: 'rsa', curve: 'p256' })).toEqual(['only_with']);
      expect(rules({ type: UNKNOWN, curve: 'p256' })).toEqual([]);
      expect(rules({ type: 'rsa', curve: null })).toEqual([]);
    });
  });

  test('an attribute of another profile breaks the rule of the profile', () => {
    const { attributes: inSpec } = kindIn(getKind('api_key'), PROFILES.spec);
    expect(checkValues({ attributes: inSpec }, { owner_id: 'usr_1' })).toEqual([
      {
        path: ['owner_id'],
        problem: "does not exist in the profile 'spec'",
        expected: "no value, or the profile 'ngrok'",
        rule: 'profile',
      },
    ]);
  });

  describe('ids', () => {
    const ksuid = '2Xr7ZBPCMGkuWuUKLwXnCPrhmGF';
    const check = (name: string, values: RawValues) => checkValues(getKind(name), values).map(formatProblem);
    const checkRule = (id: string) =>
      check('ip_policy_rule', { ip_policy_id: id, action: 'allow', cidr: '10.0.0.0/8' });

    test.each(['ipp_1', `ipp_${ksuid}`, `later_${ksuid}`])("'%s' may be the id of an IP policy", (id) => {
      expect(checkRule(id)).toEqual([]);
    });

    test.each([
      ['office', ''],
      ['my_policy', ''],
      [`ipp-${ksuid}`, ''],
      [`https://api.example.com/ip_policies/ipp_${ksuid}`, ''],
      [`rd_${ksuid}`, ', the id of a domain'],
    ])("'%s' is no id of an IP policy", (id, what) => {
      const problem = `is '${id}'${what}; expected the id of an IP policy (ipp_...), or a reference to it`;
      expect(checkRule(id)).toEqual([`ip_policy_id ${problem}`]);
      const restriction = { type: 'api', ip_policy_ids: ['ipp_1', id] };
      expect(check('ip_restriction', restriction)).toEqual([`ip_policy_ids[1] ${problem}`]);
    });

    test('an owner may be named by another text than its id, but not by the id of another object', () => {
      for (const owner of ['bot_1', 'usr_1', 'user_1', 'ops@example.com'])
        expect(check('api_key', { owner_id: owner })).toEqual([]);
      expect(check('api_key', { owner_id: 'ipp_1' })).toHaveLength(1);
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

  test.each(['private_key_pem', 'private_key_pem_wo'])('%s is the key of the certificate', (name) => {
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

  const reference = listCertificateReferences(getKind('domain').attributes)[0] ?? fail();

  function fail(): never {
    throw new Error('domains refer to no certificate');
  }

  async function pemFor(subject: string, ...dnsNames: string[]): Promise<string> {
    return (await makeCertificate({ subject, dnsNames })).pem;
  }

  test.each([
    ['a.example.com', 'CN=a', ['a.example.com']],
    ['A.example.com.', 'CN=a', ['a.EXAMPLE.com']],
    ['a.example.com', 'CN=a', ['b.example.com', '*.example.com']],
    ['*.example.com', 'CN=a', ['*.example.com']],
  ])('the name %s is covered by the certificate %s of %j', async (host, subject, names) => {
    expect(findUncovered(reference, host, await pemFor(subject, ...names))).toBeUndefined();
  });

  test.each([
    ['www.example.com', 'CN=www.example.com', ['a.example.com'], 'www.example.com or *.example.com'],
    ['example.com', 'CN=a', ['*.example.com'], 'example.com'],
    ['a.b.example.com', 'CN=a', ['*.example.com'], 'a.b.example.com or *.b.example.com'],
    ['*.b.example.com', 'CN=a', ['*.example.com'], '*.b.example.com'],
    ['*.example.com', 'CN=a', ['a.example.com', 'example.com'], '*.example.com'],
  ])('the name %s is not covered by the certificate %s of %j', async (host, subject, names, expected) => {
    const problem = findUncovered(reference, host, await pemFor(subject, ...names));
    expect(problem && formatProblem(problem)).toBe(
      `certificate_id is a certificate for ${names.join(', ')}, and domain is '${host}'; expected a certificate for ${expected}, since clients reject others`,
    );
  });

  test('the common name of a certificate without DNS names is not one', async () => {
    const problem = findUncovered(reference, 'a.example.com', await pemFor('O=x,CN=a.example.com'));
    expect(problem?.problem).toBe("is a certificate without a DNS name, and domain is 'a.example.com'");
  });

  test('the first certificate of a chain decides', async () => {
    const [right, wrong] = [await pemFor('CN=a', 'a.example.com'), await pemFor('CN=b', 'b.example.com')];
    const isFound = (chain: string): boolean => findUncovered(reference, 'a.example.com', chain) !== undefined;
    expect([isFound(right + wrong), isFound(wrong + right), isFound('text')]).toEqual([false, true, false]);
  });
});
