/**
 * The tables of this folder have the phases, members, limits and defaults that the public documentation of ngrok has.
 * None was verified with the service (docs/internals/gaps.md).
 */

/** In the order in which a request passes them. */
export const PHASES = ['on_tcp_connect', 'on_http_request', 'on_http_response', 'on_event_stream_message'] as const;

export type Phase = (typeof PHASES)[number];

export const SCHEMES = ['http', 'https', 'tcp', 'tls'] as const;

export type Scheme = (typeof SCHEMES)[number];

const HTTP_PHASES: readonly Phase[] = PHASES;
const CONNECTION_PHASES: readonly Phase[] = ['on_tcp_connect'];

export const PHASES_OF_SCHEME: Readonly<Record<Scheme, readonly Phase[]>> = {
  http: HTTP_PHASES,
  https: HTTP_PHASES,
  tcp: CONNECTION_PHASES,
  tls: CONNECTION_PHASES,
};

/** Names that the service still accepts. */
export const OLDER_PHASES: Readonly<Record<string, Phase>> = {
  inbound: 'on_http_request',
  outbound: 'on_http_response',
};

export function findPhase(name: string): Phase | undefined {
  return Object.hasOwn(OLDER_PHASES, name) ? OLDER_PHASES[name] : PHASES.find((phase) => phase === name);
}

/** What a string may name by id or URL. `internal_endpoint` is no kind: agents have internal endpoints, too. */
export const POLICY_REFERENCE_KINDS = ['certificate_authority', 'internal_endpoint', 'ip_policy'] as const;

export type PolicyReferenceKind = (typeof POLICY_REFERENCE_KINDS)[number];

interface MemberBase {
  readonly doc: string;
  /** The service still accepts it. */
  readonly olderName?: string;
  /** `uncertain`: the service's descriptions contradict each other, so a missing value without default is a warning. */
  readonly required?: true | 'uncertain';
  readonly default?: string | number | boolean | readonly string[];
}

export interface StringMember extends MemberBase {
  readonly type: 'string';
  readonly enum?: readonly string[];
  /** In characters. */
  readonly maxLength?: number;
  /** The service's descriptions contradict each other about `enum` or `maxLength`: another value is a warning. */
  readonly uncertain?: true;
  /** `template`: `${expression}` inside the string is evaluated. `expression`: the whole string is CEL. */
  readonly cel?: 'template' | 'expression';
  readonly format?: 'ascii' | 'cidr' | 'credentials' | 'regular_expression';
  readonly reference?: PolicyReferenceKind;
  /** A literal value would be a secret in clear. */
  readonly secret?: true;
}

export interface DurationMember extends MemberBase {
  readonly type: 'duration';
  /** In seconds. */
  readonly range?: readonly [least: number, most: number];
  /** In seconds. */
  readonly multipleOf?: number;
}

export interface NumberMember extends MemberBase {
  readonly type: 'integer' | 'number';
  readonly range?: readonly [least: number, most: number];
  /** The service's descriptions contradict each other about `range`: another value is a warning. */
  readonly uncertain?: true;
}

export interface OtherMember extends MemberBase {
  /** `any`: any value, whose strings are templates. */
  readonly type: 'any' | 'bool';
}

export interface ListMember extends MemberBase {
  readonly type: 'list';
  readonly items: Member;
  readonly count?: readonly [least: number, most: number];
  readonly distinct?: true;
}

export interface MapMember extends MemberBase {
  readonly type: 'map';
  readonly items: Member;
  readonly count?: readonly [least: number, most: number];
  /** `header`: names of headers, which the service converts to lower case. */
  readonly keys?: 'header';
}

export interface ObjectMember extends MemberBase {
  readonly type: 'object';
  readonly members: Members;
}

export type Member = StringMember | DurationMember | NumberMember | OtherMember | ListMember | MapMember | ObjectMember;

export type Members = Readonly<Record<string, Member>>;

export interface ActionSchema {
  readonly doc: string;
  readonly phases: readonly Phase[];
  /** Only some descriptions of the service allow them; a use there is a warning. */
  readonly uncertainPhases?: readonly Phase[];
  readonly schemes?: readonly Scheme[];
  /** The action ends its phase; `unless-continued`: not with `on_error: continue`. */
  readonly ends?: 'always' | 'unless-continued';
  /** The action identifies a person or client; a second such action of a policy is a warning. */
  readonly authenticates?: true;
  /** Pairs of members of which both or none are set. */
  readonly pairs?: readonly (readonly [string, string])[];
  /**
   * The member that is the first argument of the function of `Actions`, which scripts/lib/policy-actions-source.ts
   * writes; the other members follow as an object: `setVars(vars)`, `forwardInternal(url, { onError })`.
   */
  readonly firstArgument?: string;
  readonly members: Members;
}
