/**
 * An object whose proposed state is its prior state may be planned without a look at it, where its resource says so. Here
 * each such object is also planned in full: both plans must be equal, for the kinds of the model and for random ones.
 */
import fc from 'fast-check';
import type { Attributes, Kind } from '../../../src/model/kind';
import { KINDS } from '../../../src/model/kinds';
import { expandAttributes } from '../../../src/model/variants/expand-attributes';
import { impliedType } from '../../../src/provider/protocol/schema';
import { createObjectResource } from '../../../src/provider/resources/object';
import { IMPORT_MARKER, MOVE_MARKER } from '../../../src/provider/state/import-marker';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue } from '../../../src/values/cty-value';
import { encodeValue } from '../../../src/values/encode';
import { tries } from '../../fuzz';
import { configArbitrary, stateArbitrary } from '../../support/provider/arbitraries';
import { kinds } from '../../support/provider/random-kinds';

interface Case {
  readonly kind: Kind;
  readonly prior: ObjectValue;
  /** Write-only values come from here. */
  readonly other: ObjectValue;
  /** Whether values that Terraform would propose anyway are not configured. */
  readonly omits: boolean;
  readonly priorPrivate: Uint8Array;
}

const toCase = (kind: Kind): fc.Arbitrary<Case> =>
  fc.record({
    kind: fc.constant(kind),
    prior: stateArbitrary(expandAttributes(kind.attributes)),
    other: configArbitrary(expandAttributes(kind.attributes)),
    omits: fc.boolean(),
    priorPrivate: fc.constantFrom(new Uint8Array(), IMPORT_MARKER, MOVE_MARKER),
  });

/** A configuration for which Terraform proposes the prior state. */
function configOf(attributes: Attributes, prior: ObjectValue, other: ObjectValue, omits: boolean): ObjectValue {
  const members = Object.entries(attributes).map(([name, attribute]): [string, CtyValue] => {
    const value = prior[name] ?? null;
    const mayBeOmitted = attribute.presence === 'optional-computed' || attribute.default !== undefined;
    if (attribute.presence === 'computed' || (mayBeOmitted && omits)) return [name, null];
    if (attribute.writeOnly) return [name, other[name] ?? null];
    if (attribute.type !== 'object' || !isObjectValue(value)) return [name, value];
    const inner = other[name] ?? null;
    return [name, configOf(attribute.attributes, value, isObjectValue(inner) ? inner : objectValue(), omits)];
  });
  return objectValue(members);
}

/** Throws if the object would be kept without a plan, and its plan is another. Returns whether it would be kept. */
function compare({ kind, prior, other, omits, priorPrivate }: Case): boolean {
  const resource = createObjectResource(kind);
  if (!resource.keepsUnchanged?.(priorPrivate)) return false;
  const config = configOf(resource.attributes, prior, other, omits);
  const { type } = resource;
  const response = resource.plan({ type, prior, proposed: prior, config, priorPrivate });
  const state = impliedType(resource.schema.attributes);
  const [planned, kept] = [encodeValue(state, response.planned), encodeValue(state, prior)];
  if (Buffer.compare(planned, kept) !== 0) throw new Error(`${kind.name} is planned as another state`);
  if (response.requiresReplace.length > 0) throw new Error(`${kind.name} is replaced`);
  if (response.diagnostics.length > 0) throw new Error(`${kind.name} is planned with diagnostics`);
  if (Buffer.compare(response.plannedPrivate, priorPrivate) !== 0) throw new Error('the private data changes');
  return true;
}

test('an object of any kind that is kept without a plan has an equal plan', () => {
  let kept = 0;
  fc.assert(
    fc.property(fc.oneof(kinds, fc.constantFrom(...KINDS)).chain(toCase), (each) => {
      kept += compare(each) ? 1 : 0;
    }),
    tries(2_000),
  );
  expect(kept).toBeGreaterThan(20);
});

test('rules of IP policies are kept, but not after a move', () => {
  const kind = KINDS.find(({ name }) => name === 'ip_policy_rule') as Kind;
  const resource = createObjectResource(kind);
  expect(resource.keepsUnchanged?.(new Uint8Array())).toBe(true);
  expect(resource.keepsUnchanged?.(MOVE_MARKER)).toBe(false);
});
