/** From a JSON value to a typed event. */
import type { z } from 'zod';
import { isJsonObject, type JsonObject } from '../model/json';
import { EventError, type EventErrorOptions } from './event-error';
import { expandDottedFields } from './expand-dotted-fields';
import type { AnyEvent } from './guards';
import { toSpecificationNames } from './neutral-words';
import { eventSchema } from './schemas';

/**
 * The event that a record is. An event of an unknown type is answered as it is. Without `check` the members of a known
 * one are not looked at either.
 *
 * @throws EventError when it is no event, or its members have other types than the event type says
 */
export function readRecord(record: unknown, check: boolean, where?: EventErrorOptions): AnyEvent {
  if (!isJsonObject(record)) throw refusal('a record', `it is ${shape(record)}; expected an event`, record, where);
  const type = record['event_type'];
  if (typeof type !== 'string') {
    const found = type === undefined ? 'it has no event_type' : `its event_type is ${shape(type)}`;
    throw refusal('a record', `${found}; expected an event with its type in event_type`, record, where);
  }
  const nested = toSpecificationNames(expandDottedFields(record, type) as JsonObject, type);
  const schema = check ? eventSchema(type) : undefined;
  if (!schema) return nested as unknown as AnyEvent;
  const { success, data, error } = schema.safeParse(nested);
  if (!success) throw refusal(`an event ${type}`, problemsText(error), record, { ...where, cause: error });
  return data as AnyEvent;
}

function refusal(what: string, problem: string, record: unknown, where: EventErrorOptions = {}): EventError {
  return new EventError(`Cannot read ${what}: ${problem}`, { ...where, text: where.text ?? JSON.stringify(record) });
}

function problemsText(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.')}: ${message.replace(/^Invalid input: /, '')}`)
    .join('; ');
}

function shape(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
