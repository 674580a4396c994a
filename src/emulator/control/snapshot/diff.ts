import { isDeepStrictEqual } from 'node:util';
import { omitSnapshotSecrets } from './snapshot';
import type { Snapshot, SnapshotObject } from './types';

/** A change of one object. */
export interface ObjectChange {
  /** Id of the object, the same in both snapshots. */
  readonly id: string;
  /**
   * The members that differ, with their earlier values; a member that was not set is omitted. Members that the service
   * sets begin with `service.`, except `updated_at`. `created_at` and `pending` are not compared.
   */
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
  /** The differences by account and kind; those without any are omitted. */
  readonly accounts: Readonly<Record<string, Readonly<Record<string, KindChanges>>>>;
}

/** Compares the objects of two snapshots. */
export function diffSnapshots(beforeWithSecrets: Snapshot, afterWithSecrets: Snapshot): SnapshotDiff {
  const [before, after] = [omitSnapshotSecrets(beforeWithSecrets), omitSnapshotSecrets(afterWithSecrets)];
  const accounts = listNames(before.accounts, after.accounts).map((name): [string, Record<string, KindChanges>] => {
    const objectsBefore = before.accounts[name]?.objects ?? {};
    const objectsAfter = after.accounts[name]?.objects ?? {};
    const kinds = listNames(objectsBefore, objectsAfter).map((kind): [string, KindChanges] => [
      kind,
      diffObjects(objectsBefore[kind] ?? [], objectsAfter[kind] ?? []),
    ]);
    return [name, Object.fromEntries(kinds.filter(([, changes]) => Object.values(changes).some(isNotEmpty)))];
  });
  return {
    format: 'netingress-emulator-diff',
    version: 1,
    from: before.time,
    to: after.time,
    accounts: Object.fromEntries(accounts.filter(([, kinds]) => Object.keys(kinds).length > 0)),
  };
}

function diffObjects(before: readonly SnapshotObject[], after: readonly SnapshotObject[]): KindChanges {
  const beforeById = new Map(before.map((object) => [object.id, object]));
  const afterIds = new Set(after.map(({ id }) => id));
  return {
    added: after.filter(({ id }) => !beforeById.has(id)),
    removed: before.filter(({ id }) => !afterIds.has(id)),
    changed: after.flatMap((objectAfter) => {
      const objectBefore = beforeById.get(objectAfter.id);
      if (!objectBefore || isDeepStrictEqual(objectBefore, objectAfter)) return [];
      const change = diffObject(objectBefore, objectAfter);
      // Snapshots also differ in what is scheduled, which is no member of the object.
      return Object.keys(change.before).length + Object.keys(change.after).length > 0 ? [change] : [];
    }),
  };
}

function diffObject(objectBefore: SnapshotObject, objectAfter: SnapshotObject): ObjectChange {
  const [before, after] = [flatten(objectBefore), flatten(objectAfter)];
  const names = listNames(before, after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const pick = (members: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.filter((name) => Object.hasOwn(members, name)).map((name) => [name, members[name]]));
  return { id: objectAfter.id, before: pick(before), after: pick(after) };
}

/** The prefix `service.` keeps members of the service apart from values of users. */
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
