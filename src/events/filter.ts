/** Filters of event sources, evaluated on events: so that one can be tried before it is deployed. */


import { formatConditionProblem } from '../model/cel/vocabulary';
import { TRAFFIC_EVENTS } from '../model/events/traffic';
import { valueAt } from '../model/json';
import type { EventEnvelope } from './envelope';
import { EventError } from './event-error';
import type { AnyEvent } from './guards';
import { parseInput } from './parse-event';
import { compileEventFilter } from '../model/cel/filters';

/** An event: parsed, as text, or the parsed JSON as it was received. */
export type RawEvent = AnyEvent | (EventEnvelope & { readonly object?: unknown }) | string | Uint8Array;

/**
 * Compiles the CEL filter of an event source for many events. The function that it answers says whether the filter lets
 * an event through; an absent field makes that false.
 *
 * @throws EventError when the service would refuse the filter: it is not CEL, uses other fields than the filterable
 * ones, compares a field with another kind of value, has an invalid regular expression, or is no condition
 */
export function compileFilter(expression: string): (event: RawEvent) => boolean {
  // Both traffic events have the filterable fields; what else they have only tells how a fault is worded.
  const condition = compileEventFilter(Object.keys(TRAFFIC_EVENTS)[0] as keyof typeof TRAFFIC_EVENTS, expression);
  if ('problem' in condition)
    throw new EventError(`Cannot use the filter '${expression}': it ${formatConditionProblem(condition.problem)}`);
  const { test } = condition;
  return (event) => {
    const { object } = parseInput(event, false);
    return test((path) => valueAt(object, path) ?? undefined);
  };
}

/** Whether the filter of an event source lets the event through. See {@link compileFilter}, which is for many events. */
export function matchesFilter(event: RawEvent, expression: string): boolean {
  return compileFilter(expression)(event);
}
