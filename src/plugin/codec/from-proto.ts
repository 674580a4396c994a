import type { CtyType, ObjectType } from '../../values/cty-type';
import { type CtyValue, isObjectValue, type ObjectValue } from '../../values/cty-value';
import { fromJson, parseJson } from '../../values/from-json';
import { isJsonObject, type Json, type JsonObject } from '../../values/json';
import type { DynamicValue, RawState } from '../generated/tfplugin6';
import { decodeRecent } from './recent-values';

const NO_BYTES = new Uint8Array(0);

export function decodePrivate(bytes: Uint8Array | undefined): Uint8Array {
  return bytes ?? NO_BYTES;
}

/**
 * A message without msgpack and JSON is null. Throws if a value does not match its type; one in JSON may lack
 * attributes and have others. Equal messages may return the same value: do not change it.
 */
export function decodeDynamicValue(type: CtyType, message: DynamicValue | undefined): CtyValue {
  if (message?.msgpack?.length) return decodeRecent(type, message.msgpack);
  return message?.json?.length ? fromJson(type, parseBytes(message.json, 'A value')) : null;
}

/** Null for a null value or no message; throws for an unknown value. */
export function decodeObject(type: ObjectType, message: DynamicValue | undefined): ObjectValue | null {
  const value = decodeDynamicValue(type, message);
  if (value === null || isObjectValue(value)) return value;
  throw new Error('Terraform sent an unknown value; expected an object');
}

/** Throws if the object is null; `what` names it in the error. */
export function decodeRequiredObject(type: ObjectType, message: DynamicValue | undefined, what: string): ObjectValue {
  const value = decodeObject(type, message);
  if (value === null) throw new Error(`Terraform sent no ${what}`);
  return value;
}

/** Undefined for the state format of Terraform 0.11 and earlier. Throws without a state, or if it is no JSON object. */
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
    return parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    // The parser's own message quotes the input, secrets included.
    throw new Error(`${what} is not valid JSON`);
  }
}
