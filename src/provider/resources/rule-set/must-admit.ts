/** `must_admit` of a rule set: keeps its changes, and its deletion, from shutting out required addresses. */
import type { FactList, FactObject } from '../../../access/facts';
import { attributesFromResponse } from '../../../model/from-response';
import { getKind } from '../../../model/kinds';
import type { Known, KnownJson, KnownObject } from '../../../model/known';
import { MUST_ADMIT } from '../../../model/variants/must-admit';
import { type CtyValue, isObjectValue, type ObjectValue, UNKNOWN } from '../../../values/cty-value';
import { isGrant } from '../../access/grants';
import { loadAccess } from '../../access/load-access';
import { accessRefused, type Problem, rulesWouldDeny, toProblems } from '../../access/messages';
import { readPolicyRules, toFact } from '../../access/policy-rules';
import { type DeclaredRule, listRules, type RemoteRule, RULE_KIND, type RulesByCidr } from '../../access/rules';
import type { Diagnostic } from '../../protocol/diagnostic';
import { isServiceError } from '../../service/service-error';
import type { Session } from '../../service/session';

/** Replaces the id of the set's policy, which may be unknown. */
const THIS_POLICY = 'this policy';
const RESTRICTION_KIND = getKind('ip_restriction');

/** Checks the planned rules without requests. Only what holds whatever the unknown values are is an error. */
export function checkPlannedRules(planned: ObjectValue): Diagnostic[] {
  const networks = listNetworks(planned);
  const rules = planned['rules'] ?? null;
  if (networks.length === 0 || !isObjectValue(rules)) return [];
  const problems = judge(Object.entries(rules).flatMap(toPlannedFact), networks);
  const certain = problems.filter(({ isCertain }) => isCertain);
  return certain.length > 0 ? [rulesWouldDeny(formatSubject(planned['ip_policy_id'] ?? null), certain)] : [];
}

/**
 * Checks before the first write. Of the undeclared rules that the apply keeps, all count that may deny. Allow rules among
 * them do not: the next apply deletes them, or they are grants, which end.
 */
export function checkKnownRules(
  planned: ObjectValue,
  declared: RulesByCidr<DeclaredRule>,
  kept: readonly RemoteRule[],
): Diagnostic | undefined {
  const networks = listNetworks(planned);
  if (networks.length === 0) return undefined;
  const rules = [...[...declared.values()].map((rule) => ({ ...rule, id: rule.cidr })), ...kept.filter(mayDeny)];
  const problems = judge(
    rules.map((rule) => toFact(rule, THIS_POLICY)),
    networks,
  );
  const advice = `Correct rules or ${MUST_ADMIT}. A rule that is not configured appears in the next plan, whose apply deletes it.`;
  return problems.length > 0
    ? accessRefused(formatSubject(planned['ip_policy_id'] ?? null), problems, advice, [MUST_ADMIT])
    : undefined;
}

/** The undeclared rules that an apply does not delete. */
export function listKeptRules(
  remote: RulesByCidr<RemoteRule>,
  declared: RulesByCidr<DeclaredRule>,
  isDeletable: (network: string) => boolean,
): RemoteRule[] {
  return [...remote].flatMap(([network, rule]) => (declared.has(network) || isDeletable(network) ? [] : [rule]));
}

/**
 * Checks a deletion of the whole set before its first request that deletes a rule. `remaining` are the rules of the policy
 * after it. The prior `must_admit` decides, so that removing the block does not remove its own protection.
 */
export async function checkDeletion(
  session: Session,
  prior: ObjectValue,
  policyId: string,
  remaining: readonly RemoteRule[],
): Promise<Diagnostic | undefined> {
  const networks = listNetworks(prior);
  if (networks.length === 0) return undefined;
  const subject = `The deletion of the rules of IP policy '${policyId}'`;
  try {
    for await (const object of session.client.list(RESTRICTION_KIND.name, {}, { signal: session.stopSignal() })) {
      const { type, enforced, ip_policy_ids: named } = attributesFromResponse(RESTRICTION_KIND.attributes, object);
      // A response that does not say it may be one of an enforced restriction.
      if (enforced === false) continue;
      if (Array.isArray(named) && !named.includes(policyId)) continue;
      const { Unknown, findShortfalls } = loadAccess();
      const policyIds: Known<readonly string[]> = Array.isArray(named)
        ? named.map(String)
        : new Unknown(`the policies of the restriction ${object.id} could not be read`);
      const read = await readPolicyRules(
        session,
        Array.isArray(named) ? named.map(String) : [policyId],
        async (_, id) => {
          const rules = id === policyId ? remaining : [...(await listRules(session, id)).values()];
          return rules.filter((rule) => !isGrant(rule));
        },
      );
      const problems = toProblems(findShortfalls({ facts: read.facts, policyIds, networks }));
      if (problems.length === 0) continue;
      const restriction = `${subject} is refused: the enforced IP restriction of type '${String(type)}' (${object.id})`;
      return accessRefused(restriction, problems, DELETION_ADVICE);
    }
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    const text = `is refused: whether an enforced IP restriction needs them is not known: ${failure.message}`;
    return accessRefused(subject, [{ isCertain: false, text }], DELETION_ADVICE);
  }
  return undefined;
}

const DELETION_ADVICE =
  'Take the policy out of the restriction first, or stop enforcing it; with a replacement, set create_before_destroy. If the ' +
  'same apply changes the restriction, let it refer to the policy through its rules ' +
  '(ip_policy_ids = [netingress_ip_policy_rules.<name>.ip_policy_id]), so that Terraform deletes the rules last. To delete ' +
  `the rules anyway, apply ${MUST_ADMIT} = [] before.`;

function judge(objects: readonly FactObject[], networks: readonly string[]): Problem[] {
  const facts: FactList[] = [{ kind: RULE_KIND.name, objects }];
  return toProblems(loadAccess().findShortfalls({ facts, policyIds: [THIS_POLICY], networks }));
}

/** A null element declares nothing; an unknown one may be null. */
function toPlannedFact([cidr, element]: [string, CtyValue]): FactObject[] {
  if (element === null) return [];
  const action = isObjectValue(element) ? (element['action'] ?? null) : UNKNOWN;
  const { Unknown } = loadAccess();
  const values: KnownObject = {
    cidr,
    action: action === UNKNOWN ? new Unknown(`the action of '${cidr}' is known after apply`) : (action as KnownJson),
    description: isObjectValue(element) && typeof element['description'] === 'string' ? element['description'] : null,
    ip_policy_id: THIS_POLICY,
  };
  return [{ kind: RULE_KIND.name, id: cidr, values }];
}

function mayDeny({ values }: RemoteRule): boolean {
  return values['action'] !== 'allow';
}

/** The known networks; none while the set is unknown. */
function listNetworks(values: ObjectValue): string[] {
  const networks = values[MUST_ADMIT];
  return Array.isArray(networks) ? networks.filter((network) => typeof network === 'string') : [];
}

function formatSubject(policyId: CtyValue): string {
  return typeof policyId === 'string' ? `The rules of IP policy '${policyId}'` : 'The rules';
}
