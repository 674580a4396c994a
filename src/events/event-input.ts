/** Where events are read from: anything that holds text, bytes or parsed JSON, whole or in parts. */

/** A part of what is read: text, bytes of UTF-8, or a record that was parsed already. */
export type EventChunk = string | Uint8Array | object;

/**
 * What events are read from: a text, bytes, a stream of either (Node's or the web's), an iterable of records that were
 * parsed already, or one such record. Parts of text may end anywhere.
 */
export type EventInput = EventChunk | Iterable<EventChunk> | AsyncIterable<EventChunk> | ReadableStream<EventChunk>;

/** The parts of a source, one after the other. */
export interface ChunkReader {
  next(): Promise<IteratorResult<EventChunk, unknown>> | IteratorResult<EventChunk, unknown>;
  /** Lets go of the source before its end. */
  close(): Promise<void>;
}

/** Reads a source part by part. Does not touch it before the first `next`. */
export function openSource(source: EventInput): ChunkReader {
  const iterator = iteratorOf(source);
  return {
    next: () => iterator.next(),
    close: async () => void (await iterator.return?.()),
  };
}

function iteratorOf(source: EventInput): Iterator<EventChunk> | AsyncIterator<EventChunk> {
  if (typeof source === 'string' || source instanceof Uint8Array) return [source][Symbol.iterator]();
  if (Symbol.asyncIterator in source) return (source as AsyncIterable<EventChunk>)[Symbol.asyncIterator]();
  if (Symbol.iterator in source) return (source as Iterable<EventChunk>)[Symbol.iterator]();
  return [source][Symbol.iterator]();
}
