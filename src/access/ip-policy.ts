/** The rules of IP policies as diagrams: which addresses they allow and deny. Restrictions and `restrict-ips` use them. */
import { isUnknown, type Known, Unknown } from '../model/known';
import { memoizeObject } from '../model/memoize';
import { ALWAYS, type Diagram, NEVER } from './diagram';
import type { AccessFacts, Rule, RuleAction } from './facts';
import type { Space } from './space';

export interface PolicyDiagrams {
  readonly allows: Diagram;
  readonly denies: Diagram;
}

/** The rules of several policies together: an address is admitted by an allow and no deny. */
export function buildPolicies(space: Space, facts: AccessFacts, policyIds: readonly Known<string>[]): PolicyDiagrams {
  const { diagrams } = space;
  const parts = policyIds.map((id) =>
    isUnknown(id)
      ? { allows: space.fact(id, 'allows the address'), denies: space.fact(id, 'denies the address') }
      : buildPolicy(space, facts, id),
  );
  return {
    allows: diagrams.any(parts.map(({ allows }) => allows)),
    denies: diagrams.any(parts.map(({ denies }) => denies)),
  };
}

function buildPolicy(space: Space, facts: AccessFacts, id: string): PolicyDiagrams {
  const { diagrams } = space;
  const rules = listRulesOf(facts, id);
  const literal = (action: RuleAction): Diagram => {
    const networks = rules.flatMap(({ policyId, network, action: own }) =>
      own === action && !isUnknown(network) && !isUnknown(policyId) ? [network] : [],
    );
    return networks.length === 0 ? NEVER : diagrams.networks(networks);
  };
  const uncertain = rules
    .filter(({ network, action, policyId }) => [network, action, policyId].some(isUnknown))
    .map((rule) => buildUncertain(space, rule, id));
  const allows = diagrams.any([literal('allow'), ...uncertain.map((rule) => rule.allows)]);
  const denies = diagrams.any([literal('deny'), ...uncertain.map((rule) => rule.denies)]);
  const { incomplete } = facts.rules;
  if (!incomplete || isMissing(facts, id)) return { allows, denies };
  const another = new Unknown(`${incomplete.why}, so the policy ${id} may have another rule`);
  return {
    allows: diagrams.or(allows, space.fact(another, 'allows the address')),
    denies: diagrams.or(denies, space.fact(another, 'denies the address')),
  };
}

/** A policy that does not exist has no rules. */
function isMissing({ policies }: AccessFacts, id: string): boolean {
  return policies.incomplete === undefined && !policies.objects.some((policy) => policy.id === id);
}

/** A rule of which a part is not known: each unknown part is a fact. */
function buildUncertain(space: Space, { policyId, network, action }: Rule, id: string): PolicyDiagrams {
  const { diagrams } = space;
  const applies = diagrams.and(
    isUnknown(policyId) ? space.fact(policyId, `is ${id}`) : ALWAYS,
    isUnknown(network) ? space.fact(network, 'contains the address') : diagrams.networks([network]),
  );
  const isAllow = isUnknown(action) ? space.fact(action, 'is allow') : action === 'allow' ? ALWAYS : NEVER;
  return { allows: diagrams.and(applies, isAllow), denies: diagrams.and(applies, diagrams.not(isAllow)) };
}

interface RuleIndex {
  readonly byPolicy: ReadonlyMap<string, readonly Rule[]>;
  readonly ofUnknownPolicy: readonly Rule[];
}

const indexRules = memoizeObject(({ rules }: AccessFacts): RuleIndex => {
  const byPolicy = new Map<string, Rule[]>();
  const ofUnknownPolicy: Rule[] = [];
  for (const rule of rules.objects) {
    if (isUnknown(rule.policyId)) ofUnknownPolicy.push(rule);
    else {
      const list = byPolicy.get(rule.policyId);
      if (list) list.push(rule);
      else byPolicy.set(rule.policyId, [rule]);
    }
  }
  return { byPolicy, ofUnknownPolicy };
});

/** The rules of a policy; one of an unknown policy may belong to it. */
export function listRulesOf(facts: AccessFacts, id: string): readonly Rule[] {
  const { byPolicy, ofUnknownPolicy } = indexRules(facts);
  return [...(byPolicy.get(id) ?? []), ...ofUnknownPolicy];
}
