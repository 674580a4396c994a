import fc from 'fast-check';
import { compileCondition } from '../../../src/model/cel/cel';
import { compileSelector, ENDPOINT_SELECTOR, listFilterVocabulary } from '../../../src/model/cel/filters';
import type { Vocabulary } from '../../../src/model/cel/vocabulary';
import { KINDS } from '../../../src/model/kinds';
import { commonAttributes } from '../../../src/model/resources/common';
import { tries } from '../../fuzz';

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
  ['ev.conn.server_port == 443', true],
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
  ['obj.certificate.id == "cert_1"', true],
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
  ['ev.conn.client_ip ==', 'syntax'],
  ['ev.conn.client_ip', 'type'],
  ['ev.conn.server_port == "443"', 'type'],
  ['ev.conn.client_ip == 1', 'type'],
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
  ['obj.acl[0] == "x"', 'construct'],
  ['obj["id"] == "cr_1"', 'construct'],
  ['obj["certificate"].id == "cert_1"', 'construct'],
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
  ['{"a": 1} == {"a": 1}', 'construct'],
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
  expect(evaluate(strict, 'obj.id.startsWith("a")', {})).toEqual({
    kind: 'construct',
    problem: 'uses startsWith()',
    expected: 'no parts of ids',
  });
});

test.each([
  'ev.conn.client_ip != "x"',
  '!(ev.conn.client_ip == "x")',
  'ev.conn.server_port < 5',
  'size(ev.conn.client_ip) >= 0',
])('an absent field makes %s false', (expression) => {
  expect(evaluate(events, expression, {})).toBe(false);
});

test('an absent field does not affect other operands', () => {
  expect(evaluate(events, 'ev.conn.client_ip == "x" || ev.conn.server_port == 80', { 'conn.server_port': 80 })).toBe(
    true,
  );
});

test('numbers may be strings, and invalid numbers are absent', () => {
  expect(evaluate(events, 'ev.conn.server_port == 80', { 'conn.server_port': '80' })).toBe(true);
  expect(evaluate(events, 'ev.conn.server_port != 80', { 'conn.server_port': '' })).toBe(false);
});

test('compiling a random text does not throw, and a condition that it compiles to can be tested', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'ev.conip()[]"&|=!<>?: 0x\\') })),
      (text) => {
        for (const vocabulary of [events, objects, ENDPOINT_SELECTOR]) {
          const condition = compileCondition(vocabulary, text);
          if (!('problem' in condition)) expect(typeof condition.test(() => undefined)).toBe('boolean');
        }
      },
    ),
    tries(500),
  );
});

test('comparisons of strings equal those of JavaScript', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (left, right) => {
      const literal = JSON.stringify(right).replace(
        /[\u007f-\uffff]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
      expect(evaluate(events, `ev.conn.client_ip == ${literal}`, { 'conn.client_ip': left })).toBe(left === right);
      expect(evaluate(events, `ev.conn.client_ip.contains(${literal})`, { 'conn.client_ip': left })).toBe(
        left.includes(right),
      );
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
  const values: Record<string, unknown> = {
    url: 'https://a.staging',
    port: 443,
    bindings: ['kubernetes'],
    domain: null,
  };
  for (const [selector, expected] of [
    ['true', true],
    ['endpoint.url.contains(".staging")', true],
    ['endpoint.port == 443 && "kubernetes" in endpoint.bindings', true],
    ['endpoint.domain == null', true],
    ['endpoint.domain.id == "rd_1"', false],
    ['endpoint.pooling_enabled', false],
  ] as const) {
    const condition = compileSelector(selector);
    expect([selector, 'problem' in condition ? condition.problem : condition.test((path) => values[path])]).toEqual([
      selector,
      expected,
    ]);
  }
  expect(compileSelector('endpoint.port == "443"')).toMatchObject({ problem: { kind: 'type' } });
  expect(compileSelector('obj.url == "x"')).toMatchObject({ problem: { kind: 'construct' } });
});

test.each(KINDS.filter(({ listFilter }) => listFilter))('every filterable field of $name can be compared', (kind) => {
  const vocabulary = listFilterVocabulary(kind);
  for (const [path, type] of Object.entries(vocabulary.fields)) {
    const operand = { bool: 'true', string: '""', timestamp: 'timestamp(time.now)', 'list<string>': '[]' }[
      type as string
    ];
    expect([path, compileCondition(vocabulary, `obj.${path} == ${operand}`)]).toEqual([
      path,
      expect.objectContaining({ fields: [path] }),
    ]);
  }
});
