import type { Kind } from '../../model/kind';
import { ApiProblem } from '../http/api-problem';
import { behaviourOf } from '../kinds';
import { removeOne } from './dependent-objects';
import { findObject } from './read';
import { referrersOf } from './references';
import type { OperationResult, RequestContext } from './request-context';
import type { Stored } from './store';

/** Deletes an object and those that cannot be without it: 204, or 409 while others use it. */
export function remove(call: RequestContext, kind: Kind, id: string): OperationResult {
  for (const stored of doomedBy(call, findObject(call, kind, id))) {
    removeOne(call, stored);
  }
  return { status: 204 };
}

/** The object and all that go with it, those that refer before those referred to. Refuses before anything is gone. */
function doomedBy(call: RequestContext, target: Stored): Set<Stored> {
  const doomed = new Set<Stored>();
  for (const { stored, ref } of referrersOf(call.account.store, target)) {
    if (ref.onDelete !== 'cascade') {
      const user = `${stored.kind.title} ${stored.id}`;
      throw new ApiProblem(
        409,
        ref.onDelete,
        `The ${target.kind.title} ${target.id} cannot be deleted while ${user} uses it.`,
      );
    }
    for (const one of doomedBy(call, stored)) doomed.add(one);
  }
  const behaviour = behaviourOf(target.kind);
  behaviour.checkRemoval?.(call.account, target);
  doomed.add(target);
  for (const owned of behaviour.owned?.(call.account, target) ?? []) doomed.add(owned);
  return doomed;
}
