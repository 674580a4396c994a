/**
 * A policy admits an address if an allow rule matches it and no deny rule does. In between, no address may be admitted
 * that neither the old nor the new rules admit, and none may be rejected that both admit:
 *
 * 1. New denies come first, while all old rules exist. They reject only addresses that the new rules reject.
 * 2. New allows come next. All old and new denies apply to the addresses that they admit.
 * 3. Updates change only descriptions and metadata.
 * 4. Removed allows are deleted once the new ones exist.
 * 5. Removed denies are deleted last, when no allow is left that only the old rules have.
 *
 * The service accepts one rule per network and cannot change its action. Another action means to delete the rule and to
 * create it again, with no rule for the network in between.
 * - From allow to deny belongs to 1: in between, an address of the network is admitted only by another old allow that
 *   no deny contradicts, so the old rules admitted it.
 * - From deny to allow belongs to 2: all new denies exist by then, so in between only addresses of the network are
 *   admitted that the new rules admit. Removing a deny before adding the new rules could admit traffic.
 */

import { RULE_ATTRIBUTES } from '../../../model/composites/ip-policy-rules';
import { updateBody } from '../../../model/request';
import type { JsonObject } from '../../../values/json';
import type { DeclaredRule, RemoteRule, RulesByCidr } from '../../access/rules';

export type Change = { readonly network: string } & (
  | { readonly type: 'create'; readonly declared: DeclaredRule }
  | { readonly type: 'replace'; readonly remote: RemoteRule; readonly declared: DeclaredRule }
  | {
      readonly type: 'update';
      readonly remote: RemoteRule;
      readonly declared: DeclaredRule;
      readonly body: JsonObject;
    }
  | { readonly type: 'delete'; readonly remote: RemoteRule }
);

/** Changes that may be applied concurrently, after all changes of the previous phase. */
export type ChangePhase = readonly Change[];

/** An undeclared rule that is not `deletable` is kept. */
export function planChanges(
  remote: RulesByCidr<RemoteRule>,
  declared: RulesByCidr<DeclaredRule>,
  deletable: (network: string) => boolean,
): ChangePhase[] {
  const changes = [...declared].flatMap(([network, rule]) => planRule(network, remote.get(network), rule));
  const deletions = [...remote]
    .filter(([network]) => !declared.has(network) && deletable(network))
    .map(([network, rule]): Change => ({ type: 'delete', network, remote: rule }));
  const creations = (action: string): Change[] =>
    changes.filter((change) => change.type !== 'update' && getAction(change) === action);
  return [
    creations('deny'),
    creations('allow'),
    changes.filter(({ type }) => type === 'update'),
    deletions.filter((change) => getAction(change) === 'allow'),
    deletions.filter((change) => getAction(change) !== 'allow'),
  ].filter((phase) => phase.length > 0);
}

function planRule(network: string, remote: RemoteRule | undefined, declared: DeclaredRule): Change[] {
  if (!remote) return [{ type: 'create', network, declared }];
  if (remote.values['action'] !== declared.values['action']) return [{ type: 'replace', network, remote, declared }];
  const body = updateBody(RULE_ATTRIBUTES, declared.values, remote.values);
  return body ? [{ type: 'update', network, remote, declared, body }] : [];
}

function getAction(change: Change): unknown {
  return (change.type === 'delete' ? change.remote : change.declared).values['action'];
}
