/**
 * Checks the values of a kind against the model: types, presence, limits, enums, formats and the rules between members.
 *
 * The provider, the constructs and the emulator all call this with values in the specification's names. What is not
 * known yet (Terraform's unknown values, CDK tokens) is skipped and checked again when it is.
 */
import { canonicalKey, elementIdentity, isAbsentText } from '../canonical';
import type { UnsupportedArgument } from '../data-sources/data-source';
import { checkLookup, type LookupKeys } from '../data-sources/lookup';
import { didYouMean } from '../did-you-mean';
import { checkCriticalOptions } from '../formats/critical-options';
import { checkEventSource } from '../formats/event-source';
import { FORMATS } from '../formats/formats';
import { isPlainObject, type JsonObject } from '../json';
import type {
  Attribute,
  Attributes,
  Conflict,
  Kind,
  ObjectAttribute,
  ObjectsAttribute,
  RequiresElement,
  ScalarAttribute,
  StringsAttribute,
} from '../kind';
import { isInput } from '../request';
import { checkWriteOnly } from '../write-only-attributes';

/** Where a problem is: member names and indexes from the top. */
export type ValuePath = readonly (string | number)[];

/** One thing that is wrong. Reads as `<path> <problem>; expected <expected>`. */
export interface Problem {
  readonly path: ValuePath;
  /** What was found, as the end of a sentence that starts with the path. Never holds the value of a sensitive attribute. */
  readonly problem: string;
  readonly expected: string;
  /** Number of the service's error code (gaps.md section 1.6). */
  readonly errorCode: number;
}

/** Values by attribute name as they come: of any type, perhaps not known yet. */
export type RawValues = { readonly [name: string]: unknown };

/** How to check. */
export interface CheckOptions {
  /** Whether a value is known; one that is not is skipped. By default everything is. */
  readonly isKnown?: (value: unknown) => boolean;
  /** An update: absent attributes are left alone, so they may be missing. */
  readonly partial?: boolean;
  /** The values are what a user declares, not a request: what could never be taken back again is refused too. */
  readonly isConfiguration?: boolean;
  /** How to call an attribute within the texts; by default as the specification does. Paths are not affected. */
  readonly nameOf?: (attribute: string) => string;
}

/** What is checked: a kind, or as much of one as the checks read. */
export interface ValidatedSchema extends Pick<Kind, 'attributes' | 'errorCodes' | 'requires' | 'conflicts'> {
  /** For data sources that read one object. */
  readonly lookup?: LookupKeys;
  readonly refused?: readonly UnsupportedArgument[];
}

/** Everything that is wrong with the values, in the model's order; an empty list when nothing is. */
export function checkValues(kind: ValidatedSchema, values: RawValues, options: CheckOptions = {}): Problem[] {
  const context = {
    isKnown: options.isKnown ?? (() => true),
    partial: options.partial ?? false,
    declaration: options.isConfiguration ?? false,
    nameOf: options.nameOf ?? ((name: string) => name),
    missing: kind.errorCodes.missing ?? 215,
  };
  return [
    ...checkMembers(kind.attributes, values, [], context),
    ...(kind.requires ?? []).flatMap((rule) => checkRequiresElement(rule, values, context)),
    ...(kind.conflicts ?? []).flatMap((rule) => checkConflict(kind.attributes, rule, values, context)),
    ...checkAllowedOnlyWith(kind.attributes, values, context),
    ...(kind.lookup ? checkLookup(kind.lookup, values, context.isKnown, context.nameOf) : []),
    ...(kind.refused ?? []).flatMap(({ attribute, ...rest }) =>
      (values[attribute] ?? null) === null ? [] : [{ path: [attribute], ...rest, errorCode: 215 }],
    ),
  ];
}

interface Context {
  readonly isKnown: (value: unknown) => boolean;
  readonly partial: boolean;
  readonly declaration: boolean;
  readonly nameOf: (attribute: string) => string;
  readonly missing: number;
}

function checkMembers(attributes: Attributes, values: RawValues, path: ValuePath, context: Context): Problem[] {
  const problems = Object.entries(attributes).flatMap(([name, attribute]) => {
    if (!isInput(attribute)) return [];
    const here = [...path, name];
    const value: unknown = values[name];
    if (value === null || value === undefined) {
      const required = attribute.presence === 'required' && !(context.partial && value === undefined);
      return required
        ? [{ path: here, problem: 'is not set', expected: 'a value', errorCode: missingCode(attribute, context) }]
        : [];
    }
    return context.isKnown(value) ? checkValue(attribute, value, here, context) : [];
  });
  return [...problems, ...checkWriteOnly(attributes, values, path, context.isKnown)];
}

