import type { ValuePath } from '../../values/path';
import { formatOf, isNullString } from '../canonical';
import type { ScalarAttribute, StringsAttribute } from '../kind';
import { describeType, type Problem } from '../problem';
import { clip, didYouMean } from '../text';
import { checkId } from './validate-id';

export function checkScalar(attribute: ScalarAttribute, value: unknown, path: ValuePath): Problem[] {
  if (attribute.type === 'string') return checkString(attribute, value, path);
  const expected = attribute.type === 'bool' ? 'boolean' : 'number';
  const hasType = typeof value === expected || (expected === 'number' && typeof value === 'bigint');
  if (!hasType) return [wrongType(value, path, expected === 'boolean' ? 'true or false' : 'a number')];
  if (!attribute.allowedNumbers || attribute.allowedNumbers.includes(Number(value))) return [];
  return [{ path, problem: `is ${String(value)}`, expected: attribute.allowedNumbers.join(' or ') }];
}

/** Also an element of a collection. */
export function checkString(attribute: ScalarAttribute | StringsAttribute, value: unknown, path: ValuePath): Problem[] {
  if (typeof value !== 'string') return [wrongType(value, path, 'a string')];
  if (!value.isWellFormed()) {
    const problem = 'contains an unpaired surrogate (invalid Unicode)';
    return [{ path, problem, expected: 'well-formed Unicode' }];
  }
  const maxBytes = 'maxBytes' in attribute ? attribute.maxBytes : undefined;
  const bytes = Buffer.byteLength(value);
  if (maxBytes !== undefined && bytes > maxBytes)
    return [{ path, problem: `is ${bytes} bytes long`, expected: `at most ${maxBytes} bytes of UTF-8` }];
  const maxCharacters = 'maxCharacters' in attribute ? attribute.maxCharacters : undefined;
  const characters = maxCharacters === undefined ? 0 : [...value].length;
  if (maxCharacters !== undefined && characters > maxCharacters)
    return [{ path, problem: `is ${characters} characters long`, expected: `at most ${maxCharacters} characters` }];
  if (attribute.enum && !isInEnum(attribute, value)) {
    const problem = attribute.sensitive ? 'has an invalid value' : `is '${clip(value)}'`;
    const expected = `${oneOf(attribute.enum)}${didYouMean(value, attribute.enum)}`;
    return [{ path, problem, expected }];
  }
  const empty = value === '' ? emptyProblem(attribute, path) : undefined;
  if (empty) return [empty];
  if (isNullString(attribute, value)) return [];
  const format = formatOf(attribute)?.check?.(value);
  return format ? [{ path, ...format }] : checkId(attribute, value, path);
}

function emptyProblem(attribute: ScalarAttribute | StringsAttribute, path: ValuePath): Problem | undefined {
  const problem = 'is empty';
  if (attribute.type !== 'string' && attribute.ref)
    return { path, problem, expected: 'an id', errorCode: attribute.ref.unknownIdCode };
  const isRequired = attribute.presence === 'required' || attribute.requiredOnCreate || attribute.writeOnly;
  if (isRequired) return { path, problem, expected: 'a value', rule: 'empty' };
  return isSetByService(attribute) ? { path, problem, expected: 'a value, or none', rule: 'empty' } : undefined;
}

/** Whether the service replaces `""` by its own value: after the apply the attribute would differ from the plan. */
function isSetByService(attribute: ScalarAttribute | StringsAttribute): boolean {
  const hasValue = attribute.presence === 'optional-computed' || attribute.default !== undefined;
  return attribute.type === 'string' && !attribute.emptyIsAbsent && hasValue;
}

function isInEnum(attribute: ScalarAttribute | StringsAttribute, value: string): boolean {
  if (!attribute.enumIgnoresCase) return attribute.enum?.includes(value) ?? true;
  return attribute.enum?.some((allowed) => allowed.toLowerCase() === value.toLowerCase()) ?? true;
}

function oneOf(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  return quoted.length === 1 ? String(quoted[0]) : `${quoted.slice(0, -1).join(', ')} or ${String(quoted.at(-1))}`;
}

export function wrongType(value: unknown, path: ValuePath, expected: string): Problem {
  return { path, problem: `is ${describeType(value)}`, expected };
}
