import type * as Zod from 'zod';
import { findEventType } from '../../model/events/event-catalog';
import { SESSION_EVENT_TYPES, TRAFFIC_EVENT_TYPES } from '../../model/events/event-types';
import type { EventFieldType } from '../../model/events/field-types';
import { parseTimestamp } from '../../model/formats/time';
import { addressInRange, type Cidr, parseCidr } from '../../model/ip/cidr';
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import { didYouMean } from '../../model/text';
import type { DrawValue, TrafficPlans } from '../events/traffic';
import { createValidator, integer, type Z } from '../http/validate-json';
import { badRequest } from '../service/state/refusal';

/** Enough to test any pipeline, and generated within a few seconds. */
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

export function readTraffic(body: JsonObject): TrafficPlans {
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
    fields: readFields(type, fields, `events[${index}].fields`),
  }));
  return { seed: String(seed), plans };
}

function readFields(type: string, fields: JsonObject, path: string): Map<string, DrawValue | undefined> {
  const types = new Map(findEventType(type)?.fields.map((field) => [field.name, field.type]));
  return new Map(
    Object.entries(fields).map(([name, value = null]) => {
      const fieldType = types.get(name);
      if (!fieldType) {
        const near = didYouMean(name, [...types.keys()]) || `; expected a field of ${type}.`;
        throw badRequest(`${path}.${name} is unknown${near}`);
      }
      return [name, value === null ? undefined : readField(fieldType, value, `${path}.${name}`)];
    }),
  );
}

function readField(type: EventFieldType, value: Json, path: string): DrawValue {
  const members = isJsonObject(value) ? Object.keys(value) : [];
  const member = members.find((name) => Object.hasOwn(DISTRIBUTIONS, name));
  const [unknown] = members;
  if (member === undefined && unknown !== undefined && !type.startsWith('Map')) {
    const names = Object.keys(DISTRIBUTIONS);
    const near = didYouMean(unknown, names) || '.';
    throw badRequest(`${path}.${unknown} is unknown; expected one of ${names.join(', ')}${near}`);
  }
  const define = member === undefined ? constant : (DISTRIBUTIONS[member] ?? constant);
  if (define !== constant && type.startsWith('Map')) {
    // A map may have a member with the name of a distribution, such as the header `value`.
    try {
      return createValidator((z) => constant(z, type))(value, path);
    } catch {
      // It is a distribution.
    }
  }
  return createValidator((z) => define(z, type))(value, path);
}

type Distribution = (z: Z, type: EventFieldType) => Zod.ZodType<DrawValue>;

const constant: Distribution = (z, type) => valueSchema(z, type).transform((value) => () => value as Json);

const DISTRIBUTIONS: Readonly<Record<string, Distribution>> = {
  value: (z, type) => z.strictObject({ value: constant(z, type) }).transform(({ value }) => value),
  one_of: (z, type) =>
    z
      .strictObject({
        one_of: z.array(valueSchema(z, type)).min(1, { error: 'a list with at least one value' }),
        weights: z.array(z.number().min(0, { error: 'a number from 0' })).optional(),
      })
      .refine(
        ({ one_of: values, weights: w }) => !w || (w.length === values.length && w.some((weight) => weight > 0)),
        {
          path: ['weights'],
          error: 'one number per value, and not only 0',
        },
      )
      .transform(
        ({ one_of: values, weights }) =>
          (random) =>
            random.pick(values as Json[], weights),
      ),
  between: (z, type) => {
    const error = 'two integers [min, max], for a numeric field';
    const bound = numberSchema(z, type, error);
    const bounds = z.tuple([bound, bound], { error }).refine(([min, max]) => min <= max, { error });
    return z.strictObject({ between: bounds }).transform(
      ({ between }) =>
        (random) =>
          random.integer(...between),
    );
  },
  normal: (z, type) => {
    const error = 'a number from 0, for a numeric field';
    const parameter = z.number({ error }).refine((value) => value >= 0 && isNumeric(type), { error });
    return z
      .strictObject({ normal: z.strictObject({ mean: parameter, deviation: parameter }) })
      .transform(({ normal: { mean, deviation } }) => (random) => {
        const value = Math.round(random.normal(mean, deviation));
        return Math.min(maxOf(type), Math.max(0, value));
      });
  },
  cidr: (z, type) => {
    const error = 'a range such as 203.0.113.0/24, for a string field';
    const isValid = (text: string) => type === 'string' && !('problem' in parseCidr(text));
    return z.strictObject({ cidr: z.string({ error }).refine(isValid, { error }) }).transform(({ cidr }) => {
      const range = parseCidr(cidr) as Cidr;
      return (random) =>
        addressInRange(
          range,
          Array.from({ length: 16 }, () => random.integer(0, 255)),
        );
    });
  },
};

function isNumeric(type: string): boolean {
  return type === 'int32' || type === 'int64';
}

function maxOf(type: string): number {
  return type === 'int32' ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
}

function numberSchema(z: Z, type: string, error: string) {
  const isInRange = (value: number) => isNumeric(type) && Math.abs(value) <= maxOf(type);
  return z.int({ error }).refine(isInRange, { error });
}

function valueSchema(z: Z, type: string): Zod.ZodType {
  const error = type;
  const [, element] = /^List<(.+)>$/.exec(type) ?? [];
  if (element) return z.array(valueSchema(z, element), { error });
  const [, member] = /^Map<string, (.+)>$/.exec(type) ?? [];
  if (member) return z.record(z.string(), valueSchema(z, member), { error });
  if (type === 'any') return z.unknown();
  if (type === 'bool' || type === 'boolean') return z.boolean({ error });
  if (isNumeric(type)) return numberSchema(z, type, error);
  if (type !== 'timestamp') return z.string({ error });
  return z.string({ error }).refine((time) => parseTimestamp(time) !== undefined, { error });
}
