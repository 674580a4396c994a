/**
 * Recognizes a `netingress_rotation`, which has no object at the service, by its credentials: those of the new address
 * must be those of the old one. Its argument `rotation` is compared only if no credential uses the new rotation: in
 * most configurations it is an expression, whose value is not known.
 *
 * Example: the slot `a` of `netingress_rotation.old` in the state is `2027-03 (slot a, rotation 3 of 4)`. A credential
 * whose attribute `rotation` has this value, whatever the number behind `of`, uses the slot. If the new configuration
 * lets the same credential refer to `netingress_rotation.new.a`, the rotation moved.
 */
import { rotation } from '../model/composites';
import { resourceType } from '../model/naming';
import { canonicalSlotValue } from '../model/rotation/slot-value';
import { ROTATION_ATTRIBUTE } from '../model/variants/sealed-attributes';
import type { Obj, Placed } from '../objects/objects';
import { Reference } from '../terraform/configuration/expressions';
import { formatAddress } from '../values/address';
import type { KnownJson } from '../values/known';
import { attributesOfKind, type ContentComparison, compareContent } from './same-object';

export const ROTATION_TYPE = resourceType(rotation);

export interface ComparedObjects {
  readonly before: readonly Obj[];
  /** Those of the new configuration, with unevaluated references. */
  readonly after: readonly Placed[];
  /** The earlier object of an instance: at its address, or moved to it. Undefined if it is new, or not paired yet. */
  readonly findEarlier: (instance: Obj) => Obj | undefined;
}

const SLOTS = ['a', 'b'] as const;

/** Compares a rotation of the state with a configured one; undefined if no credential uses the configured one. */
export function compareRotations(old: Obj, candidate: Placed, objects: ComparedObjects): ContentComparison | undefined {
  const { before, after, findEarlier } = objects;
  const users = SLOTS.flatMap((slot) =>
    after
      .filter(
        ({ place, values }) =>
          place.stack === candidate.place.stack && isSlot(values[ROTATION_ATTRIBUTE], candidate, slot),
      )
      .map((user) => ({ user, slotValue: canonicalSlotValue(String(old.values[slot])) })),
  );
  if (users.length === 0) return undefined;
  const hasCounterpart = users.every(({ user, slotValue }) => {
    const earlier = findEarlier(user);
    return (earlier ? [earlier] : before).some(
      (instance) =>
        instance.kind === user.kind &&
        canonicalSlotValue(String(instance.values[ROTATION_ATTRIBUTE])) === slotValue &&
        (earlier !== undefined || mayHaveSameContent(instance, user)),
    );
  });
  return hasCounterpart ? 'equal' : 'different';
}

function isSlot(value: KnownJson | undefined, { place }: Placed, slot: string): boolean {
  return value instanceof Reference && formatAddress(value.address) === place.address && value.attribute === slot;
}

function mayHaveSameContent({ kind, values }: Obj, candidate: Obj): boolean {
  const { [ROTATION_ATTRIBUTE]: _, ...attributes } = attributesOfKind(kind);
  return compareContent({ attributes }, values, candidate.values) !== 'different';
}
