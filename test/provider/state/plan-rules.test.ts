/**
 * Terraform's rules for plans (docs/internals/terraform-protocol-rules.md, 3.2 to 3.4), as core-rules.ts states them,
 * checked with random configurations and states of every kind.
 */
import fc from 'fast-check';
import { COMPOSITES } from '../../../src/model/composites';
import type { Attributes } from '../../../src/model/kind';
import { impliedType } from '../../../src/provider/protocol/schema';
import { schemaAttributes } from '../../../src/provider/protocol/schema-from-model';
import { planValues } from '../../../src/provider/state/plan-values';
import { representationConflicts } from '../../../src/provider/state/semantic-equality';
import { stateAfterApply, stateAfterRead } from '../../../src/provider/state/state-from-response';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue, UNKNOWN } from '../../../src/values/cty-value';
import { encodeValue } from '../../../src/values/encode';
import { tries } from '../../fuzz';
import { SPEC_KINDS as KINDS } from '../../support/kinds';
import { configArbitrary, holdsTwins, resolvedArbitrary, stateArbitrary } from '../../support/provider/arbitraries';
import { pathErrors, planErrors, resultErrors } from '../../support/provider/core-rules';
import { responseValues } from '../../support/provider/responses';
import { valueKey } from '../../values/values-equal';

/** All kinds, and the resources beyond them. */
const kinds = [...KINDS, ...COMPOSITES].map(({ name, attributes }) => [name, attributes] as const);
const runs = tries(100);

/** A member; what is unknown has unknown ones. */
const at = (value: CtyValue, name: string): CtyValue =>
  value === UNKNOWN ? UNKNOWN : isObjectValue(value) ? (value[name] ?? null) : null;

/** The configuration with null for all that is empty: an empty value and none are the same at the service only. */
function withoutEmpties(attributes: Attributes, value: ObjectValue): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]): [string, CtyValue] => {
      const member = at(value, name);
      const filled =
        attribute.type === 'object' && isObjectValue(member) ? withoutEmpties(attribute.attributes, member) : member;
      const members = isObjectValue(filled) ? Object.values(filled) : filled;
      const empty = members === '' || (Array.isArray(members) && members.every((each) => each === null));
      return [name, empty ? null : filled];
    }),
  );
}

/** An object with only the values that are not returned. */
function onlyUnreadable(attributes: Attributes, value: CtyValue): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]): [string, CtyValue] => {
      const member = at(value, name);
      if (attribute.omittedFromResponses) return [name, member];
      return [
        name,
        attribute.type === 'object' && isObjectValue(member) ? onlyUnreadable(attribute.attributes, member) : null,
      ];
    }),
  );
}

describe.each(kinds)('the plan of %s', (_, attributes) => {
  const schema = schemaAttributes(attributes);
  const type = impliedType(schema);
  const config = configArbitrary(attributes);
  const prior = fc.oneof(fc.constant(null), stateArbitrary(attributes));

  test('breaks none of Terraform’s rules and has the schema’s type', () => {
    fc.assert(
      fc.property(config, prior, (wanted, before) => {
        const { planned } = planValues(attributes, wanted, before);
        expect(planErrors(schema, before, wanted, planned)).toEqual([]);
        expect(() => encodeValue(type, planned)).not.toThrow();
        expect(Object.keys(planned).sort()).toEqual(Object.keys(attributes).sort());
      }),
      runs,
    );
  });

  test('requires replacement only for existing attributes, and never on create', () => {
    fc.assert(
      fc.property(config, prior, (wanted, before) => {
        const { planned, requiresReplace } = planValues(attributes, wanted, before);
        if (before === null) expect(requiresReplace).toEqual([]);
        expect(pathErrors(schema, requiresReplace, before, planned)).toEqual([]);
      }),
      runs,
    );
  });

  test('is deterministic, and does not modify its inputs', () => {
    fc.assert(
      fc.property(config, prior, (wanted, before) => {
        const given = [valueKey(type, wanted), valueKey(type, before)];
        const first = planValues(attributes, wanted, before);
        const second = planValues(attributes, wanted, before);
        // Not as sets: the order of elements must be the same too.
        expect(valueKey('dynamic', second.planned)).toBe(valueKey('dynamic', first.planned));
        expect(second.requiresReplace).toEqual(first.requiresReplace);
        expect([valueKey(type, wanted), valueKey(type, before)]).toEqual(given);
      }),
      tries(50),
    );
  });

  test('is consistent with the plan when all values are known', () => {
    const cases = fc
      .tuple(config, prior)
      .chain(([wanted, before]) =>
        fc.tuple(fc.constant(wanted), resolvedArbitrary(attributes, wanted), fc.constant(before)),
      );
    fc.assert(
      fc.property(cases, ([wanted, known, before]) => {
        fc.pre(!holdsTwins(attributes, known));
        // An ambiguous plan is an error.
        fc.pre(representationConflicts(attributes, wanted, before).length === 0);
        const first = planValues(attributes, wanted, before);
        const later = planValues(attributes, known, before);
        expect(resultErrors(schema, first.planned, later.planned)).toEqual([]);
        // What is replaced once everything is known was announced.
        const announced = first.requiresReplace.map((path) => JSON.stringify(path).slice(0, -1));
        const surprises = later.requiresReplace
          .map((path) => JSON.stringify(path))
          .filter((path) => !announced.some((start) => path.startsWith(start)));
        expect(surprises).toEqual([]);
      }),
      runs,
    );
  });

  test('has no change after an apply and a refresh, in any representation', () => {
    fc.assert(
      fc.property(configArbitrary(attributes, false), (wanted) => {
        const { planned } = planValues(attributes, wanted, null);
        const live = responseValues(attributes, planned);
        const state = stateAfterApply(attributes, planned, live);
        const refreshed = stateAfterRead(attributes, state, live);
        expect(resultErrors(schema, state, refreshed)).toEqual([]);
        const again = planValues(attributes, wanted, refreshed);
        expect(resultErrors(schema, refreshed, again.planned)).toEqual([]);
        expect(again.requiresReplace).toEqual([]);
      }),
      runs,
    );
  });

  test('has no change if the state has the service’s representation, as after an import', () => {
    fc.assert(
      fc.property(configArbitrary(attributes, false), (given) => {
        const wanted = withoutEmpties(attributes, given);
        const { planned } = planValues(attributes, wanted, null);
        const live = responseValues(attributes, planned);
        // What no response contains was given back by hand: its absence after an import is a change of its own.
        const imported = stateAfterRead(attributes, onlyUnreadable(attributes, planned), live);
        const again = planValues(attributes, wanted, imported);
        expect(resultErrors(schema, imported, again.planned)).toEqual([]);
      }),
      runs,
    );
  });
});
