import type { IdPrefixes, Kind } from '../../../model/kind';
import { kindIn, type Profile } from '../../../model/profiles';
import { parseTimestamp } from '../../../model/time';
import { isJsonObject, type JsonObject, toJsonObject } from '../../../values/json';
import { findIdProblem } from '../../crypto/ids';
import { createSeededRandom } from '../../crypto/random';
import { notifyWatchers } from '../../events/watchers';
import { createValidator, integer, type Z } from '../../http/validate-json';
import { ALL_KINDS, getAnyKind } from '../../service/kinds/endpoint';
import { createAccounts, resolveAccounts } from '../../service/state/create';
import { CERTIFICATE_OUTCOMES } from '../../service/state/options';
import { clearPrevious, createStore, put } from '../../service/state/store';
import type { Account, State } from '../../service/state/types';
import { SNAPSHOT_FORMAT, SNAPSHOT_VERSION, type Snapshot, type SnapshotAccount } from './types';

/**
 * Replaces objects, settings, clock and, if the snapshot has it, the seed. An account that the snapshot lacks has then
 * what a new one has: nothing, or the development domain of the profile `ngrok`. New ids sort after the old ones and
 * after the position `ids` of the snapshot. The events are cleared; the request log and the faults remain. Operations
 * that need a secret of an object fail if the snapshot lacks it. Throws a {@link SnapshotError} and changes nothing if
 * the snapshot is invalid, has another profile, or contains an account that this emulator does not have. Not checked:
 * values beyond their names, and references.
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
  const empty = createAccounts(resolveAccounts(state.options), state.random, state.profile);
  const accounts = [...empty.accounts.values()].map((account) => {
    const stored = Object.hasOwn(snapshot.accounts, account.name) ? snapshot.accounts[account.name] : undefined;
    return stored ? fillAccount(account, state.profile, stored) : account;
  });
  state.accounts = new Map(accounts.map((account) => [account.name, account]));
  state.account = accounts[0] as Account;
  state.settings = snapshot.settings;
  state.ids.continueFrom(snapshot.ids);
  const { frozen_at: frozenAt, offset_ms: offset } = snapshot.clock;
  state.clock.restore({ frozenAt: frozenAt === null ? null : toTime(frozenAt), offset });
  notifyWatchers(state.watchers);
}

function fillAccount(created: Account, profile: Profile, { id, objects }: SnapshotAccount): Account {
  // Without the development domain of the new account: the snapshot has the one of its own.
  const account = { ...created, id, store: createStore() };
  for (const [kindName, list] of Object.entries(objects)) {
    const kind = kindIn(getAnyKind(kindName), profile);
    for (const { id: objectId, created_at, updated_at, values, service, pending } of list) {
      put(account.store, {
        kind,
        id: objectId,
        createdAt: toTime(created_at),
        updatedAt: toTime(updated_at),
        values,
        service,
      });
      if (pending) account.scheduled.set(objectId, kind);
    }
  }
  clearPrevious(account.store);
  return account;
}

/** A snapshot is invalid, or does not fit the emulator. The message is one or more sentences. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

/** Throws a {@link SnapshotError} for any other value; its message contains no secret. */
export function checkSnapshot(value: unknown): Snapshot {
  const { format = undefined, version = undefined } = toJsonObject(value);
  if (format !== SNAPSHOT_FORMAT) {
    throw new SnapshotError(`The document is not a state of this emulator; expected format '${SNAPSHOT_FORMAT}'.`);
  }
  if (version !== SNAPSHOT_VERSION) {
    throw new SnapshotError(`version is ${JSON.stringify(version)}; expected ${SNAPSHOT_VERSION}.`);
  }
  return validateSnapshot(value) as unknown as Snapshot;
}

const validateSnapshot = createValidator(
  (z) =>
    z.strictObject({
      format: z.string(),
      version: z.number(),
      secrets: z.boolean(),
      profile: z.enum(['spec', 'ngrok']),
      seed: z.string().optional(),
      time: timeSchema(z),
      clock: z.strictObject({ frozen_at: timeSchema(z).nullable(), offset_ms: z.number() }),
      // An id has 48 bits for the counter, and new ids continue from it: half remain.
      ids: z.strictObject({ seconds: integer(z, 0), counter: integer(z, 0, 2 ** 47 - 1) }),
      settings: z.strictObject({
        certificates: z.strictObject({
          seconds: z.number(),
          outcomes: z.record(z.string(), z.enum(CERTIFICATE_OUTCOMES)),
        }),
        regions: z.array(z.string()),
      }),
      accounts: z.record(z.string(), accountSchema(z)),
    }),
  { showValues: false, createError: (problem) => new SnapshotError(problem) },
);

function accountSchema(z: Z) {
  const objects = ALL_KINDS.map((kind) => [kind.name, z.array(objectSchema(z, kind)).optional()]);
  return z.strictObject({ id: idSchema(z, { idPrefix: 'ac' }), objects: z.strictObject(Object.fromEntries(objects)) });
}

function objectSchema(z: Z, kind: Kind) {
  const values = Object.keys(kind.attributes).map((name) => [name, z.unknown().optional()]);
  return z.strictObject({
    id: idSchema(z, kind),
    created_at: timeSchema(z),
    updated_at: timeSchema(z),
    values: z.strictObject(Object.fromEntries(values)),
    service: z.custom<JsonObject>(isJsonObject, { error: 'an object' }),
    pending: z.literal(true).optional(),
  });
}

function idSchema(z: Z, kind: IdPrefixes) {
  const error = `an id ${kind.idPrefix}_ and 27 characters`;
  return z.string({ error }).refine((id) => findIdProblem(kind, id) === undefined, { error });
}

function timeSchema(z: Z) {
  const error = 'a time in RFC 3339';
  return z.string({ error }).refine((time) => parseTimestamp(time) !== undefined, { error });
}

function toTime(text: string): number {
  return parseTimestamp(text) as number;
}
