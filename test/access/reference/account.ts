/** An account as the tests write it. */

/** A text may contain a value that Terraform knows later, see {@link hole}: the whole text, or a part of it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

export interface IpRule {
  readonly policyId: string;
  readonly cidr: string;
  readonly action: string;
}

export interface Restriction {
  readonly type: string;
  readonly enforced: Json;
  readonly policyIds: Json;
}

export interface Endpoint {
  readonly url: string;
  readonly binding: 'public' | 'internal';
  readonly pooled: boolean;
  /** The policy of an agent's endpoint is not known to the account. */
  readonly owner: 'cloud' | 'agent';
  readonly policy: Json;
}

/** What a list that could not be read may be: each element is one possible content of the whole list. */
export interface Unread {
  readonly rules?: readonly (readonly IpRule[])[];
  readonly restrictions?: readonly (readonly Restriction[])[];
  readonly endpoints?: readonly (readonly Endpoint[])[];
}

export interface Account {
  readonly rules: readonly IpRule[];
  readonly restrictions: readonly Restriction[];
  readonly endpoints: readonly Endpoint[];
  /** A list that is absent was read. */
  readonly unread: Unread;
  /** The values that each hole may have, by its expression of Terraform. */
  readonly holes: Readonly<Record<string, readonly Json[]>>;
  /** Agents may come online at URLs that nothing serves now. */
  readonly agentsMayComeOnline?: true;
}

export const EMPTY_ACCOUNT: Account = { rules: [], restrictions: [], endpoints: [], unread: {}, holes: {} };

export const HOLE_START = '\ue000';
const HOLE_END = '\ue001';

/** The text of a value that is known later, with the expression of Terraform. Equal expressions have equal values. */
export function hole(expression: string): string {
  return `${HOLE_START}${expression}${HOLE_END}`;
}

const HOLE = /\ue000([^\ue001]*)\ue001/g;

/** The expression, if the text is one value and nothing else. */
export function wholeHole(text: string): string | undefined {
  return /^\ue000([^\ue000\ue001]*)\ue001$/.exec(text)?.[1];
}

/** Puts values into the place of the holes. A value that is a part of a text is put there as text. */
export function fill(value: Json, valueFor: (expression: string) => Json): Json {
  if (typeof value === 'string') {
    const whole = wholeHole(value);
    if (whole !== undefined) return valueFor(whole);
    return value.replace(HOLE, (_, expression: string) => String(valueFor(expression)));
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => fill(item, valueFor));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member, valueFor)]));
}
