/**
 * Keeps the changes of audit events compressed, so that an archive with millions of them fits into memory. The events of an
 * object are in one group. A group at a time is decompressed, and an object at a time is parsed.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { objectKey } from '../../model/object-key';
import { type DriftEvent, identifyChange } from './history';

export interface RecordedChanges {
  /** Events that are not changes of objects are left out. */
  add(event: DriftEvent): void;
  /** All events of an object at a time. */
  objects(): Iterable<readonly DriftEvent[]>;
}

/** Keeps blocks of bytes; `add` returns the number with which `get` finds the block. */
export interface BlockStore {
  add(block: Uint8Array): number;
  get(number: number): Uint8Array;
}

/** A group of 1,000,000 events is some 2 MB of text. */
const GROUPS = 512;
const BLOCK_BYTES = 16 * 1024;

/** Lines of an object's key, a tab and an event. They are outside of the heap, which would grow to several times their size. */
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
      const key = objectKey(change.kind.name, change.id);
      const number = groupOf(key);
      const group = groups.get(number) ?? { blocks: [], pending: Buffer.allocUnsafeSlow(BLOCK_BYTES), used: 0 };
      groups.set(number, group);
      const { event_id, event_type, event_timestamp, principal, object } = event;
      const kept = { event_id, event_type, event_timestamp, principal, object };
      addLine(store, group, `${JSON.stringify(key)}\t${JSON.stringify(kept)}\n`);
    },
    *objects() {
      for (const { blocks, pending, used } of groups.values()) {
        const byObject = new Map<string, Buffer[]>();
        for (const block of blocks) splitLines(inflateRawSync(store.get(block)), byObject);
        splitLines(pending.subarray(0, used), byObject);
        // One object at a time, so that few events are in use at once.
        for (const lines of byObject.values())
          yield lines.map((line) => JSON.parse(line.toString('utf8')) as DriftEvent);
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

/** Adds the event of each line to those of its object. JSON contains neither a tab nor a line feed. */
function splitLines(bytes: Buffer, byObject: Map<string, Buffer[]>): void {
  for (let at = 0; at < bytes.length; ) {
    const [tab, end] = [bytes.indexOf('\t', at), bytes.indexOf('\n', at)];
    const key = bytes.toString('utf8', at, tab);
    const event = bytes.subarray(tab + 1, end);
    const known = byObject.get(key);
    if (known) known.push(event);
    else byObject.set(key, [event]);
    at = end + 1;
  }
}

/** The hash FNV-1a of the object. */
function groupOf(key: string): number {
  let hash = 0x811c9dc5;
  for (const character of key) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return (hash >>> 0) % GROUPS;
}
