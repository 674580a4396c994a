/**
 * The checks that Terraform makes of what a provider returns, written from docs/internals/terraform-protocol-rules.md,
 * 2.6, 3.2, 3.4 and 3.5. It uses no code of the provider, so that a mistake there is not repeated here. Each exported
 * function but `sameObjects` returns problems as `path: reason`, and an empty list if Terraform would accept the value.
 * Types are not checked here: callers also encode each value with `encodeValue`, which throws.
 */
import type { AttributePath } from '../../../src/provider/protocol/diagnostic';
import type { NestedSchema, SchemaAttribute } from '../../../src/provider/protocol/schema';
import { type CtyValue, isObjectValue, type ObjectValue, UNKNOWN } from '../../../src/values/cty-value';

type Schema = readonly SchemaAttribute[];

interface Change {
  readonly prior: CtyValue;
  readonly config: CtyValue;
  readonly planned: CtyValue;
}

/** Rules for a plan (3.2). On create `prior` is null. */
export function planErrors(schema: Schema, prior: CtyValue, config: CtyValue, planned: CtyValue): string[] {
  if (planned === null) return config === null ? [] : ['planned for absence but config wants existence'];
  if (config === null) return ['planned for existence but config wants absence'];
  const stored = writeOnlyErrors(schema, planned);
  return stored.length > 0 ? stored : attributesErrors(schema, { prior, config, planned }, '');
}

/** Rules for a result, be it the plan of an apply after the one that was shown (3.4) or the new state (3.5). */
export function resultErrors(schema: Schema, planned: CtyValue, actual: CtyValue): string[] {
  if (planned === null) return actual === null ? [] : ['root object was absent, but now present'];
  if (actual === null) return ['root object was present, but now absent'];
  const stored = writeOnlyErrors(schema, actual);
  return stored.length > 0 ? stored : compatibleMembers(schema, planned, actual, '');
}

/** Rules for a value that is stored in the state: it has no unknown and no write-only value. */
export function stateErrors(schema: Schema, state: CtyValue): string[] {
  if (state === null) return [];
  return [...writeOnlyErrors(schema, state), ...unknownErrors(state, '')];
}

/**
 * Rules for `requiresReplace`: each path must exist in the prior or the planned value, and must not name an element of
 * a set.
 */
export function pathErrors(schema: Schema, paths: readonly AttributePath[], ...values: CtyValue[]): string[] {
  return paths.flatMap((path) => {
    const text = JSON.stringify(path);
    if (path.length === 0) return [`${text}: names nothing`];
    if (namesElementOfSet(schema, path)) return [`${text}: names an element of a set`];
    return values.some((value) => leads(path, value)) ? [] : [`${text}: non-existent attribute path`];
  });
}

/**
 * Whether Terraform considers two values equal: sets in any order, numbers by value, and an unknown value equals
 * another one.
 */
function same(schema: SchemaAttribute, a: CtyValue, b: CtyValue): boolean {
  return keyOf(schema, a) === keyOf(schema, b);
}

export function sameObjects(schema: Schema, a: CtyValue, b: CtyValue): boolean {
  return membersKey(schema, a) === membersKey(schema, b);
}

function attributesErrors(schema: Schema, { prior, config, planned }: Change, above: string): string[] {
  return schema.flatMap((attribute) => {
    const { name } = attribute;
    const members: Change = { prior: at(prior, name), config: at(config, name), planned: at(planned, name) };
    return attributeErrors(attribute, members, above + name);
  });
}

function attributeErrors(schema: SchemaAttribute, change: Change, path: string): string[] {
  const { prior, config, planned } = change;
  if (schema.writeOnly) return [];
  if (same(schema, planned, config)) return [];
  if (same(schema, planned, prior) && prior !== null && config !== null) return [];
  if (schema.computed && (config === null || !schema.optional)) return [];
  if (schema.nested && config !== null) return nestedErrors(schema, schema.nested, change, path);
  if (config === null) return [`${path}: planned value for a non-computed attribute`];
  return [`${path}: planned value does not match config value nor prior value`];
}

