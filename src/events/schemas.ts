/** Zod schemas of the events, derived from the model. Unknown members are kept; every field may be absent or null. */
import { z } from 'zod';
import { findEvent } from '../model/events/event-catalog';
import { type EventField, type EventFieldType, LIST_MEMBERS } from '../model/events/field-types';
import type { EventsByType } from './generated/types';

/** Numbers come as texts at times, and as "" where there is none (gaps.md section 4.1): both are read. */
const number = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  if (value === '') return null;
  return /^-?\d+$/.test(value) ? Number(value) : value;
}, z.number().nullish());

const leaves: Readonly<Record<EventFieldType, z.ZodType>> = {
  bool: z.boolean().nullish(),
  boolean: z.boolean().nullish(),
  string: z.string().nullish(),
  int32: number,
  int64: number,
  timestamp: z.string().nullish(),
  'List<string>': z.array(z.string()).nullish(),
  'List<Map<string, any>>': z.array(z.record(z.string(), z.unknown())).nullish(),
  'Map<string, string>': z.record(z.string(), z.string()).nullish(),
  'Map<string, List<string>>': z.record(z.string(), z.array(z.string())).nullish(),
};

const text = z.string().nullish();
const ref = z.looseObject({ id: text, uri: text }).nullish();
const principal = z.looseObject({ id: text, subject: text, source: text, credential: ref }).nullish();

function objectSchema(fields: readonly EventField[], prefix = ''): z.ZodType {
  const shape: Record<string, z.ZodType> = {};
  for (const { name, type } of fields) {
    if (!name.startsWith(prefix)) continue;
    const [member = '', ...below] = name.slice(prefix.length).split('.');
    if (member in shape) continue;
    const inner = below.length > 0 ? objectSchema(fields, `${prefix}${member}.`) : undefined;
    if (!inner) shape[member] = leaves[type];
    else shape[member] = (LIST_MEMBERS.includes(`${prefix}${member}`) ? z.array(inner) : inner).nullish();
  }
  return z.looseObject(shape);
}

/** Compiling a schema takes a while, and most readers meet few of the types. */
const made = new Map<string, z.ZodType>();

/** What {@link eventSchema} answers for a type: of a text that is not known to be one, perhaps nothing. */
export type EventSchema<T extends string> = T extends keyof EventsByType
  ? z.ZodType<EventsByType[T]>
  : z.ZodType | undefined;

/** The schema of the events of a type, made when it is first asked for; undefined for an unknown type. */
export function eventSchema<T extends string>(type: T): EventSchema<T> {
  return schemaOf(type) as EventSchema<T>;
}

function schemaOf(type: string): z.ZodType | undefined {
  const known = made.get(type);
  if (known) return known;
  const event = findEvent(type);
  if (!event) return undefined;
  const schema = z.looseObject({
    event_id: text,
    event_type: z.literal(type),
    event_timestamp: text,
    account_id: text,
    principal,
    object: objectSchema(event.fields),
  });
  made.set(type, schema);
  return schema;
}
