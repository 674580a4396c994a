/** Serializes writes to the state, because a write may wait for a signature. */
import type { ReadContext } from '../objects/request-context';
import type { State } from '../state/types';
import { applyDueChanges, hasScheduledChanges } from './scheduled-changes';

/** Runs a write after all earlier ones, then writes the state file if there is one. */
export async function runChange<T>(state: State, work: () => T | Promise<T>): Promise<T> {
  const result = await runExclusive(state, work);
  await state.save?.();
  return result;
}

/** Runs `work` between two writes. For reads; use {@link runChange} for writes. */
export function runExclusive<T>(state: State, work: () => T | Promise<T>): Promise<T> {
  const done = state.changeQueue.then(work);
  state.changeQueue = done.catch(() => undefined);
  return done;
}

/** Applies due changes. There are no background timers; this runs before each request. */
export async function advanceToNow(context: ReadContext): Promise<void> {
  if (!hasScheduledChanges(context.account)) return;
  const changed = await runExclusive(context.state, () => applyDueChanges(inCurrentAccount(context)));
  if (changed) await context.state.save?.();
}

/** Returns the context with the current account: an earlier reset or restore may have replaced it. */
export function inCurrentAccount<T extends ReadContext>(context: T): T {
  return { ...context, account: context.state.accounts.get(context.account.name) ?? context.account };
}
