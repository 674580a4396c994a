/** Serializes changes, because a change may wait for a signature half-way. */
import type { ReadContext } from '../objects/request-context';
import type { State } from '../state/state';
import { applyDueChanges, isSettling } from './scheduled-changes';

/** Runs a change after all changes before it. If the state is kept in a file, it is written before this resolves. */
export async function serialized<T>(state: State, work: () => T | Promise<T>): Promise<T> {
  const result = await exclusively(state, work);
  await state.save?.();
  return result;
}

/** Runs `work` while no change is half done. For reads; a change needs {@link serialized}. */
export function exclusively<T>(state: State, work: () => T | Promise<T>): Promise<T> {
  const done = state.changes.then(work);
  state.changes = done.catch(() => undefined);
  return done;
}

/** Applies changes that are due by the clock. Runs before each request, because there are no background timers. */
export async function catchUp(view: ReadContext): Promise<void> {
  if (!isSettling(view.account)) return;
  const changed = await exclusively(view.state, () => applyDueChanges(inCurrentAccount(view)));
  if (changed) await view.state.save?.();
}

/** The same call in the account as it is now: a reset or restore in an earlier turn has replaced the account. */
export function inCurrentAccount<T extends ReadContext>(call: T): T {
  return { ...call, account: call.state.accounts.get(call.account.name) ?? call.account };
}
