/**
 * Numbers without loss. A JavaScript number stands for the decimal that it prints as (0.1 is one tenth), as Terraform
 * itself compares numbers; what it cannot stand for exactly is a bigint or a Decimal (terraform/rules 0.10 and 2.6).
 */
import type { Decimal } from './cty-value';

/** A value of type `number` that is known and not null. */
export type NumberValue = number | bigint | Decimal;

/** Longer integers stay Decimal: turning digits into a bigint takes quadratic time, and Terraform has 512 bits. */
const MAX_DIGITS = 400;
/** Beyond Terraform's own range of exponents. */
const MAX_EXPONENT = 1e9;

/** Whether the value is a number that is written as decimal text. */
export function isDecimal(value: unknown): value is Decimal {
  if (typeof value !== 'object' || value === null) return false;
  // Values of objects and maps have no prototype, and may have a member of any name.
  return Object.getPrototypeOf(value) !== null && typeof (value as Partial<Decimal>).decimal === 'string';
}

/** The number of a decimal text such as `-12.5e3`, or undefined if it is none. Equal numbers give equal answers. */
export function numberFromText(text: string): NumberValue | undefined {
  const parts = parseDecimal(text);
  if (!parts) return undefined;
  const { sign, digits, exponent } = parts;
  if (digits === '') return 0;
  if (exponent >= 0) {
    if (digits.length + exponent > MAX_DIGITS) return { decimal: printDecimal(parts) };
    const integer = BigInt(sign + digits + '0'.repeat(exponent));
    return isSafe(integer) ? Number(integer) : integer;
  }
  const near = Number(text);
  const same = Number.isFinite(near) && printNumber(near) === printDecimal(parts);
  return same ? near : { decimal: printDecimal(parts) };
}

/** The number that a binary floating point number is exactly, or undefined for NaN. */
export function numberFromFloat(float: number): NumberValue | undefined {
  if (Number.isNaN(float)) return undefined;
  if (!Number.isFinite(float)) return float;
  if (Number.isInteger(float)) return Number.isSafeInteger(float) ? float + 0 : BigInt(float);
  return numberFromText(exactText(float));
}

/** The number of an integer. */
export function numberFromBigint(integer: bigint): number | bigint {
  return isSafe(integer) ? Number(integer) : integer;
}

/** Decimal text that is equal for equal numbers and exact for all. Throws on text that is no number. */
export function numberText(value: NumberValue): string {
  if (typeof value === 'number') return printNumber(value);
  const text = isDecimal(value) ? value.decimal : value.toString();
  const parts = parseDecimal(text);
  if (!parts) throw new Error('the text is not a decimal number');
  return printDecimal(parts);
}

/** Value = sign digits x 10^exponent, digits without zeros at either end; no digits are zero. */
interface DecimalParts {
  readonly sign: '' | '-';
  readonly digits: string;
  readonly exponent: number;
}

function parseDecimal(text: string): DecimalParts | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  const all = whole + fraction;
  if (all === '' || Math.abs(Number(power)) > MAX_EXPONENT) return undefined;
  // Loops, because /0+$/ takes quadratic time on long rows of zeros.
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

/** All digits of a fraction: m / 2^e = m x 5^e / 10^e. */
function exactText(fraction: number): string {
  let mantissa = fraction;
  let exponent = 0;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent += 1;
  }
  return `${BigInt(mantissa) * 5n ** BigInt(exponent)}e-${exponent}`;
}

function isSafe(integer: bigint): boolean {
  return integer >= BigInt(Number.MIN_SAFE_INTEGER) && integer <= BigInt(Number.MAX_SAFE_INTEGER);
}