function nestedErrors(schema: SchemaAttribute, nested: NestedSchema, change: Change, path: string): string[] {
  const { nesting, attributes } = nested;
  const { prior, config, planned } = change;
  if (planned === null) return [`${path}: planned for absence but config wants existence`];
  if (planned === UNKNOWN) return [`${path}: planned unknown for configured value`];
  if (config === UNKNOWN) return [`${path}: planned known for unknown value`];
  if (nesting === 'single') return attributesErrors(attributes, change, `${path}.`);
  if (nesting === 'set') {
    const [least, most] = countOf(schema, planned as CtyValue[]);
    const [fewest, all] = countOf(schema, config as CtyValue[]);
    return least <= all && most >= fewest ? [] : [`${path}: count in plan disagrees with count in config`];
  }
  const [is, wanted] = [entriesOf(planned), entriesOf(config)];
  return [...new Set([...is.keys(), ...wanted.keys()])].flatMap((key) => {
    const here = `${path}[${key}]`;
    if (!wanted.has(key)) return [`${here}: is not present in config`];
    if (!is.has(key)) return [`${here}: is not present in plan`];
    const [element, plannedElement]: [CtyValue, CtyValue] = [wanted.get(key) ?? null, is.get(key) ?? null];
    if (elementKey(schema, plannedElement) === elementKey(schema, element)) return [];
    if (!isObjectValue(element) || !isObjectValue(plannedElement)) return [`${here}: element is not as configured`];
    const members: Change = { prior: entriesOf(prior).get(key) ?? null, config: element, planned: plannedElement };
    return attributesErrors(attributes, members, `${here}.`);
  });
}

/**
 * The fewest and the most elements of a set when all is known: elements that are not known yet may turn out to be
 * equal.
 */
function countOf(schema: SchemaAttribute, items: readonly CtyValue[]): [least: number, most: number] {
  const open = items.filter((item) => unknownErrors(item, '').length > 0).length;
  const known = items.filter((item) => unknownErrors(item, '').length === 0);
  const distinct = new Set(known.map((item) => elementKey(schema, item))).size;
  return [Math.max(distinct, Math.min(1, open)), distinct + open];
}

function compatibleMembers(schema: Schema, planned: CtyValue, actual: CtyValue, above: string): string[] {
  return schema.flatMap((attribute) => {
    const { name } = attribute;
    return compatible(attribute, at(planned, name), at(actual, name), above + name);
  });
}

function compatible(schema: SchemaAttribute, planned: CtyValue, actual: CtyValue, path: string): string[] {
  if (planned === UNKNOWN) return [];
  if (actual === UNKNOWN) return [`${path}: was known, but now unknown`];
  if (planned === null || actual === null) {
    return planned === actual ? [] : [`${path}: was ${planned === null ? '' : 'not '}null, but now is otherwise`];
  }
  const kind = schema.nested?.nesting ?? (typeof schema.type === 'string' ? 'scalar' : schema.type?.[0]);
  if (kind === 'single') return compatibleMembers(schema.nested?.attributes ?? [], planned, actual, `${path}.`);
  if (kind === 'scalar') return same(schema, planned, actual) ? [] : [`${path}: was one value, but now another`];
  if (kind === 'set') return compatibleSets(schema, planned as CtyValue[], actual as CtyValue[], path);
  const [before, after] = [entriesOf(planned), entriesOf(actual)];
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys.flatMap((key) => {
    const here = `${path}[${key}]`;
    if (!after.has(key)) return [`${here}: element has vanished`];
    if (!before.has(key)) return [`${here}: new element has appeared`];
    return compatibleElements(schema, before.get(key) ?? null, after.get(key) ?? null, here);
  });
}

function compatibleElements(schema: SchemaAttribute, planned: CtyValue, actual: CtyValue, path: string): string[] {
  if (planned === UNKNOWN) return [];
  if (isObjectValue(planned) && isObjectValue(actual)) {
    return compatibleMembers(schema.nested?.attributes ?? [], planned, actual, `${path}.`);
  }
  return planned === actual ? [] : [`${path}: was one element, but now another`];
}

/**
 * Each planned element must fit an actual one, and each actual one a planned one. Two planned elements may become one
 * actual element, but not one planned element two.
 */
function compatibleSets(schema: SchemaAttribute, planned: CtyValue[], actual: CtyValue[], path: string): string[] {
  const fits = (one: CtyValue, other: CtyValue): boolean => compatibleElements(schema, one, other, '').length === 0;
  const lost = planned.filter((one) => !actual.some((other) => fits(one, other)));
  const added = actual.filter((other) => !planned.some((one) => fits(one, other)));
  // Elements that contain unknowns are counted as different ones.
  const count = (items: readonly CtyValue[]): number => {
    const known = items.filter((item) => unknownErrors(item, '').length === 0);
    return new Set(known.map((item) => elementKey(schema, item))).size + items.length - known.length;
  };
  const grown = count(actual) > count(planned) ? [`${path}: length changed`] : [];
  return [
    ...lost.map(() => `${path}: planned set element does not correlate with any element in actual`),
    ...added.map(() => `${path}: actual set element does not correlate with any element in plan`),
    ...grown,
  ];
}

