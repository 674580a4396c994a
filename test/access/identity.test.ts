import fc from 'fast-check';
import { NEVER } from '../../src/access/diagram';
import { createFacts } from '../../src/access/facts';
import { createSpace } from '../../src/access/space';
import { fromStacks } from '../../src/objects/from-stacks';
import { parseConfiguration } from '../../src/terraform/configuration/configuration';
import { describeCause } from '../../src/values/describe-cause';
import type { KnownJson, KnownObject } from '../../src/values/known';
import { Identities, isUnknown, stringifyKnown, Unknown } from '../../src/values/known';

/** What a value depends on. */
interface Origin {
  readonly input: KnownJson;
  readonly instance: string | number;
  readonly side: 'before' | 'after';
  readonly version: number;
  /** Only the words have it. */
  readonly name: string;
}

const origins: fc.Arbitrary<Origin> = fc.record({
  input: fc.constantFrom<KnownJson>('a', 1, '1', null, [], ['a'], { unknown: 'a' }),
  instance: fc.constantFrom('x', 'y', 0, '0'),
  side: fc.constantFrom('before', 'after'),
  version: fc.nat(1),
  name: fc.constantFrom('var.a', 'var.b'),
});

/** Whether a space takes both for one variable. */
function areEqual(a: Unknown, b: Unknown): boolean {
  const space = createSpace();
  return space.diagrams.without(space.fact(a), space.fact(b)) === NEVER;
}

test('200 random pairs: equal if and only if all that they depend on is equal, whatever the words are', () => {
  const seen = { equal: 0, different: 0 };
  fc.assert(
    fc.property(origins, origins, fc.boolean(), (first, other, isCopied) => {
      const identities = new Identities();
      const second = isCopied ? { ...first, name: other.name } : other;
      const make = ({ name, ...inputs }: Origin): Unknown =>
        new Unknown({ kind: 'reference', reference: name }, identities.of(inputs));
      const [a, b] = [make(first), make(second)];
      const [x, y] = [first, second].map(({ name: _, ...inputs }) => JSON.stringify(inputs));
      seen[x === y ? 'equal' : 'different'] += 1;
      expect(areEqual(a, b)).toBe(x === y);
      expect(stringifyKnown([a]) === stringifyKnown([b])).toBe(x === y);
      // Nobody proved it: the same words, another value.
      expect(areEqual(a, new Unknown(a.cause))).toBe(false);
      expect(areEqual(a, new Unknown(a.cause, new Identities().of(first)))).toBe(false);
    }),
    { numRuns: 200 },
  );
  expect(Math.min(seen.equal, seen.different)).toBeGreaterThan(50);
});

function networksOf(identities: Identities, ...rules: readonly KnownObject[]): (string | Unknown)[] {
  const kind = 'ip_policy_rule';
  const objects = rules.map((values, index) => ({ kind, id: `ipr_${index}`, values }));
  return createFacts([{ kind, objects }], identities).rules.objects.map(({ network }) => network as string | Unknown);
}

test.each<[string, KnownJson, KnownJson, boolean]>([
  ['one invalid network', '10.0.0.0/33', '10.0.0.0/33', true],
  ['two invalid networks', '10.0.0.0/33', '10.0.0.0/34', false],
  ['two values that are no text', 1, 2, false],
])('in the facts of a comparison, %s of two rules (%j and %j): equal is %s', (_, first, second, isEqual) => {
  const identities = new Identities();
  const [a] = networksOf(identities, { cidr: first }) as [Unknown];
  const [, b] = networksOf(identities, { cidr: '203.0.113.0/24' }, { cidr: second }) as [unknown, Unknown];
  expect([isUnknown(a), isUnknown(b)]).toEqual([true, true]);
  expect(describeCause(a.cause)).not.toBe('');
  expect(areEqual(a, b)).toBe(isEqual);
});

test('a missing member is the same in the same version of the object, and only in one comparison', () => {
  const [identities, others] = [new Identities(), new Identities()];
  const read = (table: Identities, more = {}) => networksOf(table, more)[0] as Unknown;
  expect(areEqual(read(identities), read(identities))).toBe(true);
  expect(areEqual(read(identities), read(identities, { action: 'allow' }))).toBe(false);
  expect(areEqual(read(identities), read(others))).toBe(false);
});

test('a known value that looks like the key of an unknown one has another key', () => {
  const unknown = new Unknown({ kind: 'not_in_plan' });
  const { identity } = unknown;
  for (const known of [`?${identity}`, `??${identity}`, { unknown: identity }, identity])
    expect(stringifyKnown([known])).not.toBe(stringifyKnown([unknown]));
  expect(stringifyKnown(['??a'])).not.toBe(stringifyKnown(['?a']));
});

/** The networks of two rules of one stack. */
function declare(first: string, second: string, more = {}): [Unknown, Unknown] {
  const rule = (cidr: string) => ({ ip_policy_id: 'ipp_1', action: 'allow', cidr, ...more });
  const resource = { netingress_ip_policy_rule: { x: rule(first), y: rule(second) } };
  const file = { variable: { a: {}, b: {}, names: {} }, resource };
  const { lists } = fromStacks([parseConfiguration('s', '/s', [file])]);
  const objects = lists.find(({ kind }) => kind === 'ip_policy_rule')?.objects ?? [];
  return objects.map(({ values }) => values['cidr']) as [Unknown, Unknown];
}

test.each<[string, string, string, boolean]>([
  ['one variable', `\${var.a}`, `\${var.a}`, true],
  ['two variables', `\${var.a}`, `\${var.b}`, false],
  ['one attribute', `\${aws_eip.a.public_ip}`, `\${aws_eip.a.public_ip}`, true],
  ['an attribute of two instances', `\${aws_eip.a[0].public_ip}`, `\${aws_eip.a[1].public_ip}`, false],
  ['a template', `\${var.a}/24`, `\${var.a}/24`, true],
  ['two templates of one variable', `\${var.a}/24`, `\${var.a}/25`, false],
  ['a template, and its parts divided in another way', `\${var.a}/24`, `\${var.a}\${"/24"}`, true],
  ['a pure function', `\${jsonencode(var.a)}`, `\${jsonencode(var.a)}`, true],
  ['a pure function of two variables', `\${jsonencode(var.a)}`, `\${jsonencode(var.b)}`, false],
  ['a function that returns another value each time', `\${bcrypt(var.a)}`, `\${bcrypt(var.a)}`, false],
  ['uuid()', `\${uuid()}`, `\${uuid()}`, false],
  ['timestamp()', `\${timestamp()}`, `\${timestamp()}`, false],
  ['a conditional', `\${var.a ? 1 : 2}`, `\${var.a ? 1 : 2}`, false],
])('in a configuration, %s (%s and %s): equal is %s', (_, first, second, isEqual) => {
  const [a, b] = declare(first, second);
  expect([isUnknown(a), isUnknown(b)]).toEqual([true, true]);
  expect(areEqual(a, b)).toBe(isEqual);
});

test('each.key of two resources with an unknown for_each is not equal, though both read one variable', () => {
  const [x, y] = declare(`\${each.key}`, `\${each.key}`, { for_each: `\${var.names}` });
  expect(areEqual(x, y)).toBe(false);
});
