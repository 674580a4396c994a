/** A renamed rotation is recognized by its credentials, also if its value changes or is an expression. */

import { findMoves } from '../../src/moves/find-moves';
import type { Placed } from '../../src/objects/objects';
import { Reference } from '../../src/terraform/configuration/expressions';
import { type Address, parseAddress } from '../../src/values/address';
import { IDENTITIES, later } from '../support/unknown';

const SLOTS = ['a', 'b'] as const;
const VALUES = { a: 'r3 (slot a, rotation 3 of 3)', b: 'r2 (slot b, rotation 2 of 3)' };

const objectOf = (kind: string, name: string, values: Placed['values']): Placed => ({
  ...{ kind, id: name, values },
  place: { stack: 'net', address: `netingress_${kind}.${name}`, account: 'netingress' },
});

const rotation = (name: string, values: Placed['values']): Placed => objectOf('rotation', name, values);

const key = (name: string, values: Placed['values']): Placed =>
  objectOf('api_key', name, { description: 'CI', ...values });

const BEFORE = [
  rotation('old', { rotation: 'r3', current: 'a', ...VALUES }),
  ...SLOTS.map((slot) => key(`old_${slot}`, { id: `ak_${slot}`, rotation: VALUES[slot] })),
];

const slotOf = (name: string, slot: string): Reference =>
  new Reference(IDENTITIES, 'net', {
    address: parseAddress(`netingress_rotation.${name}`) as Address,
    path: [{ name: slot }],
  });

test.each([
  ['the value that it has', 'r3'],
  ['the value of the next rotation', 'r4'],
  ['a value that only Terraform can evaluate', later('var.rotation')],
])('with %s, the rotation and both credentials are moved', (_, value) => {
  const after = [
    rotation('renamed', { rotation: value }),
    ...SLOTS.map((slot) => key(`renamed_${slot}`, { rotation: slotOf('renamed', slot) })),
  ];
  const { moves, ambiguous, destroyed, created } = findMoves({ before: BEFORE, after });
  expect(moves.map(({ from, to }) => `${from.place?.address} ${to.place.address}`).sort()).toEqual([
    'netingress_api_key.old_a netingress_api_key.renamed_a',
    'netingress_api_key.old_b netingress_api_key.renamed_b',
    'netingress_rotation.old netingress_rotation.renamed',
  ]);
  expect([ambiguous, destroyed, created]).toEqual([[], [], []]);
});

test('a rotation whose credentials are others is not moved', () => {
  const after = [
    rotation('renamed', { rotation: 'r3' }),
    ...SLOTS.map((slot) => key(`renamed_${slot}`, { description: 'other', rotation: slotOf('renamed', slot) })),
  ];
  const { moves, destroyed, likely } = findMoves({ before: BEFORE, after });
  expect([moves, destroyed.map(({ place }) => place.address)]).toEqual([[], ['netingress_rotation.old']]);
  expect(likely.flatMap(({ from }) => from.map(({ place }) => place?.address))).toEqual([
    'netingress_api_key.old_a',
    'netingress_api_key.old_b',
  ]);
});
