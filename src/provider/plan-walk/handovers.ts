/**
 * Finds addresses that one plan takes from the rules of a policy and gives to another policy, while an enforced
 * restriction names the first before and the second afterwards: a list that is split or moved. Terraform may take them
 * before the second policy has them or the restriction names it, so the addresses could be shut out in between; the
 * plan is an error instead. Terraform plans the rules of both policies and the restriction in any order; the plan of
 * the last of them has the error, or that of a deleted policy (see below).
 *
 * The id of a policy that this plan creates is known after apply, and unknown ids cannot be told apart. Rules with an
 * unknown policy surely belong to a policy of the restriction only if the restriction names all created policies: if it
 * names as many unknown ids as this plan has created policies so far. Terraform plans a policy before what names it. An
 * unknown id is not counted if it may stand for an existing policy: one that the restriction names by its id no more,
 * and that the plan does not delete, such as an id that is now read from terraform_data. While it is not sure that
 * the policy is one of the restriction, nothing is refused.
 *
 * The deletion of a whole set or single rule is not refused here: with create_before_destroy it comes last, and without
 * it the apply refuses a delete that shuts addresses out (`access/lock-out.ts`). The apply does not know why it deletes
 * a single rule, so the plan marks those whose network is to stay.
 */
import { ipPolicyRules } from '../../model/composites';
import {
  type AddressRange,
  intersectRanges,
  possibleRanges,
  rangesToCidrs,
  subtractRanges,
} from '../../model/ip/address-set';
import { parseCidr } from '../../model/ip/cidr';
import { getKind } from '../../model/kinds';
import { resourceType } from '../../model/naming';
import { type CtyValue, isSameValue, isWhollyKnown, type ObjectValue } from '../../values/cty-value';
import { formatList } from '../../values/words';
import { declaredRules, RULE_KIND } from '../access/rules';
import { createError, type ProviderDiagnostic } from '../protocol/diagnostic';

export interface PlanHandovers {
  /** `prior` is null on create, `planned` on delete. */
  check(type: string, prior: ObjectValue | null, planned: ObjectValue | null): ProviderDiagnostic[];
  /**
   * Takes the place of `check` for an object that is not planned, because nothing changes. Only single rules matter: a
   * rule set or restriction always has a plan, which checks `must_admit`.
   */
  noteUnchanged(type: string, values: () => ObjectValue): void;
  /**
   * Whether a deleted object is a single rule whose network is to stay admitted: the plan gives some of it to another
   * policy of the same restriction, or deletes the policy, too.
   */
  isHandedOver(type: string, prior: ObjectValue, waitForOtherPlans: () => Promise<void>): Promise<boolean>;
  /** Whether a single rule that allows its network would be replaced by one that allows some of it. */
  keepsNetwork(type: string, prior: ObjectValue, planned: ObjectValue): boolean;
}

/** Undefined if it is known after apply. */
type PolicyId = string | undefined;

interface RulesChange {
  readonly policyId: PolicyId;
  readonly taken: readonly AddressRange[];
  readonly given: readonly AddressRange[];
}

/** Of a set or single rule that exists; `planned` may equal `prior`. */
interface ExistingRules {
  readonly prior: ObjectValue;
  readonly planned: ObjectValue;
}

interface Restriction {
  readonly type: string;
  readonly policiesBefore: readonly PolicyId[];
  readonly policiesAfter: readonly PolicyId[];
}

interface Candidates {
  readonly takers: readonly RulesChange[];
  readonly givers: readonly RulesChange[];
  readonly restrictions: readonly Restriction[];
}

const POLICY_TYPE = resourceType(getKind('ip_policy'));
const SET_TYPE = resourceType(ipPolicyRules);
const RULE_TYPE = resourceType(RULE_KIND);
const RESTRICTION_TYPE = resourceType(getKind('ip_restriction'));
/** Chosen: how many networks the message names. */
const MAX_LISTED = 10;

