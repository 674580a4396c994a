/**
 * The shapes in which destinations hand over what was delivered to them. The member names are the cloud provider's:
 * they are what a reader finds.
 */
import { gunzipSync } from 'node:zlib';
import { isJsonObject, type JsonObject } from '../model/json';

/** What a record holds instead of being an event: texts with records in them, bytes, or a reason why one is unreadable. */
export type Payload = { readonly text: string } | { readonly value: unknown } | { readonly problem: string };

/** Whether it is an event, or holds events. */
export function isRecord(value: unknown): boolean {
  return isJsonObject(value) && (typeof value['event_type'] === 'string' || unwrap(value) !== undefined);
}

/** What a record of a destination holds, in its order; undefined when it is none. */
export function unwrap(record: unknown): readonly Payload[] | undefined {
  if (!isJsonObject(record) || typeof record['event_type'] === 'string') return undefined;
  return unwrapBatch(record) ?? unwrapOne(record);
}

/** Batches: what a function is called with, and what the read operations of the destinations answer. */
function unwrapBatch(record: JsonObject): readonly Payload[] | undefined {
  // Sent to see whether anybody listens.
  if (record['messageType'] === 'CONTROL_MESSAGE') return [];
  const batch = [record['Records'], record['records'], record['logEvents'], record['events']].find(Array.isArray);
  return (batch as readonly unknown[] | undefined)?.map((value) => ({ value }));
}

/** One record of a data stream (`kinesis.data`, `Data`), a delivery stream (`data`), a log group (`awslogs`, `message`). */
function unwrapOne(record: JsonObject): readonly Payload[] | undefined {
  const inner = record['kinesis'] ?? record['awslogs'];
  const data: unknown = isJsonObject(inner) ? inner['data'] : (record['Data'] ?? record['data']);
  if (typeof data === 'string') return [decode(Buffer.from(data, 'base64'), data)];
  if (data instanceof Uint8Array) return [decode(Buffer.from(data))];
  return typeof record['message'] === 'string' ? [{ text: record['message'] }] : undefined;
}

/** Most that a compressed record may hold: what is delivered is a thousandth of it, what is hostile is cut off. */
const maxInflated = 256 * 1024 * 1024;

function decode(bytes: Buffer, base64?: string): Payload {
  if (base64 !== undefined && !/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(base64)) return { problem: 'its data is not base64' };
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return { text: bytes.toString('utf8') };
  try {
    return { text: gunzipSync(bytes, { maxOutputLength: maxInflated }).toString('utf8') };
  } catch (error) {
    return { problem: `its data cannot be decompressed: ${(error as Error).message}` };
  }
}
