/**
 * The option `limits`: how many objects of a kind an account, or one other object, may have. Unlimited without it,
 * because the service does not publish its limits.
 */

import type { Kind } from '../../../model/kind';
import { KINDS } from '../../../model/kinds';
import { didYouMean } from '../../../model/text';
import type { JsonObject } from '../../../values/json';
import { Refusal } from '../state/refusal';
import type { RequestContext } from '../state/request-context';
import { countObjects, listIndexedReferences, newestFirst, newestReferring, type Store } from '../state/store';
import { getReference, listIds } from './references';

export function listLimitNames(): string[] {
  return KINDS.flatMap((kind) => [`${kind.name}.per_account`, ...Object.keys(findReferenceScopes(kind))]);
}

export function checkLimitNames(limits: Readonly<Record<string, number>>): void {
  const names = listLimitNames();
  const unknown = Object.keys(limits).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const near = didYouMean(unknown, names) || '; expected a name such as ip_policy_rule.per_policy.';
  throw new Error(`limits contains '${unknown}', which is no limit${near}`);
}

/**
 * The attributes that hold the id of one other object, by the name of the limit: `{'ip_policy_rule.per_policy':
 * 'ip_policy_id'}`.
 */
function findReferenceScopes(kind: Kind): Record<string, string> {
  return Object.fromEntries(
    Object.entries(kind.attributes).flatMap(([attribute, definition]): [string, string][] => {
      const ref = getReference(definition);
      if (!ref || definition.type !== 'string') return [];
      return [[`${kind.name}.per_${ref.kind.split('_').at(-1) ?? ''}`, attribute]];
    }),
  );
}

/** Rejects a create beyond a limit. An object that refers to no other is not limited by those of references. */
export function enforceLimits({ state, account: { store } }: RequestContext, kind: Kind, values: JsonObject): void {
  for (const [name, limit] of Object.entries(state.options.limits ?? {})) {
    if (!name.startsWith(`${kind.name}.`)) continue;
    const attribute = findReferenceScopes(kind)[name];
    const target = attribute && listIds(values[attribute])[0];
    if (attribute && !target) continue;
    const count = attribute && target ? countReferring(store, kind, attribute, target) : countObjects(store, kind.name);
    if (count < limit) continue;
    const scope = target ?? 'The account';
    const message = `${scope} has ${count} objects of the type ${kind.title}; the limit ${name} is ${limit}.`;
    throw new Refusal(409, kind.errorCodes.limit, message);
  }
}

function countReferring(store: Store, kind: Kind, attribute: string, target: string): number {
  if (listIndexedReferences(kind).includes(attribute))
    return [...newestReferring(store, kind.name, { attribute, id: target })].length;
  return [...newestFirst(store, kind.name)].filter(({ values }) => listIds(values[attribute])[0] === target).length;
}
