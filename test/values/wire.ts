/**
 * Terraform's encoding, written by the msgpack specification and without the library that the codecs use, in many of
 * the allowed forms: short or long heads, integers as floating point, members in any order, several extensions for the
 * unknown value.
 */

import type { CtyType } from '../../src/values/cty-type';
import { type CtyValue, isDynamicValue, type ObjectValue, UNKNOWN } from '../../src/values/cty-value';
import { formatNumber, isDecimal } from '../../src/values/number';

/** An integer from 0 to below `bound`. */
export type Pick = (bound: number) => number;

export function encodeRandomly(type: CtyType, value: CtyValue, pick: Pick): Buffer {
  if (value === null) return Buffer.of(0xc0);
  if (value === UNKNOWN) return unknown(pick);
  if (isDynamicValue(value) && type === 'dynamic') {
    const { type: of, value: inner } = value;
    return array([bytes(0xc4, Buffer.from(JSON.stringify(of)), pick), encodeRandomly(of, inner, pick)], pick);
  }
  if (typeof value === 'boolean') return Buffer.of(value ? 0xc3 : 0xc2);
  if (typeof value === 'string') return text(value, pick);
  if (typeof value === 'number' || typeof value === 'bigint' || isDecimal(value)) return number(value, pick);
  if (Array.isArray(value)) {
    return array(
      value.map((item, index) => encodeRandomly(elementType(type, index), item, pick)),
      pick,
    );
  }
  const entries = Object.entries(value as ObjectValue).map(([key, item]) =>
    Buffer.concat([text(key, pick), encodeRandomly(elementType(type, key), item, pick)]),
  );
  return Buffer.concat([head(0x80, 0xde, entries.length, pick), ...shuffled(entries, pick)]);
}

function elementType(type: CtyType, step: string | number): CtyType {
  if (typeof type === 'string') throw new Error(`A ${type} has no element ${step}`);
  if (type[0] === 'object') return type[1][step] as CtyType;
  return type[0] === 'tuple' ? (type[1][step as number] as CtyType) : type[1];
}

/** Code 0 is an unknown value without refinements, 12 one with; so is any other code. */
function unknown(pick: Pick): Buffer {
  const refinements = Buffer.from('8201c202a4', 'hex');
  const forms = [
    Buffer.of(0xd4, 0, 0),
    Buffer.concat([Buffer.of(0xc7, refinements.length + 4, 12), refinements, Buffer.from('pre-')]),
    Buffer.of(0xd5, pick(256), 1, 2),
    Buffer.of(0xc8, 0, 1, pick(256), 0),
    Buffer.of(0xc7, 0, 0),
  ];
  return forms[pick(forms.length)] as Buffer;
}

function number(value: Exclude<CtyValue, null>, pick: Pick): Buffer {
  const decimal = formatNumber(value as number);
  const float = Number(decimal);
  const forms = [text(decimal, pick)];
  if (/^-?\d{1,20}$/.test(decimal)) forms.push(...integers(BigInt(decimal)));
  // A float is written only if it is exactly the number.
  if (Number.isSafeInteger(float) && String(float) === decimal) forms.push(double(float));
  return forms[pick(forms.length)] as Buffer;
}

function integers(value: bigint): Buffer[] {
  const forms: Buffer[] = [];
  const fits = (bits: number, signed: boolean): boolean =>
    (signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)) === value;
  if (value >= 0n && value < 128n) forms.push(Buffer.of(Number(value)));
  if (value < 0n && value >= -32n) forms.push(Buffer.of(Number(BigInt.asUintN(8, value))));
  [8, 16, 32, 64].forEach((bits, n) => {
    const low = BigInt.asUintN(64, value);
    const all = Buffer.alloc(8);
    all.writeBigUInt64BE(low);
    const tail = all.subarray(8 - bits / 8);
    if (fits(bits, false)) forms.push(Buffer.concat([Buffer.of(0xcc + n), tail]));
    if (fits(bits, true)) forms.push(Buffer.concat([Buffer.of(0xd0 + n), tail]));
  });
  return forms;
}

function double(value: number): Buffer {
  const written = Buffer.alloc(9);
  written[0] = 0xcb;
  written.writeDoubleBE(value, 1);
  return written;
}

function text(value: string, pick: Pick): Buffer {
  const utf8 = Buffer.from(value);
  if (utf8.length < 32 && pick(2) === 0) return Buffer.concat([Buffer.of(0xa0 | utf8.length), utf8]);
  return bytes(0xd9, utf8, pick);
}

/** With a length of one, two or four bytes, the heads of which follow each other. */
function bytes(first: number, content: Buffer, pick: Pick): Buffer {
  const least = content.length < 2 ** 8 ? 0 : content.length < 2 ** 16 ? 1 : 2;
  const form = least + pick(3 - least);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.of(first + form), length.subarray(4 - 2 ** form), content]);
}

function array(items: readonly Buffer[], pick: Pick): Buffer {
  return Buffer.concat([head(0x90, 0xdc, items.length, pick), ...items]);
}

function head(short: number, long: number, length: number, pick: Pick): Buffer {
  const least = length < 16 ? 0 : length < 2 ** 16 ? 1 : 2;
  const form = least + pick(3 - least);
  if (form === 0) return Buffer.of(short | length);
  const written = Buffer.alloc(4);
  written.writeUInt32BE(length);
  return Buffer.concat([Buffer.of(long + form - 1), written.subarray(form === 1 ? 2 : 0)]);
}

function shuffled(entries: readonly Buffer[], pick: Pick): Buffer[] {
  const left = [...entries];
  return entries.map(() => left.splice(pick(left.length), 1)[0] as Buffer);
}
