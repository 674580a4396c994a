/**
 * Keeps the changes of audit events compressed, so that an archive with millions of them fits into memory. The events of an
 * object are in one group, and a group at a time is read.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { objectKey } from '../../model/object-key';
import { type DriftEvent, identifyChange } from './history';

export interface RecordedChanges {
  /** Events that are not changes of objects are left out. */
  add(event: DriftEvent): void;
  groups(): Iterable<readonly DriftEvent[]>;
}

/** Keeps blocks of bytes; `add` returns the number with which `get` finds the block. */
export interface BlockStore {
  add(block: Uint8Array): number;
  get(number: number): Uint8Array;
}

/** A group of 1,000,000 events takes some 6 MB while it is read. */
const GROUPS = 512;
const BLOCK_BYTES = 16 * 1024;

/** Lines of JSON. They are kept outside of the heap, which would otherwise grow to several times their size. */
interface Group {
  readonly blocks: number[];
  readonly pending: Buffer;
  used: number;
}

/** `store` keeps the compressed changes, by default in memory. */
export function recordChanges(events: Iterable<DriftEvent> = [], store: BlockStore = keepInMemory()): RecordedChanges {
  const groups = new Map<number, Group>();
  const changes: RecordedChanges = {
    add(event) {
      const change = identifyChange(event);
      if (!change) return;
      const number = groupOf(change.kind.name, change.id);
      const group = groups.get(number) ?? { blocks: [], pending: Buffer.allocUnsafeSlow(BLOCK_BYTES), used: 0 };
      groups.set(number, group);
      const { event_id, event_type, event_timestamp, principal, object } = event;
      addLine(store, group, `${JSON.stringify({ event_id, event_type, event_timestamp, principal, object })}\n`);
    },
    *groups() {
      for (const { blocks, pending, used } of groups.values()) {
        const parts = [...blocks.map((block) => inflateRawSync(store.get(block))), pending.subarray(0, used)];
        yield parts.flatMap((part) => parseLines(part.toString('utf8')));
      }
    },
  };
  for (const event of events) changes.add(event);
  return changes;
}

function keepInMemory(): BlockStore {
  const blocks: Uint8Array[] = [];
  return { add: (block) => blocks.push(block) - 1, get: (number) => blocks[number] as Uint8Array };
}

function addLine(store: BlockStore, group: Group, line: string): void {
  const length = Buffer.byteLength(line);
  if (group.used + length > BLOCK_BYTES) {
    if (group.used > 0) addBlock(store, group, group.pending.subarray(0, group.used));
    group.used = 0;
    if (length > BLOCK_BYTES) {
      addBlock(store, group, Buffer.from(line));
      return;
    }
  }
  group.used += group.pending.write(line, group.used);
}

/** Keeps a copy, because the result of the compression is a part of a larger buffer. */
function addBlock(store: BlockStore, { blocks }: Group, bytes: Uint8Array): void {
  blocks.push(store.add(new Uint8Array(deflateRawSync(bytes, { level: 1 }))));
}

function parseLines(text: string): DriftEvent[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as DriftEvent);
}

/** The hash FNV-1a of the object. */
function groupOf(kind: string, id: string): number {
  let hash = 0x811c9dc5;
  for (const character of objectKey(kind, id)) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return (hash >>> 0) % GROUPS;
}
