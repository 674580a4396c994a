/**
 * Recognizes a `netingress_rotation`, which has no object at the service, by its credentials: those of the new address
 * must be those of the old one. Its own value is no evidence, because it mostly is an expression.
 */
import { rotation } from '../model/composites';
import { resourceType } from '../model/naming';
import { canonicalSlotValue } from '../model/rotation/slot-value';
import { ROTATION } from '../model/variants/sealed-attributes';
import type { Obj, Placed } from '../objects/objects';
import { Reference } from '../terraform/configuration/expressions';
import { formatAddress } from '../values/address';
import type { KnownJson } from '../values/known';
import { attributesOfKind, type ContentComparison, compareContent } from './same-object';

export const ROTATION_TYPE = resourceType(rotation);

export interface Credentials {
  readonly before: readonly Obj[];
  /** Of the new configuration, with unevaluated references. */
  readonly after: readonly Placed[];
  /** The earlier instance that has or gets the address; undefined if it is not known. */
  readonly findEarlier: (instance: Obj) => Obj | undefined;
}

const SLOTS = ['a', 'b'] as const;

/** Compares a rotation of the state with a configured one; undefined if no credential uses the configured one. */
export function compareRotations(old: Obj, candidate: Placed, credentials: Credentials): ContentComparison | undefined {
  const { before, after, findEarlier } = credentials;
  const users = SLOTS.flatMap((slot) =>
    after
      .filter(({ place, values }) => place.stack === candidate.place.stack && isSlot(values[ROTATION], candidate, slot))
      .map((user) => ({ user, slotValue: canonicalSlotValue(String(old.values[slot])) })),
  );
  if (users.length === 0) return undefined;
  const hasCounterpart = users.every(({ user, slotValue }) => {
    const earlier = findEarlier(user);
    return (earlier ? [earlier] : before).some(
      (instance) =>
        instance.kind === user.kind &&
        canonicalSlotValue(String(instance.values[ROTATION])) === slotValue &&
        (earlier !== undefined || isSameContent(instance, user)),
    );
  });
  return hasCounterpart ? 'equal' : 'different';
}

function isSlot(value: KnownJson | undefined, { place }: Placed, slot: string): boolean {
  return value instanceof Reference && formatAddress(value.address) === place.address && value.attribute === slot;
}

function isSameContent({ kind, values }: Obj, candidate: Obj): boolean {
  const { [ROTATION]: _, ...attributes } = attributesOfKind(kind);
  return compareContent({ attributes }, values, candidate.values) !== 'different';
}
