/**
 * Terraform's rules for plans (terraform/rules 3.2 to 3.4), stated here once more against the schema and held against
 * random configurations and states of every kind.
 */
import fc from 'fast-check';
import type { AttributePath } from '../../src/engine/diagnostic';
import { appliedState, refreshedState } from '../../src/engine/merge-answer';
import { planValues } from '../../src/engine/plan-values';
import { attributeType, impliedType, type NestedSchema, type SchemaAttribute } from '../../src/engine/schema';
import { schemaAttributes } from '../../src/engine/schema-of';
import { spellingConflicts } from '../../src/engine/spelling';
import type { AttributeValues } from '../../src/model/answer';
import { canonicalValue } from '../../src/model/canonical';
import { COMPOSITES } from '../../src/model/composites';
import type { Attributes } from '../../src/model/kind';
import { KINDS } from '../../src/model/kinds';
import { encodeValue } from '../../src/values/codec';
import { valueKey, valuesEqual } from '../../src/values/equal';
import type { Type } from '../../src/values/type';
import { isObjectValue, type ObjectValue, objectValue, UNKNOWN, type Value } from '../../src/values/value';
import { configArbitrary, holdsTwins, resolvedArbitrary, stateArbitrary } from './arbitraries';

/** All kinds, and the resources beyond them. */
const kinds = [...KINDS, ...COMPOSITES].map(({ name, attributes }) => [name, attributes] as const);
const runs = { numRuns: 300 };

const membersOf = (value: Value): ObjectValue => (isObjectValue(value) ? value : Object.create(null));
/** A member; what is unknown has unknown ones. */
const at = (value: Value, name: string): Value => (value === UNKNOWN ? UNKNOWN : (membersOf(value)[name] ?? null));

/** Everything that Terraform would refuse, as `path: why`. */
function brokenRules(
  attributes: readonly SchemaAttribute[],
  config: Value,
  prior: Value,
  planned: Value,
  above = '',
): string[] {
  return attributes.flatMap((attribute) => {
    const { name } = attribute;
    return brokenByOne(attribute, at(config, name), at(prior, name), at(planned, name), above + name);
  });
}

function brokenByOne(schema: SchemaAttribute, config: Value, prior: Value, planned: Value, path: string): string[] {
  const type = attributeType(schema);
  if (schema.writeOnly) return planned === null ? [] : [`${path}: a write-only value is planned`];
  if (valuesEqual(type, planned, config)) return [];
  if (valuesEqual(type, planned, prior) && prior !== null && config !== null) return [];
  if (schema.computed && (config === null || !schema.optional)) return [];
  if (config === null) return [`${path}: a value is planned where the configuration has none`];
  if (!schema.nested) return [`${path}: the plan is neither the configuration nor the prior value`];
  if (planned === null || planned === UNKNOWN) return [`${path}: nothing is planned for configured attributes`];
  return brokenWithin(schema.nested, config, prior, planned, type, path);
}

function brokenWithin(
  { nesting, attributes }: NestedSchema,
  config: Value,
  prior: Value,
  planned: Value,
  type: Type,
  path: string,
): string[] {
  if (nesting === 'single') return brokenRules(attributes, config, prior, planned, `${path}.`);
  const [wanted, got] = [config, planned] as Value[][];
  if (nesting === 'set') {
    const count = (items: readonly Value[] | undefined): number =>
      new Set(items?.map((item) => valueKey(type[1] as Type, item))).size;
    return count(wanted) === count(got) ? [] : [`${path}: the number of elements differs`];
  }
  if (nesting === 'map') {
    const [given, is] = [membersOf(config), membersOf(planned)];
    if (Object.keys(given).sort().join() !== Object.keys(is).sort().join()) return [`${path}: the keys differ`];
    return Object.keys(given).flatMap((key) => {
      const [now, was, then]: [Value, Value, Value] = [at(given, key), at(prior, key), at(is, key)];
      return now === null || now === UNKNOWN
        ? valuesEqual(type[1] as Type, then, now)
          ? []
          : [`${path}[${key}]: is not as configured`]
        : brokenRules(attributes, now, was, then, `${path}[${key}].`);
    });
  }
  if (wanted?.length !== got?.length) return [`${path}: the length differs`];
  return (wanted ?? []).flatMap((item, n) =>
    brokenRules(attributes, item, (prior as Value[] | null)?.[n] ?? null, got?.[n] ?? null, `${path}[${n}].`),
  );
}

/** Whether Terraform can follow the path in the value; what is unknown may hold anything. */
function leads(path: AttributePath, value: Value): boolean {
  const [step, ...rest] = path;
  if (step === undefined || value === UNKNOWN) return true;
  return typeof step === 'string' && isObjectValue(value) && step in value && leads(rest, value[step] ?? null);
}

