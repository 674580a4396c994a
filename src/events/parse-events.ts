import { StringDecoder } from 'node:string_decoder';
import { EventError } from './event-error';
import { type EventChunk, type EventInput, openSource } from './event-input';
import type { AnyEvent } from './guards';
import { readRecord } from './read-record';
import { createRecordSplitter, type RecordSplitter } from './record-splitter';
import { isRecord, unwrap } from './unwrap';

/** One record: an event, or why it is none. Exactly one of the two is set. */
export type ParsedEvent = ParsedRecord | BrokenRecord;

/** A record that is an event, perhaps of a type that this version does not know. */
export interface ParsedRecord {
  /** The event, checked unless `check` is false. */
  readonly event: AnyEvent;
  readonly error?: undefined;
  /** Line on which it starts, from 1; of what a destination wrapped, the line of the wrapper; of parsed records, which they are. */
  readonly line: number;
}

/** A record that is no event. */
export interface BrokenRecord {
  readonly event?: undefined;
  /** What is wrong with the record, and the text of it. */
  readonly error: EventError;
  /** Line on which it starts, as for a record that is an event. */
  readonly line: number;
}

/** How to read events. */
export interface ParseEventsOptions {
  /** False: members of events are not looked at, which is faster. The types then promise more than was seen. Default true. */
  readonly check?: boolean;
}

/**
 * Reads events one by one, in constant memory: NDJSON, JSON lists, objects one behind the other or over several lines,
 * and what destinations wrap around them (base64 records of data streams and delivery streams, batches of log groups).
 *
 * What is broken is answered as an `error` with its line and does not stop the rest: a line that is complete JSON is a
 * record; otherwise lines are joined until they are one, and a following line that is complete by itself ends what was
 * open as broken. Throws only what the source throws.
 */
export function parseEvents(source: EventInput, options: ParseEventsOptions = {}): AsyncIterableIterator<ParsedEvent> {
  const reader = openSource(source);
  const queue: ParsedEvent[] = [];
  const lines = createLines(queue, options.check ?? true);
  let taken = 0;
  let finished = false;
  let pending: Promise<unknown> | undefined;

  function take(): IteratorResult<ParsedEvent> | undefined {
    const value = queue[taken];
    if (value === undefined) return finished ? { done: true, value: undefined } : undefined;
    taken++;
    if (taken === queue.length) {
      queue.length = 0;
      taken = 0;
    }
    return { done: false, value };
  }

  async function fill(): Promise<IteratorResult<ParsedEvent>> {
    for (;;) {
      const result = take();
      if (result) return result;
      if (lines.read()) continue;
      const chunk = await nextChunk();
      if (!chunk.done) lines.add(chunk.value);
      else {
        lines.end();
        finished = true;
      }
    }
  }

  /** A source that threw has ended: later calls of `next` are done, as those of a generator are. */
  async function nextChunk(): Promise<IteratorResult<EventChunk, unknown>> {
    try {
      return await reader.next();
    } catch (error) {
      finished = true;
      throw error;
    }
  }

  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      const ready = pending === undefined ? take() : undefined;
      if (ready) return Promise.resolve(ready);
      const after = pending ?? Promise.resolve();
      const result = after.then(fill, fill);
      pending = result;
      const done = (): void => {
        if (pending === result) pending = undefined;
      };
      result.then(done, done);
      return result;
    },
    async return() {
      finished = true;
      queue.length = 0;
      taken = 0;
      await reader.close();
      return { done: true, value: undefined };
    },
  };
}

/** A line that is longer is read in parts: it is a list or a row of objects rather than one event. */
const maxLine = 1024 * 1024;

/** Lines that are read before their events are handed out. */
const batch = 64;

/** Wrappers within wrappers: a log group's batch in a data stream's record is 4 deep. */
const maxDepth = 6;

interface Lines {
  add(chunk: string | Uint8Array | object): void;
  /** Reads on; false when there is nothing to read. */
  read(): boolean;
  end(): void;
}

function createLines(queue: ParsedEvent[], check: boolean): Lines {
  // Three times as fast as a TextDecoder that streams.
  const decoder = new StringDecoder('utf8');
  const framer = framerInto(queue, check, 0, undefined);
  let text = '';
  let at = 0;
  let rest = '';
  /** Whether the line that is being read has been given to the framer in part. */
  let inParts = false;
  let line = 1;
  let objects = 0;

  function endLine(content: string): void {
    if (inParts || content.length > maxLine) {
      framer.part(content, line, { first: !inParts, last: true });
      inParts = false;
    } else if (content !== '') framer.line(content, line);
    line++;
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
      if (at >= text.length) return false;
      for (let count = 0; count < batch; count++) {
        const end = text.indexOf('\n', at);
        if (end < 0) {
          rest += at === 0 ? text : text.slice(at);
          at = text.length;
          if (rest.length > maxLine) {
            framer.part(rest, line, { first: !inParts, last: false });
            inParts = true;
            rest = '';
          }
          return true;
        }
        endLine(rest === '' ? text.slice(at, end) : rest + text.slice(at, end));
        rest = '';
        at = end + 1;
      }
      return true;
    },
    end() {
      rest += decoder.end();
      if (rest !== '' || inParts) endLine(rest);
      rest = '';
      framer.end();
    },
  };
}

/** A framer whose records go to the queue; within a wrapper they all have its line. */
function framerInto(queue: ParsedEvent[], check: boolean, depth: number, wrapper: number | undefined): RecordSplitter {
  return createRecordSplitter({
    record: (value, line) => readValue(queue, check, value, wrapper ?? line, depth),
    broken(problem, line, text) {
      const where = wrapper === undefined ? '' : ' within another';
      const error = new EventError(`Cannot read a record${where}: ${problem}`, { line: wrapper ?? line, text });
      queue.push({ error, line: wrapper ?? line });
    },
    isRecord,
  });
}

function readValue(queue: ParsedEvent[], check: boolean, value: unknown, line: number, depth: number): void {
  const payloads = depth < maxDepth ? unwrap(value) : undefined;
  if (!payloads) {
    try {
      queue.push({ event: readRecord(value, check, { line }), line });
    } catch (error) {
      if (!(error instanceof EventError)) throw error;
      queue.push({ error, line });
    }
    return;
  }
  for (const payload of payloads) {
    if ('value' in payload) readValue(queue, check, payload.value, line, depth + 1);
    else if ('problem' in payload) {
      queue.push({ error: new EventError(`Cannot read a record: ${payload.problem}`, { line }), line });
    } else readText(queue, check, payload.text, line, depth + 1);
  }
}

function readText(queue: ParsedEvent[], check: boolean, text: string, line: number, depth: number): void {
  const framer = framerInto(queue, check, depth, line);
  for (const [index, each] of text.split('\n').entries()) framer.line(each, index + 1);
  framer.end();
}
