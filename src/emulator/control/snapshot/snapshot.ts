/** A snapshot: everything that an emulator holds, as readable JSON. */
import type { JsonObject } from '../../../model/json';
import type { IdsPosition } from '../../crypto/ids';
import { withoutSecrets } from '../../crypto/secrets';
import { ALL_KINDS } from '../../kinds/all-kinds';
import { oldestFirst, type Stored } from '../../objects/store';
import type { Settings } from '../../state/settings';
import type { Account, State } from '../../state/state';

/** What every snapshot says it is. */
export const SNAPSHOT_FORMAT = 'netingress-emulator-state';
/** Version of the format; an emulator reads this one only. */
export const SNAPSHOT_VERSION = 1;

/** One object. */
export interface SnapshotObject {
  readonly id: string;
  /** RFC 3339 with milliseconds. */
  readonly created_at: string;
  readonly updated_at: string;
  /** What users gave, by attribute name. */
  readonly values: JsonObject;
  /** What the service itself set, by attribute name, with members of the emulator's own. */
  readonly service: JsonObject;
  /** Whether time may still change it. */
  readonly pending?: true;
}

/** One account. */
export interface SnapshotAccount {
  /** `ac_...` */
  readonly id: string;
  /** By kind, oldest first; kinds without objects are left out. */
  readonly objects: Readonly<Record<string, readonly SnapshotObject[]>>;
}

/** Everything but the records of the run: events, requests and faults are not in it. */
export interface Snapshot {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly version: typeof SNAPSHOT_VERSION;
  /** Whether it holds secrets: the seed, tokens, private keys, credentials of destinations. */
  readonly secrets: boolean;
  readonly profile: string;
  /** When it was taken, by the emulator's clock; RFC 3339 with milliseconds. */
  readonly time: string;
  readonly clock: { readonly frozen_at: string | null; readonly offset_ms: number };
  readonly ids: IdsPosition;
  readonly seed?: string;
  readonly settings: Settings;
  /** By name. */
  readonly accounts: Readonly<Record<string, SnapshotAccount>>;
}

/** What the emulator holds now; without secrets unless they are asked for. */
export function takeSnapshot(state: State, { secrets = false }: { readonly secrets?: boolean } = {}): Snapshot {
  const { frozenAt, offset } = state.clock.position;
  return {
    format: SNAPSHOT_FORMAT,
    version: SNAPSHOT_VERSION,
    secrets,
    profile: state.profile.name,
    time: isoTime(state.clock.now()),
    clock: { frozen_at: frozenAt === null ? null : isoTime(frozenAt), offset_ms: offset },
    ids: state.ids.position(),
    ...(secrets && { seed: state.random.seed }),
    settings: state.settings,
    accounts: Object.fromEntries(
      [...state.accounts].map(([name, account]) => [name, accountSnapshot(account, secrets)]),
    ),
  };
}

/** The snapshot without what is secret in it. */
export function withoutSnapshotSecrets({ seed: _secret, ...snapshot }: Snapshot): Snapshot {
  return {
    ...snapshot,
    secrets: false,
    accounts: mapValues(snapshot.accounts, ({ id, objects }) => ({
      id,
      objects: mapValues(objects, (of, kindName) => {
        const attributes = ALL_KINDS.find(({ name }) => name === kindName)?.attributes ?? {};
        return of.map((object) => ({
          ...object,
          values: withoutSecrets(attributes, object.values),
          service: withoutSecrets(attributes, object.service),
        }));
      }),
    })),
  };
}

function accountSnapshot({ id, store, pending }: Account, secrets: boolean): SnapshotAccount {
  const objects = ALL_KINDS.map((kind): [string, SnapshotObject[]] => [
    kind.name,
    [...oldestFirst(store, kind.name)].map((stored) => ({
      ...objectSnapshot(stored, secrets),
      ...(pending.has(stored.id) && { pending: true }),
    })),
  ]);
  return { id, objects: Object.fromEntries(objects.filter(([, of]) => of.length > 0)) };
}

function objectSnapshot({ kind, id, createdAt, updatedAt, values, service }: Stored, secrets: boolean): SnapshotObject {
  const shown = (members: JsonObject) => (secrets ? members : withoutSecrets(kind.attributes, members));
  return {
    id,
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
    values: shown(values),
    service: shown(service),
  };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T, name: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}
