import fc from 'fast-check';
import { compileCondition } from '../../src/model/cel/cel';
import { compileSelector, ENDPOINT_SELECTOR, listFilterVocabulary } from '../../src/model/cel/filters';
import { matchesRe2, re2Problem } from '../../src/model/cel/re2';
import { type CelCondition, type CelValue, renderCel, renderCelString } from '../../src/model/cel/render';
import type { Vocabulary } from '../../src/model/cel/vocabulary';
import { KINDS } from '../../src/model/kinds';
import { commonAttributes } from '../../src/model/resources/common';
import { tries } from '../fuzz';

describe('a condition', () => {
  const events: Vocabulary = {
    root: 'ev',
    grammar: 'standard',
    usable: ['conn.client_ip', 'conn.server_name', 'conn.server_port'],
    fields: {
      'conn.client_ip': 'string',
      'conn.server_name': 'string',
      'conn.server_port': 'int',
      'conn.start_ts': 'timestamp',
    },
  };

  const objects = listFilterVocabulary({
    filterFields: ['acl', 'certificate.id', 'not_after'],
    attributes: {
      ...commonAttributes('Purpose.'),
      acl: { type: 'set', elements: 'string', presence: 'optional', doc: '' },
    },
  });

  const event: Record<string, unknown> = {
    'conn.client_ip': '203.0.113.7',
    'conn.server_name': 'app.Example.com',
    'conn.server_port': 443,
  };

  const object: Record<string, unknown> = {
    id: 'cr_1',
    created_at: '2026-01-01T00:00:00Z',
    description: '',
    metadata: null,
    acl: ['bind:a', '*'],
    certificate: { id: 'cert_1' },
    'certificate.id': 'cert_1',
    not_after: '2027-01-01T00:00:00Z',
  };

  function evaluate(vocabulary: Vocabulary, expression: string, values: Record<string, unknown>, now?: number) {
    const condition = compileCondition(vocabulary, expression);
    return 'problem' in condition ? condition.problem : condition.test((path) => values[path], now);
  }

  test.each([
    ['true', true],
    ['ev.conn.server_port > 443', false],
    ['ev.conn.server_port + 1 == 444', true],
    ['ev.conn.server_port in [80, 443]', true],
    ['ev["conn"]["client_ip"] == "203.0.113.7"', true],
    ['ev.conn.client_ip.startsWith("203.0.113.") && !(ev.conn.server_port == 80)', true],
    ['size(ev.conn.client_ip) == 11', true],
    ['has(ev.conn.server_name) ? ev.conn.server_name.endsWith(".com") : false', true],
    ['["app", "api"].exists(name, ev.conn.server_name.startsWith(name))', true],
    ['ev.conn.server_name.matches("^app\\\\.example\\\\.com$")', false],
  ])('the event condition %s is %s', (expression, expected) => {
    expect(evaluate(events, expression, event)).toBe(expected);
  });

  test.each([
    ['obj.description == ""', true],
    ['obj.metadata == null', true],
    ['obj.description != null && obj.acl != null && obj.created_at != null', true],
    ['obj.certificate != null', true],
    ['"*" in obj.acl', true],
    ['size(obj.acl) > 2', false],
    ['obj.id in ["cr_1", "cr_2"]', true],
    ['obj.id.startsWith("cr_") || obj.id.contains("x")', true],
    ['obj.created_at < timestamp("2026-01-01T00:00:01Z")', true],
    ['obj.created_at == timestamp("2026-01-01T00:00:00.000000000000000Z")', true],
    ['obj.created_at == timestamp("2026-01-01t01:30:00+01:30")', true],
    ['obj.created_at == timestamp("2025-12-31T23:59:60Z")', true],
    ['obj.created_at < timestamp(time.now).subtract("7d")', false],
    ['obj.created_at < timestamp(time.now).subtract("6d23h")', true],
    ['obj.not_after < timestamp(time.now).add("52w")', true],
  ])('the list condition %s is %s', (expression, expected) => {
    expect(evaluate(objects, expression, object, Date.parse('2026-01-08T00:00:00Z'))).toBe(expected);
  });

  test.each([
    ['', 'syntax'],
    ['ev.conn.client_ip', 'type'],
    ['ev.conn.server_port == "443"', 'type'],
    ['ev.conn.client_ip == null', 'type'],
    ['ev.conn.client_ip in [1]', 'type'],
    ['ev.conn.server_name.matches("(?=a)")', 'type'],
    ['ev.conn.client_ip == "x" && timestamp("yesterday") < timestamp("2026-01-01T00:00:00Z")', 'type'],
    ['ev.conn.sever_port == 1', 'unknown'],
    ['ev.principal.id == "x"', 'unknown'],
    ['ev.conn.start_ts < timestamp("2026-01-01T00:00:00Z")', 'unusable'],
    ['ev.conn == ev.conn', 'unusable'],
    ['size(ev) > 1', 'construct'],
    ['conn.client_ip == "x"', 'construct'],
    ['ev.conn.client_ip.lowerAscii() == "x"', 'construct'],
    ['cel.bind(x, 1, x == 1)', 'construct'],
    ['[1].exists(ev, ev == 1)', 'construct'],
  ])('the event condition %s is rejected: %s', (expression, kind) => {
    expect(evaluate(events, expression, event)).toMatchObject({ kind });
  });

  test.each([
    ['obj.id == "x" ? true : false', 'construct'],
    ['obj["id"] == "cr_1"', 'construct'],
    ['obj.certificate["id"] == "cert_1"', 'construct'],
    ['obj.?id == "cr_1"', 'syntax'],
    ['obj[?"id"] == "cr_1"', 'syntax'],
    ['time["now"] == "x"', 'construct'],
    ['obj.created_at < timestamp(time["now"])', 'construct'],
    ['obj.id + "x" == "cr_1x"', 'construct'],
    ['obj.id.matches("x")', 'construct'],
    ['type(obj.id) == string', 'construct'],
    ['has(obj.id)', 'construct'],
    ['obj.acl.exists(each, each == "*")', 'construct'],
    ['time.now == "x"', 'construct'],
    ['timestamp(obj.id).add("7d") == obj.created_at && obj.id.add("7d")', 'construct'],
    ['obj.created_at < timestamp(time.now).subtract("a week")', 'construct'],
    ['obj.created_at < timestamp("2026-01-01T24:00:00Z")', 'type'],
    ['obj.uri == "x"', 'unknown'],
    ['obj.id < 5', 'type'],
    ['obj.created_at < "2026-01-01T00:00:00Z"', 'type'],
  ])('the list condition %s is rejected: %s', (expression, kind) => {
    expect(evaluate(objects, expression, object)).toMatchObject({ kind });
  });

  test('a problem names the nearest field and both types', () => {
    expect(evaluate(events, 'ev.conn.sever_port == 1', {})).toMatchObject({
      problem: 'uses ev.conn.sever_port, which does not exist',
      expected: expect.stringMatching(/did you mean 'ev\.conn\.server_port'\?$/),
    });
    expect(evaluate(events, 'ev.conn.server_port == "443"', {})).toEqual({
      kind: 'type',
      problem: 'compares an integer with a string in ev.conn.server_port == "443"',
      expected: 'values of the same type; ev.conn.server_port is an integer',
    });
  });

  test('a vocabulary can reject syntax elements by their fields', () => {
    const strict = listFilterVocabulary({ attributes: commonAttributes('Purpose.') }, ({ name, fields }) =>
      name === 'startsWith' && fields.includes('id') ? 'no parts of ids' : undefined,
    );
    expect(evaluate(strict, 'obj.description.startsWith("a")', { description: 'ab' })).toBe(true);
    const problem = { kind: 'construct', problem: 'uses startsWith()', expected: 'no parts of ids' };
    expect(evaluate(strict, 'obj.id.startsWith("a")', {})).toEqual(problem);
  });

  test.each<[string, Record<string, unknown>, boolean]>([
    ['ev.conn.client_ip != "x"', {}, false],
    ['!(ev.conn.client_ip == "x")', {}, false],
    ['ev.conn.server_port < 5', {}, false],
    ['size(ev.conn.client_ip) >= 0', {}, false],
    ['ev.conn.client_ip == "x" || ev.conn.server_port == 80', { 'conn.server_port': 80 }, true],
    ['ev.conn.server_port == 80', { 'conn.server_port': '80' }, true],
    ['ev.conn.server_port != 80', { 'conn.server_port': '' }, false],
  ])('%s is decided by the fields that %j has; an invalid number is absent: %s', (expression, values, expected) => {
    expect(evaluate(events, expression, values)).toBe(expected);
  });

  test('compiling a random text does not throw, and a condition that it compiles to can be tested', () => {
    const texts = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'ev.conip()[]"&|=!<>?: 0x\\') }));
    fc.assert(
      fc.property(texts, (text) => {
        for (const vocabulary of [events, objects, ENDPOINT_SELECTOR]) {
          const condition = compileCondition(vocabulary, text);
          if (!('problem' in condition)) expect(typeof condition.test(() => undefined)).toBe('boolean');
        }
      }),
      tries(500),
    );
  });

  test('== and contains of strings are those of JavaScript', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
        const literal = JSON.stringify(right).replace(/[\u007f-\uffff]/g, escaped);
        const decide = (condition: string) => evaluate(events, condition, { 'conn.client_ip': left });
        expect(decide(`ev.conn.client_ip == ${literal}`)).toBe(left === right);
        expect(decide(`ev.conn.client_ip.contains(${literal})`)).toBe(left.includes(right));
      }),
    );
  });

  test('attributes of an endpoint have their types in a selector', () => {
    expect(ENDPOINT_SELECTOR.fields).toMatchObject({
      url: 'string',
      port: 'int',
      pooling_enabled: 'bool',
      bindings: 'list<string>',
      'domain.id': 'string',
    });
    const endpoint = new Map<string, unknown>(
      Object.entries({ url: 'https://a.staging', port: 443, bindings: ['kubernetes'], domain: null }),
    );
    const decide = (selector: string): unknown => {
      const condition = compileSelector(selector);
      return 'problem' in condition ? condition.problem : condition.test((path) => endpoint.get(path));
    };
    const ofFields = ['endpoint.url.contains(".staging")', 'endpoint.port == 443 && "kubernetes" in endpoint.bindings'];
    expect(['true', ...ofFields, 'endpoint.domain == null'].map(decide)).toEqual([true, true, true, true]);
    expect(['endpoint.domain.id == "rd_1"', 'endpoint.pooling_enabled'].map(decide)).toEqual([false, false]);
    expect(compileSelector('endpoint.port == "443"')).toMatchObject({ problem: { kind: 'type' } });
    expect(compileSelector('obj.url == "x"')).toMatchObject({ problem: { kind: 'construct' } });
  });

  const operands: Readonly<Record<string, string>> = {
    bool: 'true',
    string: '""',
    timestamp: 'timestamp(time.now)',
    'list<string>': '[]',
  };

  test.each(KINDS.filter(({ listFilter }) => listFilter))('every filterable field of $name can be compared', (kind) => {
    const vocabulary = listFilterVocabulary(kind);
    for (const [path, type] of Object.entries(vocabulary.fields)) {
      const operand = operands[type as string];
      const compiled = { test: expect.any(Function) };
      expect([path, compileCondition(vocabulary, `obj.${path} == ${operand}`)]).toEqual([path, compiled]);
    }
  });
});

