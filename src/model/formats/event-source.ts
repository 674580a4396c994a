import { compileEventFilter } from '../cel/filters';
import { findEventType } from '../events/event-catalog';
import type { TrafficEventType } from '../events/event-types';
import type { JsonObject } from '../json';
import { didYouMean } from '../text';
import type { FormatProblem } from './formats';

export interface SourceProblem extends Required<FormatProblem> {
  readonly member: 'fields' | 'filter';
}

/** Error codes of filters by kind of problem; by default 5404. */
const FILTER_ERROR_CODES: Readonly<Record<string, number>> = { unknown: 5405, unusable: 5406 };

/** Checks known `fields` and `filter` of an event source. The format of `type` reports an invalid type. */
export function checkEventSource({ type, fields, filter }: JsonObject): SourceProblem[] {
  const event = typeof type === 'string' ? findEventType(type) : undefined;
  if (!event) return [];
  const named: readonly unknown[] = Array.isArray(fields) ? fields : [];
  const condition = typeof filter === 'string' && filter !== '' ? filter : undefined;
  if (event.class === 'audit') {
    const unsupported = (member: SourceProblem['member'], errorCode: number): SourceProblem => ({
      member,
      problem: 'is set',
      expected: `no ${member}: ${event.type} is an audit event; only traffic events support it`,
      errorCode,
    });
    return [
      ...(named.length > 0 ? [unsupported('fields', 5401)] : []),
      ...(condition !== undefined ? [unsupported('filter', 5402)] : []),
    ];
  }
  const selectable = event.fields.map(({ name }) => name);
  const unknown = named.filter((field): field is string => typeof field === 'string' && !selectable.includes(field));
  return [
    ...unknown.map((field): SourceProblem => {
      const expected = `fields of ${event.type}${didYouMean(field, selectable)}`;
      return { member: 'fields', problem: `contains '${field}'`, expected, errorCode: 5403 };
    }),
    ...(condition !== undefined ? checkFilter(event.type as TrafficEventType, condition) : []),
  ];
}

function checkFilter(type: TrafficEventType, filter: string): SourceProblem[] {
  const compiled = compileEventFilter(type, filter);
  if (!('problem' in compiled)) return [];
  const { kind, problem, expected } = compiled.problem;
  return [{ member: 'filter', problem, expected, errorCode: FILTER_ERROR_CODES[kind] ?? 5404 }];
}
