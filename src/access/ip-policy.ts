/** IP policies as diagrams: the addresses that their rules allow and deny. */

import { groupBy } from '../model/arrays';
import type { Cidr } from '../model/ip/cidr';
import { memoizeObject } from '../model/memoize';
import { isUnknown, type Known, type Unknown } from '../values/known';
import { ALWAYS, type Diagram, NEVER } from './diagram';
import type { AccessFacts, Rule, RuleAction } from './facts';
import { buildPresence, type Space } from './space';

export interface PolicyDiagrams {
  readonly allows: Diagram;
  readonly denies: Diagram;
}

/**
 * The addresses that rules of these policies allow, and those that they deny. Rules also count if `facts.policies`
 * lacks their policy.
 */
export function buildPolicies(
  space: Space,
  facts: AccessFacts,
  policyIds: Known<readonly Known<string>[]>,
): PolicyDiagrams {
  const { and, any } = space.diagrams;
  const parts = (isUnknown(policyIds) ? [policyIds] : policyIds).flatMap((policyId): PolicyDiagrams[] => {
    if (!isUnknown(policyId)) return [buildPolicy(space, facts, policyId)];
    // An unknown id or list may name each of the policies, so a change of any of them counts. It may also name one that
    // nothing else names: `another policy`, which has only rules whose policy is not known or that were not read.
    const candidates = [...listEveryPolicyId(facts), 'another policy'].map((id): PolicyDiagrams => {
      const isThis = space.fact(policyId, `contains ${id}`);
      const { allows, denies } = buildPolicy(space, facts, id);
      return { allows: and(isThis, allows), denies: and(isThis, denies) };
    });
    return facts.policies.incomplete ? [...candidates, anyRules(space, policyId)] : candidates;
  });
  return { allows: any(parts.map(({ allows }) => allows)), denies: any(parts.map(({ denies }) => denies)) };
}

export function admitsByPolicies(
  space: Space,
  facts: AccessFacts,
  policyIds: Known<readonly Known<string>[]>,
): Diagram {
  const { allows, denies } = buildPolicies(space, facts, policyIds);
  return space.diagrams.without(allows, denies);
}

/** The addresses of the rules with this action, whatever other rules do with them. */
function matchRules(space: Space, rules: readonly Rule[], action: RuleAction): Diagram {
  const { and, any, or } = space.diagrams;
  const known: Cidr[] = [];
  const uncertain: Diagram[] = [];
  for (const rule of rules) {
    const applies = and(hasAction(space, rule, action), buildPresence(space, rule));
    if (applies === NEVER) continue;
    if (applies === ALWAYS && !isUnknown(rule.network)) known.push(rule.network);
    else uncertain.push(and(applies, matchesNetwork(space, rule)));
  }
  return or(space.networks(known), any(uncertain));
}

function buildPolicy(space: Space, facts: AccessFacts, policyId: string): PolicyDiagrams {
  const { and, or, any } = space.diagrams;
  const { byPolicy, ofUnknownPolicy } = indexRules(facts);
  const match = (action: RuleAction): Diagram =>
    or(
      matchRules(space, byPolicy.get(policyId) ?? [], action),
      any(
        ofUnknownPolicy.map((rule) =>
          and(space.fact(rule.policyId as Unknown, `is ${policyId}`), matchRules(space, [rule], action)),
        ),
      ),
    );
  const [allows, denies] = [match('allow'), match('deny')];
  const { incomplete } = facts.rules;
  if (!incomplete || isMissing(facts, policyId)) return { allows, denies };
  const others = anyRules(space, incomplete, policyId);
  return { allows: or(allows, others.allows), denies: or(denies, others.denies) };
}

/** Whether the policy certainly does not exist: rules that were not read are none of it. */
function isMissing({ policies }: AccessFacts, id: string): boolean {
  return policies.incomplete === undefined && !policies.objects.some((policy) => policy.id === id);
}

/** `ofUnknownPolicy`: rules that may belong to each policy. */
const indexRules = memoizeObject(({ rules }: AccessFacts) => {
  const isCertain = ({ policyId }: Rule): boolean => !isUnknown(policyId);
  return {
    byPolicy: groupBy(rules.objects.filter(isCertain), ({ policyId }) => policyId as string),
    ofUnknownPolicy: rules.objects.filter((rule) => !isCertain(rule)),
  };
});

type PlainRule = Rule & { readonly network: Cidr };

/** The rules of the policies whose network is known and matches, without those with `presence`, which may not exist. */
export function listMatchingRules(
  { rules }: AccessFacts,
  policyIds: readonly Known<string>[],
  matches: (network: Cidr) => boolean,
): readonly PlainRule[] {
  const isMatching = ({ presence, policyId, network }: Rule): boolean =>
    !presence && policyIds.includes(policyId) && !isUnknown(network) && matches(network);
  return rules.objects.filter((rule): rule is PlainRule => isMatching(rule));
}

/** Of rules that match one address, those that decide about it: the deny rules if there are any, else all. */
export function listDecisive<Item extends Pick<Rule, 'action'>>(matching: readonly Item[]): readonly Item[] {
  const denying = matching.filter(({ action }) => action === 'deny');
  return denying.length > 0 ? denying : matching;
}

function anyRules(space: Space, unknown: Unknown, policyId = ''): PolicyDiagrams {
  return {
    allows: space.fact(unknown, `a rule allows ${policyId}`),
    denies: space.fact(unknown, `a rule denies ${policyId}`),
  };
}

/** Also those of policies that only rules name. */
function listEveryPolicyId({ policies, rules }: AccessFacts): string[] {
  const named = rules.objects.flatMap(({ policyId }) => (isUnknown(policyId) ? [] : [policyId]));
  return [...new Set([...policies.objects.map(({ id }) => id), ...named])];
}

function hasAction(space: Space, { action }: Rule, wanted: RuleAction): Diagram {
  if (!isUnknown(action)) return action === wanted ? ALWAYS : NEVER;
  // Two facts, which may both be false: an action that the model does not know may neither allow nor deny.
  return space.fact(action, `is ${wanted}`);
}

function matchesNetwork(space: Space, { network }: Rule): Diagram {
  return isUnknown(network) ? space.fact(network, 'contains the address') : space.networks([network]);
}
