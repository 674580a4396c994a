/** What the clock brings about: nothing runs in the background, it is caught up with before each request. */

import { recordAudit } from '../events/audit';
import { publishDue } from '../events/traffic/run';
import { behaviourOf } from '../kinds';
import { removeDisowned } from '../objects/dependent-objects';
import { toResponseBody } from '../objects/render-object';
import type { ReadContext } from '../objects/request-context';
import { put, type Stored, tryFind } from '../objects/store';
import type { Account } from '../state/state';

/** Notes an object that was just stored, if its kind is one that time changes. */
export function expectSettlement({ pending }: Account, stored: Stored): void {
  if (behaviourOf(stored.kind).settle) pending.set(stored.id, stored.kind);
}

/** Whether there is anything that time may have changed. */
export function isSettling({ pending, traffic }: Account): boolean {
  return pending.size > 0 || traffic.length > 0;
}

/**
 * Performs all that has come about, and says whether anything has. The service does it by itself, so its audit events
 * have no principal.
 */
export async function applyDueChanges(view: ReadContext): Promise<boolean> {
  const { account, state } = view;
  const byService = { ...view, caller: null };
  let changed = false;
  for (const [id, kind] of account.pending) {
    const before = tryFind(account.store, kind.name, id);
    const change = before && (await behaviourOf(kind).settle?.(state, before));
    if (change === 'waiting') continue;
    account.pending.delete(id);
    changed = true;
    if (!before || !change || change === 'done') continue;
    for (const made of change.made) {
      put(account.store, made);
      recordAudit(byService, made.kind, 'created', toResponseBody(view, made), change.at);
    }
    const after = { ...before, service: change.service, updatedAt: change.at };
    put(account.store, after);
    expectSettlement(account, after);
    recordAudit(byService, kind, 'updated', toResponseBody(view, after), change.at);
    removeDisowned(byService, before, after, change.at);
  }
  publishDue(view);
  return changed;
}
