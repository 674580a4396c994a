import type { ProfileName } from '../../model/kind';
import type { Json, JsonObject } from '../../values/json';
import { deriveId } from '../crypto/ids';
import { createRandomValues, defaultFields, type EventDraft } from './default-fields';
import { nestFields } from './fields';

/** A request for traffic and session events. */
export interface TrafficRequest {
  /**
   * The same seed and request generate the same fields, except those that follow from the time of the event or the URL
   * of the emulator. Default: `traffic`.
   */
  readonly seed?: string | number;
  readonly events: readonly EventRequest[];
}

/** A number of events of one type. */
export interface EventRequest {
  /** A traffic or session event type. Audit events cannot be generated; change an object instead. */
  readonly type: string;
  /** Default: 1. A request may contain at most 100,000 events in total. */
  readonly count?: number;
  /** Events per second of the emulator's clock, evenly spaced. Default: all events have the same time. */
  readonly per_second?: number;
  /** Time of the first event, RFC 3339; may be in the past. Default: now. */
  readonly from?: string;
  /**
   * Values by dotted field name. Null omits the field. Other fields have default values; some follow from these, such
   * as `conn.server_name` from `http.request.url.host`.
   */
  readonly fields?: JsonObject;
}

/** The result of a request for traffic. */
export interface TrafficResult {
  /** Number of events that were published at once, including those of earlier requests that were due. */
  readonly published: number;
  /** Number of events of the account that are published later by its clock, including those of earlier requests. */
  readonly scheduled: number;
}

/**
 * Each call takes the next random values, so the result depends on earlier calls. `origin` is the prefix of the URIs of
 * objects: `http://127.0.0.1:4000`.
 */
export type CreateEventObject = (timeMs: number, origin: string) => JsonObject;

/**
 * A copy of a run with more `published` events continues with the next random values: it has the same
 * `createEventObject`.
 */
export interface TrafficRun {
  readonly type: string;
  readonly fromMs: number;
  readonly intervalMs: number;
  readonly count: number;
  readonly published: number;
  readonly createEventObject: CreateEventObject;
}

/** A checked {@link EventRequest}. */
export interface TrafficPlan {
  readonly type: string;
  readonly count: number;
  readonly intervalMs: number;
  /** Undefined is now. */
  readonly fromMs: number | undefined;
  /** Undefined is an omitted field. */
  readonly fields: ReadonlyMap<string, Json | undefined>;
}

export interface TrafficPlans {
  readonly seed: string;
  readonly plans: readonly TrafficPlan[];
}

export function listDueTimes({ fromMs, intervalMs, count, published }: TrafficRun, now: number): number[] {
  const times: number[] = [];
  for (let n = published; n < count && fromMs + n * intervalMs <= now; n++) times.push(fromMs + n * intervalMs);
  return times;
}

export function createEventFactory(
  { type, fields }: TrafficPlan,
  profile: ProfileName,
  seed: string,
): CreateEventObject {
  const random = createRandomValues(seed);
  const defaults = defaultFields(type, profile);
  const isOmitted = (name: string) => fields.has(name) && fields.get(name) === undefined;
  const shown = [...defaults.keys()].filter((name) => !isOmitted(name));
  return (timeMs, origin) => {
    const values = new Map<string, Json>();
    const draft: EventDraft = {
      ...random,
      timeMs,
      origin,
      isSet: (name) => fields.get(name) !== undefined,
      get(name) {
        // An omitted field has a value too, because other fields may follow from it.
        const value = values.get(name) ?? fields.get(name) ?? defaults.get(name)?.(draft) ?? '';
        values.set(name, value);
        return value;
      },
      createId: (prefix) => deriveId(prefix, `${seed} ${random.fraction()}`),
    };
    return nestFields(shown.map((name) => [name, draft.get(name)]));
  };
}