/** Where a value that one plan promised is not kept by a later one; an unknown promises nothing. */
function notKept(type: Type, first: Value, later: Value, path = ''): string[] {
  if (first === UNKNOWN) return [];
  if (typeof type !== 'string' && type[0] === 'object' && isObjectValue(first) && isObjectValue(later)) {
    return Object.entries(type[1]).flatMap(([name, of]) =>
      notKept(of, at(first, name), at(later, name), `${path}.${name}`),
    );
  }
  if (typeof type !== 'string' && type[0] === 'map' && isObjectValue(first) && isObjectValue(later)) {
    const missing = Object.keys({ ...first, ...later }).filter((key) => !(key in first && key in later));
    const within = Object.keys(first).flatMap((key) =>
      notKept(type[1], at(first, key), at(later, key), `${path}[${key}]`),
    );
    return [...missing.map((key) => `${path}: the key ${key} is in one only`), ...within];
  }
  if (typeof type !== 'string' && type[0] === 'set' && Array.isArray(first) && Array.isArray(later)) {
    // As Terraform has it: each planned element must be one that comes, and the other way round.
    const comes = (one: Value, all: readonly Value[], planned: boolean): boolean =>
      all.some(
        (other) => notKept(type[1], ...((planned ? [one, other] : [other, one]) as [Value, Value])).length === 0,
      );
    const lost = first.filter((element) => !comes(element, later, true));
    const new_ = later.filter((element) => !comes(element, first, false));
    return [...lost, ...new_].map((element) => `${path}: ${valueKey(type[1], element)} is in one only`);
  }
  return valuesEqual(type, first, later) ? [] : [`${path}: ${valueKey(type, first)} became ${valueKey(type, later)}`];
}

/** What the service would answer about an object that was made as planned: equal in meaning, in its own spelling. */
function answered(attributes: Attributes, planned: Value): AttributeValues {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const value = at(planned, name);
      if (attribute.unreadable) return [name, null];
      if (attribute.type !== 'object' || value === null) {
        const chosen = attribute.type === 'string' ? `the ${name}` : null;
        return [name, value === UNKNOWN ? chosen : canonicalValue(attribute, value)];
      }
      const within = answered(attribute.attributes, value);
      // An object that is as good as absent is answered as absent.
      return [name, canonicalValue(attribute, within) === null ? null : within];
    }),
  );
}

/** The configuration with null for all that is empty: an empty value and none are the same at the service only. */
function withoutEmpties(attributes: Attributes, value: ObjectValue): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]): [string, Value] => {
      const member = at(value, name);
      const filled =
        attribute.type === 'object' && isObjectValue(member) ? withoutEmpties(attribute.attributes, member) : member;
      const members = isObjectValue(filled) ? Object.values(filled) : filled;
      const empty = members === '' || (Array.isArray(members) && members.every((each) => each === null));
      return [name, empty ? null : filled];
    }),
  );
}

/** An object with nothing but what no answer holds. */
function onlyUnreadable(attributes: Attributes, value: Value): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, attribute]): [string, Value] => {
      const member = at(value, name);
      if (attribute.unreadable) return [name, member];
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
        expect(brokenRules(schema, wanted, before, planned)).toEqual([]);
        expect(() => encodeValue(type, planned)).not.toThrow();
        expect(Object.keys(planned).sort()).toEqual(Object.keys(attributes).sort());
      }),
      runs,
    );
  });

  test('names only attributes that exist as reasons to replace, and none on create', () => {
    fc.assert(
      fc.property(config, prior, (wanted, before) => {
        const { planned, requiresReplace } = planValues(attributes, wanted, before);
        if (before === null) expect(requiresReplace).toEqual([]);
        const lost = requiresReplace.filter((path) => !leads(path, planned) && !leads(path, before));
        expect(lost).toEqual([]);
      }),
      runs,
    );
  });

  test('is the same each time, and changes nothing of what it is made from', () => {
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
      { numRuns: 100 },
    );
  });

  test('keeps its promises when everything is known', () => {
    const cases = fc
      .tuple(config, prior)
      .chain(([wanted, before]) =>
        fc.tuple(fc.constant(wanted), resolvedArbitrary(attributes, wanted), fc.constant(before)),
      );
    fc.assert(
      fc.property(cases, ([wanted, known, before]) => {
        fc.pre(!holdsTwins(attributes, known));
        // What cannot be promised either way is refused.
        fc.pre(spellingConflicts(attributes, wanted, before).length === 0);
        const first = planValues(attributes, wanted, before);
        const later = planValues(attributes, known, before);
        expect(notKept(type, first.planned, later.planned)).toEqual([]);
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

  test('is no change after an apply and a refresh, whatever the spelling', () => {
    fc.assert(
      fc.property(configArbitrary(attributes, false), (wanted) => {
        const { planned } = planValues(attributes, wanted, null);
        const live = answered(attributes, planned);
        const state = appliedState(attributes, planned, live);
        const refreshed = refreshedState(attributes, state, live);
        expect(notKept(type, state, refreshed)).toEqual([]);
        const again = planValues(attributes, wanted, refreshed);
        expect(notKept(type, refreshed, again.planned)).toEqual([]);
        expect(again.requiresReplace).toEqual([]);
      }),
      runs,
    );
  });

  test('is no change where the state has the service’s spelling, as after an import', () => {
    fc.assert(
      fc.property(configArbitrary(attributes, false), (given) => {
        const wanted = withoutEmpties(attributes, given);
        const { planned } = planValues(attributes, wanted, null);
        const live = answered(attributes, planned);
        // What no answer holds was given back by hand: its absence after an import is a change of its own.
        const imported = refreshedState(attributes, onlyUnreadable(attributes, planned), live);
        const again = planValues(attributes, wanted, imported);
        expect(notKept(type, imported, again.planned)).toEqual([]);
      }),
      runs,
    );
  });
});
