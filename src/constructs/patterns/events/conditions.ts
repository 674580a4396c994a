/** Conditions in TypeScript for what the service takes as CEL: filters of traffic events and endpoint selectors. */
import { Fn, Token } from 'cdktf';
import { type CelComparison, type CelCondition, type CelValue, celText, renderCel } from '../../../model/cel/render';
import type { endpoint } from '../../../model/data-sources/bound-endpoints';
import type { FilterableFields } from '../../../model/events/traffic';
import { asArgument } from '../on-change/terraform-expression';

/** What a condition is about: an event (`ev`) or an endpoint (`endpoint`). */
export type ConditionRoot = 'ev' | 'endpoint';

/** A condition, as data. Made by {@link trafficField} and {@link endpointField}, and joined by {@link allOf}, {@link anyOf} and {@link not}. */
export interface Condition<R extends ConditionRoot> {
  /** What the condition is about; conditions about different things cannot be joined. */
  readonly root: R;
  /** The condition itself, rendered as CEL at synth. */
  readonly cel: CelCondition;
}

/** Which traffic events are captured. */
export type TrafficFilter = Condition<'ev'>;

/** Which endpoints are bound to an operator. */
export type EndpointSelector = Condition<'endpoint'>;

/** What can be asked of a text; texts may be tokens. Comparisons are exact, and case matters. */
export interface TextField<R extends ConditionRoot> {
  /** The whole text equals this one. */
  is(text: string): Condition<R>;
  /** The whole text is another one. */
  isNot(text: string): Condition<R>;
  /** True for none of the texts of an empty list. */
  isOneOf(texts: readonly string[]): Condition<R>;
  /** This text stands somewhere in it. */
  contains(text: string): Condition<R>;
  /** It begins with this text. */
  startsWith(text: string): Condition<R>;
  /** It ends with this text. */
  endsWith(text: string): Condition<R>;
  /** A part of the text matches the regular expression (RE2); anchor it with `^` and `$` to match the whole. */
  matches(pattern: string): Condition<R>;
}

/** What can be asked of a whole number. */
export interface NumberField<R extends ConditionRoot> {
  /** It equals this number. */
  is(number: number): Condition<R>;
  /** It is another number. */
  isNot(number: number): Condition<R>;
  /** True for none of the numbers of an empty list. */
  isOneOf(numbers: readonly number[]): Condition<R>;
  /** It is this number or greater. */
  isAtLeast(number: number): Condition<R>;
  /** It is this number or less. */
  isAtMost(number: number): Condition<R>;
}

/** What can be asked of a truth value. */
export interface BooleanField<R extends ConditionRoot> {
  /** It has this truth value. */
  is(value: boolean): Condition<R>;
}

type FieldOf<T, R extends ConditionRoot> = T extends 'string'
  ? TextField<R>
  : T extends 'number' | 'int32' | 'int64'
    ? NumberField<R>
    : BooleanField<R>;

/** The fields that filters of traffic events may use (event-sources.md, 'Filterable'). */
export type FilterableField = keyof FilterableFields;

/** A member of an endpoint that has a single value (management-api.md 'Endpoint'). */
export type EndpointField = {
  [K in keyof typeof endpoint]: (typeof endpoint)[K]['type'] extends 'string' | 'number' | 'bool' ? K : never;
}[keyof typeof endpoint];

/** A field of a traffic event: `trafficField('conn.server_port').is(443)`. Only those that can be filtered by. */
export function trafficField<F extends FilterableField>(name: F): FieldOf<FilterableFields[F], 'ev'> {
  return field('ev', name) as unknown as FieldOf<FilterableFields[F], 'ev'>;
}

/** A member of an endpoint: `endpointField('proto').is('https')`. */
export function endpointField<F extends EndpointField>(name: F): FieldOf<(typeof endpoint)[F]['type'], 'endpoint'> {
  return field('endpoint', name) as unknown as FieldOf<(typeof endpoint)[F]['type'], 'endpoint'>;
}

/** Whether all of the conditions hold; at least one. */
export function allOf<R extends ConditionRoot>(first: Condition<R>, ...more: readonly Condition<R>[]): Condition<R> {
  return { root: first.root, cel: { all: [first, ...more].map(({ cel }) => cel) } };
}

/** Whether any of the conditions holds; at least one. */
export function anyOf<R extends ConditionRoot>(first: Condition<R>, ...more: readonly Condition<R>[]): Condition<R> {
  return { root: first.root, cel: { any: [first, ...more].map(({ cel }) => cel) } };
}

/** Whether the condition does not hold. */
export function not<R extends ConditionRoot>({ root, cel }: Condition<R>): Condition<R> {
  return { root, cel: { not: cel } };
}

/**
 * The condition as CEL. Texts that hold tokens become literals when Terraform runs; what looks like a template of
 * Terraform but is none of the core's tokens is text like any other.
 */
export function renderCondition({ root, cel }: Condition<ConditionRoot>): string {
  return renderCel(root, cel, (text) => (Token.isUnresolved(text) ? Fn.jsonencode(asArgument(text)) : celText(text)));
}

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
