import type * as Zod from 'zod';
import { findEventType } from '../../model/events/event-catalog';
import { SESSION_EVENT_TYPES, TRAFFIC_EVENT_TYPES } from '../../model/events/event-types';
import { fieldsIn } from '../../model/events/field-types';
import type { ProfileName } from '../../model/kind';
import { didYouMean } from '../../model/text';
import { parseTimestamp } from '../../model/time';
import { isJsonObject, type Json, type JsonObject } from '../../values/json';
import type { TrafficPlans } from '../events/traffic';
import { createValidator, integer, type Z } from '../http/validate-json';
import { badRequest } from '../service/state/refusal';
import { readFieldValue } from './field-values';

/** A choice. */
const MAX_EVENTS = 100_000;
const TYPES: readonly string[] = [...TRAFFIC_EVENT_TYPES, ...SESSION_EVENT_TYPES];

const validateRequest = createValidator((z) =>
  z.strictObject({
    seed: z.union([z.string(), z.number()], { error: 'a string or a number' }).optional(),
    events: z
      .array(
        z.strictObject({
          type: z.enum(TYPES, {
            error: ({ input }) =>
              `one of ${TYPES.join(', ')}${didYouMean(String(input), TYPES) || '.'} ` +
              'To publish an audit event, change an object.',
          }),
          count: integer(z, 1).optional(),
          per_second: z.number().positive({ error: 'a number above 0' }).optional(),
          from: z
            .string()
            .refine((time) => parseTimestamp(time) !== undefined, { error: 'a time in RFC 3339' })
            .optional(),
          fields: z.custom<JsonObject>(isJsonObject, { error: 'an object of fields' }).optional(),
        }),
      )
      .min(1, { error: 'a list with at least one element' }),
  }),
);

export function readTraffic(body: JsonObject, profile: ProfileName): TrafficPlans {
  const { seed = 'traffic', events } = validateRequest(body);
  const total = events.reduce((sum, { count = 1 }) => sum + count, 0);
  if (total > MAX_EVENTS) {
    throw badRequest(`The request is for ${total} events; expected at most ${MAX_EVENTS}. Send several requests.`);
  }
  const plans = events.map(({ type, count = 1, per_second: rate, from, fields = {} }, index) => ({
    type,
    count,
    intervalMs: rate === undefined ? 0 : 1000 / rate,
    fromMs: from === undefined ? undefined : parseTimestamp(from),
    fields: readFields(type, profile, fields, `events[${index}].fields`),
  }));
  return { seed: String(seed), plans };
}

function readFields(
  type: string,
  profile: ProfileName,
  fields: JsonObject,
  path: string,
): Map<string, Json | undefined> {
  const types = new Map(fieldsIn(findEventType(type)?.fields ?? [], profile).map((field) => [field.name, field.type]));
  return new Map(
    Object.entries(fields).map(([name, value = null]) => {
      const fieldType = types.get(name);
      if (!fieldType) {
        const near = didYouMean(name, [...types.keys()]) || `; expected a field of ${type}.`;
        throw badRequest(`${path}.${name} is unknown${near}`);
      }
      if (value === null) return [name, undefined];
      const typed = createValidator((z) => valueSchema(z, fieldType))(value, `${path}.${name}`) as Json;
      const read = readFieldValue(name, typed);
      if ('value' in read) return [name, read.value];
      throw badRequest(`${path}.${name} is ${JSON.stringify(typed)}; expected ${read.expected}.`);
    }),
  );
}

function isNumeric(type: string): boolean {
  return type === 'int32' || type === 'int64';
}

function numberSchema(z: Z, type: string) {
  const most = type === 'int32' ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  return z.int({ error: type }).refine((value) => Math.abs(value) <= most, { error: type });
}

function valueSchema(z: Z, type: string): Zod.ZodType {
  const error = type;
  const [, element] = /^List<(.+)>$/.exec(type) ?? [];
  if (element) return z.array(valueSchema(z, element), { error });
  const [, member] = /^Map<string, (.+)>$/.exec(type) ?? [];
  if (member) return z.record(z.string(), valueSchema(z, member), { error });
  if (type === 'any') return z.unknown();
  if (type === 'bool' || type === 'boolean') return z.boolean({ error });
  if (isNumeric(type)) return numberSchema(z, type);
  if (type !== 'timestamp') return z.string({ error });
  return z.string({ error }).refine((time) => parseTimestamp(time) !== undefined, { error });
}
