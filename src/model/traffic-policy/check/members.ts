import { isPlainObject, type Json, type JsonObject } from '../../../values/json';
import { formatPath, type ValuePath } from '../../../values/path';
import { describeType } from '../../problem';
import { didYouMean } from '../../text';
import { parseDuration } from '../../time';
import type { DurationMember, ListMember, MapMember, Member, Members, NumberMember, Phase } from '../data/schema';
import { hasPlaceholder } from '../terraform-template';
import { fail, type PolicyCheck, warn } from './problem';
import { checkStringMember, checkTemplate } from './strings';

/**
 * Error codes of the service, as the other numbers that `fail` and `warn` receive. They are from the published error
 * catalog, as those of docs/internals/gaps.md, which does not list most codes of traffic policies. None was verified
 * with the service.
 */
const CODES = {
  unreadable: 2203,
  missing: 2234,
  empty: 2223,
  range: 2215,
  count: 2218,
  duplicate: 2231,
  variable: 2252,
};

const EXPECTED_TYPES: Readonly<Record<Member['type'], string>> = {
  any: 'a value',
  bool: 'true or false',
  duration: "a duration such as '60s'",
  integer: 'an integer',
  list: 'a list',
  map: 'an object',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

/** An unknown member is a warning, because the service may be newer; those in `ignored` exist without a description. */
export function checkMembers(
  check: PolicyCheck,
  members: Members,
  value: JsonObject,
  path: ValuePath,
  phase: Phase,
  ignored: readonly string[] = [],
): undefined {
  const names = Object.keys(members);
  const known = [...names, ...ignored];
  for (const [name, member] of Object.entries(members)) {
    const used = findName(name, member, value);
    known.push(used);
    const item = value[used];
    if (used !== name) warn(check, [...path, used], CODES.unreadable, `is the earlier name of ${name}`, name);
    if (item !== undefined && item !== null) checkMember(check, member, item, [...path, used], phase);
    else checkMissing(check, member, [...path, name]);
  }
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    const expected = names.length === 0 ? 'no member' : `one of ${names.join(', ')}${didYouMean(name, names)}`;
    warn(check, [...path, name], CODES.unreadable, 'is not a known member', expected);
  }
}

function checkMissing(check: PolicyCheck, member: Member, path: ValuePath): void {
  if (member.required !== true && (!member.required || member.default !== undefined)) return;
  const report = member.required === 'uncertain' ? warn : fail;
  report(check, path, CODES.missing, 'is not set', EXPECTED_TYPES[member.type]);
}

/** The older name only if the present one is not there, not even as null. */
function findName(name: string, { olderName }: Member, value: JsonObject): string {
  return olderName !== undefined && value[name] === undefined && value[olderName] !== undefined ? olderName : name;
}

function checkMember(check: PolicyCheck, member: Member, value: Json, path: ValuePath, phase: Phase): undefined {
  // What Terraform makes of it may have any type: `${x}`, in YAML also `60${x}`. In JSON, `"60${x}"` is a string, and
  // its type is not checked either.
  if (typeof value === 'string' && hasPlaceholder(value) && member.type !== 'string' && member.type !== 'any') return;
  if (!hasType(member, value))
    return fail(check, path, CODES.unreadable, `is ${describeType(value)}`, EXPECTED_TYPES[member.type]);
  switch (member.type) {
    case 'string':
      return checkStringMember(check, member, value as string, path, phase);
    case 'duration':
      return checkDuration(check, member, value as string, path);
    case 'integer':
    case 'number':
      return checkRange(check, member, value as number, path);
    case 'list':
      return checkList(check, member, value as readonly Json[], path, phase);
    case 'map':
      return checkMap(check, member, value as JsonObject, path, phase);
    case 'object':
      return checkMembers(check, member.members, value as JsonObject, path, phase);
    case 'any':
      return checkAny(check, value, path, phase);
    default:
  }
}

function hasType({ type }: Member, value: Json): boolean {
  switch (type) {
    case 'any':
      return true;
    case 'bool':
      return typeof value === 'boolean';
    case 'integer':
      return typeof value === 'number' && (Number.isInteger(value) || isNumberToken(value));
    case 'number':
      return typeof value === 'number';
    case 'list':
      return Array.isArray(value);
    case 'map':
    case 'object':
      return isPlainObject(value);
    default:
      return typeof value === 'string';
  }
}

