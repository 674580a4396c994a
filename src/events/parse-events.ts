import { createStreamDecoder } from './built-ins';
import { type Chunks, decompressChunks } from './decompress';
import { EventError } from './event-error';
import type { AnyEvent } from './guards';
import { readRecord } from './parse-event';
import { createRecordSplitter, type RecordSplitter } from './record-splitter';
import { isRecord, unwrap } from './unwrap';

/** A part of an input: a string, bytes of UTF-8, or a parsed record. */
export type EventChunk = string | Uint8Array | object;

/**
 * An input of `parseEvents`: a string, bytes, a Node or web stream of either, an iterable of parsed records, or one
 * parsed record. Text and bytes may be split into parts anywhere. A web stream has to be async iterable, which it is
 * in Node, but not in every browser.
 */
export type EventInput = EventChunk | Iterable<EventChunk> | AsyncIterable<EventChunk> | ReadableStream<EventChunk>;

/** The result of reading one record: `event` or `error` is set, never both. */
export type ParsedEvent = ParsedRecord | BrokenRecord;

/** A record that is an event of a known or an unknown type. */
export interface ParsedRecord {
  /** Validated unless `check` is false. */
  readonly event: AnyEvent;
  readonly error?: undefined;
  /** Line, from 1, on which the record or its wrapper starts. For parsed records, the position of the record. */
  readonly line: number;
}

/** A record that is not a valid event, or a note that further records were not read. */
export interface BrokenRecord {
  readonly event?: undefined;
  /** The problem, and the start of the record, except for such a note and for a wrapper whose data cannot be read. */
  readonly error: EventError;
  /** Line on which the record starts, as for a valid event. */
  readonly line: number;
}

/** Options of {@link parseEvents}. */
export interface ParseEventsOptions {
  /**
   * If false, the members of events are not validated, which is faster, and may not match their types. Default: true.
   */
  readonly check?: boolean;
}

/**
 * Parses events one by one, in constant memory: NDJSON, JSON lists, consecutive objects, and objects over several
 * lines. Unwraps the records of data streams and delivery streams, and the batches of log groups. Bytes may be
 * compressed with gzip or Zstandard.
 *
 * A broken record is returned as an `error` with its line, and the records after it are read. A line that is complete
 * JSON is a record, or a list of records. Other lines are joined until they form a record. If a line that is an event,
 * or a wrapper of events, follows joined lines that are not complete, the joined lines are the broken record. Text of
 * more than 16 Mi characters or 500 levels is a broken record. Of a wrapper, or a line of up to 1 Mi characters, with
 * more than 50,000 records, the others are one `error`.
 *
 * Throws the errors of the input, and an `EventError` for compressed bytes that are broken or cut off, for gzip without
 * Node, and after 64 Mi characters without a record.
 */
export async function* parseEvents(
  input: EventInput,
  options: ParseEventsOptions = {},
): AsyncIterableIterator<ParsedEvent> {
  const chunks = await decompressChunks(iterate(input));
  const queue: ParsedEvent[] = [];
  const lines = createLineReader(queue, options.check ?? true);
  let isDone = false;
  try {
    while (!isDone) {
      const chunk = await chunks.next();
      isDone = chunk.done === true;
      if (chunk.done) lines.end();
      else lines.add(chunk.value);
      do {
        yield* queue.splice(0);
      } while (lines.read());
    }
  } finally {
    if (!isDone) await chunks.return?.();
  }
}

/** A choice. A longer line is read in parts, because it probably contains many events. */
const MAX_LINE_CHARACTERS = 1024 * 1024;

/** A choice that bounds the records that one part of a line yields at once. */
const PART_CHARACTERS = 64 * 1024;

/**
 * A choice, which limits the memory for tiny values. Of a wrapper with more records, or a line that is not read in
 * parts, the others are reported as not read.
 */
const MAX_QUEUED_RECORDS = 50_000;

/** A choice. Such an input is no archive of events: gigabytes of line feeds in a small file. */
const MAX_CHARACTERS_WITHOUT_RECORD = 64 * 1024 * 1024;

/** A choice. The records are yielded after so many lines or records, whichever is first. */
const LINES_PER_BATCH = 64;

/**
 * A choice: the levels of wrappers around an event. A log group's batch in a data stream's record has 4 (`Records`,
 * `kinesis`, `logEvents`, `message`). A wrapper inside six others is a broken record.
 */
const MAX_DEPTH = 6;

interface LineReader {
  /** Takes a chunk. Everything before it must have been read: `read` has returned false. */
  add(chunk: EventChunk): void;
  /** Reads a batch of lines, or a part of a long one. Returns false if no text is left but the start of a line. */
  read(): boolean;
  /** No chunk follows, so the next calls of `read` read that start, too. */
  end(): void;
}

