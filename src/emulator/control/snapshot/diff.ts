import { isDeepStrictEqual } from 'node:util';
import { omitSnapshotSecrets } from './snapshot';
import type { Snapshot, SnapshotObject } from './types';

/** A change of one object. */
export interface ObjectChange {
  /** Identifier of the object, the same in both snapshots. */
  readonly id: string;
  /** The members that differ, with their earlier values; a member that was not set is omitted. */
  readonly before: Readonly<Record<string, unknown>>;
  /** The members that differ, with their later values; a member that is not set is omitted. */
  readonly after: Readonly<Record<string, unknown>>;
}

/** Changes of the objects of one kind. */
export interface KindChanges {
  /** Objects of the second snapshot only. */
  readonly added: readonly SnapshotObject[];
  /** Objects of the first snapshot only. */
  readonly removed: readonly SnapshotObject[];
  /** Objects of both snapshots that differ. */
  readonly changed: readonly ObjectChange[];
}

/** The difference between two snapshots. Secrets are neither compared nor included. */
export interface SnapshotDiff {
  readonly format: 'netingress-emulator-diff';
  readonly version: 1;
  /** Times of the two snapshots. */
  readonly from: string;
  readonly to: string;
  /** By account and kind; those without a difference are omitted. */
  readonly accounts: Readonly<Record<string, Readonly<Record<string, KindChanges>>>>;
}

/** Compares the objects of two snapshots. */
export function diffSnapshots(before: Snapshot, after: Snapshot): SnapshotDiff {
  const [from, to] = [omitSnapshotSecrets(before), omitSnapshotSecrets(after)];
  const accounts = listNames(from.accounts, to.accounts).map((name): [string, Record<string, KindChanges>] => {
    const [older, newer] = [from.accounts[name]?.objects ?? {}, to.accounts[name]?.objects ?? {}];
    const kinds = listNames(older, newer).map((kind): [string, KindChanges] => [
      kind,
      diffObjects(older[kind] ?? [], newer[kind] ?? []),
    ]);
    return [name, Object.fromEntries(kinds.filter(([, changes]) => Object.values(changes).some(isNotEmpty)))];
  });
  return {
    format: 'netingress-emulator-diff',
    version: 1,
    from: from.time,
    to: to.time,
    accounts: Object.fromEntries(accounts.filter(([, kinds]) => Object.keys(kinds).length > 0)),
  };
}

function diffObjects(before: readonly SnapshotObject[], after: readonly SnapshotObject[]): KindChanges {
  const beforeById = new Map(before.map((object) => [object.id, object]));
  const afterIds = new Set(after.map(({ id }) => id));
  return {
    added: after.filter(({ id }) => !beforeById.has(id)),
    removed: before.filter(({ id }) => !afterIds.has(id)),
    changed: after.flatMap((object) => {
      const previous = beforeById.get(object.id);
      return previous && !isDeepStrictEqual(previous, object) ? [diffObject(previous, object)] : [];
    }),
  };
}

function diffObject(previous: SnapshotObject, current: SnapshotObject): ObjectChange {
  const [before, after] = [flatten(previous), flatten(current)];
  const names = listNames(before, after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const pick = (members: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.filter((name) => Object.hasOwn(members, name)).map((name) => [name, members[name]]));
  return { id: current.id, before: pick(before), after: pick(after) };
}

/** Puts the values of the service under names that start with `service.`, so that they cannot collide with values. */
function flatten({ values, service, updated_at }: SnapshotObject): Record<string, unknown> {
  return {
    updated_at,
    ...values,
    ...Object.fromEntries(Object.entries(service).map(([name, value]) => [`service.${name}`, value])),
  };
}

function listNames(...records: readonly object[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

function isNotEmpty(list: readonly unknown[]): boolean {
  return list.length > 0;
}
