/** From messages of the plugin protocol to our own types; pure. Throws on what does not fit its schema. */
import { isJsonObject, type JsonObject, type Json } from '../../model/json';

import type { CtyType, ObjectType } from '../../values/cty-type';
import { type CtyValue, isObjectValue, type ObjectValue } from '../../values/cty-value';
import { fromJson, parseJson } from '../../values/json';

import type { DynamicValue, RawState } from '../generated/tfplugin6';
import { decodeValue } from '../../values/decode';

const NO_BYTES = new Uint8Array(0);

/** Opaque data that Terraform has or has not sent. */
export function decodePrivate(bytes: Uint8Array | undefined): Uint8Array {
  return bytes ?? NO_BYTES;
}

/** A value; msgpack counts, JSON only without it, and neither means null. */
export function decodeDynamicValue(type: CtyType, message: DynamicValue | undefined): CtyValue {
  if (message?.msgpack?.length) return decodeValue(type, message.msgpack);
  return message?.json?.length ? fromJson(type, parseBytes(message.json, 'A value')) : null;
}

/** An object, or null. */
export function decodeObject(type: ObjectType, message: DynamicValue | undefined): ObjectValue | null {
  const value = decodeDynamicValue(type, message);
  if (value === null || isObjectValue(value)) return value;
  throw new Error('Terraform sent an object that is unknown as a whole');
}

/** An object that must be there; `what` names it in the error. */
export function decodeRequiredObject(type: ObjectType, message: DynamicValue | undefined, what: string): ObjectValue {
  const value = decodeObject(type, message);
  if (value === null) throw new Error(`Terraform sent no ${what}`);
  return value;
}

/** State as it was stored, or undefined if it is in the form of Terraform 0.11 and earlier. */
export function decodeStoredState(message: RawState | undefined): JsonObject | undefined {
  if (!message?.json?.length) {
    if (message?.flatmap) return undefined;
    throw new Error('Terraform sent no stored state');
  }
  const state = parseBytes(message.json, 'The stored state');
  if (!isJsonObject(state)) throw new Error('The stored state is not a JSON object');
  return state;
}

function parseBytes(bytes: Uint8Array, what: string): Json {
  try {
    return parseJson(textOf(bytes));
  } catch {
    // The parser's own message quotes the text, secrets included.
    throw new Error(`${what} is not valid JSON`);
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
