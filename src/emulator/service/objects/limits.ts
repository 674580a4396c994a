/**
 * The option `limits`: how many objects of a kind an account, or one other object, may have. Unlimited without it,
 * because the service does not publish its limits. The names are not checked here: see {@link listLimitNames}.
 */

import type { Kind } from '../../../model/kind';
import { KINDS } from '../../../model/kinds';
import type { JsonObject } from '../../../values/json';
import { Refusal } from '../state/refusal';
import type { RequestContext } from '../state/request-context';
import { countObjects, listIndexedReferences, newestFirst, newestReferring, type Store } from '../state/store';
import { getReference, listIds } from './references';

/** A parsed name such as `ip_policy_rule.per_policy`. */
interface LimitScope {
  readonly kind: Kind;
  /** The reference whose objects are counted; undefined for the whole account. */
  readonly attribute?: string;
}

/** Returns the names of all limits, such as `ip_policy.per_account` and `ip_policy_rule.per_policy`. */
export function listLimitNames(): string[] {
  return KINDS.flatMap((kind) => [`${kind.name}.per_account`, ...Object.keys(findReferenceScopes(kind))]);
}

function findReferenceScopes(kind: Kind): Record<string, LimitScope> {
  return Object.fromEntries(
    Object.entries(kind.attributes).flatMap(([attribute, definition]): [string, LimitScope][] => {
      const ref = getReference(definition);
      if (!ref || definition.type !== 'string') return [];
      return [[`${kind.name}.per_${ref.kind.split('_').at(-1) ?? ''}`, { kind, attribute }]];
    }),
  );
}

/** Rejects a create that would exceed a limit of the options. */
export function enforceLimits({ state, account: { store } }: RequestContext, kind: Kind, values: JsonObject): void {
  for (const [name, limit] of Object.entries(state.options.limits ?? {})) {
    if (!name.startsWith(`${kind.name}.`)) continue;
    const { attribute } = findReferenceScopes(kind)[name] ?? {};
    const [target] = attribute === undefined ? [] : listIds(values[attribute]);
    const count =
      attribute === undefined ? countObjects(store, kind.name) : countReferring(store, kind, attribute, target);
    if (count < limit) continue;
    const scope = target === undefined ? 'The account' : target;
    const message = `${scope} has ${count} objects of the type ${kind.title}; the limit ${name} is ${limit}.`;
    throw new Refusal(409, kind.errorCodes.limit, message);
  }
}

function countReferring(store: Store, kind: Kind, attribute: string, target: string | undefined): number {
  if (target !== undefined && listIndexedReferences(kind).includes(attribute))
    return [...newestReferring(store, kind.name, { attribute, id: target })].length;
  return [...newestFirst(store, kind.name)].filter(({ values }) => listIds(values[attribute])[0] === target).length;
}
