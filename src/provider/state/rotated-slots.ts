/**
 * A credential knows from its `rotation` which slot it is in, and which rotation is the newest, so it needs no other
 * object to refuse a plan that would replace the credential in use.
 */

import { canonicalSlotValue, parseSlotValue, type SlotValue } from '../../model/rotation/slot-value';
import { ROTATION_ATTRIBUTE, SEALED_FOR } from '../../model/variants/sealed-attributes';
import { type CtyValue, isSameValue, type ObjectValue, objectValue, UNKNOWN } from '../../values/cty-value';
import type { Words } from '../../values/words';
import { type AttributePath, createError, createWarning, type ProviderDiagnostic } from '../protocol/diagnostic';

/**
 * If the configuration gives a slot its first value, a credential keeps the `rotation` that it has, if any:
 *
 * - Its slot is still in rotation 1: `r1 (slot a, rotation 1 of 2)` keeps the `of 1` of the earlier plan.
 * - The state of the rotation was lost, which begins again with `r9 (slot a, rotation 1 of 1)`: it is not known which
 *   of the two credentials is in use.
 * - It has another string, such as `2026-01`: its next value from the rotation replaces it.
 *
 * A credential without a `rotation` gets the first value, which replaces it unless it was imported.
 */
export function configWithSlot(config: ObjectValue, prior: ObjectValue | null): ObjectValue {
  const [slot, priorValue] = [parseSlot(config), prior?.[ROTATION_ATTRIBUTE]];
  if (slot?.number !== 1 || typeof priorValue !== 'string') return config;
  return objectValue([...Object.entries(config), [ROTATION_ATTRIBUTE, priorValue]]);
}

export function checkSlot(config: ObjectValue, prior: ObjectValue | null): ProviderDiagnostic[] {
  const priorSlot = prior && parseSlot(prior);
  if (priorSlot && config[ROTATION_ATTRIBUTE] === UNKNOWN) return [slotNotKnown()];
  const slot = parseSlot(config);
  const priorValue: CtyValue = prior?.[ROTATION_ATTRIBUTE] ?? null;
  if (!slot || typeof priorValue !== 'string') return [];
  // A first value does not replace a credential that has a rotation, see configWithSlot.
  if (slot.number === 1 || slot.number === slot.newest) return [];
  return isSameSlotValue(config[ROTATION_ATTRIBUTE] ?? null, priorValue) ? [] : [rotationIncomplete(slot)];
}

export interface SlotReplacement {
  readonly requiresReplace: readonly AttributePath[];
  readonly diagnostics: readonly ProviderDiagnostic[];
}

/** Another key would replace both slots at once. It is stored, and used when the slot is rotated. */
export function keepSlot(
  planned: ObjectValue,
  prior: ObjectValue | null,
  requiresReplace: readonly AttributePath[],
): SlotReplacement {
  const keyChanges = requiresReplace.some(([name]) => name === SEALED_FOR);
  const isKept =
    prior !== null &&
    parseSlot(prior) &&
    isSameSlotValue(planned[ROTATION_ATTRIBUTE] ?? null, prior[ROTATION_ATTRIBUTE] ?? null);
  if (!keyChanges || !isKept) return { requiresReplace, diagnostics: [] };
  return { requiresReplace: requiresReplace.filter(([name]) => name !== SEALED_FOR), diagnostics: [keyAppliesLater()] };
}

/** Empty unless `rotation` is the value of a slot: without a rotation, and for another string, such as `2026-01`. */
export function describeRetry(planned: ObjectValue): Words {
  const slot = parseSlot(planned);
  return slot ? `Apply again with the same value of the rotation, '${slot.value}', before the next one.` : '';
}

function parseSlot(values: ObjectValue): SlotValue | undefined {
  const value = values[ROTATION_ATTRIBUTE];
  return typeof value === 'string' ? parseSlotValue(value) : undefined;
}

function isSameSlotValue(value: CtyValue, other: CtyValue): boolean {
  if (typeof value !== 'string' || typeof other !== 'string') return isSameValue(value, other);
  return canonicalSlotValue(value) === canonicalSlotValue(other);
}

function rotationIncomplete({ value, slot, number }: SlotValue): ProviderDiagnostic {
  return createError(
    'The previous rotation is not complete',
    `Rotation ${number} did not create the credential of slot ${slot}; expected it before another rotation, which would ` +
      `replace both credentials, also the one in use. Apply again with the value '${value}' of the rotation, then with the new one.`,
    [ROTATION_ATTRIBUTE],
  );
}

function slotNotKnown(): ProviderDiagnostic {
  return createError(
    'Invalid rotation',
    'rotation is known after apply; expected a value that is known in the plan, because an unknown one replaces the credential in use. First apply the netingress_rotation, with -target.',
    [ROTATION_ATTRIBUTE],
  );
}

function keyAppliesLater(): ProviderDiagnostic {
  return createWarning(
    'Another key applies from the next rotation on',
    `The credential keeps its token, as it is stored now, because replacing both slots at once would end the token in use. Rotate to encrypt a new token for the key in ${SEALED_FOR}.`,
  );
}
