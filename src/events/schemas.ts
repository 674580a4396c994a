/**
 * Zod schemas of the events, derived from the model. Unknown members are kept. `event_type` and `object` must be there;
 * every other field may be missing or null, but no element of a list, and no string or list in a map, is null.
 */
import { z } from 'zod';
import { findEventType } from '../model/events/event-catalog';
import { type EventField, type EventFieldType, LIST_MEMBERS } from '../model/events/field-types';
import type { EventsByType } from './generated/types';

/**
 * A number. Some events contain it as a string, `"200"`; `""` becomes null. `"1.5"` stays a string, which is invalid.
 * Beyond 2^53 it loses digits, as with `JSON.parse`.
 */
const number = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  if (value === '') return null;
  return /^-?\d+$/.test(value) ? Number(value) : value;
}, z.number().nullish());

const string = z.string().nullish();

const FIELD_SCHEMAS: Readonly<Record<EventFieldType, z.ZodType>> = {
  bool: z.boolean().nullish(),
  boolean: z.boolean().nullish(),
  string,
  int32: number,
  int64: number,
  timestamp: string,
  'List<string>': z.array(z.string()).nullish(),
  'List<Map<string, any>>': z.array(z.record(z.string(), z.unknown())).nullish(),
  'Map<string, string>': z.record(z.string(), z.string()).nullish(),
  'Map<string, List<string>>': z.record(z.string(), z.array(z.string())).nullish(),
};

const ref = z.looseObject({ id: string, uri: string }).nullish();
const principal = z.looseObject({ id: string, subject: string, source: string, credential: ref }).nullish();

function createObjectSchema(fields: readonly EventField[], prefix = ''): z.ZodType {
  const shape: Record<string, z.ZodType> = {};
  for (const { name, type } of fields) {
    if (!name.startsWith(prefix)) continue;
    const [member = '', ...below] = name.slice(prefix.length).split('.');
    // `a.c` after `a.b`, whose schema has both. No event has a field `a` beside `a.b`.
    if (member in shape) continue;
    const inner = below.length > 0 ? createObjectSchema(fields, `${prefix}${member}.`) : undefined;
    if (!inner) shape[member] = FIELD_SCHEMAS[type];
    else shape[member] = (LIST_MEMBERS.includes(`${prefix}${member}`) ? z.array(inner) : inner).nullish();
  }
  return z.looseObject(shape);
}

/** Created on first use, because most programs read few of the types. */
const schemas = new Map<string, z.ZodType>();

/** The result of {@link eventSchema}: possibly undefined for a string that is not known to be an event type. */
export type EventSchema<T extends string> = T extends keyof EventsByType
  ? z.ZodType<EventsByType[T]>
  : z.ZodType | undefined;

/** Returns the zod schema of an event type; undefined for an unknown type. */
export function eventSchema<T extends string>(type: T): EventSchema<T> {
  const fields = schemas.has(type) ? undefined : findEventType(type)?.fields;
  if (fields) {
    const schema = z.looseObject({
      event_id: string,
      event_type: z.literal(type),
      event_timestamp: string,
      account_id: string,
      principal,
      object: createObjectSchema(fields),
    });
    schemas.set(type, schema);
  }
  return schemas.get(type) as EventSchema<T>;
}
