import { isNullString } from '../canonical';
import { FORMATS } from '../formats/formats';
import { type Attribute, DEFAULT_INVALID_CODE, type ScalarAttribute, type StringsAttribute } from '../kind';
import { didYouMean } from '../text';
import { describeType, type Problem, type ValuePath } from './problem';

const MAX_SHOWN_CHARACTERS = 80;

export function checkScalar(attribute: ScalarAttribute, value: unknown, path: ValuePath): Problem[] {
  if (attribute.type === 'string') return checkString(attribute, value, path);
  const expected = attribute.type === 'bool' ? 'boolean' : 'number';
  const hasType = typeof value === expected || (expected === 'number' && typeof value === 'bigint');
  if (!hasType) return [wrongType(attribute, value, path, expected === 'boolean' ? 'true or false' : 'a number')];
  if (!attribute.allowedNumbers || attribute.allowedNumbers.includes(Number(value))) return [];
  const errorCode = attribute.errorCode ?? DEFAULT_INVALID_CODE;
  return [{ path, problem: `is ${String(value)}`, expected: attribute.allowedNumbers.join(' or '), errorCode }];
}

/** Checks a string, or one element of a collection of strings. */
export function checkString(attribute: ScalarAttribute | StringsAttribute, value: unknown, path: ValuePath): Problem[] {
  if (typeof value !== 'string') return [wrongType(attribute, value, path, 'a string')];
  const errorCode = attribute.errorCode ?? DEFAULT_INVALID_CODE;
  if (!value.isWellFormed()) {
    const problem = 'contains an unpaired surrogate (invalid Unicode)';
    return [{ path, problem, expected: 'well-formed Unicode', errorCode }];
  }
  const maxBytes = 'maxBytes' in attribute ? attribute.maxBytes : undefined;
  const bytes = Buffer.byteLength(value);
  if (maxBytes !== undefined && bytes > maxBytes)
    return [{ path, problem: `is ${bytes} bytes long`, expected: `at most ${maxBytes} bytes of UTF-8`, errorCode }];
  if (attribute.enum && !isInEnum(attribute, value)) {
    const problem = attribute.sensitive ? 'has an invalid value' : `is '${truncate(value)}'`;
    const expected = `${oneOf(attribute.enum)}${didYouMean(value, attribute.enum)}`;
    return [{ path, problem, expected, errorCode }];
  }
  const empty = value === '' ? emptyProblem(attribute, path) : undefined;
  if (empty) return [empty];
  // An empty string that clears the value is not checked against the format.
  if (isNullString(attribute, value)) return [];
  const format = attribute.format && FORMATS[attribute.format](value);
  return format ? [{ path, errorCode, ...format }] : [];
}

function emptyProblem(attribute: ScalarAttribute | StringsAttribute, path: ValuePath): Problem | undefined {
  const problem = 'is empty';
  const errorCode = attribute.emptyErrorCode ?? attribute.errorCode ?? DEFAULT_INVALID_CODE;
  const elementReference = attribute.type === 'string' ? undefined : attribute.ref;
  if (elementReference) return { path, problem, expected: 'an id', errorCode: elementReference.errorCode ?? errorCode };
  const isRequired = attribute.presence === 'required' || attribute.requiredOnCreate || attribute.writeOnly;
  return isRequired ? { path, problem, expected: 'a value', errorCode } : undefined;
}

function isInEnum(attribute: ScalarAttribute | StringsAttribute, value: string): boolean {
  if (attribute.equality !== 'ignore_case') return attribute.enum?.includes(value) ?? true;
  return attribute.enum?.some((allowed) => allowed.toLowerCase() === value.toLowerCase()) ?? true;
}

function oneOf(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  return quoted.length === 1 ? String(quoted[0]) : `${quoted.slice(0, -1).join(', ')} or ${String(quoted.at(-1))}`;
}

export function wrongType(attribute: Attribute, value: unknown, path: ValuePath, expected: string): Problem {
  return {
    path,
    problem: `is ${describeType(value)}`,
    expected,
    errorCode: attribute.errorCode ?? DEFAULT_INVALID_CODE,
  };
}

function truncate(text: string): string {
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS - 3)}...` : text;
}
