import type { Attributes } from '../../../model/kind';
import { markMembers } from '../../../model/marks';
import type { JsonObject } from '../../../values/json';
import { omitMarked } from '../../../values/marks';
import { ALL_KINDS } from '../../service/kinds/endpoint';
import { oldestFirst, type StoredObject } from '../../service/state/store';
import type { Account, State } from '../../service/state/types';
import { SNAPSHOT_FORMAT, SNAPSHOT_VERSION, type Snapshot, type SnapshotAccount, type SnapshotObject } from './types';

export function takeSnapshot(state: State, { secrets = false }: { readonly secrets?: boolean } = {}): Snapshot {
  const { frozenAt, offset } = state.clock.position;
  return {
    format: SNAPSHOT_FORMAT,
    version: SNAPSHOT_VERSION,
    secrets,
    profile: state.profile.name,
    time: formatTime(state.clock.now()),
    clock: { frozen_at: frozenAt === null ? null : formatTime(frozenAt), offset_ms: offset },
    ids: state.ids.position(),
    ...(secrets && { seed: state.random.seed }),
    settings: state.settings,
    accounts: Object.fromEntries(
      [...state.accounts].map(([name, account]) => [name, toSnapshotAccount(account, secrets)]),
    ),
  };
}

export function omitSnapshotSecrets({ seed: _secret, ...snapshot }: Snapshot): Snapshot {
  return {
    ...snapshot,
    secrets: false,
    accounts: mapValues(snapshot.accounts, ({ id, objects }) => ({
      id,
      objects: mapValues(objects, (list, kindName) => {
        const attributes = ALL_KINDS.find(({ name }) => name === kindName)?.attributes ?? {};
        return list.map((object) => ({
          ...object,
          values: omitSecrets(attributes, object.values),
          service: omitSecrets(attributes, object.service),
        }));
      }),
    })),
  };
}

function toSnapshotAccount({ id, store, scheduled }: Account, secrets: boolean): SnapshotAccount {
  const objects = ALL_KINDS.map((kind): [string, SnapshotObject[]] => [
    kind.name,
    [...oldestFirst(store, kind.name)].map((stored) => ({
      ...toSnapshotObject(stored, secrets),
      ...(scheduled.has(stored.id) && { pending: true }),
    })),
  ]);
  return { id, objects: Object.fromEntries(objects.filter(([, list]) => list.length > 0)) };
}

function toSnapshotObject(
  { kind, id, createdAt, updatedAt, values, service }: StoredObject,
  secrets: boolean,
): SnapshotObject {
  const select = (members: JsonObject) => (secrets ? members : omitSecrets(kind.attributes, members));
  return {
    id,
    created_at: formatTime(createdAt),
    updated_at: formatTime(updatedAt),
    values: select(values),
    service: select(service),
  };
}

function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T, name: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}

/** Omits sensitive attributes, and the member `private_key`, which is no attribute of an SSH certificate authority. */
function omitSecrets(attributes: Attributes, members: JsonObject): JsonObject {
  const { private_key: _, ...others } = members;
  return omitMarked(others, markMembers(attributes, others));
}
