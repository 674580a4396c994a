/**
 * Keeps the changes of audit events compressed, so that an archive with millions of them fits into memory. The events of an
 * object are in one group, and a group at a time is read.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { objectKey } from '../../model/object-key';
import { type AuditChange, type DriftEvent, parseChange } from './history';

export interface RecordedChanges {
  /** Events that are not changes of objects are left out. */
  add(event: DriftEvent): void;
  groups(): Iterable<readonly DriftEvent[]>;
}

/** A group of 1,000,000 events takes some 6 MB while it is read. */
const GROUPS = 512;
const BLOCK_CHARACTERS = 16 * 1024;

interface Group {
  readonly blocks: Uint8Array[];
  lines: string[];
  characters: number;
}

export function recordChanges(events: Iterable<DriftEvent> = []): RecordedChanges {
  const groups = new Map<number, Group>();
  const changes: RecordedChanges = {
    add(event) {
      const change = parseChange(event);
      if (!change) return;
      const number = groupOf(change);
      const group = groups.get(number) ?? { blocks: [], lines: [], characters: 0 };
      groups.set(number, group);
      const { event_id, event_type, event_timestamp, principal, object } = event;
      const line = JSON.stringify({ event_id, event_type, event_timestamp, principal, object });
      group.lines.push(line);
      group.characters += line.length;
      if (group.characters < BLOCK_CHARACTERS) return;
      // A copy, because the result is a part of a larger buffer.
      group.blocks.push(new Uint8Array(deflateRawSync(group.lines.join('\n'), { level: 1 })));
      group.lines = [];
      group.characters = 0;
    },
    *groups() {
      for (const { blocks, lines } of groups.values())
        yield [...blocks.flatMap((block) => inflateRawSync(block).toString('utf8').split('\n')), ...lines].map(
          (line) => JSON.parse(line) as DriftEvent,
        );
    },
  };
  for (const event of events) changes.add(event);
  return changes;
}

/** The hash FNV-1a of the object. */
function groupOf({ kind, id }: AuditChange): number {
  let hash = 0x811c9dc5;
  for (const character of objectKey(kind, id)) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return (hash >>> 0) % GROUPS;
}
