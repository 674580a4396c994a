/**
 * Reads the files of `--traffic`: requests that an SQL engine has counted, as CSV. They are read before the accounts,
 * so that a wrong row, a mistake of the caller, is reported at once. They are read again when the change is known: once
 * for all accounts of it, and with `--accounts` once for each entry.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import type { Info } from 'csv-parse';
import { RESTRICTION_TYPES } from '../access/restriction';
import { type CliContext, CliError } from '../command/context';
import { type EventFile, findEventFiles } from '../command/inputs/find-event-files';
import { decompressChunks } from '../events/decompress';
import { EventError } from '../events/event-error';
import { parseIp } from '../model/ip/cidr';
import { endSentence } from '../model/text';
import { parseTimestamp } from '../model/time';
import type { CountedRequests } from './backtest';

const COLUMNS = ['address', 'part', 'requests', 'last_time'] as const;

type Row = Readonly<Record<(typeof COLUMNS)[number], string>>;

class RowError extends CliError {}

/** Throws for what can be read only once, such as standard input, and for the first wrong row. */
export async function findTrafficFiles(context: CliContext, inputs: readonly string[]): Promise<readonly EventFile[]> {
  const files = await findEventFiles(context, inputs, '--traffic');
  for (const { name, path, problem } of files) {
    // The report names what cannot be read, such as an empty folder.
    if (problem !== undefined || (path !== undefined && !(await isReadOnce(path)))) continue;
    throw new CliError(
      `--traffic cannot read ${name}, because the rows are read twice; expected a file. Write the rows to one.`,
    );
  }
  await streamTraffic(context, files, () => undefined);
  return files;
}

/** A pipe or a device, whose content is gone after it was read. */
async function isReadOnce(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && !found.isFile();
}

/**
 * Returns a sentence for each file that was not read completely or has no row. Throws a `CliError` for a wrong row or
 * header.
 */
export async function streamTraffic(
  { signal }: Pick<CliContext, 'signal'>,
  files: readonly EventFile[],
  onRow: (row: CountedRequests) => void,
): Promise<readonly string[]> {
  const unread: string[] = [];
  for (const { name, path, problem } of files) {
    if (problem !== undefined || path === undefined) {
      unread.push(`${name} cannot be read: ${problem}`);
      continue;
    }
    let rows = 0;
    try {
      for await (const { record, info } of readCsv(path)) {
        signal.throwIfAborted();
        rows += 1;
        onRow(parseRow(record, `Line ${info.lines} of ${name}`));
      }
      if (rows === 0) unread.push(`${name} contains no row; expected at least one below its header.`);
    } catch (error) {
      signal.throwIfAborted();
      if (!isUnreadable(error)) throw toMistake(error as Error, name);
      const { message } = error as Error;
      unread.push(
        rows === 0 ? `${name} cannot be read: ${message}` : `Only ${rows} rows of ${name} were read: ${message}`,
      );
    }
  }
  return unread;
}

async function* readCsv(path: string): AsyncGenerator<{ readonly record: Row; readonly info: Info }> {
  const { parse } = await import('csv-parse');
  const chunks = await decompressChunks<Uint8Array>(createReadStream(path)[Symbol.asyncIterator]());
  const bytes = Readable.from({ [Symbol.asyncIterator]: () => chunks as AsyncIterator<Uint8Array> });
  const parser = parse({ columns: expectColumns, info: true, bom: true, skip_empty_lines: true });
  // The error reaches the reader of the last stream.
  yield* pipeline(bytes, parser, () => {}) as AsyncIterable<{ record: Row; info: Info }>;
}

function expectColumns(header: readonly string[]): string[] {
  if (header.length === COLUMNS.length && COLUMNS.every((name) => header.includes(name))) return [...header];
  throw new CliError(`Its header is ${JSON.stringify(header.join())}; expected the columns ${COLUMNS.join()}.`);
}

/** The file itself, not its rows. */
function isUnreadable(error: unknown): boolean {
  return error instanceof EventError || typeof (error as NodeJS.ErrnoException).syscall === 'string';
}

function toMistake(error: Error, name: string): CliError {
  if (error instanceof RowError) return error;
  return new CliError(`Cannot read the traffic in ${name}: ${endSentence(error.message)} Correct the file.`);
}

function parseRow({ address, part, requests, last_time: lastTime }: Row, where: string): CountedRequests {
  const fail = (problem: string): RowError => new RowError(`${where}: ${problem}. Correct the row.`);
  if (!parseIp(address))
    throw fail(`address '${address}' is not an IP address; expected IPv4 or IPv6 without mask or zone`);
  if (!RESTRICTION_TYPES.includes(part))
    throw fail(`part '${part}' is unknown; expected one of ${RESTRICTION_TYPES.join(', ')}`);
  const count = Number(requests);
  if (!/^\d+$/.test(requests) || count < 1 || !Number.isSafeInteger(count))
    throw fail(`requests '${requests}' is not a count; expected an integer of 1 or more`);
  if (lastTime !== '' && parseTimestamp(lastTime) === undefined)
    throw fail(
      `last_time '${lastTime}' is not a timestamp; expected RFC 3339, such as 2026-05-01T10:00:00Z, or nothing`,
    );
  return { part, address, requests: count, lastTime };
}
