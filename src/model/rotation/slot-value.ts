/**
 * The value that a rotation gives to a slot, and that a credential stores in its `rotation`:
 *
 *     2027-03 (slot b, rotation 4 of 5)
 *
 * Slot b got the value "2027-03" in the fourth rotation, and the fifth one is the newest. A credential with such a
 * value is replaced when its slot gets another one, unless that is a first one. With the newest number the provider can
 * refuse the fifth rotation while the credential of the fourth was not created: both credentials would then be
 * replaced, also the one in use.
 */
export interface SlotValue {
  readonly value: string;
  readonly slot: 'a' | 'b';
  /** Number of the rotation in which the slot got the value, from 1. */
  readonly number: number;
  readonly newest: number;
}

const FORMAT = /^([\s\S]*) \(slot ([ab]), rotation ([1-9]\d*) of ([1-9]\d*)\)$/;

export function formatSlotValue({ value, slot, number, newest }: SlotValue): string {
  return `${value} (slot ${slot}, rotation ${number} of ${newest})`;
}

export function parseSlotValue(text: string): SlotValue | undefined {
  const [, value, slot, number, newest] = FORMAT.exec(text) ?? [];
  if (value === undefined) return undefined;
  return { value, slot: slot === 'a' ? 'a' : 'b', number: Number(number), newest: Number(newest) };
}

/** `2027-03 (slot b, rotation 4 of 5)` -> `2027-03 (slot b, rotation 4)`. Other strings are returned unchanged. */
export function canonicalSlotValue(text: string): string {
  const parsed = parseSlotValue(text);
  return parsed ? `${parsed.value} (slot ${parsed.slot}, rotation ${parsed.number})` : text;
}
