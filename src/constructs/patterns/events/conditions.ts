/** Typed conditions: filters of traffic events and endpoint selectors. `render-condition.ts` renders them as CEL. */
import type { CelComparison, CelCondition, CelValue } from '../../../model/cel/render';
import type { ENDPOINT_ATTRIBUTES } from '../../../model/endpoint';
import type { FilterableFields } from '../../../model/events/traffic';

/** The CEL variable of a condition: an event (`ev`) or an endpoint (`endpoint`). */
export type ConditionRoot = 'ev' | 'endpoint';

/** A condition. {@link trafficField} and {@link endpointField} create conditions; {@link allOf}, {@link anyOf} and {@link not} combine them. */
export interface Condition<R extends ConditionRoot> {
  /** The CEL variable. Conditions about different variables cannot be combined. */
  readonly root: R;
  /** The syntax tree. */
  readonly cel: CelCondition;
}

/** A condition about traffic events. */
export type TrafficFilter = Condition<'ev'>;

/** A condition about endpoints. */
export type EndpointSelector = Condition<'endpoint'>;

/** Conditions about a string or an integer. */
export interface EqualityField<T extends string | number, R extends ConditionRoot> {
  /** The field equals this value. */
  is(value: T): Condition<R>;
  /** The field does not equal this value. */
  isNot(value: T): Condition<R>;
  /** The field equals one of these values. False for an empty list. */
  isOneOf(values: readonly T[]): Condition<R>;
}

/** Conditions about a string. Comparisons are case-sensitive, and their values may be tokens. */
export interface StringField<R extends ConditionRoot> extends EqualityField<string, R> {
  /** The field contains this string. */
  contains(value: string): Condition<R>;
  /** The field starts with this string. */
  startsWith(value: string): Condition<R>;
  /** The field ends with this string. */
  endsWith(value: string): Condition<R>;
  /** The regular expression (RE2) matches a part of the field; use `^` and `$` to match the whole field. */
  matches(pattern: string): Condition<R>;
}

/** Conditions about an integer. */
export interface NumberField<R extends ConditionRoot> extends EqualityField<number, R> {
  /** The field is this number or greater. */
  isAtLeast(value: number): Condition<R>;
  /** The field is this number or less. */
  isAtMost(value: number): Condition<R>;
}

/** Conditions about a boolean. */
export interface BooleanField<R extends ConditionRoot> {
  /** The field equals this boolean. */
  is(value: boolean): Condition<R>;
}

type FieldOf<T, R extends ConditionRoot> = T extends 'string'
  ? StringField<R>
  : T extends 'number' | 'int32' | 'int64'
    ? NumberField<R>
    : BooleanField<R>;

/** A field of traffic events that the service can filter by. */
export type FilterableField = keyof FilterableFields;

/** A member of an endpoint that has a single value. */
export type EndpointField = {
  [K in keyof typeof ENDPOINT_ATTRIBUTES]: (typeof ENDPOINT_ATTRIBUTES)[K]['type'] extends 'string' | 'number' | 'bool'
    ? K
    : never;
}[keyof typeof ENDPOINT_ATTRIBUTES];

/** Conditions about a field of traffic events: `trafficField('conn.server_port').is(443)`. */
export function trafficField<F extends FilterableField>(name: F): FieldOf<FilterableFields[F], 'ev'> {
  return field('ev', name) as unknown as FieldOf<FilterableFields[F], 'ev'>;
}

/** Conditions about a member of endpoints: `endpointField('proto').is('https')`. */
export function endpointField<F extends EndpointField>(
  name: F,
): FieldOf<(typeof ENDPOINT_ATTRIBUTES)[F]['type'], 'endpoint'> {
  return field('endpoint', name) as unknown as FieldOf<(typeof ENDPOINT_ATTRIBUTES)[F]['type'], 'endpoint'>;
}

/** A condition that is true if all of the given ones are. */
export function allOf<R extends ConditionRoot>(first: Condition<R>, ...more: readonly Condition<R>[]): Condition<R> {
  return { root: first.root, cel: { all: [first, ...more].map(({ cel }) => cel) } };
}

/** A condition that is true if at least one of the given ones is. */
export function anyOf<R extends ConditionRoot>(first: Condition<R>, ...more: readonly Condition<R>[]): Condition<R> {
  return { root: first.root, cel: { any: [first, ...more].map(({ cel }) => cel) } };
}

/** A condition that is true if the given one is false. */
export function not<R extends ConditionRoot>({ root, cel }: Condition<R>): Condition<R> {
  return { root, cel: { not: cel } };
}

/** Has the methods of all fields; only the types of the callers restrict them to those of the field. */
function field(root: ConditionRoot, name: string) {
  const compare =
    (is: CelComparison) =>
    (value: CelValue): Condition<ConditionRoot> => ({ root, cel: { field: name, is, value } });
  return {
    is: compare('=='),
    isNot: compare('!='),
    isOneOf: (values: readonly CelValue[]): Condition<ConditionRoot> => ({ root, cel: { field: name, in: values } }),
    isAtLeast: compare('>='),
    isAtMost: compare('<='),
    contains: compare('contains'),
    startsWith: compare('startsWith'),
    endsWith: compare('endsWith'),
    matches: compare('matches'),
  };
}
