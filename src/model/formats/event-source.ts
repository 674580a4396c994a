/** What one source of an event subscription may say (gaps.md sections 0 and 2.6). */

import { compileEventFilter } from '../cel/event-filter';
import { didYouMean } from '../did-you-mean';
import { findEvent } from '../events/event-catalog';
import type { TrafficEventType } from '../events/event-types';
import type { JsonObject } from '../json';

/** What is wrong with one member of a source. */
export interface SourceProblem {
  readonly member: 'fields' | 'filter';
  readonly problem: string;
  readonly expected: string;
  /** The service's error code (gaps.md section 1.6). */
  readonly errorCode: number;
}

/** Error codes of a filter by what is wrong; every other fault is 5404. */
const filterCodes: Readonly<Record<string, number>> = { unknown: 5405, unusable: 5406 };

/**
 * Checks `fields` and `filter` against the event type. Members that are not strings (unknown values, tokens) are
 * skipped, as is everything while the type is not known or not valid, which is reported elsewhere.
 */
export function checkEventSource({ type, fields, filter }: JsonObject): SourceProblem[] {
  const event = typeof type === 'string' ? findEvent(type) : undefined;
  if (!event) return [];
  const named: readonly unknown[] = Array.isArray(fields) ? fields : [];
  const condition = typeof filter === 'string' && filter !== '' ? filter : undefined;
  if (event.class === 'audit') {
    const expected = `no such member: ${event.type} is an audit event, only traffic events have it`;
    return [
      ...(named.length > 0 ? [{ member: 'fields', problem: 'is set', expected, errorCode: 5401 } as const] : []),
      ...(condition !== undefined ? [{ member: 'filter', problem: 'is set', expected, errorCode: 5402 } as const] : []),
    ];
  }
  const selectable = event.fields.map(({ name }) => name);
  const unknown = named.filter((field): field is string => typeof field === 'string' && !selectable.includes(field));
  return [
    ...unknown.map((field): SourceProblem => {
      const expected = `fields of ${event.type}${didYouMean(field, selectable)}`;
      return { member: 'fields', problem: `holds '${field}'`, expected, errorCode: 5403 };
    }),
    ...(condition !== undefined ? checkFilter(event.type as TrafficEventType, condition) : []),
  ];
}

function checkFilter(type: TrafficEventType, filter: string): SourceProblem[] {
  const compiled = compileEventFilter(type, filter);
  if (!('problem' in compiled)) return [];
  const { kind, problem, expected } = compiled.problem;
  return [{ member: 'filter', problem, expected, errorCode: filterCodes[kind] ?? 5404 }];
}
