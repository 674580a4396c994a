/** What a request for traffic says, checked. */

import { didYouMean } from '../../../model/did-you-mean';
import { findEvent } from '../../../model/events/event-catalog';
import { SESSION_EVENT_TYPES, TRAFFIC_EVENT_TYPES } from '../../../model/events/event-types';
import { parseTimestamp } from '../../../model/formats/timestamp';
import { isJsonObject, type Json, type JsonObject } from '../../../model/json';
import { ApiProblem } from '../../http/api-problem';
import { refuseUnknown } from './read-input';
import { type MakeValue, readValue } from './values';

/** What is asked for: {@link TrafficRequest} as it may be written, checked by {@link readTraffic}. */
export interface TrafficRequest {
  /** The same seed and the same request make the same values; `traffic` by default. */
  readonly seed?: string | number;
  readonly events: readonly EventRequest[];
}

/** A number of events of one type. */
export interface EventRequest {
  /** A traffic or session event type. Audit events are made by changing objects. */
  readonly type: string;
  /** How many; 1 by default, {@link MAX_EVENTS} in all at most. */
  readonly count?: number;
  /** Events a second of the emulator's clock, evenly spread. By default all come about at once. */
  readonly perSecond?: number;
  /** When the first comes about, RFC 3339; by default now. A time that has passed makes events of the past. */
  readonly from?: string;
  /**
   * What fields hold, by dotted name: a value, or `{"oneOf": [...], "weights": [...]}`, `{"between": [1, 9]}`,
   * `{"normal": {"mean", "deviation"}}`, `{"cidr": "203.0.113.0/24"}`, `{"value": ...}` for a value that looks like one
   * of these. Null leaves the field out. Fields not named hold usual values that fit those that are.
   */
  readonly fields?: JsonObject;
}

/** A part of a request, understood. */
export interface TrafficPlan {
  readonly type: string;
  readonly count: number;
  /** Milliseconds between two events. */
  readonly spacing: number;
  /** Milliseconds; undefined for now. */
  readonly from: number | undefined;
  /** Undefined for fields that are left out. */
  readonly given: ReadonlyMap<string, MakeValue | undefined>;
}

/** Events that one request can ask for: enough for any test of a pipeline, and still made in a few seconds. */
export const MAX_EVENTS = 100_000;

/** Event types that can be asked for. */
export const TRAFFIC_TYPES: readonly string[] = [...TRAFFIC_EVENT_TYPES, ...SESSION_EVENT_TYPES];

/** Reads a request; refuses with 400 what is unknown, with the nearest name, or does not fit. */
export function readTraffic(body: JsonObject): { readonly seed: string; readonly plans: readonly TrafficPlan[] } {
  refuseUnknown(body, ['seed', 'events'], '');
  const { seed = 'traffic', events } = body;
  if (typeof seed !== 'string' && typeof seed !== 'number') throw wrong('seed', seed, 'a text or a number');
  if (!Array.isArray(events) || events.length === 0) throw wrong('events', events, 'a list of one request or more');
  const plans = (events as readonly Json[]).map((item, index) => readPlan(item, `events[${index}]`));
  const total = plans.reduce((sum, { count }) => sum + count, 0);
  if (total > MAX_EVENTS) {
    throw new ApiProblem(
      400,
      undefined,
      `The request is for ${total} events; expected ${MAX_EVENTS} at most. Send several requests.`,
    );
  }
  return { seed: String(seed), plans };
}

function readPlan(item: Json, where: string): TrafficPlan {
  if (!isJsonObject(item)) throw wrong(where, item, 'an object with a type');
  refuseUnknown(item, ['type', 'count', 'perSecond', 'from', 'fields'], where);
  const { type, count = 1, perSecond, from, fields = {} } = item;
  if (typeof type !== 'string' || !TRAFFIC_TYPES.includes(type)) throw wrongType(where, type);
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1) {
    throw wrong(`${where}.count`, count, 'a whole number from 1');
  }
  if (perSecond !== undefined && (typeof perSecond !== 'number' || perSecond <= 0)) {
    throw wrong(`${where}.perSecond`, perSecond, 'a number above 0');
  }
  const start = typeof from === 'string' ? parseTimestamp(from) : undefined;
  if (from !== undefined && start === undefined) throw wrong(`${where}.from`, from, 'an RFC 3339 time');
  if (!isJsonObject(fields)) throw wrong(`${where}.fields`, fields, 'an object of fields');
  const spacing = perSecond === undefined ? 0 : 1000 / perSecond;
  return { type, count, spacing, from: start, given: readFields(type, fields, where) };
}

function readFields(type: string, fields: JsonObject, where: string): Map<string, MakeValue | undefined> {
  const types = new Map(findEvent(type)?.fields.map((field) => [field.name, field.type]));
  refuseUnknown(fields, [...types.keys()], `${where}.fields`);
  return new Map(
    Object.entries(fields).map(([field, value = null]) => {
      const fieldType = types.get(field);
      return [field, value === null || !fieldType ? undefined : readValue(field, fieldType, value)];
    }),
  );
}

function wrongType(where: string, type: Json | undefined): ApiProblem {
  const text = typeof type === 'string' ? type : JSON.stringify(type);
  const known = didYouMean(text ?? '', TRAFFIC_TYPES) || `; expected one of ${TRAFFIC_TYPES.join(', ')}.`;
  return new ApiProblem(
    400,
    undefined,
    `${where}.type is '${text}', which cannot be generated${known} Audit events are made by changing objects.`,
  );
}

function wrong(path: string, value: Json | undefined, expected: string): ApiProblem {
  return new ApiProblem(400, undefined, `${path} is ${JSON.stringify(value)}; expected ${expected}.`);
}
