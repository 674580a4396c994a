import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { type DeliveredAuditEvent, isDated } from '../../events/dated-event';
import type { AnyEvent } from '../../events/guards';
import { type EventInput, parseEvents } from '../../events/parse-events';
import type { CliContext } from '../context';
import type { EventFile } from './find-event-files';

type InputContext = Pick<CliContext, 'signal' | 'stdin'>;

/**
 * Passes each event of the files to `onEvent`, which may return why it skips the event. Returns a sentence for each
 * file without events, and for each part that was not read: a file, the rest of a file, or a record. Beyond
 * {@link MAX_RECORDS} of a file and {@link MAX_FILES} a sentence has only the number of further ones. Members are not
 * validated: events of a newer format may still have an address, a time and an author.
 */
export async function streamEvents(
  context: InputContext,
  files: readonly EventFile[],
  onEvent: (event: AnyEvent) => string | undefined,
): Promise<readonly string[]> {
  const problems = createProblems();
  for (const { name, path, problem } of files) {
    if (problem !== undefined) {
      problems.add(name, `${name} cannot be read: ${problem}`);
      continue;
    }
    // A file that cannot be read is reported below, where its records are read.
    if (path !== undefined && (await detectFormat(path).catch(() => undefined)) === 'parquet') {
      problems.add(name, `${name} cannot be read: ${IS_PARQUET}`);
      continue;
    }
    const input = path === undefined ? context.stdin() : createReadStream(path);
    const { events, failure } = await readRecords(input as AsyncIterable<Uint8Array>, name, problems, (event) => {
      context.signal.throwIfAborted();
      return onEvent(event);
    });
    context.signal.throwIfAborted();
    if (failure) problems.add(name, failure);
    else if (events === 0)
      problems.add(name, `${name} contains no event; expected events as a destination receives them.`);
  }
  return problems.list();
}

const IS_PARQUET =
  'it is a Parquet file; expected events as JSON. Read it with `netingress preview --events-engine duckdb`, or export it as NDJSON.';

/**
 * Reads the first bytes: a Parquet file begins with `PAR1`. Undefined for what can be read only once, such as a pipe.
 * Throws if the file cannot be read.
 */
export async function detectFormat(path: string): Promise<'parquet' | 'other' | undefined> {
  if (!(await stat(path)).isFile()) return undefined;
  const start = Buffer.from('PAR1');
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(start.length), 0, start.length, 0);
    return buffer.equals(start) ? 'parquet' : 'other';
  } finally {
    await file.close();
  }
}

async function readRecords(
  input: EventInput,
  name: string,
  problems: Problems,
  onEvent: (event: AnyEvent) => string | undefined,
): Promise<{ readonly events: number; readonly failure?: string }> {
  let events = 0;
  let last = 0;
  let isReading = true;
  try {
    for await (const { event, error, line } of parseEvents(input, { check: false })) {
      last = line;
      if (event) events += 1;
      isReading = false;
      const why = event ? onEvent(event) : error.message;
      isReading = true;
      if (why !== undefined) problems.add(name, `Line ${line} of ${name} was skipped: ${why}`);
    }
    return { events };
  } catch (error) {
    // Thrown by `onEvent`, not by the input.
    if (!isReading) throw error;
    const { message } = error as Error;
    return {
      events,
      failure:
        last === 0
          ? `${name} cannot be read: ${message}`
          : `The rest of ${name} after line ${last} cannot be read: ${message}`,
    };
  }
}

/** Choices: at most so many sentences about one file, and about so many files. Further ones are only counted. */
const MAX_RECORDS = 10;
const MAX_FILES = 20;

interface Problems {
  add(file: string, sentence: string): void;
  list(): string[];
  count(): number;
}

function createProblems(): Problems {
  const listed = new Map<string, { readonly sentences: string[]; more: number }>();
  const others = new Set<string>();
  let count = 0;
  return {
    add(file, sentence) {
      count += 1;
      const known = listed.get(file);
      if (!known && listed.size >= MAX_FILES) others.add(file);
      else if (!known) listed.set(file, { sentences: [sentence], more: 0 });
      else if (known.sentences.length < MAX_RECORDS) known.sentences.push(sentence);
      else known.more += 1;
    },
    count: () => count,
    list: () => [
      ...[...listed].flatMap(([file, { sentences, more }]) => [
        ...sentences,
        ...(more > 0 ? [`${more} more parts of ${file} were not read.`] : []),
      ]),
      ...(others.size > 0 ? [`${others.size} more files were not read completely.`] : []),
    ],
  };
}

/**
 * As {@link streamEvents}, but skips events without id or time, and also prints the sentences that it returns.
 */
export async function streamDatedEvents(
  context: InputContext & Pick<CliContext, 'printError'>,
  files: readonly EventFile[],
  onEvent: (event: DeliveredAuditEvent) => void,
): Promise<readonly string[]> {
  const problems = await streamEvents(context, files, onlyDated(onEvent));
  for (const problem of problems) context.printError(problem);
  return problems;
}

export interface ReadEvents {
  readonly events: readonly DeliveredAuditEvent[];
  /** A sentence for each part that was not read; of many of them only their number. */
  readonly problems: readonly string[];
  /** How many parts were not read, also those without a sentence. */
  readonly unreadCount: number;
}

/** Reads the events with id and time from a text; `name` appears in problems. */
export async function readEvents(text: string, name: string): Promise<ReadEvents> {
  const events: DeliveredAuditEvent[] = [];
  const problems = createProblems();
  const { failure } = await readRecords(
    text,
    name,
    problems,
    onlyDated((event) => events.push(event)),
  );
  if (failure !== undefined) problems.add(name, failure);
  return { events, problems: problems.list(), unreadCount: problems.count() };
}

function onlyDated(onEvent: (event: DeliveredAuditEvent) => void): (event: AnyEvent) => string | undefined {
  return (event) => {
    if (!isDated(event)) return 'it has no event_id or no valid event_timestamp.';
    onEvent(event);
    return undefined;
  };
}
