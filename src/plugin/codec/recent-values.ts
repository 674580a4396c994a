/**
 * In a plan without changes, Terraform sends a state three times after UpgradeResourceState has returned it, and a
 * configuration twice. Here most are decoded at most once (docs/performance.md has the time that this saves).
 */
import { keepAtMost, memoizeObject } from '../../model/memoize';
import type { CtyType } from '../../values/cty-type';
import type { CtyValue } from '../../values/cty-value';
import { decodeValue } from '../../values/decode';
import { encodeValue } from '../../values/encode';

/** Of each type. Chosen: Terraform plans about ten objects at a time, each with a state and a configuration. */
const MAX_VALUES = 64;

/** Chosen. Larger values are not kept: what is kept takes memory until other values of its type replace it. */
const MAX_BYTES = 256 * 1024;

const recentValues = memoizeObject((_type: Exclude<CtyType, string>) => new Map<string, CtyValue>());

/** Equal bytes may return the same value, so callers must not change it. */
export function decodeRecent(type: CtyType, bytes: Uint8Array): CtyValue {
  if (typeof type === 'string' || bytes.length > MAX_BYTES) return decodeValue(type, bytes);
  const recent = recentValues(type);
  const key = toKey(bytes);
  const known = recent.get(key);
  if (known !== undefined) return known;
  const value = decodeValue(type, bytes);
  keepAtMost(MAX_VALUES, recent, key, value);
  return value;
}

/** For a value that Terraform will send back. The caller must not change it afterwards. */
export function encodeRecent(type: Exclude<CtyType, string>, value: CtyValue): Uint8Array {
  const bytes = encodeValue(type, value);
  if (bytes.length <= MAX_BYTES) keepAtMost(MAX_VALUES, recentValues(type), toKey(bytes), value);
  return bytes;
}

function toKey(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
