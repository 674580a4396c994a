import { EventError } from './event-error';
import type { AnyEvent } from './guards';
import { readRecord } from './read-record';

/**
 * Reads one event, given as the text of a JSON object, as its bytes, or parsed already.
 *
 * Fields are read nested and under their dotted names, numbers also as texts; what is not known is kept. An event of a
 * type that this version does not know is answered as it is: see `isKnownEvent`.
 *
 * @throws EventError when it is not JSON, no event, or has members of other types than its event type says
 */
export function parseEvent(input: string | Uint8Array | object): AnyEvent {
  return parseInput(input, true);
}

/** The same with the choice not to look at the members of an event. */
export function parseInput(input: string | Uint8Array | object, check: boolean): AnyEvent {
  if (typeof input !== 'string' && !(input instanceof Uint8Array)) return readRecord(input, check);
  const text = typeof input === 'string' ? input : Buffer.from(input).toString('utf8');
  let record: unknown;
  try {
    record = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new EventError(`Cannot read an event: ${(cause as Error).message}`, { text, cause });
  }
  return readRecord(record, check, { text });
}
