import fc from 'fast-check';
import { canonicalJson } from '../../../src/model/formats/json-text';

/** Returns JSON with members in another order at every depth. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, turned(member)]),
  );
}

const escaped = (text: string): string =>
  text.replace(/[^ -~]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);

test('the canonical form ignores layout, member order and escaping, and is the same JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const canonical = canonicalJson(text);
      expect(JSON.parse(canonical)).toEqual(JSON.parse(text));
      expect(canonicalJson(canonical)).toBe(canonical);
      expect(canonicalJson(JSON.stringify(turned(value), null, '\t'))).toBe(canonical);
      expect(canonicalJson(escaped(text))).toBe(canonical);
    }),
  );
});

test('different values have different canonical forms', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const [one, other] = [JSON.stringify(a), JSON.stringify(b)];
      if (canonicalJson(one) !== canonicalJson(other)) return;
      expect(JSON.parse(one)).toEqual(JSON.parse(other));
    }),
  );
});

test.each([
  ['members in another order', '{"a": [1, {"c": null, "b": ""}], "z": 1}', '{"z":1,"a":[1,{"b":"","c":null}]}'],
  ['lines that end as on Windows', '{\r\n  "a": 1\r\n}\r\n', '{"a":1}'],
  ['escapes', '{"\\u0061": "\\u00e9\\/"}', '{"a":"é/"}'],
  ['a name that JavaScript sorts', '{"10": 1, "9": 2}', '{"9":2,"10":1}'],
  ['a name like a prototype', '{"__proto__": 1, "a": 2}', '{"a":2,"__proto__":1}'],
  ['one bare value', ' "edge" ', '"edge"'],
])('are equal: %s', (_, a, b) => {
  expect(canonicalJson(a)).toBe(canonicalJson(b));
});

test.each([
  ['the order of elements', '[1,2]', '[2,1]'],
  ['integers that a JavaScript number cannot distinguish', '[9007199254740993]', '[9007199254740992]'],
  ['numbers that are written otherwise', '[1.0]', '[1]'],
  ['numbers beyond any', '[1e400]', '[1e401]'],
  ['a duplicate member', '{"a":1,"a":2}', '{"a":2}'],
  ['a duplicate member, in another order', '{"a":1,"a":2}', '{"a":2,"a":1}'],
  ['a duplicate member, escaped', '{"a":1,"\\u0061":2}', '{"a":2,"\\u0061":1}'],
  ['a text and a number', '"1"', '1'],
  ['the content of a string', '{"a":"x y"}', '{"a":"xy"}'],
  ['no JSON, by blanks', 'owner = edge', 'owner=edge'],
  ['nearly JSON', '{a: 1}', '{a:1}'],
  ['a trailing comma', '[1,]', '[1]'],
  ['nothing and blanks', '', ' '],
])('differ: %s', (_, a, b) => {
  expect(canonicalJson(a)).not.toBe(canonicalJson(b));
});

test('nesting is unlimited', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(canonicalJson(deep.replaceAll('[', '[ ')) === deep).toBe(true);
});
