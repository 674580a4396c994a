/**
 * Finds data sources for lists that the apply reads while it changes objects of the list. What such a list contains
 * depends on the order, which may be another one in the deployment. Pure.
 */
import { RULE_SET_TYPE } from '../../model/composites/rule-set';
import { KINDS, READ_ONLY_KINDS } from '../../model/kinds';
import { parseKindName } from '../../model/naming';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import { listAwaited } from '../../terraform/configuration/dependencies';
import { findChanges, type PlanJson, type ResourceChange } from '../../terraform/plan-json';

/**
 * Returns sentences. Two kinds of lists are no race: one that the plan has read, because that was before every change,
 * and one whose `depends_on` names each change of its objects, if none of the changes is a deletion.
 */
export function findRaces(plan: PlanJson): string[] {
  const changes = findChanges(plan);
  const lists = (plan.resource_changes ?? []).filter(({ mode, type, change, address }) => {
    if (mode !== 'data' || !change.actions.includes('read')) return false;
    const kind = [...KINDS, ...READ_ONLY_KINDS].find(({ plural }) => plural === parseKindName(type));
    if (!kind) return false;
    const awaited = new Set(listAwaited(plan, address));
    return changes.some(
      (each) =>
        listChangedKinds(each).includes(kind.name) &&
        (each.change.actions.includes('delete') || !awaited.has(each.address)),
    );
  });
  return lists.map(
    ({ address }) =>
      `${address} is read during the apply, which changes objects of this list: the deployment may read it earlier or later. Read it in another stack that depends on this one.`,
  );
}

/**
 * Returns the kinds whose lists differ after the change: the service deletes the rules of a policy with it, and lists
 * endpoints in the cloud among those that are online. Empty for a resource of another provider.
 */
export function listChangedKinds({ type, change }: ResourceChange): string[] {
  const kind = type === RULE_SET_TYPE ? ipPolicyRule.name : parseKindName(type);
  if (kind === undefined) return [];
  if (kind === 'ip_policy' && change.actions.includes('delete')) return [kind, ipPolicyRule.name];
  return kind === 'cloud_endpoint' ? [kind, 'endpoint'] : [kind];
}
