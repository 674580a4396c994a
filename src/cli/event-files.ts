/**
 * Reads the files of `--events`, which may be larger than memory: plain or gzip, which their first bytes tell; `-` is
 * standard input. `preview`, `drift` and `adopt` call it; `watch` follows its file itself and calls `readEvents` for new lines.
 */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type DriftEvent, isDated, parseChange } from '../drift/attribution/history';
import { EventError } from '../events/event-error';
import { type ParsedEvent, parseEvents } from '../events/parse-events';
import { type CliContext, CliError } from './context';
import { inputName } from './read-input';

type InputContext = Pick<CliContext, 'cwd' | 'printError' | 'stdin'>;

/** Throws for the first file without a single event, before a command runs for minutes. Standard input is not read. */
export async function requireEvents(context: InputContext, files: readonly string[]): Promise<void> {
  for (const file of files.filter((each) => each !== '-')) {
    let hasEvent = false;
    for await (const { event } of streamEvents(context, file)) {
      hasEvent = event !== undefined;
      if (hasEvent) break;
    }
    if (!hasEvent) throw withoutEvents(file);
  }
}

/**
 * The records of a file. A file that cannot be read to its end, such as a torn gzip file, ends with a broken record. Members
 * are not validated: events of a newer format still have an address, a time and an author.
 */
export async function* streamEvents(context: InputContext, file: string): AsyncGenerator<ParsedEvent> {
  const input = file === '-' ? context.stdin() : createReadStream(resolve(context.cwd, file));
  let line = 1;
  try {
    for await (const parsed of parseEvents(decompress(input as AsyncIterable<Uint8Array>), { check: false })) {
      line = parsed.line;
      yield parsed;
    }
  } catch (error) {
    if (isOpenError(error))
      throw new CliError(`The file ${file} cannot be read: ${error.message}; expected a file of events.`);
    yield { error: new EventError(`The rest cannot be read: ${(error as Error).message}.`, { line }), line };
  }
}

/** A missing file, a folder, or a file of another user: nothing was read, so there is no rest to report. */
function isOpenError(error: unknown): error is NodeJS.ErrnoException {
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  return ['ENOENT', 'EISDIR', 'EACCES', 'ENOTDIR'].includes(code);
}

const GZIP = [0x1f, 0x8b];

async function* decompress(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = input[Symbol.asyncIterator]();
  const start: number[] = [];
  const first: Uint8Array[] = [];
  // A pipe may deliver one byte at a time.
  while (start.length < GZIP.length) {
    const { done, value } = await chunks.next();
    if (done) break;
    first.push(value);
    start.push(...value.subarray(0, GZIP.length - start.length));
  }
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    yield* first;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  };
  try {
    if (GZIP.every((byte, index) => start[index] === byte))
      yield* pipeline(Readable.from(whole()), createGunzip(), () => {});
    else yield* whole();
  } finally {
    await chunks.return?.();
  }
}

export interface ReadEvents {
  /** Changes of objects; other events are left out. */
  readonly events: readonly DriftEvent[];
  /** One sentence for each of the first 100 records that were skipped, and one that counts the others. */
  readonly problems: readonly string[];
}

/** Reads the changes of objects from the files, one file after the other, and prints each problem. */
export async function readEventFiles(context: InputContext, files: readonly string[]): Promise<ReadEvents> {
  const events: DriftEvent[] = [];
  const problems: string[] = [];
  for (const file of files) {
    let count = 0;
    const read = await collect(streamEvents(context, file), inputName(file), () => {
      count += 1;
    });
    if (count === 0) throw withoutEvents(file);
    for (const problem of read.problems) context.printError(problem);
    for (const event of read.events) events.push(event);
    problems.push(...read.problems);
  }
  return { events, problems };
}

/** Reads the changes of objects from a text; `name` appears in problems. */
export function readEvents(text: string, name: string): Promise<ReadEvents> {
  return collect(parseEvents(text, { check: false }), name);
}

/** More are counted in one sentence. */
const MAX_PROBLEMS = 100;

async function collect(
  parsed: AsyncIterable<ParsedEvent>,
  name: string,
  onEvent: () => void = () => {},
): Promise<ReadEvents> {
  const events: DriftEvent[] = [];
  const problems: string[] = [];
  let more = 0;
  const skip = (line: number, why: string): void => {
    if (problems.length < MAX_PROBLEMS) problems.push(`Line ${line} of ${name} was skipped: ${why}`);
    else more += 1;
  };
  for await (const { event, error, line } of parsed) {
    if (!event) skip(line, error.message);
    else {
      onEvent();
      if (!isDated(event)) skip(line, 'it has no event_id or no valid event_timestamp.');
      else if (parseChange(event)) events.push(event);
    }
  }
  if (more > 0) problems.push(`${more} more lines of ${name} were skipped.`);
  return { events, problems };
}

function withoutEvents(file: string): CliError {
  return new CliError(
    `${file === '-' ? 'Standard input' : `The file ${file}`} contains no event; expected events as a destination receives them, one in each line, plain or compressed with gzip.`,
  );
}
