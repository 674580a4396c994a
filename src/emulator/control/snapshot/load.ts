import { kindIn, type Profile } from '../../../model/profiles';
import { createSeededRandom } from '../../crypto/random';
import { notifyWatchers } from '../../events/delivery/watchers';
import { findAnyKind } from '../../kinds/endpoint';
import { clearPrevious, put } from '../../objects/store';
import { createAccounts, resolveAccounts } from '../../state/create';
import type { Account, State } from '../../state/types';
import { checkSnapshot, SnapshotError } from './check';
import type { SnapshotAccount } from './types';

/**
 * Replaces objects, settings and clock with those of the snapshot. New identifiers sort after the old and the loaded
 * ones. The events are cleared; the request log and the faults remain. An object without its secrets can be read,
 * listed and deleted, but operations that need the secret fail. Throws a {@link SnapshotError} and changes nothing if
 * the snapshot is invalid, has another profile, or contains an account that this emulator does not have.
 */
export function loadSnapshot(state: State, value: unknown): void {
  const snapshot = checkSnapshot(value);
  if (snapshot.profile !== state.profile.name) {
    throw new SnapshotError(`The snapshot has the profile '${snapshot.profile}'; expected '${state.profile.name}'.`);
  }
  const missing = Object.keys(snapshot.accounts).find((name) => !state.accounts.has(name));
  if (missing !== undefined) {
    const names = [...state.accounts.keys()].join(', ');
    throw new SnapshotError(`The snapshot contains the account '${missing}'; expected only ${names}.`);
  }
  if (snapshot.seed !== undefined && snapshot.seed !== state.random.seed) {
    state.random = createSeededRandom(snapshot.seed);
    state.authority = undefined;
  }
  const empty = createAccounts(resolveAccounts(state.options), state.random);
  const accounts = [...empty.accounts.values()].map((account) => {
    const stored = Object.hasOwn(snapshot.accounts, account.name) ? snapshot.accounts[account.name] : undefined;
    return stored ? fillAccount(account, state.profile, stored) : account;
  });
  state.accounts = new Map(accounts.map((account) => [account.name, account]));
  state.account = accounts[0] as Account;
  state.settings = snapshot.settings;
  state.ids.continueFrom(snapshot.ids);
  const { frozen_at: frozenAt, offset_ms: offset } = snapshot.clock;
  state.clock.restore({ frozenAt: frozenAt === null ? null : Date.parse(frozenAt), offset });
  notifyWatchers(state.watchers);
}

function fillAccount(account: Account, profile: Profile, { id, objects }: SnapshotAccount): Account {
  for (const [kindName, list] of Object.entries(objects)) {
    const kind = kindIn(findAnyKind(kindName), profile);
    for (const { id: objectId, created_at, updated_at, values, service, pending } of list) {
      put(account.store, {
        kind,
        id: objectId,
        createdAt: Date.parse(created_at),
        updatedAt: Date.parse(updated_at),
        values,
        service,
      });
      if (pending) account.scheduled.set(objectId, kind);
    }
  }
  clearPrevious(account.store);
  return { ...account, id };
}
