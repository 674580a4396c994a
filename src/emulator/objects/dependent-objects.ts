/** Objects that the service made for others, such as the certificate that it issued for a domain. */

import { type Acting, recordAudit } from '../events/audit';
import { behaviourOf } from '../kinds';
import { toResponseBody } from './render-object';
import { type Stored, take, tryFind } from './store';

/** Deletes, with an audit event each, what an object owned before a change and does not own after it. */
export function removeDisowned(acting: Acting, before: Stored, after: Stored, at?: number): void {
  const owned = behaviourOf(before.kind).owned;
  if (!owned) return;
  const kept = new Set(owned(acting.account, after).map(({ id }) => id));
  for (const stored of owned(acting.account, before)) {
    if (!kept.has(stored.id) && tryFind(acting.account.store, stored.kind.name, stored.id))
      removeOne(acting, stored, at);
  }
}

/** Takes one object out, whatever refers to it, with its audit event. */
export function removeOne(acting: Acting, stored: Stored, at?: number): void {
  const answer = toResponseBody(acting, stored);
  take(acting.account.store, stored);
  recordAudit(acting, stored.kind, 'deleted', answer, at);
}