function missingCode(attribute: Attribute, context: Context): number {
  return context.missing === 215 ? (attribute.errorCode ?? 215) : context.missing;
}

function checkValue(attribute: Attribute, value: unknown, path: ValuePath, context: Context): Problem[] {
  switch (attribute.type) {
    case 'string':
    case 'number':
    case 'bool':
      return checkScalar(attribute, value, path);
    case 'object':
      if (!isPlainObject(value)) return [wrongType(attribute, value, path, 'an object')];
      return [
        ...checkMembers(attribute.attributes, value, path, context),
        ...checkExactlyOne(attribute, value, path, context),
      ];
    case 'map':
      if (!isPlainObject(value))
        return [
          wrongType(attribute, value, path, attribute.elements === 'string' ? 'an object of strings' : 'an object'),
        ];
      return attribute.elements === 'string'
        ? checkMap(attribute as StringsAttribute, value, path, context)
        : checkObjectMap(attribute as ObjectsAttribute, value, path, context);
    default:
      if (!Array.isArray(value)) return [wrongType(attribute, value, path, 'a list')];
      return checkItems(attribute, value, path, context);
  }
}

function checkMap(attribute: StringsAttribute, map: JsonObject, path: ValuePath, context: Context): Problem[] {
  const problems = Object.entries(map).flatMap(([key, item]) =>
    context.isKnown(item) ? checkText(attribute, item, [...path, key]) : [],
  );
  if (attribute.rule !== 'critical_options') return problems;
  const errorCode = attribute.errorCode ?? 215;
  return [
    ...problems,
    ...checkCriticalOptions(map).map(({ key, ...rest }) => ({ path: [...path, key], errorCode, ...rest })),
  ];
}

function checkObjectMap(attribute: ObjectsAttribute, map: JsonObject, path: ValuePath, context: Context): Problem[] {
  const { keys } = attribute;
  // An element is always given whole, also in an update.
  const whole = { ...context, partial: false };
  const first = new Map<string, string>();
  return Object.entries(map).flatMap(([key, item]): Problem[] => {
    const here = [...path, key];
    const problems: Problem[] = [];
    const errorCode = keys?.errorCode ?? attribute.errorCode ?? 215;
    const format = keys && FORMATS[keys.format](key);
    const canonical = canonicalKey(attribute, key);
    const same = first.get(canonical);
    if (format) problems.push({ path: here, ...format, errorCode });
    else if (same !== undefined) {
      const problem = `has the keys '${same}' and '${key}', which mean the same`;
      problems.push({
        path,
        problem,
        expected: 'one of the two',
        errorCode: attribute.duplicateErrorCode ?? errorCode,
      });
    } else first.set(canonical, key);
    // Null stands for no element.
    if (item === null || item === undefined || !context.isKnown(item)) return problems;
    if (!isPlainObject(item)) return [...problems, wrongType(attribute, item, here, 'an object')];
    return [...problems, ...checkMembers(attribute.elements, item, here, whole)];
  });
}

function checkItems(
  attribute: StringsAttribute | ObjectsAttribute,
  items: readonly unknown[],
  path: ValuePath,
  context: Context,
): Problem[] {
  const problems = items.flatMap((item, index): Problem[] => {
    const here = [...path, index];
    if (!context.isKnown(item)) return [];
    if (attribute.elements === 'string') return checkText(attribute as StringsAttribute, item, here);
    if (!isPlainObject(item)) return [wrongType(attribute, item, here, 'an object')];
    // An element is always given whole, also in an update.
    return [
      ...checkMembers(attribute.elements, item, here, { ...context, partial: false }),
      ...checkElement(attribute as ObjectsAttribute, item, here),
    ];
  });
  const least = 'minItems' in attribute ? (attribute.minItems ?? 0) : 0;
  if (items.length < least) {
    problems.push({
      path,
      problem: `has ${items.length} elements`,
      expected: `at least ${least}`,
      errorCode: attribute.errorCode ?? 215,
    });
  }
  return [
    ...problems,
    ...(attribute.elements === 'string' ? [] : checkIdentities(attribute as ObjectsAttribute, items, path, context)),
  ];
}

