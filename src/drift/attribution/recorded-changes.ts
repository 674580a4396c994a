/** Keeps the changes of audit events compressed, so that an archive with millions of them needs little memory. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { DeliveredAuditEvent } from '../../events/dated-event';
import { objectKey } from '../../model/object-key';
import { identifyChange, timeOf } from './history';

export interface RecordedChanges {
  /** Events that are not changes of objects are left out. */
  add(event: DeliveredAuditEvent): void;
  /**
   * Yields one object after the other, with all its events, or with the newest that {@link MAX_BYTES_OF_OBJECT} allows.
   */
  objects(): Iterable<RecordedObject>;
}

export interface RecordedObject {
  readonly events: readonly DeliveredAuditEvent[];
  /**
   * How many older events, repeated ones included, are not in `events`. If all of `events` are of one second, some of
   * the others may be of that second, too.
   */
  readonly omitted: number;
}

export interface BlockStore {
  add(block: Uint8Array): number;
  get(number: number): Uint8Array;
}

/** Chosen: of 1,000,000 events with 1 kB each, a group has some 2 MB of text. */
const GROUPS = 512;
/** Chosen: larger blocks compress better, but each group has a buffer of this size. */
const BLOCK_BYTES = 16 * 1024;

/**
 * The events of one object are in memory together. Chosen: some 10,000 events of 800 bytes, which need several times as
 * much when they are parsed. Older ones are omitted, which makes the report incomplete.
 */
export const MAX_BYTES_OF_OBJECT = 8 * 1024 * 1024;

/**
 * Lines with the key of an object, a time and an event, separated by tabs. They are bytes, which are outside of the
 * heap: as strings they would let the heap grow to several times their size.
 */
interface Group {
  readonly blocks: number[];
  readonly pending: Buffer;
  used: number;
}

export function recordChanges(
  events: Iterable<DeliveredAuditEvent> = [],
  store: BlockStore = keepInMemory(),
): RecordedChanges {
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
      const line = [JSON.stringify(key), timeOf(change.event), JSON.stringify(kept)].join('\t');
      addLine(store, group, `${line}\n`);
    },
    *objects() {
      for (const { blocks, pending, used } of groups.values()) {
        const byObject = new Map<string, ObjectLines>();
        for (const block of blocks) splitLines(inflateRawSync(store.get(block)), byObject);
        splitLines(pending.subarray(0, used), byObject);
        // One object at a time, so that few parsed events are in use at once.
        for (const ofObject of byObject.values()) {
          keepNewest(ofObject);
          const events = ofObject.lines.map(({ event }) => JSON.parse(event.toString('utf8')) as DeliveredAuditEvent);
          yield { events, omitted: ofObject.omitted };
        }
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

interface Line {
  /** The time of the event in milliseconds since 1970. */
  readonly time: number;
  readonly event: Buffer;
}

interface ObjectLines {
  lines: Line[];
  bytes: number;
  omitted: number;
  /** A line that is read later is omitted if its time is this or earlier. */
  omittedUntil: number;
}

/** `JSON.stringify` writes neither a tab nor a line feed. */
function splitLines(bytes: Buffer, byObject: Map<string, ObjectLines>): void {
  for (let at = 0; at < bytes.length; ) {
    const keyEnd = bytes.indexOf('\t', at);
    const timeEnd = bytes.indexOf('\t', keyEnd + 1);
    const end = bytes.indexOf('\n', timeEnd);
    const key = bytes.toString('utf8', at, keyEnd);
    const line = { time: Number(bytes.toString('utf8', keyEnd + 1, timeEnd)), event: bytes.subarray(timeEnd + 1, end) };
    const ofObject = byObject.get(key) ?? { lines: [], bytes: 0, omitted: 0, omittedUntil: Number.NEGATIVE_INFINITY };
    byObject.set(key, ofObject);
    addToObject(ofObject, line);
    at = end + 1;
  }
}

function addToObject(ofObject: ObjectLines, line: Line): void {
  if (line.time <= ofObject.omittedUntil) {
    ofObject.omitted += 1;
    return;
  }
  ofObject.lines.push(line);
  ofObject.bytes += line.event.length;
  if (ofObject.bytes > 2 * MAX_BYTES_OF_OBJECT) keepNewest(ofObject);
}

/**
 * Keeps the events of a second only if all of them fit: a part of them would seem to be all that happened in the
 * second. If those of the newest second do not fit, keeps as many of them as do, and at least one.
 */
function keepNewest(ofObject: ObjectLines): void {
  if (ofObject.bytes <= MAX_BYTES_OF_OBJECT) return;
  const newestFirst = [...ofObject.lines].sort((a, b) => b.time - a.time);
  let bytes = 0;
  const first = newestFirst.findIndex(({ event }) => {
    bytes += event.length;
    return bytes > MAX_BYTES_OF_OBJECT;
  });
  const fitting = newestFirst.slice(0, Math.max(first, 1));
  const limit = newestFirst[Math.max(first, 1)]?.time ?? Number.NEGATIVE_INFINITY;
  const newer = fitting.filter(({ time }) => time > limit);
  const isOneSecond = newer.length === 0;
  const kept = isOneSecond ? fitting : newer;
  ofObject.omitted += ofObject.lines.length - kept.length;
  ofObject.omittedUntil = isOneSecond ? limit - 1 : limit;
  ofObject.lines = copyLines(kept);
  ofObject.bytes = kept.reduce((sum, { event }) => sum + event.length, 0);
}

/** Copies the lines: each is a view of a whole block, and would keep it in memory. */
function copyLines(lines: readonly Line[]): Line[] {
  const bytes = Buffer.concat(lines.map(({ event }) => event));
  let end = 0;
  return lines.map(({ time, event }) => {
    const start = end;
    end += event.length;
    return { time, event: bytes.subarray(start, end) };
  });
}

/** The constants are those of FNV-1a. */
function groupOf(key: string): number {
  let hash = 0x811c9dc5;
  for (const character of key) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return (hash >>> 0) % GROUPS;
}