export function createPlanHandovers(): PlanHandovers {
  const takers: RulesChange[] = [];
  const givers: RulesChange[] = [];
  const restrictions: Restriction[] = [];
  const existing: (() => ExistingRules)[] = [];
  const deletedPolicies = new Set<string>();
  /** Policies that no restriction names count, too: an unknown id may be that of one of them. */
  let createdPolicies = 0;

  function findRefusals(among: Candidates): ProviderDiagnostic[] {
    for (const { type, policiesBefore, policiesAfter } of among.restrictions) {
      const unknownIds = policiesAfter.filter((id) => id === undefined).length;
      const possiblySame = policiesBefore.filter(
        (id) => id !== undefined && !policiesAfter.includes(id) && !deletedPolicies.has(id),
      ).length;
      const isCertain = createdPolicies > 0 && unknownIds - possiblySame >= createdPolicies;
      const named = policiesAfter.filter((id) => id !== undefined || isCertain);
      for (const taker of among.takers.filter(({ policyId }) => policiesBefore.includes(policyId))) {
        const given = among.givers.filter((each) => each.policyId !== taker.policyId && named.includes(each.policyId));
        const shared = given.flatMap((each) => intersectRanges(taker.taken, each.given));
        if (shared.length === 0) continue;
        // Computed only here: most plans have many rules and no candidate.
        const staying = policiesBefore.filter((id) => id !== undefined && policiesAfter.includes(id));
        const kept = existing
          .map((read) => read())
          .filter(({ prior }) => staying.includes(toPolicyId(prior['ip_policy_id'])))
          .flatMap(listKept);
        const networks = rangesToCidrs(subtractRanges(shared, kept));
        if (networks.length > 0) return [networksChangeThePolicy(networks, String(taker.policyId), type)];
      }
    }
    return [];
  }

  function checkRestriction(prior: ObjectValue | null, planned: ObjectValue): ProviderDiagnostic[] {
    if (prior?.['enforced'] !== true || planned['enforced'] !== true) return [];
    const restriction = {
      type: String(planned['type']),
      policiesBefore: toPolicyIds(prior['ip_policy_ids']),
      policiesAfter: toPolicyIds(planned['ip_policy_ids']),
    };
    restrictions.push(restriction);
    return findRefusals({ takers, givers, restrictions: [restriction] });
  }

  function checkRules(prior: ObjectValue | null, planned: ObjectValue): ProviderDiagnostic[] {
    if (prior) existing.push(() => ({ prior, planned }));
    if (prior && isSameValue(prior, planned)) return [];
    const change = compareRules(prior, planned);
    if (change.given.length > 0) givers.push(change);
    const asGiver = findRefusals({ takers, givers: [change], restrictions });
    if (change.taken.length === 0) return asGiver;
    takers.push(change);
    return [...asGiver, ...findRefusals({ takers: [change], givers, restrictions })];
  }

  function checkDeletedPolicy(id: string): ProviderDiagnostic[] {
    deletedPolicies.add(id);
    return findRefusals({
      takers,
      givers,
      restrictions: restrictions.filter(({ policiesBefore }) => policiesBefore.includes(id)),
    });
  }

  return {
    check(type, prior, planned) {
      if (planned === null) return prior && type === POLICY_TYPE ? checkDeletedPolicy(String(prior['id'])) : [];
      if (type === POLICY_TYPE && prior === null) createdPolicies += 1;
      if (type === RESTRICTION_TYPE) return checkRestriction(prior, planned);
      return type === SET_TYPE || type === RULE_TYPE ? checkRules(prior, planned) : [];
    },
    noteUnchanged(type, values) {
      if (type !== RULE_TYPE) return;
      existing.push(() => {
        const prior = values();
        return { prior, planned: prior };
      });
    },
    async isHandedOver(type, prior, waitForOtherPlans) {
      const taken = type === RULE_TYPE ? listAllowed(prior) : [];
      if (taken.length === 0) return false;
      const policyId = String(prior['ip_policy_id']);
      const isFound = (): boolean =>
        deletedPolicies.has(policyId) ||
        findRefusals({ takers: [{ policyId, taken, given: [] }], givers, restrictions }).length > 0;
      if (isFound()) return true;
      await waitForOtherPlans();
      return isFound();
    },
    keepsNetwork: (type, prior, planned) =>
      type === RULE_TYPE &&
      areRulesKnown(planned) &&
      intersectRanges(listAllowed(prior), listAllowed(planned)).length > 0,
  };
}

/** A rule that gets another policy is a new rule. Rules that are not known change nothing. */
function compareRules(prior: ObjectValue | null, planned: ObjectValue): RulesChange {
  const policyId = toPolicyId(planned['ip_policy_id']);
  if (!areRulesKnown(planned)) return { policyId, taken: [], given: [] };
  const [before, after] = [prior?.['ip_policy_id'] === policyId ? listAllowed(prior) : [], listAllowed(planned)];
  return { policyId, taken: subtractRanges(before, after), given: subtractRanges(after, before) };
}

/** A single rule of another network is another rule, which replaces it. */
function listKept({ prior, planned }: ExistingRules): AddressRange[] {
  const isSame = ['ip_policy_id', 'cidr'].every((name) => prior[name] === planned[name]);
  return isSame && areRulesKnown(planned) ? intersectRanges(listAllowed(prior), listAllowed(planned)) : [];
}

function areRulesKnown({ rules = null, cidr = null, action = null }: ObjectValue): boolean {
  return isWhollyKnown(rules) && isWhollyKnown(cidr) && isWhollyKnown(action);
}

function listAllowed(values: ObjectValue | null): AddressRange[] {
  const { rules = null, cidr = null, action = null } = values ?? {};
  const all = [...declaredRules(rules).values(), { cidr, values: { action } }];
  const networks = all.filter((rule) => rule.values['action'] === 'allow').map((rule) => parseCidr(String(rule.cidr)));
  return possibleRanges(networks.flatMap((network) => ('problem' in network ? [] : [network])));
}

function toPolicyIds(ids: CtyValue | undefined): PolicyId[] {
  return Array.isArray(ids) ? ids.map(toPolicyId) : [];
}

function toPolicyId(id: CtyValue | undefined): PolicyId {
  return typeof id === 'string' ? id : undefined;
}

function networksChangeThePolicy(
  networks: readonly string[],
  policyId: string,
  restriction: string,
): ProviderDiagnostic {
  return createError(
    `Networks of the IP restriction '${restriction}' may be shut out in between`,
    `This plan takes ${formatList(networks, MAX_LISTED)} from IP policy '${policyId}' and gives them to another policy of the ` +
      `enforced IP restriction of type '${restriction}'. Terraform may change the rules in any order, and before the restriction, ` +
      'so these addresses may be denied for a while.\n\n' +
      `Keep them in the rules of '${policyId}', too, and apply; then remove them there, and apply again. If other rules of the ` +
      'restriction allow them before and after, and the configuration has these rules, add the rules to depends_on of the ' +
      'restriction, and plan again.',
  );
}
