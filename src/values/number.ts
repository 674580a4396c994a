/** A JavaScript number represents the decimal that it prints as: 0.1 is one tenth. Others are bigint or Decimal. */
import { type CtyValue, type Decimal, isDynamicValue, isObjectValue } from './cty-value';

export type NumberValue = number | bigint | Decimal;

/**
 * Chosen, beyond Terraform's numbers, which have 512 bits (155 digits). A longer integer is a Decimal, because a bigint
 * of its digits takes quadratic time; a Decimal is printed with an exponent if that has a larger absolute value.
 */
const MAX_DIGITS = 400;
/** Chosen, larger than Terraform's range of exponents: 2^31 binary digits are 6.5e8 decimal ones. */
const MAX_EXPONENT = 1e9;

export function isDecimal(value: unknown): value is Decimal {
  if (typeof value !== 'object' || value === null) return false;
  // Object and map values have no prototype and may have a member `decimal`.
  return Object.getPrototypeOf(value) !== null && typeof (value as Partial<Decimal>).decimal === 'string';
}

export function containsNumber(value: CtyValue): boolean {
  if (typeof value === 'number' || typeof value === 'bigint' || isDecimal(value)) return true;
  if (Array.isArray(value)) return value.some(containsNumber);
  if (isDynamicValue(value)) return containsNumber(value.value);
  return isObjectValue(value) && Object.values(value).some(containsNumber);
}

/** Equal numbers give equal results. Undefined for a text that is no decimal, or has an exponent beyond a billion. */
export function parseNumber(text: string): NumberValue | undefined {
  const parts = parseDecimal(text);
  if (!parts) return undefined;
  const { sign, digits, exponent } = parts;
  if (digits === '') return 0;
  if (exponent >= 0) {
    if (digits.length + exponent > MAX_DIGITS) return { decimal: printDecimal(parts) };
    const integer = BigInt(sign + digits + '0'.repeat(exponent));
    return isSafeInteger(integer) ? Number(integer) : integer;
  }
  const near = Number(text);
  const same = Number.isFinite(near) && printNumber(near) === printDecimal(parts);
  return same ? near : { decimal: printDecimal(parts) };
}

/** The exact value, for 0.1 the Decimal `0.1000000000000000055511151231257827...`. Undefined for NaN; -0 is 0. */
export function numberFromFloat(float: number): NumberValue | undefined {
  if (Number.isNaN(float)) return undefined;
  if (!Number.isFinite(float)) return float;
  if (Number.isInteger(float)) return Number.isSafeInteger(float) ? float + 0 : BigInt(float);
  return parseNumber(formatFraction(float));
}

export function numberFromBigint(integer: bigint): number | bigint {
  return isSafeInteger(integer) ? Number(integer) : integer;
}

/**
 * Equal for equal numbers: `1e21` -> `1000000000000000000000`, and `1e401` -> `1e401`, see {@link MAX_DIGITS}. Also
 * `Infinity`, `-Infinity` and `NaN`. Throws for an invalid Decimal.
 */
export function formatNumber(value: NumberValue): string {
  if (typeof value === 'number') return printNumber(value);
  const text = isDecimal(value) ? value.decimal : value.toString();
  const parts = parseDecimal(text);
  if (!parts) throw new Error('the string is not a decimal number');
  return printDecimal(parts);
}

/** `-1.50` -> `-`, `15` and `-1`: digits x 10^exponent. Zero has no digits. */
interface DecimalParts {
  readonly sign: '' | '-';
  readonly digits: string;
  readonly exponent: number;
}

function parseDecimal(text: string): DecimalParts | undefined {
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  const mark = text.search(/[eE]/);
  const mantissa = text.slice(sign.length, mark < 0 ? undefined : mark);
  const power = mark < 0 ? '0' : text.slice(mark + 1);
  const [whole = '', fraction = '', ...more] = mantissa.split('.');
  const all = whole + fraction;
  if (more.length > 0 || !isDigits(all) || !isDigits(power.replace(/^[+-]/, ''))) return undefined;
  if (Math.abs(Number(power)) > MAX_EXPONENT) return undefined;
  // A loop, because /0+$/ takes quadratic time on long runs of zeros.
  let start = 0;
  while (all[start] === '0') start += 1;
  if (start === all.length) return { sign: '', digits: '', exponent: 0 };
  let end = all.length;
  while (all[end - 1] === '0') end -= 1;
  return {
    sign: sign === '-' ? '-' : '',
    digits: all.slice(start, end),
    exponent: Number(power) - fraction.length + (all.length - end),
  };
}

/** `/^[0-9]+$/` would exceed the stack on millions of digits; an expression for one other character does not. */
function isDigits(text: string): boolean {
  return text !== '' && !/[^0-9]/.test(text);
}

function printDecimal({ sign, digits, exponent }: DecimalParts): string {
  if (digits === '') return '0';
  if (Math.abs(exponent) > MAX_DIGITS) return `${sign}${digits}e${exponent}`;
  if (exponent >= 0) return `${sign}${digits}${'0'.repeat(exponent)}`;
  const padded = digits.padStart(1 - exponent, '0');
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}

function printNumber(value: number): string {
  const text = String(value);
  if (Number.isSafeInteger(value) || !Number.isFinite(value)) return text === '-0' ? '0' : text;
  const parts = parseDecimal(text);
  return parts ? printDecimal(parts) : text;
}

/** Returns all digits of a fraction: m / 2^e = m x 5^e / 10^e. */
function formatFraction(fraction: number): string {
  let mantissa = fraction;
  let exponent = 0;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent += 1;
  }
  return `${BigInt(mantissa) * 5n ** BigInt(exponent)}e-${exponent}`;
}

function isSafeInteger(integer: bigint): boolean {
  return integer >= BigInt(Number.MIN_SAFE_INTEGER) && integer <= BigInt(Number.MAX_SAFE_INTEGER);
}
