/**
 * Lists that the apply reads while it changes their objects. What the list contains depends on the order, which may be
 * another one in the deployment. Pure.
 */
import { KINDS, READ_ONLY_KINDS } from '../../model/kinds';
import { parseKindName } from '../../model/naming';
import { RULE_SET } from '../../terraform/configuration/rule-set';
import { findChanges, type PlanJson, type ResourceChange } from '../../terraform/plan-json';

/** Returns sentences. A list that is read while planning is read before every change. */
export function findRaces(plan: PlanJson): string[] {
  const changed = new Set(findChanges(plan).flatMap(listChangedKinds));
  const kinds = [...KINDS, ...READ_ONLY_KINDS].filter(({ name }) => changed.has(name));
  const lists = (plan.resource_changes ?? []).filter(
    ({ mode, type, change }) =>
      mode === 'data' && change.actions.includes('read') && kinds.some(({ plural }) => plural === parseKindName(type)),
  );
  return lists.map(
    ({ address }) =>
      `${address} is read during the apply, which changes objects of this list: the deployment may read it earlier or later. Read it in another stack that depends on this one.`,
  );
}

/** The service deletes the rules of a policy with it, and lists endpoints in the cloud among those that are online. */
function listChangedKinds({ type, change }: ResourceChange): (string | undefined)[] {
  const kind = type === RULE_SET.type ? RULE_SET.kind : parseKindName(type);
  if (kind === 'ip_policy' && change.actions.includes('delete')) return [kind, RULE_SET.kind];
  return kind === 'cloud_endpoint' ? [kind, 'endpoint'] : [kind];
}