/** CDKTF encodes a number that is known after apply as a double such as -1.8e289. The bound is chosen. */
function isNumberToken(value: number): boolean {
  return Math.abs(value) > 1e100;
}

function checkRange(check: PolicyCheck, member: NumberMember, value: number, path: ValuePath): undefined {
  const [least, most] = member.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (isNumberToken(value) || (value >= least && value <= most)) return;
  const expected = least === most ? String(least) : `${least} to ${most}`;
  (member.uncertain ? warn : fail)(check, path, CODES.range, `is ${value}`, expected);
}

function checkDuration(check: PolicyCheck, member: DurationMember, value: string, path: ValuePath): undefined {
  const milliseconds = parseDuration(value);
  if (milliseconds === undefined) return fail(check, path, 2222, `is '${value}'`, EXPECTED_TYPES.duration);
  const seconds = milliseconds / 1000;
  const [least, most] = member.range ?? [0, Number.POSITIVE_INFINITY];
  if (seconds < least || seconds > most)
    return fail(check, path, CODES.range, `is '${value}'`, `${least}s to ${most}s`);
  if (member.multipleOf !== undefined && seconds % member.multipleOf !== 0)
    fail(check, path, CODES.range, `is '${value}'`, `a multiple of ${member.multipleOf}s`);
}

function checkList(
  check: PolicyCheck,
  member: ListMember,
  items: readonly Json[],
  path: ValuePath,
  phase: Phase,
): undefined {
  checkCount(check, member, items.length, path);
  for (const [index, item] of items.entries()) checkMember(check, member.items, item, [...path, index], phase);
  if (!member.distinct) return;
  const duplicate = items.find((item, index) => items.indexOf(item) < index);
  if (duplicate !== undefined)
    fail(check, path, CODES.duplicate, `has '${String(duplicate)}' twice`, 'each element at most once');
}

function checkCount(check: PolicyCheck, { count }: ListMember | MapMember, length: number, path: ValuePath): undefined {
  const [least, most] = count ?? [0, Number.POSITIVE_INFINITY];
  if (length >= least && length <= most) return;
  // Only an element of `set-vars` has this count.
  if (least === 1 && most === 1)
    return fail(check, path, CODES.variable, `has ${length} members`, 'exactly one variable in each element');
  // No other count begins above 1.
  if (length < least) return fail(check, path, CODES.empty, 'is empty', `at least ${least} element`);
  // Too many headers have a code of their own.
  const code = path.at(-1) === 'headers' ? 2212 : CODES.count;
  fail(check, path, code, `has ${length} elements`, `at most ${most}`);
}

function checkMap(check: PolicyCheck, member: MapMember, map: JsonObject, path: ValuePath, phase: Phase): undefined {
  checkCount(check, member, Object.keys(map).length, path);
  for (const [name, item] of Object.entries(map)) {
    if (member.keys === 'header') checkHeaderName(check, name, [...path, name]);
    if (item !== undefined) checkMember(check, member.items, item, [...path, name], phase);
  }
}

function checkHeaderName(check: PolicyCheck, name: string, path: ValuePath): void {
  if (hasPlaceholder(name)) return;
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))
    fail(check, path, 2210, `'${name}' is not the name of a header`, "letters, digits and !#$%&'*+-.^_`|~");
  else if (name.toLowerCase() === 'user-agent')
    warn(check, path, 2210, 'is user-agent, which actions cannot change', 'another header');
}

function checkAny(check: PolicyCheck, value: Json, path: ValuePath, phase: Phase): undefined {
  if (typeof value === 'string') checkTemplate(check, path, value, phase);
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) checkAny(check, item, [...path, index], phase);
  else if (isPlainObject(value))
    for (const [name, item] of Object.entries(value))
      if (item !== undefined) checkAny(check, item, [...path, name], phase);
}

export function checkPairs(
  check: PolicyCheck,
  pairs: readonly (readonly [string, string])[],
  config: JsonObject,
  path: ValuePath,
): void {
  for (const pair of pairs) {
    const missing = pair.filter((name) => (config[name] ?? null) === null);
    const [name] = missing;
    if (missing.length !== 1 || name === undefined) continue;
    const other = pair.find((member) => member !== name) as string;
    fail(check, [...path, name], 2240, `is not set while ${formatPath([other])} is set`, 'both or none of them');
  }
}
