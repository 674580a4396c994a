/** A part of an input: a string, bytes of UTF-8, or a parsed record. */
export type EventChunk = string | Uint8Array | object;

/**
 * An input of `parseEvents`: a string, bytes, a Node or web stream of either, an iterable of parsed records, or one
 * parsed record. A string may be split into parts at any character.
 */
export type EventInput = EventChunk | Iterable<EventChunk> | AsyncIterable<EventChunk> | ReadableStream<EventChunk>;

export interface ChunkReader {
  next(): Promise<IteratorResult<EventChunk, unknown>> | IteratorResult<EventChunk, unknown>;
  /** Releases the input before its end. */
  close(): Promise<void>;
}

/** Does not read from the input before the first `next`. */
export function openInput(input: EventInput): ChunkReader {
  const iterator = getIterator(input);
  return {
    next: () => iterator.next(),
    close: async () => void (await iterator.return?.()),
  };
}

function getIterator(input: EventInput): Iterator<EventChunk> | AsyncIterator<EventChunk> {
  if (typeof input === 'string' || input instanceof Uint8Array) return [input][Symbol.iterator]();
  if (Symbol.asyncIterator in input) return (input as AsyncIterable<EventChunk>)[Symbol.asyncIterator]();
  if (Symbol.iterator in input) return (input as Iterable<EventChunk>)[Symbol.iterator]();
  return [input][Symbol.iterator]();
}