/** An object that is unknown as a whole has no members to check. */
function writeOnlyErrors(schema: Schema, value: CtyValue, above = ''): string[] {
  if (!isObjectValue(value)) return [];
  return schema.flatMap(({ name, writeOnly, nested }) => {
    const member = at(value, name);
    if (writeOnly && member !== null) return [`${above}${name}: write-only attribute is not null`];
    return nested?.nesting === 'single' ? writeOnlyErrors(nested.attributes, member, `${above}${name}.`) : [];
  });
}

function unknownErrors(value: CtyValue, path: string): string[] {
  if (value === UNKNOWN) return [`${path}: still indicated an unknown value`];
  return [...entriesOf(value)].flatMap(([key, member]) => unknownErrors(member, `${path}.${key}`));
}

function namesElementOfSet(schema: Schema, [first, ...rest]: AttributePath): boolean {
  const attribute = schema.find(({ name }) => name === first);
  if (!attribute || rest.length === 0) return false;
  const nesting = attribute.nested?.nesting ?? (typeof attribute.type === 'string' ? undefined : attribute.type?.[0]);
  if (nesting === 'set') return true;
  return namesElementOfSet(attribute.nested?.attributes ?? [], nesting === 'single' ? rest : rest.slice(1));
}

function leads(path: AttributePath, value: CtyValue): boolean {
  const [step, ...rest] = path;
  if (step === undefined || value === UNKNOWN) return true;
  const key = typeof step === 'string' ? step : 'key' in step ? step.key : String(step.index);
  const entries = entriesOf(value);
  return entries.has(key) && leads(rest, entries.get(key) ?? null);
}

/** The member of an object. Of null it is null, and of an unknown object unknown. */
function at(value: CtyValue, name: string): CtyValue {
  if (value === UNKNOWN) return UNKNOWN;
  return isObjectValue(value) ? (value[name] ?? null) : null;
}

function entriesOf(value: CtyValue): Map<string, CtyValue> {
  if (Array.isArray(value)) return new Map(value.map((item, index) => [String(index), item]));
  return new Map(isObjectValue(value) ? Object.entries(value) : []);
}

/** A string that is equal for two values of the schema exactly if Terraform considers them equal. */
function keyOf(schema: SchemaAttribute, value: CtyValue): string {
  if (value === null || value === UNKNOWN) return String(value === null ? 'null' : 'unknown');
  const number = numberKey(value);
  if (number !== undefined) return number;
  if (typeof value !== 'object') return JSON.stringify(value);
  const nesting = schema.nested?.nesting ?? (typeof schema.type === 'string' ? undefined : schema.type?.[0]);
  if (nesting === 'single') return membersKey(schema.nested?.attributes ?? [], value);
  if (nesting === 'map') {
    const entries = Object.entries(value as ObjectValue).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, element]) => `${JSON.stringify(key)}:${elementKey(schema, element)}`).join()}}`;
  }
  const keys = (value as CtyValue[]).map((element) => elementKey(schema, element));
  return nesting === 'set' ? `(${[...new Set(keys)].sort().join()})` : `[${keys.join()}]`;
}

function elementKey({ nested }: SchemaAttribute, element: CtyValue): string {
  if (element === UNKNOWN) return 'unknown';
  if (nested && element !== null) return membersKey(nested.attributes, element);
  return numberKey(element) ?? JSON.stringify(element);
}

function membersKey(schema: Schema, value: CtyValue): string {
  if (!isObjectValue(value)) return value === null ? 'null' : 'unknown';
  return `<${schema.map((attribute) => keyOf(attribute, value[attribute.name] ?? null)).join()}>`;
}

/** Numbers are equal if their shortest decimal strings are; undefined for other values. */
function numberKey(value: CtyValue): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return `#${value}`;
  const decimal = (value as { decimal?: unknown } | null)?.decimal;
  return typeof decimal === 'string' && !isObjectValue(value) ? `#${decimal}` : undefined;
}
