import type { z } from 'zod';
import { describeType } from '../model/problem';
import { isJsonObject, type JsonObject } from '../values/json';
import type { Words } from '../values/words';
import { decodeUtf8 } from './built-ins';
import { EventError, type EventErrorOptions } from './event-error';
import type { AnyEvent } from './guards';
import { expandDottedFields, toSpecificationNames } from './normalize-record';
import { eventSchema } from './schemas';

/** A choice; the cause of the error has all. */
const MAX_PROBLEMS = 3;

/**
 * Parses one event: a JSON object as a string or bytes, or parsed JSON.
 *
 * Fields may be nested or have dotted names, and numbers may be strings; the event has nested fields, numbers, and the
 * names of the specification. Unknown members are kept. An event of an unknown type is not validated, and its numbers
 * stay as they are; see `isKnownEvent`. Of its dotted names, only those of the principal become nested, if it has no
 * `object`: `principal.id`. The members of its object get the names of the specification if only the version of its
 * type is unknown.
 *
 * @throws EventError if the input is not valid JSON or not an event, or if a member does not have the type that the
 * event type requires
 */
export function parseEvent(input: string | Uint8Array | object): AnyEvent {
  return parseInput(input, true);
}

/** {@link parseEvent} that validates members only if `check` is true. */
export function parseInput(input: string | Uint8Array | object, check: boolean): AnyEvent {
  if (typeof input !== 'string' && !(input instanceof Uint8Array)) return readRecord(input, check);
  const text = typeof input === 'string' ? input : decodeUtf8(input);
  let record: unknown;
  try {
    record = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new EventError(`Cannot read an event: ${(cause as Error).message}`, { text, cause });
  }
  return readRecord(record, check, { text });
}

/**
 * If `check` is false, or if the event type is unknown, the members are not validated, and numbers may be strings.
 * Throws an {@link EventError} also for a value without event type.
 */
export function readRecord(record: unknown, check: boolean, where?: EventErrorOptions): AnyEvent {
  if (!isJsonObject(record)) {
    throw createError('a record', `it is ${describeType(record)}; expected an event`, record, where);
  }
  const type = record['event_type'];
  if (typeof type !== 'string') {
    const found = type === undefined ? 'it has no event_type' : `its event_type is ${describeType(type)}`;
    throw createError('a record', `${found}; expected an event with its type in event_type`, record, where);
  }
  const normalized = toSpecificationNames(expandDottedFields(record, type) as JsonObject, type);
  const schema = check ? eventSchema(type) : undefined;
  if (!schema) return normalized as unknown as AnyEvent;
  const { success, data, error } = schema.safeParse(normalized, { error: describeIssue });
  if (!success) throw createError(`an event ${type}`, formatProblems(error), record, { ...where, cause: error });
  return data as AnyEvent;
}

function createError(what: string, problem: Words, record: unknown, where: EventErrorOptions = {}): EventError {
  return new EventError(`Cannot read ${what}: ${problem}`, { ...where, text: where.text ?? JSON.stringify(record) });
}

function formatProblems(error: z.ZodError): string {
  return error.issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ');
}

function describeIssue(issue: z.core.$ZodRawIssue): Words | undefined {
  return issue.code === 'invalid_type' ? `expected ${issue.expected}, received ${typeName(issue.input)}` : undefined;
}

function typeName(value: unknown): string {
  if (value === null || Number.isNaN(value)) return String(value);
  return Array.isArray(value) ? 'array' : typeof value;
}
