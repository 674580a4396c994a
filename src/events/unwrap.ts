import { gunzipSync } from 'node:zlib';
import { isJsonObject, type JsonObject } from '../model/json';

/** Content of a wrapper: text that contains records, a record, or why the content is not readable. */
export type Payload = { readonly text: string } | { readonly value: unknown } | { readonly problem: string };

export function isRecord(value: unknown): boolean {
  return isJsonObject(value) && (typeof value['event_type'] === 'string' || unwrap(value) !== undefined);
}

export function unwrap(record: unknown): readonly Payload[] | undefined {
  if (!isJsonObject(record) || typeof record['event_type'] === 'string') return undefined;
  return unwrapBatch(record) ?? unwrapOne(record);
}

/** A batch: the input of a function, or the response of a destination's read operation. */
function unwrapBatch(record: JsonObject): readonly Payload[] | undefined {
  // A log group sends this to check that the function is reachable.
  if (record['messageType'] === 'CONTROL_MESSAGE') return [];
  const batch = [record['Records'], record['records'], record['logEvents'], record['events']].find(Array.isArray);
  return (batch as readonly unknown[] | undefined)?.map((value) => ({ value }));
}

/** A record of a data stream (`kinesis.data`, `Data`), a delivery stream (`data`), or a log group (`awslogs`, `message`). */
function unwrapOne(record: JsonObject): readonly Payload[] | undefined {
  const inner = record['kinesis'] ?? record['awslogs'];
  const data: unknown = isJsonObject(inner) ? inner['data'] : (record['Data'] ?? record['data']);
  if (typeof data === 'string') return [decode(Buffer.from(data, 'base64'), data)];
  if (data instanceof Uint8Array) return [decode(Buffer.from(data))];
  return typeof record['message'] === 'string' ? [{ text: record['message'] }] : undefined;
}

/** A thousand times what is delivered; limits the memory that a hostile record can use. */
const MAX_INFLATED_BYTES = 256 * 1024 * 1024;

function decode(bytes: Buffer, base64?: string): Payload {
  if (base64 !== undefined && !/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(base64)) return { problem: 'its data is not base64' };
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { text: bytes.toString('utf8') };
  try {
    return { text: gunzipSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES }).toString('utf8') };
  } catch (error) {
    return { problem: `its data cannot be decompressed: ${(error as Error).message}` };
  }
}
