import { isDeepStrictEqual } from 'node:util';
import type { ServiceEvent } from '../emulator';
import { EVENT_TYPES } from '../model/events/event-types';
import { didYouMean } from '../model/text';
import { isJsonObject } from '../values/json';

/**
 * An event type, or a type with members that the event must contain. An object matches if it contains all expected
 * members, which are compared in the same way; any other value, lists included, must be equal.
 */
export type ExpectedEvent =
  | string
  | {
      /** The type of the event, for example `ip_policy_rule_updated.v0`. */
      readonly type: string;
      /**
       * Members of the changed object, in the format of the API: `{ cidr: '203.0.113.0/24' }`. For traffic and sessions
       * the fields of the event.
       */
      readonly object?: Readonly<Record<string, unknown>>;
      /** Members of the principal; null for a change that the service made, and for traffic and sessions. */
      readonly principal?: Readonly<Record<string, unknown>> | null;
    };

/** An `Ingress` or a `Deployment` of the testing kit. */
export interface HasEvents {
  readonly events: readonly ServiceEvent[];
}

/** A choice: a message lists the newest events, and counts the others. */
const MAX_EVENTS = 20;

/**
 * `closest` are the events to show if none matches: all of the type, or all if there are none. Throws for an unknown
 * event type, because the service never emits it.
 */
export function findEvents(
  events: readonly ServiceEvent[],
  expected: ExpectedEvent,
): { readonly found: readonly ServiceEvent[]; readonly closest: readonly ServiceEvent[] } {
  const { type, object, principal } =
    typeof expected === 'string' ? { type: expected } : { object: undefined, principal: undefined, ...expected };
  if (!EVENT_TYPES.includes(type)) {
    throw new Error(`Unknown event type '${type}'${didYouMean(type, EVENT_TYPES) || '.'}`);
  }
  const ofType = events.filter(({ event_type }) => event_type === type);
  const found = ofType.filter(
    (event) =>
      (object === undefined || contains(event.object, object)) &&
      (principal === undefined || contains(event.principal, principal)),
  );
  return { found, closest: ofType.length > 0 ? ofType : events };
}

export function formatEvents(events: readonly ServiceEvent[]): string {
  const lines = events.slice(-MAX_EVENTS).map(({ event_type, object, principal }) => {
    return `  ${event_type}${principal ? ` by ${principal.subject}` : ''}: ${JSON.stringify(object)}`;
  });
  const more = events.length - lines.length;
  return [...(more > 0 ? [`  … ${more} earlier events`] : []), ...lines].join('\n') || '  none';
}

function contains(actual: unknown, expected: unknown): boolean {
  if (!isJsonObject(actual) || !isJsonObject(expected)) return isDeepStrictEqual(actual, expected);
  return Object.entries(expected).every(([name, value]) => contains(actual[name], value));
}