function checkIdentities(
  attribute: ObjectsAttribute,
  items: readonly unknown[],
  path: ValuePath,
  context: Context,
): Problem[] {
  const identity = attribute.identity;
  if (!identity) return [];
  const known = items.filter(
    (item): item is JsonObject =>
      isPlainObject(item) && typeof item[identity] === 'string' && context.isKnown(item[identity]),
  );
  const keys = known.map((item) => elementIdentity(attribute, item));
  const repeated = known.filter((_, index) => keys.indexOf(keys[index] as string) < index);
  return repeated.map((item) => ({
    path,
    problem: `has two elements with ${context.nameOf(identity)} '${String(item[identity])}'`,
    expected: `each ${context.nameOf(identity)} at most once`,
    errorCode: attribute.duplicateErrorCode ?? attribute.errorCode ?? 215,
  }));
}

function checkElement(attribute: ObjectsAttribute, item: JsonObject, path: ValuePath): Problem[] {
  if (attribute.rule !== 'event_source') return [];
  return checkEventSource(item).map(({ member, problem, expected, errorCode }) => ({
    path: [...path, member],
    problem,
    expected,
    errorCode,
  }));
}

function checkExactlyOne(attribute: ObjectAttribute, value: JsonObject, path: ValuePath, context: Context): Problem[] {
  const names = attribute.exactlyOne;
  if (!names || names.some((name) => value[name] !== undefined && !context.isKnown(value[name]))) return [];
  const set = names.filter((name) => value[name] !== null && value[name] !== undefined);
  if (set.length === 1 || (set.length === 0 && context.partial)) return [];
  const problem =
    set.length === 0 ? 'has none of its alternatives set' : `has ${set.map(context.nameOf).join(' and ')} set`;
  const errorCode = set.length === 0 ? attribute.exactlyOneErrorCodes?.none : attribute.exactlyOneErrorCodes?.several;
  return [
    {
      path,
      problem,
      expected: `exactly one of ${names.map(context.nameOf).join(', ')}`,
      errorCode: errorCode ?? attribute.errorCode ?? 215,
    },
  ];
}

function checkRequiresElement(rule: RequiresElement, values: RawValues, context: Context): Problem[] {
  const value: unknown = values[rule.attribute] ?? null;
  const holder: unknown = values[rule.requires];
  // In an update the other attribute may stand at the service already; whoever knows the whole object checks again.
  if (context.partial && holder === undefined) return [];
  if (!context.isKnown(value) || !context.isKnown(holder ?? null)) return [];
  const elements: readonly unknown[] = Array.isArray(holder) ? holder : [];
  const has = elements.some((element) => typeof element === 'string' && element.toLowerCase() === rule.element);
  const mayHave = has || elements.some((element) => !context.isKnown(element));
  const problem = (what: string, expected: string): Problem[] => [
    { path: [rule.attribute], problem: what, expected, errorCode: rule.errorCode },
  ];
  const [name, needs] = [context.nameOf(rule.attribute), context.nameOf(rule.requires)];
  if (value !== null && !mayHave) {
    return problem(
      `is set while ${needs} does not hold '${rule.element}'`,
      `'${rule.element}' in ${needs}, or no ${name}`,
    );
  }
  return [];
}

function checkConflict(
  attributes: Attributes,
  rule: Conflict,
  values: RawValues,
  { nameOf, isKnown }: Context,
): Problem[] {
  // What is not known yet may still turn out null.
  const set = rule.attributes.filter(
    (name) => (values[name] ?? null) !== null && isKnown(values[name]) && !isAbsentText(attributes[name], values[name]),
  );
  if (set.length < 2) return [];
  const names = set.map(nameOf);
  return [
    {
      path: [set[1] as string],
      problem: `is set together with ${names.filter((_, index) => index !== 1).join(' and ')}`,
      expected: `at most one of ${rule.attributes.map(nameOf).join(', ')}`,
      errorCode: rule.errorCode,
    },
  ];
}

function checkAllowedOnlyWith(attributes: Attributes, values: RawValues, context: Context): Problem[] {
  return Object.entries(attributes).flatMap(([name, { allowedOnlyWith }]) => {
    if (!allowedOnlyWith || context.partial || (values[name] ?? null) === null) return [];
    const other: unknown = values[allowedOnlyWith.attribute] ?? attributes[allowedOnlyWith.attribute]?.default ?? null;
    if (other === allowedOnlyWith.value || !context.isKnown(other) || !context.isKnown(values[name])) return [];
    const otherName = context.nameOf(allowedOnlyWith.attribute);
    return [
      {
        path: [name],
        problem: `is set while ${otherName} is '${String(other)}'`,
        expected: `${otherName} '${allowedOnlyWith.value}', or no ${context.nameOf(name)}`,
        errorCode: allowedOnlyWith.errorCode,
      },
    ];
  });
}

