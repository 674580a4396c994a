import { compileEventFilter } from '../model/cel/filters';
import { formatConditionProblem } from '../model/cel/vocabulary';
import { TRAFFIC_EVENT_TYPES, type TrafficEventType } from '../model/events/event-types';
import { valueAt } from '../values/json';
import type { EventEnvelope } from './envelope';
import { EventError } from './event-error';
import type { AnyEvent } from './guards';
import { parseInput } from './parse-event';

/** An event: parsed by this package, parsed JSON, or JSON as a string or bytes. */
export type RawEvent = AnyEvent | (EventEnvelope & { readonly object?: unknown }) | string | Uint8Array;

/**
 * Compiles the CEL filter of an event source. The returned function reports whether an event matches. It returns false
 * if the result depends on a field that the event lacks or has as null: without `ev.a`, `!(ev.a == 1)` is false, and
 * `ev.a == 1 || ev.b == 2` is true if `ev.b` is 2.
 *
 * @throws EventError if the service would reject the filter: it is not valid CEL, is not a condition, uses a field that
 * is not filterable, compares a field with a value of another type, or contains an invalid regular expression. The
 * returned function throws one for what is no event, such as JSON without an `event_type`
 */
export function compileFilter(expression: string): (event: RawEvent) => boolean {
  // All traffic events have the same filterable fields; the type affects only the text of an error.
  const condition = compileEventFilter(TRAFFIC_EVENT_TYPES[0] as TrafficEventType, expression);
  if ('problem' in condition) {
    throw new EventError(`Invalid filter '${expression}': it ${formatConditionProblem(condition.problem)}`);
  }
  const { test } = condition;
  return (event) => {
    const { object } = parseInput(event, false);
    return test((path) => valueAt(object, path) ?? undefined);
  };
}

/**
 * Reports whether the event matches the filter of an event source. Use {@link compileFilter} for many events.
 *
 * @throws EventError as {@link compileFilter} and the function that it returns
 */
export function matchesFilter(event: RawEvent, expression: string): boolean {
  return compileFilter(expression)(event);
}
