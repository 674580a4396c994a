import { kindIn, type Profile } from '../../../model/profiles';
import { createRandomness } from '../../crypto/random';
import { announce } from '../../events/delivery/announce';
import { findAnyKind } from '../../kinds/all-kinds';
import { forgetChanges, put } from '../../objects/store';
import { accountSetups } from '../../state/accounts';
import { type Account, createAccounts, type State } from '../../state/state';
import { checkSnapshot, SnapshotError } from './check';
import type { SnapshotAccount } from './snapshot';

/**
 * Puts what a snapshot holds in the place of everything: objects, settings and clock; identifiers go on behind the
 * newest of both. Events start anew, the log of requests and the faults stay. An object whose secrets are not in the
 * snapshot is read, listed and deleted as before; what needs the secret is refused. Throws a {@link SnapshotError}, and
 * changes nothing, for what is no snapshot, is of another profile, or has accounts that this emulator has not.
 */
export function loadSnapshot(state: State, value: unknown): void {
  const snapshot = checkSnapshot(value);
  if (snapshot.profile !== state.profile.name) {
    throw new SnapshotError(
      `it is of the profile '${snapshot.profile}', and this emulator has '${state.profile.name}'`,
    );
  }
  const missing = Object.keys(snapshot.accounts).find((name) => !state.accounts.has(name));
  if (missing !== undefined) {
    const names = [...state.accounts.keys()].join(', ');
    throw new SnapshotError(`it holds the account '${missing}', and this emulator has ${names}`);
  }
  if (snapshot.seed !== undefined && snapshot.seed !== state.random.seed) {
    state.random = createRandomness(snapshot.seed);
    state.authority = undefined;
  }
  const empty = createAccounts(accountSetups(state.options), state.random);
  const accounts = [...empty.accounts.values()].map((account) =>
    filledAccount(
      account,
      state.profile,
      Object.hasOwn(snapshot.accounts, account.name) ? snapshot.accounts[account.name] : undefined,
    ),
  );
  state.accounts = new Map(accounts.map((account) => [account.name, account]));
  state.account = accounts[0] as Account;
  state.settings = snapshot.settings;
  state.ids.continueFrom(snapshot.ids);
  const { frozen_at: frozenAt, offset_ms: offset } = snapshot.clock;
  state.clock.restore({ frozenAt: frozenAt === null ? null : Date.parse(frozenAt), offset });
  announce(state);
}

function filledAccount(account: Account, profile: Profile, from: SnapshotAccount | undefined): Account {
  if (!from) return account;
  for (const [kindName, objects] of Object.entries(from.objects)) {
    const kind = kindIn(findAnyKind(kindName), profile);
    for (const { id, created_at, updated_at, values, service, pending } of objects) {
      put(account.store, {
        kind,
        id,
        createdAt: Date.parse(created_at),
        updatedAt: Date.parse(updated_at),
        values,
        service,
      });
      if (pending) account.pending.set(id, kind);
    }
  }
  forgetChanges(account.store);
  return { ...account, id: from.id };
}
