/** The order in which things happen. */
import type { View } from './call';
import { isSettling, settle } from './settle';
import type { State } from './state';

/**
 * Changes are performed one after the other, so that none sees another half done while a certificate is being signed.
 * Where the state is kept in a file, a change is written there before its turn's promise resolves.
 */
export async function inTurn<T>(state: State, work: () => T | Promise<T>): Promise<T> {
  const result = await queued(state, work);
  await state.save?.();
  return result;
}

/** Has everything happen that the clock has brought about, before somebody looks. */
export async function catchUp(view: View): Promise<void> {
  if (!isSettling(view.account)) return;
  const changed = await queued(view.state, () => settle(view));
  if (changed) await view.state.save?.();
}

function queued<T>(state: State, work: () => T | Promise<T>): Promise<T> {
  const done = state.changes.then(work);
  state.changes = done.catch(() => undefined);
  return done;
}
