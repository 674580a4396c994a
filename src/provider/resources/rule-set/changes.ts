/**
 * What has to change between the rules that stand and those that are declared, in the order in which it is safe.
 *
 * A policy admits an address that some allow matches and no deny does. At no point may an address be admitted that
 * neither the old rules nor the new ones admit, nor one be shut out that both admit:
 *
 * 1. new denies come first, while everything else still stands: they only shut out whom the new rules shut out;
 * 2. new allows come next: whom they admit, all old and new denies still judge;
 * 3. updates change descriptions and metadata only;
 * 4. removed allows go once the new ones stand;
 * 5. removed denies go last, when nobody is left whom they alone kept out.
 *
 * The service takes one rule a network and cannot change its action, so another action means to delete the rule and to
 * make it anew, with no rule for the network in between. From allow to deny belongs to 1: in between an address of the
 * network is admitted only by another old allow that no deny contradicts, so the old rules admitted it. From deny to
 * allow belongs to 2: all new denies stand by then, so in between only those of the network are admitted whom the new
 * rules admit. The other way round, a deny taken away before the new ones stand, could let somebody in.
 */
import type { JsonObject } from '../../../model/json';
import { updateBody } from '../../../model/request';
import { type DeclaredRule, type RemoteRule, RULE_ATTRIBUTES, type RulesByCidr } from './rules';

/** One step for one network. */
export type Change = { readonly network: string } & (
  | { readonly type: 'create'; readonly declared: DeclaredRule }
  | { readonly type: 'replace'; readonly standing: RemoteRule; readonly declared: DeclaredRule }
  | {
      readonly type: 'update';
      readonly standing: RemoteRule;
      readonly declared: DeclaredRule;
      readonly body: JsonObject;
    }
  | { readonly type: 'remove'; readonly standing: RemoteRule }
);

/** Changes that may be made at once; a phase begins when the one before is done. */
export type Phase = readonly Change[];

/**
 * The changes that make the declared rules stand. Of those that stand and are not declared only `removable` ones go:
 * one that no plan has shown stays until a plan does.
 */
export function planChanges(
  standing: RulesByCidr<RemoteRule>,
  declared: RulesByCidr<DeclaredRule>,
  removable: (network: string) => boolean,
): Phase[] {
  const wanted = [...declared].flatMap(([network, rule]) => changeTo(network, standing.get(network), rule));
  const removed = [...standing]
    .filter(([network]) => !declared.has(network) && removable(network))
    .map(([network, rule]): Change => ({ type: 'remove', network, standing: rule }));
  const makes = (action: string): Change[] =>
    wanted.filter((change) => change.type !== 'update' && actionOf(change) === action);
  return [
    makes('deny'),
    makes('allow'),
    wanted.filter(({ type }) => type === 'update'),
    removed.filter((change) => actionOf(change) === 'allow'),
    removed.filter((change) => actionOf(change) !== 'allow'),
  ].filter((phase) => phase.length > 0);
}

function changeTo(network: string, standing: RemoteRule | undefined, declared: DeclaredRule): Change[] {
  if (!standing) return [{ type: 'create', network, declared }];
  if (standing.values['action'] !== declared.values['action'])
    return [{ type: 'replace', network, standing, declared }];
  const body = updateBody(RULE_ATTRIBUTES, declared.values, standing.values);
  return body ? [{ type: 'update', network, standing, declared, body }] : [];
}

function actionOf(change: Change): unknown {
  return (change.type === 'remove' ? change.standing : change.declared).values['action'];
}
