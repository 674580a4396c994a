/** Finds an expected event among those that were emitted. */
import { isDeepStrictEqual } from 'node:util';
import type { ServiceEvent } from '../emulator';
import { didYouMean } from '../model/did-you-mean';
import { EVENT_TYPES } from '../model/events/event-types';

/** An event type, or a type with members that the event must have; objects are compared member by member, as a part. */
export type ExpectedEvent =
  | string
  | {
      /** For example `ip_policy_rule_updated.v0`. */
      readonly type: string;
      /** Members of the object that was changed, as the service answers it: `{ cidr: '203.0.113.0/24' }`. */
      readonly object?: Readonly<Record<string, unknown>>;
      /** Members of who did it; null for what the service did by itself. */
      readonly principal?: Readonly<Record<string, unknown>> | null;
    };

/** What has events: the service, or a deployment. */
export interface WithEvents {
  readonly events: readonly ServiceEvent[];
}

/** How many events a message shows. */
const SHOWN = 20;

/**
 * The events that are as expected, and those that come closest: of the same type, or all if there is none. Throws for
 * what is no event type, which would never be emitted.
 */
export function findEvents(
  events: readonly ServiceEvent[],
  expected: ExpectedEvent,
): { readonly found: readonly ServiceEvent[]; readonly closest: readonly ServiceEvent[] } {
  const { type, object, principal } =
    typeof expected === 'string' ? { type: expected } : { object: undefined, principal: undefined, ...expected };
  if (!EVENT_TYPES.includes(type)) {
    throw new Error(`'${type}' is no event type of the service${didYouMean(type, EVENT_TYPES) || '.'}`);
  }
  const ofType = events.filter(({ event_type }) => event_type === type);
  const found = ofType.filter(
    (event) =>
      (object === undefined || contains(event.object, object)) &&
      (principal === undefined || contains(event.principal, principal)),
  );
  return { found, closest: ofType.length > 0 ? ofType : events };
}

/** The events as lines of a message. */
export function shownEvents(events: readonly ServiceEvent[]): string {
  const lines = events.slice(-SHOWN).map(({ event_type, object, principal }) => {
    return `  ${event_type} by ${principal?.subject ?? 'the service'}: ${JSON.stringify(object)}`;
  });
  const more = events.length - lines.length;
  return [...(more > 0 ? [`  … ${more} earlier ones`] : []), ...lines].join('\n') || '  none';
}

function contains(actual: unknown, expected: unknown): boolean {
  if (!isObject(actual) || !isObject(expected)) return isDeepStrictEqual(actual, expected);
  return Object.entries(expected).every(([name, value]) => contains(actual[name], value));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
