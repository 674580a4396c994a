import { isDeepStrictEqual } from 'node:util';
import { type Snapshot, type SnapshotObject, withoutSnapshotSecrets } from './snapshot';

/** A change of one object: its members that differ, by name. */
export interface ObjectChange {
  /** Identifier of the object, the same in both snapshots. */
  readonly id: string;
  /** Members as they were; those that were not there are missing. */
  readonly before: Readonly<Record<string, unknown>>;
  /** Members as they are; those that are not there are missing. */
  readonly after: Readonly<Record<string, unknown>>;
}

/** What became of the objects of one kind. */
export interface KindChanges {
  /** Objects of the second snapshot that the first has not. */
  readonly added: readonly SnapshotObject[];
  /** Objects of the first snapshot that the second has not. */
  readonly removed: readonly SnapshotObject[];
  /** Objects of both that differ. */
  readonly changed: readonly ObjectChange[];
}

/** What differs between two snapshots; secrets are neither compared nor shown. */
export interface SnapshotDiff {
  readonly format: 'netingress-emulator-diff';
  readonly version: 1;
  /** When the two were taken. */
  readonly from: string;
  readonly to: string;
  /** By account and kind; where nothing differs there is no member. */
  readonly accounts: Readonly<Record<string, Readonly<Record<string, KindChanges>>>>;
}

/** What became of the objects of the first snapshot in the second. */
export function diffSnapshots(before: Snapshot, after: Snapshot): SnapshotDiff {
  const [from, to] = [withoutSnapshotSecrets(before), withoutSnapshotSecrets(after)];
  const accounts = namesOf(from.accounts, to.accounts).map((name): [string, Record<string, KindChanges>] => {
    const [had, has] = [from.accounts[name]?.objects ?? {}, to.accounts[name]?.objects ?? {}];
    const kinds = namesOf(had, has).map((kind): [string, KindChanges] => [
      kind,
      diff(had[kind] ?? [], has[kind] ?? []),
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

function diff(before: readonly SnapshotObject[], after: readonly SnapshotObject[]): KindChanges {
  const had = new Map(before.map((object) => [object.id, object]));
  const has = new Set(after.map(({ id }) => id));
  return {
    added: after.filter(({ id }) => !had.has(id)),
    removed: before.filter(({ id }) => !has.has(id)),
    changed: after.flatMap((object) => {
      const was = had.get(object.id);
      return was && !isDeepStrictEqual(was, object) ? [changeOf(was, object)] : [];
    }),
  };
}

function changeOf(before: SnapshotObject, after: SnapshotObject): ObjectChange {
  const [was, is] = [flat(before), flat(after)];
  const names = namesOf(was, is).filter((name) => !isDeepStrictEqual(was[name], is[name]));
  const pick = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.filter((name) => Object.hasOwn(from, name)).map((name) => [name, from[name]]));
  return { id: after.id, before: pick(was), after: pick(is) };
}

/** Members by one name each: those that users gave as they are called, those of the service behind `service.`. */
function flat({ values, service, updated_at }: SnapshotObject): Record<string, unknown> {
  return {
    updated_at,
    ...values,
    ...Object.fromEntries(Object.entries(service).map(([name, value]) => [`service.${name}`, value])),
  };
}

function namesOf(...records: readonly object[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

function isNotEmpty(list: readonly unknown[]): boolean {
  return list.length > 0;
}
