import { MUST_ADMIT } from '../../../model/variants/must-admit';
import type { Obj, ObjectList } from '../../../objects/objects';
import { type CtyValue, isObjectValue, type ObjectValue, UNKNOWN } from '../../../values/cty-value';
import type { Known, KnownJson, KnownObject } from '../../../values/known';
import type { Words } from '../../../values/words';
import { isGrant } from '../../access/grants';
import { loadAccess } from '../../access/load-access';
import { asChanged, isLeaving, type ListedRestriction, refuseUnlessItChanges } from '../../access/lock-out';
import { type AccessProblem, accessRefused, rulesWouldDeny, toProblems } from '../../access/messages';
import { readPolicyRules, toRuleObject } from '../../access/policy-rules';
import { type DeclaredRule, type RemoteRule, RULE_KIND, type RulesByCidr } from '../../access/rules';
import type { ProviderDiagnostic } from '../../protocol/diagnostic';
import { isServiceError } from '../../service/service-error';
import type { Session } from '../../service/session';
import type { Extra } from '../extra';

/** Replaces the id of the set's policy, which may be unknown. */
const THIS_POLICY = 'this policy';

/** Create, update and delete call the other checks themselves, with the rules that the write has listed. */
export const plannedMustAdmit: Extra = {
  name: MUST_ADMIT,
  checkPlan: ({ planned }) => ({ diagnostics: checkPlannedRules(planned) }),
};

/** Sends no requests. Only what holds whatever the unknown values are is an error. */
function checkPlannedRules(planned: ObjectValue): ProviderDiagnostic[] {
  const networks = listMustAdmit(planned);
  const rules = planned['rules'] ?? null;
  if (networks.length === 0 || !isObjectValue(rules)) return [];
  const problems = judge(Object.entries(rules).flatMap(toPlannedRule), networks);
  const certain = problems.filter(({ isCertain }) => isCertain);
  return certain.length > 0 ? [rulesWouldDeny(formatSubject(planned['ip_policy_id'] ?? null), certain)] : [];
}

/**
 * A kept rule counts only if it may deny: one that allows is deleted by the next apply, is a grant, which ends, or
 * belongs to another resource, which has adopted it.
 */
export function checkBeforeWrite(
  planned: ObjectValue,
  declared: RulesByCidr<DeclaredRule>,
  kept: readonly RemoteRule[],
): ProviderDiagnostic | undefined {
  const networks = listMustAdmit(planned);
  if (networks.length === 0) return undefined;
  const rules = [...[...declared.values()].map((rule) => ({ ...rule, id: rule.cidr })), ...kept.filter(mayDeny)];
  const problems = judge(
    rules.map((rule) => toRuleObject(rule, THIS_POLICY)),
    networks,
  );
  const advice = `Correct rules or ${MUST_ADMIT}. A rule that is not configured appears in the next plan, whose apply deletes it.`;
  return problems.length > 0
    ? accessRefused(formatSubject(planned['ip_policy_id'] ?? null), problems, { advice, path: [MUST_ADMIT] })
    : undefined;
}

export function listKeptRules(
  remote: RulesByCidr<RemoteRule>,
  declared: RulesByCidr<DeclaredRule>,
  isDeletable: (network: string) => boolean,
): RemoteRule[] {
  return [...remote].flatMap(([network, rule]) => (declared.has(network) || isDeletable(network) ? [] : [rule]));
}

/** The prior `must_admit` decides, so that removing the block does not remove its own protection. */
export function checkDeletion(
  session: Session,
  prior: ObjectValue,
  policyId: string,
  remaining: readonly RemoteRule[],
): Promise<ProviderDiagnostic | undefined> {
  const networks = listMustAdmit(prior);
  if (networks.length === 0) return Promise.resolve(undefined);
  return refuseUnlessItChanges(session, async (lists) => {
    const subject = `The deletion of the rules of IP policy '${policyId}'`;
    try {
      for (const restriction of await lists.restrictions()) {
        const { id, enforced, policyIds: named } = restriction;
        // A response without `enforced` may be that of an enforced restriction.
        if (enforced === false || (named && !named.includes(policyId))) continue;
        const { Unknown, findShortfalls } = loadAccess();
        const policyIds: Known<readonly string[]> =
          named ?? new Unknown({ kind: 'missing', subject: { kind: 'ip_restriction', id }, member: 'ip_policy_ids' });
        const read = await readPolicyRules(session, named ?? [policyId], async (_, each) => {
          const rules = each === policyId ? remaining : await lists.rules(each);
          return asChanged(session, rules).filter((rule) => !isGrant(rule) && !isLeaving(session, rule));
        });
        const problems = toProblems(findShortfalls({ facts: read.facts, policyIds, networks }), read);
        if (problems.length === 0) continue;
        const [failure] = read.unread.map((each) => each.failure);
        return accessRefused(formatRefusal(subject, restriction), problems, {
          advice: DELETION_ADVICE,
          ...(failure && { failure }),
        });
      }
    } catch (failure) {
      if (!isServiceError(failure)) throw failure;
      // Unlike the check against a lock-out, `must_admit` asks for proof: a list that cannot be read is a reason to
      // refuse.
      const text = `is refused: whether an enforced IP restriction needs them is not known: ${failure.message}`;
      return accessRefused(subject, [{ isCertain: false, text }], { advice: DELETION_ADVICE, failure });
    }
    return undefined;
  });
}

function formatRefusal(subject: Words, { id, type, enforced }: ListedRestriction): Words {
  const isEnforced = enforced ? 'enforced' : 'possibly enforced';
  return `${subject} is refused: the ${isEnforced} IP restriction of type '${type}' (${id})`;
}

const DELETION_ADVICE =
  'Take the policy out of the restriction first, or stop enforcing it; with a replacement, set create_before_destroy. If the ' +
  'same apply changes the restriction, let it refer to the policy through its rules ' +
  '(ip_policy_ids = [netingress_ip_policy_rules.<name>.ip_policy_id]), so that Terraform deletes the rules last. To delete ' +
  `the rules anyway, apply ${MUST_ADMIT} = [] before.`;

function judge(objects: readonly Obj[], networks: readonly string[]): AccessProblem[] {
  const lists: ObjectList[] = [{ kind: RULE_KIND.name, objects }];
  return toProblems(loadAccess().findShortfalls({ facts: lists, policyIds: [THIS_POLICY], networks }));
}

/** An unknown element may be null, so its action is unknown. */
function toPlannedRule([cidr, element]: [string, CtyValue]): Obj[] {
  if (element === null) return [];
  const action = isObjectValue(element) ? (element['action'] ?? null) : UNKNOWN;
  const { Unknown } = loadAccess();
  const values: KnownObject = {
    cidr,
    action:
      action === UNKNOWN
        ? new Unknown({ kind: 'reference', reference: `the action of '${cidr}'` })
        : (action as KnownJson),
    description: isObjectValue(element) && typeof element['description'] === 'string' ? element['description'] : null,
    ip_policy_id: THIS_POLICY,
  };
  return [{ kind: RULE_KIND.name, id: cidr, values }];
}

function mayDeny({ values }: RemoteRule): boolean {
  return values['action'] !== 'allow';
}

/** The known networks of `must_admit`; none while `must_admit` itself is unknown. */
export function listMustAdmit(values: ObjectValue): string[] {
  const networks = values[MUST_ADMIT];
  return Array.isArray(networks) ? networks.filter((network) => typeof network === 'string') : [];
}

function formatSubject(policyId: CtyValue): Words {
  return typeof policyId === 'string' ? `The rules of IP policy '${policyId}'` : 'The rules';
}
