/** Checks rendered conditions with a CEL library. */

import fc from 'fast-check';
import { type CelCondition, type CelValue, renderCel, renderCelString } from '../../../src/model/cel/render';
import { tries } from '../../fuzz';

const { evaluate } = require('@marcbachmann/cel-js') as {
  evaluate(expression: string, context: Readonly<Record<string, unknown>>): unknown;
};

/** Values of an event; numbers are integers, as in CEL. */
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

test('a rendered condition equals the condition', () => {
  fc.assert(
    fc.property(condition, sample, (each, of) => {
      const ev = { name: of.name, port: BigInt(of.port) };
      expect([renderCel('ev', each), evaluate(renderCel('ev', each), { ev })]).toEqual([
        renderCel('ev', each),
        holds(each, of),
      ]);
    }),
    tries(300),
  );
});

test.each<[CelCondition, string]>([
  [{ field: 'conn.server_name', is: 'matches', value: '^a\\.b$' }, 'ev.conn.server_name.matches("^a\\\\.b$")'],
  [{ not: { field: 'a', is: 'contains', value: 'x' } }, '!ev.a.contains("x")'],
  [
    {
      all: [
        {
          any: [
            { field: 'a', is: '==', value: 1 },
            { field: 'b', is: '==', value: true },
          ],
        },
        {
          all: [
            { field: 'c', is: '<', value: 2 },
            { field: 'd', is: '>', value: 3 },
          ],
        },
      ],
    },
    '(ev.a == 1 || ev.b == true) && ev.c < 2 && ev.d > 3',
  ],
])('%j is rendered as %s', (each, expected) => {
  expect(renderCel('ev', each)).toBe(expected);
});

test('strings are never interpolated by Terraform', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('$', '%', '{', '}', 'a') }), (text) => {
      expect(renderCelString(text)).not.toMatch(/[$%]\{/);
      expect(evaluate(renderCelString(text), {})).toBe(text);
    }),
  );
  expect(() => renderCelString('\ud800')).toThrow('unpaired surrogate');
});
