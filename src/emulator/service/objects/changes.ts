/** Changes of the state: serialized, because a write may wait for a signature, and scheduled by the clock. */

import { getKindHooks } from '../kinds';
import type { ReadContext } from '../state/request-context';
import { put, type StoredObject, tryFind } from '../state/store';
import type { Account, State } from '../state/types';
import { publishAuditEvent } from './audit';
import { deleteOrphans } from './delete';
import { toResponseBody } from './render-object';
import { publishDueTraffic } from './traffic';

/** Has the object checked by {@link advanceToNow}, if its kind has changes by the clock. */
export function scheduleChange({ scheduled }: Account, stored: StoredObject): void {
  if (getKindHooks(stored.kind).findDueChange) scheduled.set(stored.id, stored.kind);
}

export function hasScheduledChanges({ scheduled, traffic }: Account): boolean {
  return scheduled.size > 0 || traffic.length > 0;
}

/** Returns whether the state that is saved may have changed; traffic is not saved. */
async function applyDueChanges(context: ReadContext): Promise<boolean> {
  const { account, state } = context;
  const serviceContext = { ...context, caller: null };
  let changed = false;
  for (const [id, kind] of account.scheduled) {
    const stored = tryFind(account.store, kind.name, id);
    const change = stored && (await getKindHooks(kind).findDueChange?.(state, stored));
    if (change === 'waiting') continue;
    account.scheduled.delete(id);
    changed = true;
    if (!stored || !change || change === 'done') continue;
    for (const created of change.created) {
      put(account.store, created);
      publishAuditEvent(serviceContext, created.kind, 'created', toResponseBody(context, created), change.at);
    }
    const after = { ...stored, service: change.service, updatedAt: change.at };
    put(account.store, after);
    scheduleChange(account, after);
    publishAuditEvent(serviceContext, kind, 'updated', toResponseBody(context, after), change.at);
    deleteOrphans(serviceContext, stored, after, change.at);
  }
  publishDueTraffic(context);
  return changed;
}

/** Runs a write after all earlier ones. Writes the state file if it succeeds. */
export async function runChange<T>(state: State, work: () => T | Promise<T>): Promise<T> {
  const result = await runExclusive(state, work);
  await state.save?.();
  return result;
}

/** Runs `work` between two writes, without {@link State.save}. Use {@link runChange} for writes. */
export function runExclusive<T>(state: State, work: () => T | Promise<T>): Promise<T> {
  const done = state.changeQueue.then(work);
  state.changeQueue = done.catch(() => undefined);
  return done;
}

/**
 * Applies due changes of the account. There are no timers: this runs before a request of the account is performed,
 * before a control, and while events are followed.
 */
export async function advanceToNow(context: ReadContext): Promise<void> {
  if (!hasScheduledChanges(context.account)) return;
  const changed = await runExclusive(context.state, () => applyDueChanges(inCurrentAccount(context)));
  if (changed) await context.state.save?.();
}

/** Call it when the work begins: an earlier reset or restore may have replaced the account while it waited. */
export function inCurrentAccount<T extends ReadContext>(context: T): T {
  return { ...context, account: context.state.accounts.get(context.account.name) ?? context.account };
}
