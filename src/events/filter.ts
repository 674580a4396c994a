/** Filters of event sources, evaluated on events: so that one can be tried before it is deployed. */
import { TRAFFIC_EVENTS } from '../model/events/traffic';
import { valueAt } from '../model/json';
import { compileEventFilter } from '../model/rules/cel-event-filter';
import type { EventEnvelope } from './envelope';
import { EventError } from './event-error';
import type { AnyEvent } from './guards';
import { parseInput } from './parse-event';

/** An event: parsed, as text, or the parsed JSON as it was received. */
export type RawEvent = AnyEvent | (EventEnvelope & { readonly object?: unknown }) | string | Uint8Array;

/**
 * Compiles the CEL filter of an event source for many events. The function that it answers says whether the filter lets
 * an event through; an absent field makes that false.
 *
 * @throws EventError when the service would refuse the filter: it is not CEL, uses other fields than the filterable
 * ones, compares a field with another kind of value, or is no condition; also for the few regular expressions that the
 * service can evaluate and JavaScript cannot
 */
export function compileFilter(expression: string): (event: RawEvent) => boolean {
  // Both traffic events have the filterable fields; what else they have only tells how a fault is worded.
  const condition = compileEventFilter(Object.keys(TRAFFIC_EVENTS)[0] as keyof typeof TRAFFIC_EVENTS, expression);
  const problem = 'problem' in condition ? condition.problem : undefined;
  if (problem)
    throw new EventError(`Cannot use the filter '${expression}': it ${problem.problem}; expected ${problem.expected}`);
  if ('unsupported' in condition && condition.unsupported !== undefined)
    throw new EventError(`Cannot evaluate the filter '${expression}' here: ${condition.unsupported}`);
  const { test } = condition as Exclude<typeof condition, { problem: unknown }>;
  return (event) => {
    const { object } = parseInput(event, false);
    return test((path) => valueAt(object, path) ?? undefined);
  };
}

/** Whether the filter of an event source lets the event through. See {@link compileFilter}, which is for many events. */
export function matchesFilter(event: RawEvent, expression: string): boolean {
  return compileFilter(expression)(event);
}
