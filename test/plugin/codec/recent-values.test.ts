import { deepStrictEqual } from 'node:assert';
import * as fc from 'fast-check';
import { KINDS } from '../../../src/model/kinds';
import { decodeRecent, encodeRecent } from '../../../src/plugin/codec/recent-values';
import { schemaType } from '../../../src/provider/protocol/schema';
import { getRegistry } from '../../../src/provider/registry';
import type { CtyType } from '../../../src/values/cty-type';
import { isWhollyKnown, objectValue } from '../../../src/values/cty-value';
import { decodeValue } from '../../../src/values/decode';
import { encodeValue } from '../../../src/values/encode';
import { fromJson } from '../../../src/values/from-json';
import { toJson, typedValues } from '../../values/arbitraries';

test('bytes that were encoded recently are not decoded', () => {
  const type = ['object', { id: 'string' }] as const;
  const [encoded, other] = [objectValue([['id', 'x']]), objectValue([['id', 'y']])];
  expect(decodeRecent(type, encodeRecent(type, encoded))).toBe(encoded);
  expect(decodeRecent(type, encodeValue(type, other))).toEqual(other);
});

test('a state of JSON equals what its encoded bytes decode to, so `encodeRecent` may keep it', async () => {
  await fc.assert(
    fc.property(typedValues, ({ type, value }) => {
      fc.pre(isWhollyKnown(value));
      const stored = fromJson(type, toJson(value));
      deepStrictEqual(decodeValue(type, encodeValue(type, stored)), stored);
    }),
  );
});

test('attributes are in the order in which Terraform encodes them: that of their names', () => {
  const resources = [...getRegistry(KINDS).resources.values()];
  const orders = resources.flatMap(({ schema }) => namesOf(schemaType(schema)));
  expect(orders.length).toBeGreaterThan(resources.length);
  for (const names of orders) expect(names).toEqual([...names].sort());
});

/** The names of an object type and of all nested ones. */
function namesOf(type: CtyType): string[][] {
  if (typeof type === 'string') return [];
  if (type[0] === 'tuple') return type[1].flatMap(namesOf);
  if (type[0] !== 'object') return namesOf(type[1]);
  return [Object.keys(type[1]), ...Object.values(type[1]).flatMap(namesOf)];
}
