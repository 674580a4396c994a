/** Reads the recorded changes once, and keeps what the report needs of them: those of an object may be all that fits into memory. */
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
  /** Has the objects of the queries. */
  readonly history: History;
  /** What was found in the changes of all objects, in the order of their first events. */
  readonly found: readonly Found[];
}

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
  for (const events of recorded.objects()) {
    for (const object of readObjectChanges(events)) {
      const { kind, id, changes } = object;
      if (ids.has(objectKey(kind, id)) || (keys.size > 0 && changes.some(hadKey))) kept.push(object);
      const ofObject = find(object);
      if (ofObject.length > 0) found.push({ first: changes[0] as AuditChange, found: ofObject });
    }
  }
  found.sort((a, b) => compareByTime(a.first, b.first) || compareTexts(a.first.id, b.first.id));
  return { history: toHistory(kept), found: found.flatMap((each) => each.found) };
}
