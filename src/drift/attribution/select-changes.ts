/** Reads the recorded changes once and keeps those that the report needs: all of them may not fit into memory. */
import { compareTexts } from '../../model/arrays';
import { objectKey } from '../../model/object-key';
import type { AuditQuery } from '../compare/finding';
import {
  type AuditChange,
  compareByTime,
  type History,
  naturalKeyOf,
  type ObjectChanges,
  readObjectChanges,
  toHistory,
} from './history';
import type { RecordedChanges } from './recorded-changes';

export interface SelectedChanges<Found> {
  /** The changes of the objects that the queries name, by id or by natural key. */
  readonly history: History;
  readonly found: readonly Found[];
  readonly truncated: readonly TruncatedObject[];
}

export interface TruncatedObject {
  readonly kind: string;
  readonly id: string;
  /** How many older events were not read, repeated ones included. */
  readonly omitted: number;
  /** The time of the oldest event that was read, RFC 3339. */
  readonly since: string;
}

/** `find` is called for each object, also for those that no query names. */
export function selectChanges<Found>(
  recorded: RecordedChanges,
  queries: readonly AuditQuery[],
  find: (object: ObjectChanges) => readonly Found[],
): SelectedChanges<Found> {
  const ids = new Set(queries.flatMap((query) => ('id' in query ? [objectKey(query.kind, query.id)] : [])));
  const keys = new Set(
    queries.flatMap((query) => (query.type === 'natural_key_lost' ? [objectKey(query.kind, query.key)] : [])),
  );
  const hadKey = (change: AuditChange): boolean => {
    const key = naturalKeyOf(change);
    return key !== undefined && keys.has(objectKey(change.kind, key));
  };
  const kept: ObjectChanges[] = [];
  const found: { readonly first: AuditChange; readonly found: readonly Found[] }[] = [];
  const truncated: TruncatedObject[] = [];
  for (const { events, omitted } of recorded.objects()) {
    for (const object of readObjectChanges(events)) {
      const { kind, id, changes } = object;
      const { event_timestamp: since } = (changes[0] as AuditChange).event;
      if (omitted > 0) truncated.push({ kind, id, omitted, since });
      if (ids.has(objectKey(kind, id)) || (keys.size > 0 && changes.some(hadKey))) kept.push(object);
      const ofObject = find(object);
      if (ofObject.length > 0) found.push({ first: changes[0] as AuditChange, found: ofObject });
    }
  }
  found.sort((a, b) => compareByTime(a.first, b.first) || compareTexts(a.first.id, b.first.id));
  truncated.sort((a, b) => compareTexts(objectKey(a.kind, a.id), objectKey(b.kind, b.id)));
  return { history: toHistory(kept), found: found.flatMap((each) => each.found), truncated };
}
