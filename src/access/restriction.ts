/** IP restrictions as diagrams: the addresses that may use the dashboard, the API, agents or endpoints. */

import { ipRestriction } from '../model/resources/ip-restriction';
import { isUnknown, type Known } from '../values/known';
import { ALWAYS, type Diagram } from './diagram';
import type { AccessFacts, Restriction } from './facts';
import { admitsByPolicies } from './ip-policy';
import { buildPresence, type Space } from './space';

const { type: typeAttribute } = ipRestriction.attributes;

export const RESTRICTION_TYPES: readonly string[] = (typeAttribute?.type === 'string' && typeAttribute.enum) || [];

export interface RestrictionAccess {
  /** Undefined unless one certainly exists and certainly has the type. */
  readonly restriction: Restriction | undefined;
  readonly enforcement: Known<Enforcement>;
  /** Without an enforced restriction every address is admitted. */
  readonly admits: Diagram;
}

export type Enforcement = 'absent' | 'not_enforced' | 'enforced';

/** The service has at most one restriction of each type. */
export function buildRestrictionAccess(space: Space, facts: AccessFacts, type: string): RestrictionAccess {
  const { objects, incomplete } = facts.restrictions;
  const certain = objects.find((restriction) => restriction.type === type && !restriction.presence);
  if (certain) {
    return { restriction: certain, enforcement: readEnforcement(certain), admits: admits(space, facts, certain) };
  }
  const none = incomplete
    ? space.diagrams.ifThenElse(
        space.fact(incomplete, `enforces ${type}`),
        admitsByPolicies(space, facts, incomplete),
        ALWAYS,
      )
    : ALWAYS;
  const candidates = objects.filter((restriction) => isUnknown(restriction.type) || restriction.type === type);
  const diagram = candidates.reduce((rest, restriction) => {
    const isType = isUnknown(restriction.type) ? space.fact(restriction.type, `is ${type}`) : ALWAYS;
    const is = space.diagrams.and(isType, buildPresence(space, restriction));
    return space.diagrams.ifThenElse(is, admits(space, facts, restriction), rest);
  }, none);
  // Why it is not certain, by the first reason: the list, an unknown type, or a write that may not be applied.
  const why =
    incomplete ?? candidates.map(({ type: is, presence }) => (isUnknown(is) ? is : presence?.[0]?.writes[0]))[0];
  return { restriction: undefined, enforcement: why ?? 'absent', admits: diagram };
}

function readEnforcement({ enforced }: Restriction): Known<Enforcement> {
  if (isUnknown(enforced)) return enforced;
  return enforced ? 'enforced' : 'not_enforced';
}

function admits(space: Space, facts: AccessFacts, { enforced, policyIds }: Restriction): Diagram {
  if (enforced === false) return ALWAYS;
  const byPolicies = admitsByPolicies(space, facts, policyIds);
  return enforced === true
    ? byPolicies
    : space.diagrams.ifThenElse(space.fact(enforced, 'enforced'), byPolicies, ALWAYS);
}

/** The restriction does not apply to internal endpoints, which have no clients outside: docs/internals/gaps.md. */
export function admitsToEndpoints(space: Space, facts: AccessFacts, binding: string): Diagram {
  return binding === 'internal' ? ALWAYS : buildRestrictionAccess(space, facts, 'endpoints').admits;
}
