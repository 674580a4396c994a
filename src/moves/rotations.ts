/**
 * Recognizes a `netingress_rotation`, which has no object at the service, by its credentials: those of the new address
 * must be those of the old one. Its own value is no evidence, because it mostly is an expression.
 */
import { rotation } from '../model/composites';
import type { KnownJson } from '../model/known';
import { resourceType } from '../model/naming';
import { canonicalSlotValue } from '../model/rotation/slot-value';
import { ROTATION } from '../model/variants/sealed-attributes';
import { formatAddress } from '../terraform/configuration/address';
import { Reference } from '../terraform/configuration/expressions';
import type { Instance } from './instances';
import { attributesOfType, type Comparison, compareContent } from './same-object';

export const ROTATION_TYPE = resourceType(rotation);

export interface Credentials {
  readonly before: readonly Instance[];
  /** Of the new configuration, with unevaluated references. */
  readonly after: readonly Instance[];
  /** The earlier instance that has or gets the address; undefined if it is not known. */
  readonly findEarlier: (instance: Instance) => Instance | undefined;
}

const SLOTS = ['a', 'b'] as const;

/** Compares a rotation of the state with a configured one; undefined if no credential uses the configured one. */
export function compareRotations(old: Instance, candidate: Instance, credentials: Credentials): Comparison | undefined {
  const { before, after, findEarlier } = credentials;
  const users = SLOTS.flatMap((slot) =>
    after
      .filter(({ stack, values }) => stack === candidate.stack && isSlot(values[ROTATION], candidate, slot))
      .map((user) => ({ user, slotValue: canonicalSlotValue(String(old.values[slot])) })),
  );
  if (users.length === 0) return undefined;
  const hasCounterpart = users.every(({ user, slotValue }) => {
    const earlier = findEarlier(user);
    return (earlier ? [earlier] : before).some(
      (instance) =>
        instance.type === user.type &&
        canonicalSlotValue(String(instance.values[ROTATION])) === slotValue &&
        (earlier !== undefined || isSameContent(instance, user)),
    );
  });
  return hasCounterpart ? 'equal' : 'different';
}

function isSlot(value: KnownJson | undefined, { address }: Instance, slot: string): boolean {
  return value instanceof Reference && formatAddress(value.address) === address && value.attribute === slot;
}

function isSameContent({ type, values }: Instance, candidate: Instance): boolean {
  const { [ROTATION]: _, ...attributes } = attributesOfType(type);
  return compareContent({ attributes }, values, candidate.values) !== 'different';
}