function createLineReader(queue: ParsedEvent[], check: boolean): LineReader {
  const decoder = createStreamDecoder();
  const splitter = createQueueSplitter(queue, check, 0, undefined);
  let text = '';
  let at = 0;
  let rest = '';
  /** A line that is read in parts: what is left of it, as far as it has arrived. */
  let long: { text: string; isWhole: boolean; isStart: boolean } | undefined;
  let line = 1;
  let objects = 0;
  let charactersWithoutRecord = 0;
  let hasEnded = false;

  function readPart(current: NonNullable<typeof long>): void {
    const part = current.text.slice(0, PART_CHARACTERS);
    current.text = current.text.slice(PART_CHARACTERS);
    const isLast = current.isWhole && current.text === '';
    splitter.part(part, line, { first: current.isStart, last: isLast });
    current.isStart = false;
    if (isLast) {
      long = undefined;
      line++;
    }
  }

  function endLine(content: string): void {
    if (long) Object.assign(long, { text: long.text + content, isWhole: true });
    else if (content.length > MAX_LINE_CHARACTERS) long = { text: content, isWhole: true, isStart: true };
    else {
      if (content !== '') splitter.line(content, line);
      line++;
    }
  }

  /** The end of the line is in a later chunk. */
  function keepRest(): void {
    rest += at === 0 ? text : text.slice(at);
    at = text.length;
    if (!long && rest.length <= MAX_LINE_CHARACTERS) return;
    long = { text: (long?.text ?? '') + rest, isWhole: false, isStart: long?.isStart ?? true };
    rest = '';
  }

  function readLines(): void {
    for (let count = 0; count < LINES_PER_BATCH && !long?.isWhole && queue.length < LINES_PER_BATCH; count++) {
      const end = text.indexOf('\n', at);
      if (end < 0) {
        keepRest();
        return;
      }
      endLine(rest === '' ? text.slice(at, end) : rest + text.slice(at, end));
      rest = '';
      at = end + 1;
    }
  }

  function read(): boolean {
    if (long && (long.isWhole || long.text !== '')) readPart(long);
    else if (at < text.length) readLines();
    else if (hasEnded) {
      hasEnded = false;
      splitter.end();
    } else return false;
    return true;
  }

  return {
    add(chunk) {
      if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
        objects++;
        readValue(queue, check, chunk, objects, 0);
        return;
      }
      const added = typeof chunk === 'string' ? chunk : decoder.write(chunk);
      text = line === 1 && rest === '' && added.startsWith('\uFEFF') ? added.slice(1) : added;
      at = 0;
    },
    read() {
      const start = at;
      const left = read();
      charactersWithoutRecord = queue.length > 0 ? 0 : charactersWithoutRecord + at - start;
      if (charactersWithoutRecord > MAX_CHARACTERS_WITHOUT_RECORD) {
        throw new EventError(
          `The input has no record in ${MAX_CHARACTERS_WITHOUT_RECORD} characters up to line ${line}.`,
        );
      }
      return left;
    },
    end() {
      rest += decoder.end();
      if (rest !== '' || long) endLine(rest);
      rest = '';
      hasEnded = true;
    },
  };
}

/** `wrapper`: the line of the record that contains the text; undefined for the input itself. */
function createQueueSplitter(
  queue: ParsedEvent[],
  check: boolean,
  depth: number,
  wrapper: number | undefined,
): RecordSplitter {
  return createRecordSplitter({
    record: (value, line) => readValue(queue, check, value, wrapper ?? line, depth),
    broken(problem, line, text) {
      const where = wrapper === undefined ? '' : ' within another';
      const error = new EventError(`Cannot read a record${where}: ${problem}`, { line: wrapper ?? line, text });
      enqueue(queue, { error, line: wrapper ?? line });
    },
    isRecord,
  });
}

/** Replaces the first record that is too many by an error, and drops those after it. */
function enqueue(queue: ParsedEvent[], parsed: ParsedEvent): void {
  if (queue.length < MAX_QUEUED_RECORDS) queue.push(parsed);
  else if (queue.length === MAX_QUEUED_RECORDS) {
    const { line } = parsed;
    const problem = `it contains more than ${MAX_QUEUED_RECORDS} records, and the others were not read`;
    queue.push({ error: new EventError(`Cannot read a record: ${problem}`, { line }), line });
  }
}

function readValue(queue: ParsedEvent[], check: boolean, value: unknown, line: number, depth: number): void {
  if (queue.length > MAX_QUEUED_RECORDS) return;
  const payloads = depth < MAX_DEPTH ? unwrap(value) : undefined;
  if (!payloads) {
    try {
      enqueue(queue, { event: readRecord(value, check, { line }), line });
    } catch (error) {
      if (!(error instanceof EventError)) throw error;
      enqueue(queue, { error, line });
    }
    return;
  }
  for (const payload of payloads) {
    if ('value' in payload) readValue(queue, check, payload.value, line, depth + 1);
    else if ('problem' in payload) {
      enqueue(queue, { error: new EventError(`Cannot read a record: ${payload.problem}`, { line }), line });
    } else readText(queue, check, payload.text, line, depth + 1);
  }
}

function readText(queue: ParsedEvent[], check: boolean, text: string, line: number, depth: number): void {
  const splitter = createQueueSplitter(queue, check, depth, line);
  // The loop avoids `split`, because the text may be millions of line feeds.
  for (let at = 0, number = 1; at < text.length && queue.length <= MAX_QUEUED_RECORDS; number++) {
    const end = text.indexOf('\n', at);
    const content = text.slice(at, end < 0 ? undefined : end);
    if (content !== '') splitter.line(content, number);
    at += content.length + 1;
  }
  splitter.end();
}

function iterate(input: EventInput): Chunks<EventChunk> {
  if (typeof input === 'string' || input instanceof Uint8Array) return [input][Symbol.iterator]();
  if (Symbol.asyncIterator in input) return (input as AsyncIterable<EventChunk>)[Symbol.asyncIterator]();
  if (Symbol.iterator in input) return (input as Iterable<EventChunk>)[Symbol.iterator]();
  return [input][Symbol.iterator]();
}
