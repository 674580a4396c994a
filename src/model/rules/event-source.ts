/** What one source of an event subscription may say (gaps.md sections 0 and 2.6). */

import { TRAFFIC_FIELDS } from '../events/traffic';
import { EVENT_TYPES } from '../events/types';
import type { JsonObject } from '../json';
import { didYouMean } from './nearest';

/** What is wrong with one member of a source. */
export interface SourceProblem {
  readonly member: 'fields' | 'filter';
  readonly problem: string;
  readonly expected: string;
  /** The service's error code (gaps.md section 1.6). */
  readonly code: number;
}

/**
 * Checks `fields` and `filter` against the event type. Members that are not strings (unknown values, tokens) are
 * skipped, as is everything while the type is not known or not valid, which is reported elsewhere.
 */
export function checkEventSource(source: JsonObject): SourceProblem[] {
  const { type, fields, filter } = source;
  if (typeof type !== 'string' || !EVENT_TYPES.includes(type)) return [];
  const selectable = TRAFFIC_FIELDS[type];
  const named = Array.isArray(fields)
    ? (fields as unknown[]).filter((field): field is string => typeof field === 'string')
    : [];
  const problems: SourceProblem[] = [];
  if (!selectable) {
    const expected = `no such member: ${type} is an audit event, only traffic events have it`;
    if (Array.isArray(fields) && fields.length > 0)
      problems.push({ member: 'fields', problem: 'is set', expected, code: 5401 });
    if (typeof filter === 'string' && filter !== '')
      problems.push({ member: 'filter', problem: 'is set', expected, code: 5402 });
    return problems;
  }
  for (const field of named.filter((name) => !selectable.includes(name))) {
    problems.push({
      member: 'fields',
      problem: `holds '${field}'`,
      expected: `fields of ${type}${didYouMean(field, selectable)}`,
      code: 5403,
    });
  }
  return problems;
}
