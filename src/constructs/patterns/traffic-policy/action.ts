/** Typed actions and rules of traffic policies. The typed functions are generated from the tables. */
import { Construct } from 'constructs';
import { camelCase } from '../../../model/naming';
import { findAction } from '../../../model/traffic-policy/data/actions';
import type { Member, Members, Phase } from '../../../model/traffic-policy/data/schema';
import { isPlainObject } from '../../../values/json';
import { isToken } from '../../tokens';
import { Cel, CelText } from './cel';

/** A phase of a traffic policy. */
export type PolicyPhase = Phase;

/** An action that the phases `P` have. The functions of {@link act} create actions. */
export interface PolicyAction<in P extends PolicyPhase> {
  /** Type of the action, such as `rate-limit`. */
  readonly type: string;
  /** Configuration with the names of the service. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Whether the phase has, or may have, the action. Keeps actions of other phases out at compile time. */
  readonly isAllowedIn: (phase: P) => boolean;
}

/** A rule with actions that the phases `P` have. */
export interface PolicyRule<in P extends PolicyPhase> {
  /** Name for people. */
  readonly name?: string;
  /** Conditions, which must all be true. */
  readonly expressions: readonly Cel[];
  /** Actions in their order. */
  readonly actions: readonly PolicyAction<P>[];
}

/** The phases that have all actions of a union: the intersection of their phases. */
export type CommonPhase<A extends PolicyAction<never>> = (
  A extends PolicyAction<infer P>
    ? (phases: readonly P[]) => void
    : never
) extends (phases: infer L extends readonly PolicyPhase[]) => void
  ? L[number]
  : never;

/** A rule without actions; {@link RuleStart.do} adds them. */
export interface RuleStart {
  /** Returns the rule with these actions, in their order. It fits the phases that have all of them. */
  do<A extends readonly PolicyAction<never>[]>(...actions: A): PolicyRule<CommonPhase<A[number]>>;
}

/** A rule whose actions run if all conditions are true: `rule('admins', cel\`...\`).do(act.deny())`. */
export function rule(name: string, ...conditions: readonly Cel[]): RuleStart;
/** A rule without name. */
export function rule(...conditions: readonly Cel[]): RuleStart;
export function rule(first?: string | Cel, ...more: readonly Cel[]): RuleStart {
  const named = typeof first === 'string' ? { name: first } : {};
  const expressions = first instanceof Cel ? [first, ...more] : more;
  return {
    do: <A extends readonly PolicyAction<never>[]>(...actions: A) => {
      // The type says which phases have all actions.
      const allowed = actions as readonly PolicyAction<never>[] as readonly PolicyAction<CommonPhase<A[number]>>[];
      return { ...named, expressions, actions: allowed };
    },
  };
}

/** `props` are in camel case. Members of the table are renamed; keys of maps, and what the table lacks, are not. */
export function createAction<P extends PolicyPhase>(
  type: string,
  props: Readonly<Record<string, unknown>>,
): PolicyAction<P> {
  const action = findAction(type);
  const phases: readonly string[] = [...(action?.phases ?? []), ...(action?.uncertainPhases ?? [])];
  return {
    type,
    config: renderMembers(action?.members ?? {}, props),
    isAllowedIn: (phase) => phases.includes(phase),
  };
}

function renderMembers(members: Members, props: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = new Map(Object.keys(members).map((name) => [camelCase(name), name]));
  const set = Object.entries(props).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    set.map(([prop, value]) => {
      // An app without type checks may have other props, which the check reports.
      const name = names.get(prop) ?? prop;
      return [name, renderMember(members[name], value)];
    }),
  );
}

function renderMember(member: Member | undefined, value: unknown): unknown {
  if (value instanceof Cel)
    return member?.type === 'string' && member.cel === 'expression' ? value.expression : value.toString();
  if (value instanceof CelText) return value.text;
  if (isToken(value)) return value;
  if (Construct.isConstruct(value)) return renderConstruct(member, value);
  if (Array.isArray(value)) {
    const items = member?.type === 'list' ? member.items : undefined;
    return value.map((item: unknown) => renderMember(items, item));
  }
  if (!isPlainObject(value)) return value;
  if (member?.type === 'object') return renderMembers(member.members, value);
  const items = member?.type === 'map' ? member.items : undefined;
  const set = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(set.map(([key, item]) => [key, renderMember(items, item)]));
}

/** The URL for a member that refers to an internal endpoint, and the id for any other member. */
function renderConstruct(member: Member | undefined, value: unknown): unknown {
  const { id, url } = value as { readonly id?: string; readonly url?: string };
  return member?.type === 'string' && member.reference === 'internal_endpoint' ? url : id;
}