function checkScalar(attribute: ScalarAttribute, value: unknown, path: ValuePath): Problem[] {
  if (attribute.type === 'string') return checkText(attribute, value, path);
  const wanted = attribute.type === 'bool' ? 'boolean' : 'number';
  const right = typeof value === wanted || (wanted === 'number' && typeof value === 'bigint');
  if (!right) return [wrongType(attribute, value, path, wanted === 'boolean' ? 'true or false' : 'a number')];
  if (!attribute.numbers || attribute.numbers.includes(Number(value))) return [];
  const expected = attribute.numbers.join(' or ');
  return [{ path, problem: `is ${String(value)}`, expected, errorCode: attribute.errorCode ?? 215 }];
}

function checkText(attribute: ScalarAttribute | StringsAttribute, value: unknown, path: ValuePath): Problem[] {
  if (typeof value !== 'string') return [wrongType(attribute, value, path, 'a string')];
  const problem = (what: string, expected: string): Problem[] => [
    { path, problem: what, expected, errorCode: attribute.errorCode ?? 215 },
  ];
  if (!value.isWellFormed()) return problem('holds half a surrogate pair', 'well-formed Unicode');
  const shown = attribute.sensitive ? 'the value' : `'${truncate(value)}'`;
  const maxBytes = 'maxBytes' in attribute ? attribute.maxBytes : undefined;
  const bytes = Buffer.byteLength(value);
  if (maxBytes !== undefined && bytes > maxBytes)
    return problem(`is ${bytes} bytes long`, `at most ${maxBytes} bytes of UTF-8`);
  if (attribute.enum && !isListed(attribute, value)) {
    return problem(`is ${shown}`, `${oneOf(attribute.enum)}${didYouMean(value, attribute.enum)}`);
  }
  const empty = value === '' ? emptyProblem(attribute, path) : undefined;
  if (empty) return [empty];
  // Where the empty text clears the value it is none that has a format.
  if (isAbsentText(attribute, value)) return [];
  const format = attribute.format && FORMATS[attribute.format](value);
  return format ? [{ path, errorCode: attribute.errorCode ?? 215, ...format }] : [];
}

/** What is wrong with the empty text where a value is needed; a twin is there for nothing but to give one. */
function emptyProblem(attribute: ScalarAttribute | StringsAttribute, path: ValuePath): Problem | undefined {
  const [problem, errorCode] = ['is empty', attribute.emptyErrorCode ?? attribute.errorCode ?? 215];
  const element = attribute.type === 'string' ? undefined : attribute.ref;
  if (element) return { path, problem, expected: 'an id', errorCode: element.errorCode ?? errorCode };
  const isNeeded = attribute.presence === 'required' || attribute.requiredOnCreate || attribute.writeOnly;
  return isNeeded ? { path, problem, expected: 'a value', errorCode } : undefined;
}

function isListed(attribute: ScalarAttribute | StringsAttribute, value: string): boolean {
  if (attribute.equality !== 'case') return attribute.enum?.includes(value) ?? true;
  return attribute.enum?.some((listed) => listed.toLowerCase() === value.toLowerCase()) ?? true;
}

function oneOf(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  return quoted.length === 1
    ? (quoted[0] as string)
    : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) as string}`;
}

function wrongType(attribute: Attribute, value: unknown, path: ValuePath, expected: string): Problem {
  return { path, problem: `is ${typeName(value)}`, expected, errorCode: attribute.errorCode ?? 215 };
}

/** The type of a value with its article: `a list`, `a number`, `an object`, or the name of the class. */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'a list';
  const className = typeof value === 'object' && !isPlainObject(value) ? (value as object).constructor.name : '';
  const name = className || typeof value;
  return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;
}

function truncate(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** A path as people write it: `sources[0].type`, `rules["10.0.0.0/8"].action`. */
export function pathText(path: ValuePath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (text === '') return step;
    return /^[\w-]+$/.test(step) ? `${text}.${step}` : `${text}[${JSON.stringify(step)}]`;
  }, '');
}

/** A problem as one sentence without its final period: `cidr '10.0.0.1/8' has bits set …; expected the network address: 10.0.0.0/8`. */
export function formatProblem({ path, problem, expected }: Problem): string {
  return `${pathText(path)} ${problem}; expected ${expected}`;
}
