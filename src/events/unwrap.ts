import { isJsonObject, type JsonObject } from '../values/json';
import { decodeBase64, decodeUtf8, gunzip } from './built-ins';

/** Content of a wrapper: text that contains records, a record, or why the content is not readable. */
export type Payload = { readonly text: string } | { readonly value: unknown } | { readonly problem: string };

/**
 * Whether the value has the form of an event or of a wrapper, so that it is one record of an input and not a part of
 * one. A text in `event_type`, `data` or `message` is enough.
 */
export function isRecord(value: unknown): boolean {
  return isJsonObject(value) && (typeof value['event_type'] === 'string' || unwrap(value) !== undefined);
}

/** Returns the contents of a wrapper; undefined if the value is not a wrapper, such as an event. */
export function unwrap(record: unknown): readonly Payload[] | undefined {
  if (!isJsonObject(record) || typeof record['event_type'] === 'string') return undefined;
  return unwrapBatch(record) ?? unwrapOne(record);
}

/** A batch, such as the input of a function, or the response of a destination's read operation. */
function unwrapBatch(record: JsonObject): readonly Payload[] | undefined {
  // A log group sends this to check that the function is reachable.
  if (record['messageType'] === 'CONTROL_MESSAGE') return [];
  const batch = [record['Records'], record['records'], record['logEvents'], record['events']].find(Array.isArray);
  return (batch as readonly unknown[] | undefined)?.map((value) => ({ value }));
}

/**
 * A record of a data stream (`kinesis.data`, `Data`), a delivery stream (`data`), or a log group (`awslogs`,
 * `message`).
 */
function unwrapOne(record: JsonObject): readonly Payload[] | undefined {
  const inner = record['kinesis'] ?? record['awslogs'];
  const data: unknown = isJsonObject(inner) ? inner['data'] : (record['Data'] ?? record['data']);
  if (typeof data === 'string') return [decodeText(data)];
  if (data instanceof Uint8Array) return [decode(data)];
  return typeof record['message'] === 'string' ? [{ text: record['message'] }] : undefined;
}

/** A choice, which limits the memory that a hostile record can use. */
const MAX_INFLATED_BYTES = 16 * 1024 * 1024;

function decodeText(data: string): Payload {
  try {
    return decode(decodeBase64(data));
  } catch {
    return { problem: 'its data is not base64' };
  }
}

function decode(bytes: Uint8Array): Payload {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { text: decodeUtf8(bytes) };
  try {
    return { text: decodeUtf8(gunzip(bytes, MAX_INFLATED_BYTES)) };
  } catch (error) {
    return { problem: `its data cannot be decompressed: ${(error as Error).message}` };
  }
}
