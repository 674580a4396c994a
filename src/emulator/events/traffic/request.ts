/** Reads requests for traffic. */
import type * as Zod from 'zod';
import { findEvent } from '../../../model/events/event-catalog';
import type { EventFieldType } from '../../../model/events/field-types';
import { SESSION_EVENT_TYPES, TRAFFIC_EVENT_TYPES } from '../../../model/events/event-types';
import { parseTimestamp } from '../../../model/formats/time';
import { addressIn, parseCidr } from '../../../model/ip/cidr';
import { isJsonObject, type Json, type JsonObject } from '../../../model/json';
import { didYouMean } from '../../../model/text';
import { badRequest } from '../../control/control';
import { createValidator, integer, type Validator, type Z } from '../../control/validate-input';
import type { RandomValues } from './random-values';

/** Generates the value of a field for one event. */
export type DrawValue = (random: RandomValues) => Json;

/** An event request without defaults. */
export interface TrafficPlan {
  readonly type: string;
  readonly count: number;
  readonly intervalMs: number;
  /** Undefined: now. */
  readonly fromMs: number | undefined;
  /** The fields that the request sets; the value is undefined for an omitted field. */
  readonly fields: ReadonlyMap<string, DrawValue | undefined>;
}

/** Enough to test any pipeline, and generated within a few seconds. */
const MAX_EVENTS = 100_000;
const MAX_INT32 = 2 ** 31 - 1;
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

/** Reads a request. Throws 400 with every problem. */
export function readTraffic(body: JsonObject): { readonly seed: string; readonly plans: readonly TrafficPlan[] } {
  const { seed = 'traffic', events } = getValid(validateRequest, body, '');
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

function getValid<T>(validate: Validator<T>, value: unknown, path: string): T {
  const result = validate(value, path);
  if ('problem' in result) throw badRequest(result.problem);
  return result.value;
}

function readFields(type: string, fields: JsonObject, path: string): Map<string, DrawValue | undefined> {
  const types = new Map(findEvent(type)?.fields.map((field) => [field.name, field.type]));
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
  const distribution = DISTRIBUTIONS[members.find((name) => Object.hasOwn(DISTRIBUTIONS, name)) ?? ''];
  if (distribution) return getValid(createValidator((z) => distribution(z, type)), value, path);
  const isMistyped = members.length > 0 && !type.startsWith('Map');
  return getValid(createValidator((z) => (isMistyped ? noDistribution(z) : constant(z, type))), value, path);
}

type Distribution = (z: Z, type: EventFieldType) => Zod.ZodType<DrawValue>;

/** By the member that selects the distribution. */
const DISTRIBUTIONS: Readonly<Record<string, Distribution>> = {
  value: (z, type) => z.strictObject({ value: valueSchema(z, type) }).transform(({ value }) => () => value as Json),
  one_of: (z, type) =>
    z
      .strictObject({
        one_of: z.array(valueSchema(z, type)).min(1, { error: 'a list with at least one value' }),
        weights: z.array(z.number().min(0, { error: 'a number from 0' })).optional(),
      })
      .refine(
        ({ one_of: values, weights }) =>
          !weights || (weights.length === values.length && weights.some((weight) => weight > 0)),
        { path: ['weights'], error: 'one number per value, and not only 0' },
      )
      .transform(({ one_of: values, weights }) => (random) => random.pick(values as Json[], weights)),
  between: (z, type) => {
    const error = 'two integers [min, max], for a numeric field';
    const bounds = z.tuple([numberSchema(z, type, error), numberSchema(z, type, error)], { error });
    return z
      .strictObject({ between: bounds.refine(([min, max]) => min <= max, { error }) })
      .transform(({ between: [min, max] }) => (random) => random.integer(min, max));
  },
  normal: (z, type) => {
    const error = 'a number from 0, for a numeric field';
    const parameter = z.number({ error }).min(0, { error }).refine(() => isNumeric(type), { error });
    const max = type === 'int32' ? MAX_INT32 : Number.MAX_SAFE_INTEGER;
    return z
      .strictObject({ normal: z.strictObject({ mean: parameter, deviation: parameter }) })
      .transform(({ normal: { mean, deviation } }) => (random) =>
        Math.min(max, Math.max(0, Math.round(random.normal(mean, deviation)))),
      );
  },
  cidr: (z, type) => {
    const error = 'a range such as 203.0.113.0/24, for a string field';
    return z
      .strictObject({
        cidr: z.string({ error }).transform((text, context) => {
          const range = parseCidr(text);
          if (type === 'string' && !('problem' in range)) return range;
          context.addIssue({ code: 'custom', message: error });
          return z.NEVER;
        }),
      })
      .transform(({ cidr }) => (random) => addressIn(cidr, Array.from({ length: 16 }, () => random.integer(0, 255))));
  },
};

const constant: Distribution = (z, type) => valueSchema(z, type).transform((value) => () => value as Json);

/** Rejects all members and names the distributions, because none of the members selects one. */
function noDistribution(z: Z): Zod.ZodType<DrawValue> {
  const names = Object.keys(DISTRIBUTIONS).map((name) => [name, z.never().optional()]);
  return z.strictObject(Object.fromEntries(names)) as unknown as Zod.ZodType<DrawValue>;
}

function isNumeric(type: string): boolean {
  return type === 'int32' || type === 'int64';
}

function numberSchema(z: Z, type: EventFieldType, error: string) {
  const max = type === 'int32' ? MAX_INT32 : Number.MAX_SAFE_INTEGER;
  return z.int({ error }).min(-max, { error }).max(max, { error }).refine(() => isNumeric(type), { error });
}

/** Creates the schema of a field type such as `int32` or `Map<string, List<string>>`. */
function valueSchema(z: Z, type: string): Zod.ZodType {
  const error = type;
  const [, element] = /^List<(.+)>$/.exec(type) ?? [];
  if (element) return z.array(valueSchema(z, element), { error });
  const [, member] = /^Map<string, (.+)>$/.exec(type) ?? [];
  if (member) return z.record(z.string(), valueSchema(z, member), { error });
  if (type === 'any') return z.unknown();
  if (type === 'bool' || type === 'boolean') return z.boolean({ error });
  if (isNumeric(type)) return numberSchema(z, type as EventFieldType, error);
  if (type !== 'timestamp') return z.string({ error });
  return z.string({ error }).refine((time) => parseTimestamp(time) !== undefined, { error });
}