/**
 * Constructs in which RE2 differs from JavaScript's RegExp. The expected results are those of Go's
 * implementation of RE2, except for repeated group names, which only RE2 itself refuses.
 */
describe('a regular expression of RE2', () => {
  test.each([
    ['^\\x{41}$', 'A', true],
    ['^\\a$', 'a', false],
    ['\\Aab\\z', 'ab', true],
    ['ab$', 'ab\n', false],
    ['(?m)^ab$', 'x\rab', false],
    ['a.b', 'a\u2028b', true],
    ['(?s)a.b', 'a\nb', true],
    ['^.$', '😀', true],
    ['(?P<name>a)(?<other>b)', 'ab', true],
    ['\\Qa.b\\E', 'axb', false],
    ['^[[:^digit:]]+$', 'abc', true],
    ['\\s', '\v', false],
    ['^[]a]+$', ']a', true],
    ['[a&&b]', '&', true],
    ['\\pL', 'ä', true],
    ['(?i)k', '\u212a', true],
    ['^a{,2}$', 'a{,2}', true],
    ['^a(?i:b)$', 'AB', false],
  ])('the pattern %s on %j is %s', (pattern, text, expected) => {
    expect(matchesRe2(pattern, text)).toBe(expected);
  });

  test.each([
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['(?<!a)', 'invalid named capture: `(?<!a)`'],
    ['(a)\\1', 'invalid escape sequence: `\\1`'],
    ['a(', 'missing closing ): `a(`'],
    ['a)', 'unexpected ): `a)`'],
    ['[a', 'missing closing ]: `[a`'],
    ['[b-a]', 'invalid character class range: `b-a`'],
    ['a\\', 'trailing backslash at end of expression'],
    ['*a', 'missing argument to repetition operator: `*`'],
    ['a**', 'invalid nested repetition operator: `**`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
    ['(?P<a>b)(?P<a>c)', 'duplicate capture group name: `a`'],
  ])('the pattern %s is rejected: %s', (pattern, reason) => {
    expect(re2Problem(pattern)).toEqual({
      problem: `has the invalid regular expression '${pattern}': ${reason}`,
      expected: 'a regular expression in RE2 syntax',
    });
    expect(() => matchesRe2(pattern, '')).toThrow(reason);
  });

  test('patterns that nest too deeply or are too large are rejected', () => {
    expect(re2Problem('('.repeat(1100) + ')'.repeat(1100))?.problem).toContain('expression nests too deeply');
    expect(re2Problem('(?:(?:(?:a{0,1000}b){0,1000}c){0,10}')?.problem).toContain('expression too large');
  });

  test('patterns with which backtracking would take exponential time do not match 5,000 letters', () => {
    const patterns = ['(a+)+$', '(a|aa)+$', '(.*a){20}b', '^(([a-z])+.)+[A-Z]([a-z])+$'];
    expect(patterns.filter((pattern) => matchesRe2(pattern, `${'a'.repeat(5000)}!`))).toEqual([]);
  });

  test('re2Problem does not throw for random patterns, and a pattern without a problem can be matched', () => {
    const parts = fc.constantFrom(...'()[]{}|*+?\\^$.:-,<>=!PQEpdx19aimsU'.split(''));
    fc.assert(
      fc.property(fc.string({ unit: parts }), (pattern) => {
        if (re2Problem(pattern)) return;
        expect(typeof matchesRe2(pattern, 'a')).toBe('boolean');
      }),
      tries(1000),
    );
  });
});

describe('an expression as text', () => {
  const { evaluate } = require('@marcbachmann/cel-js') as {
    evaluate(expression: string, context: Readonly<Record<string, unknown>>): unknown;
  };

  interface Sample {
    readonly name: string;
    readonly port: number;
  }

  const names = fc.constantFrom('', 'a', 'ab', 'b.a', 'quote " and \\ slash', '$' + '{x} %{y} $', 'line\nbreak', 'ä€𝄞');
  const ports = fc.constantFrom(0, 80, 443);
  const sample: fc.Arbitrary<Sample> = fc.record({ name: names, port: ports });

  const leaf: fc.Arbitrary<CelCondition> = fc.oneof(
    fc.record({
      field: fc.constant('name'),
      is: fc.constantFrom('==', '!=', 'contains', 'startsWith', 'endsWith'),
      value: names,
    }),
    fc.record({ field: fc.constant('port'), is: fc.constantFrom('==', '!=', '<', '<=', '>', '>='), value: ports }),
    fc.record({ field: fc.constant('name'), in: fc.array(names, { maxLength: 3 }) }),
    fc.record({ field: fc.constant('port'), in: fc.array(ports, { maxLength: 3 }) }),
  ) as fc.Arbitrary<CelCondition>;

  const { condition } = fc.letrec<{ condition: CelCondition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc.record({ all: fc.array(tie('condition'), { maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('condition'), { maxLength: 3 }) }),
      fc.record({ not: tie('condition') }),
    ),
  }));

  /** Evaluates the condition without CEL. */
  function holds(each: CelCondition, of: Sample): boolean {
    if ('all' in each) return each.all.every((part) => holds(part, of));
    if ('any' in each) return each.any.some((part) => holds(part, of));
    if ('not' in each) return !holds(each.not, of);
    const found: CelValue = of[each.field as keyof Sample];
    if ('in' in each) return each.in.includes(found);
    return compare(found, each.is, each.value);
  }

  function compare(found: CelValue, is: string, value: CelValue): boolean {
    if (is === '==' || is === '!=') return (found === value) === (is === '==');
    if (typeof found === 'string') {
      const text = String(value);
      return is === 'contains' ? found.includes(text) : found[is as 'startsWith' | 'endsWith'](text);
    }
    if (is === '<' || is === '>=') return found < value === (is === '<');
    return found > value === (is === '>');
  }

  test('a rendered condition is true in CEL where the condition holds', () => {
    fc.assert(
      fc.property(condition, sample, (each, of) => {
        const text = renderCel('ev', each);
        const ev = { name: of.name, port: BigInt(of.port) };
        expect([text, evaluate(text, { ev })]).toEqual([text, holds(each, of)]);
      }),
      tries(300),
    );
  });

  const is = (field: string, operator: string, value: CelValue) =>
    ({ field, is: operator, value }) as unknown as CelCondition;

  test.each<[CelCondition, string]>([
    [{ field: 'conn.server_name', is: 'matches', value: '^a\\.b$' }, 'ev.conn.server_name.matches("^a\\\\.b$")'],
    [{ not: { field: 'a', is: 'contains', value: 'x' } }, '!ev.a.contains("x")'],
    [
      { all: [{ any: [is('a', '==', 1), is('b', '==', true)] }, { all: [is('c', '<', 2), is('d', '>', 3)] }] },
      '(ev.a == 1 || ev.b == true) && ev.c < 2 && ev.d > 3',
    ],
  ])('%j is rendered as %s', (each, expected) => {
    expect(renderCel('ev', each)).toBe(expected);
  });

  test('a random text as a string has no ${ and no %{, and is the text in CEL; an unpaired surrogate throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('$', '%', '{', '}', 'a') }), (text) => {
        expect(renderCelString(text)).not.toMatch(/[$%]\{/);
        expect(evaluate(renderCelString(text), {})).toBe(text);
      }),
    );
    expect(() => renderCelString('\ud800')).toThrow('unpaired surrogate');
  });
});
