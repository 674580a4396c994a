import type { JsonObject } from '../../values/json';
import { compileEventFilter } from '../cel/filters';
import type { ConditionProblem } from '../cel/vocabulary';
import { eventFields, findEventType } from '../events/event-catalog';
import type { TrafficEventType } from '../events/event-types';
import type { FormatProblem } from '../formats';
import type { ProfileName } from '../kind';
import { didYouMean } from '../text';

export interface SourceProblem extends Required<FormatProblem> {
  readonly member: 'fields' | 'filter';
}

/** Default: 5404 (docs/internals/gaps.md, section 1.6). */
const FILTER_ERROR_CODES: Readonly<Partial<Record<ConditionProblem['kind'], number>>> = {
  unknown: 5405,
  unusable: 5406,
};

/** Unknown values and an invalid `type` are no problems here. With a profile, a field of another one is a problem. */
export function checkEventSource({ type, fields, filter }: JsonObject, profile?: ProfileName): SourceProblem[] {
  const event = typeof type === 'string' ? findEventType(type) : undefined;
  if (!event) return [];
  const selectedFields: readonly unknown[] = Array.isArray(fields) ? fields : [];
  const nonEmptyFilter = typeof filter === 'string' && filter !== '' ? filter : undefined;
  if (event.class === 'audit') {
    const unsupported = (member: SourceProblem['member'], errorCode: number): SourceProblem => ({
      member,
      problem: 'is set',
      expected: `no ${member}: ${event.type} is an audit event; only traffic events support it`,
      errorCode,
    });
    return [
      ...(selectedFields.length > 0 ? [unsupported('fields', 5401)] : []),
      ...(nonEmptyFilter !== undefined ? [unsupported('filter', 5402)] : []),
    ];
  }
  const known = event.fields.map(({ name }) => name);
  const selectable = profile ? (eventFields(event.type, profile) ?? []) : known;
  const unknown = selectedFields.filter(
    (field): field is string => typeof field === 'string' && !selectable.includes(field),
  );
  return [
    ...unknown.map((field): SourceProblem => {
      const expected = `fields of ${event.type}${didYouMean(field, selectable)}`;
      const elsewhere = known.includes(field) ? ', which exists only in the profile ngrok' : '';
      return { member: 'fields', problem: `contains '${field}'${elsewhere}`, expected, errorCode: 5403 };
    }),
    ...(nonEmptyFilter !== undefined ? checkFilter(event.type as TrafficEventType, nonEmptyFilter) : []),
  ];
}

function checkFilter(type: TrafficEventType, filter: string): SourceProblem[] {
  const compiled = compileEventFilter(type, filter);
  if (!('problem' in compiled)) return [];
  const { kind, problem, expected } = compiled.problem;
  return [{ member: 'filter', problem, expected, errorCode: FILTER_ERROR_CODES[kind] ?? 5404 }];
}
