/**
 * Tests a change with recorded events by DuckDB, on all cores: `preview --events-engine duckdb`. `run-backtest.ts` calls it.
 * SQL counts what it certainly reads as `parseEvents` does. The parser reads every other line, and whole every file that
 * DuckDB cannot read or in which a line is not one event, so the result is that of the stream.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { type Effect, listEffects } from '../../access/ranges';
import { decompressChunks } from '../../events/decompress';
import type { AnyEvent } from '../../events/guards';
import { parseInput } from '../../events/parse-event';
import { toSortableHex } from '../../model/ip/address-set';
import { parseCidr } from '../../model/ip/cidr';
import type { JsonObject } from '../../model/json';
import { formatCount } from '../../model/text';
import {
  type AccountAccess,
  type Backtest,
  type BacktestRestriction,
  type BacktestSide,
  createBacktest,
  findAddress,
  TOP,
} from '../../preview/backtest';
import { defineAddressFunctions } from '../../sql/address';
import {
  CREATE_ADDRESSES,
  CREATE_FOUND,
  CREATE_RANGES,
  countLines,
  countRows,
  createEffects,
  PARQUET_FIELDS,
} from '../../sql/backtest';
import { DIALECTS, quote, quoteForDuckDb } from '../../sql/dialect';
import { EPOCH_MS } from '../../sql/requests';
import { type CliContext, CliError } from '../context';
import { streamEvents } from '../event-files';
import type { EventFile } from '../find-event-files';
import { streamTraffic } from './read-traffic';
import type { RecordedFiles } from './recorded-files';

type Context = Pick<CliContext, 'signal' | 'stdin'>;

export async function backtestWithDuckDb(
  context: Context,
  { events, traffic }: RecordedFiles,
  access: readonly AccountAccess[],
): Promise<Backtest> {
  const { DuckDBInstance } = await loadDuckDb();
  // Extensions that are not in the package would be downloaded.
  const instance = await DuckDBInstance.create(':memory:', { autoinstall_known_extensions: 'false' });
  const connection = await instance.connect();
  try {
    for (const statement of [...defineAddressFunctions(DIALECTS.duckdb), CREATE_FOUND]) await connection.run(statement);
    const backtest = createBacktest(access);
    const found = createFound(connection);
    const onEvent = (event: AnyEvent, times = 1): undefined => {
      const value = event as unknown as JsonObject;
      const request = findAddress(value);
      if (!request) return backtest.add(value, times);
      found.add(request.type, request.address, String(value['event_timestamp'] ?? ''), times);
      return undefined;
    };
    const reader: Reader = { context, instance, found, onEvent, streamed: new Set(), unread: [] };
    await readAll(reader, events);
    // In the order of the files, with one list of problems.
    const rest = events.filter((file) => reader.streamed.has(file));
    const unreadEvents = await streamEvents(context, rest, (event) => onEvent(event));
    const unreadTraffic = await streamTraffic(context, traffic, ({ part, address, requests, lastTime }) =>
      found.add(part, address, lastTime, requests),
    );
    await found.flush();
    const result = backtest.result([...unreadEvents, ...reader.unread, ...unreadTraffic]);
    const restrictions = await judge(connection, access);
    return { ...result, events: result.events + found.requests(), restrictions };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Throws if the optional package is not installed. */
export async function loadDuckDb(): Promise<typeof import('@duckdb/node-api')> {
  try {
    return await import('@duckdb/node-api');
  } catch (cause) {
    throw new CliError(
      `--events-engine duckdb needs the package @duckdb/node-api, which cannot be loaded: ${(cause as Error).message.split('\n')[0]}. Run \`npm install @duckdb/node-api\`.`,
    );
  }
}

interface Row {
  readonly part: string;
  readonly address: string;
  readonly time: string;
  readonly count: number;
}

/** The table of requests. Those that the parser read are added in batches. */
function createFound(connection: DuckDBConnection) {
  const rows: Row[] = [];
  let requests = 0;
  return {
    add(part: string, address: string, time: string, count: number): void {
      requests += count;
      rows.push({ part, address, time: toSortableTime(time), count });
    },
    count(number: number): void {
      requests += number;
    },
    async flush(): Promise<void> {
      if (rows.length === 0) return;
      const appender = await connection.createAppender('found');
      for (const { part, address, time, count } of rows.splice(0)) {
        for (const text of [part, address]) appender.appendVarchar(text);
        appender.appendBigInt(BigInt(count));
        appender.appendVarchar(time);
        appender.endRow();
      }
      appender.closeSync();
    },
    requests: () => requests,
  };
}

type Found = ReturnType<typeof createFound>;

/** As SQL writes it: the order of the texts is that of the instants. */
function toSortableTime(text: string): string {
  const time = Date.parse(text);
  return text === '' ? '' : `${String(Number.isNaN(time) ? 0 : time + EPOCH_MS).padStart(15, '0')}${text}`;
}

interface Reader {
  readonly context: Context;
  readonly instance: DuckDBInstance;
  readonly found: Found;
  readonly onEvent: (event: AnyEvent, times: number) => undefined;
  /** Files that only the parser can read. */
  readonly streamed: Set<EventFile>;
  readonly unread: string[];
}

/** DuckDB decompresses a file on one core, so several are read at once. */
async function readAll(reader: Reader, files: readonly EventFile[]): Promise<void> {
  const queue = [...files.entries()];
  const work = async (): Promise<void> => {
    const connection = await reader.instance.connect();
    try {
      for (let next = queue.shift(); next; next = queue.shift()) {
        reader.context.signal.throwIfAborted();
        const [index, file] = next;
        if (!(await readFile(reader, connection, file, `file_${index}`))) reader.streamed.add(file);
      }
    } finally {
      connection.closeSync();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/** Returns false if only the parser can read the file; then nothing of it was counted. */
async function readFile(
  reader: Reader,
  connection: DuckDBConnection,
  { name, path, problem }: EventFile,
  table: string,
): Promise<boolean> {
  if (path === undefined || problem !== undefined || /['\0]|[*?[]/.test(path)) return false;
  const format = await readFormat(path).catch(() => undefined);
  if (format === undefined) return false;
  if (format === 'parquet') return readParquet(reader, connection, { name, path }, table);
  // DuckDB reads a compressed file that is cut off without an error.
  const whole = format === 'none' ? Promise.resolve(true) : isWhole(path, format);
  const isCounted = await create(connection, table, countLines(path, format));
  if (!(await whole) || isCounted !== true) return false;
  return await take(reader, connection, table);
}

/** Adds the requests of a table, and passes its other events on. False if a line is not one event. */
async function take({ found, onEvent }: Reader, connection: DuckDBConnection, table: string): Promise<boolean> {
  const others = `SELECT line, requests, substr(time, 16) FROM ${table} WHERE line IS NOT NULL`;
  if (!(await everyLine(connection, others, (line) => parseEventLine(line) !== undefined))) return false;
  const requests = await readNumber(connection, `SELECT sum(requests) FROM ${table} WHERE line IS NULL`);
  const lines = await readNumber(connection, `SELECT count(*) FROM ${table}`);
  // A file without an event is reported by the parser.
  if (lines === 0) return false;
  await connection.run(`INSERT INTO found SELECT part, address, requests, time FROM ${table} WHERE part IS NOT NULL`);
  found.count(requests);
  await everyLine(connection, others, (line, times, time) => {
    const event = parseEventLine(line) as AnyEvent;
    onEvent(time === null ? event : { ...event, event_timestamp: time }, times);
    return true;
  });
  await connection.run(`DROP TABLE ${table}`);
  return true;
}

/** Undefined if the line is not one event; a record with events in it is for the parser. */
function parseEventLine(line: string): AnyEvent | undefined {
  try {
    return parseInput(line, false);
  } catch {
    return undefined;
  }
}

async function everyLine(
  connection: DuckDBConnection,
  query: string,
  isGood: (line: string, times: number, time: string | null) => boolean,
): Promise<boolean> {
  const result = await connection.stream(query);
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
    for (const [line, times, time] of chunk.getRows())
      if (!isGood(String(line), Number(times), time as string | null)) return false;
  return true;
}

/** True, or why DuckDB cannot run the query. */
async function create(connection: DuckDBConnection, table: string, query: string): Promise<true | string> {
  try {
    await connection.run(`CREATE OR REPLACE TABLE ${table} AS ${query}`);
    return true;
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? '';
  }
}

type Format = 'none' | 'gzip' | 'zstd' | 'parquet';

/** A file's format by its first bytes. */
async function readFormat(path: string): Promise<Format> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    const start = buffer.toString('hex');
    if (start === Buffer.from('PAR1').toString('hex')) return 'parquet';
    if (start.startsWith('1f8b')) return 'gzip';
    return start === '28b52ffd' || /^5.2a4d18$/.test(start) ? 'zstd' : 'none';
  } finally {
    await file.close();
  }
}

/** Large enough that Node's share of the work is small. */
const CHUNK_BYTES = 1024 * 1024;

/** Whether the compressed file is complete and its checksum is right. */
async function isWhole(path: string, format: Format): Promise<boolean> {
  const input = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    if (format === 'gzip') await pipeline(input, createGunzip({ chunkSize: CHUNK_BYTES }), discard);
    else {
      const chunks = await decompressChunks(input[Symbol.asyncIterator]());
      while (!(await chunks.next()).done);
    }
    return true;
  } catch {
    return false;
  }
}

/** A file of Parquet has one row for each event, with nested columns or with columns of dotted names. */
async function readParquet(
  reader: Reader,
  connection: DuckDBConnection,
  { name, path }: { readonly name: string; readonly path: string },
  table: string,
): Promise<true> {
  const has = async (column: string): Promise<string | undefined> => {
    const types = await connection
      .runAndReadAll(
        `SELECT any_value(typeof(${column})) FROM (SELECT * FROM read_parquet(${quoteForDuckDb(path)}) LIMIT 1)`,
      )
      .catch(() => undefined);
    return types && String(types.getRows()[0]?.[0]);
  };
  const fail = (why: string): true => {
    reader.unread.push(`${name} cannot be read: ${why}`);
    return true;
  };
  const rows = await connection
    .runAndReadAll(`SELECT count(*) FROM read_parquet(${quoteForDuckDb(path)})`)
    .catch((error: Error) => error.message);
  if (typeof rows === 'string') return fail(rows.split('\n')[0] as string);
  if (Number(rows.getRows()[0]?.[0]) === 0) return fail('it contains no event; expected a row for each event.');
  const type = await has('"event_type"');
  if (type !== 'VARCHAR')
    return fail('it has no column event_type with texts; expected a column for each member of an event.');
  if ((await has('"object"')) === 'VARCHAR')
    return fail('its column object is a text; expected a structure with the fields of the event.');
  const columns: string[][] = [];
  for (const { columns: candidates } of PARQUET_FIELDS) {
    const found: string[] = [];
    for (const column of candidates) if ((await has(column)) === 'VARCHAR') found.push(column);
    columns.push(found);
  }
  const timeType = await has('"event_timestamp"');
  const hasAuthor = (await has('"principal"')) !== undefined && (await has('"client_ip"')) === undefined;
  const isCounted = await create(connection, table, countRows(path, columns, timeType, hasAuthor));
  if (isCounted !== true) return fail(isCounted);
  const unnamed = await readNumber(connection, `SELECT sum(requests) FROM ${table} WHERE is_unnamed`);
  if (unnamed > 0)
    reader.unread.push(`${formatCount(unnamed, 'row')} of ${name} were skipped: they have no event_type.`);
  await take(reader, connection, table);
  return true;
}

/** Verdicts are the ranges of `src/access`, joined with the addresses. */
async function judge(
  connection: DuckDBConnection,
  access: readonly AccountAccess[],
): Promise<readonly BacktestRestriction[]> {
  await connection.run(CREATE_ADDRESSES);
  const restrictions: BacktestRestriction[] = [];
  for (const change of access) {
    const { account, type } = change;
    await connection.run(CREATE_RANGES);
    const appender = await connection.createAppender('ranges');
    for (const [effect, ranges] of Object.entries(listEffects(change)))
      for (const { family, first, last } of ranges) {
        const [low, high] = [toSortableHex(family, first), toSortableHex(family, last)];
        appender.appendVarchar(effect);
        appender.appendInteger(low.length);
        for (const text of [low, high]) appender.appendVarchar(text);
        appender.endRow();
      }
    appender.closeSync();
    await connection.run(createEffects(type));
    const requests = await readNumber(connection, `SELECT sum(requests) FROM addresses WHERE part = ${quote(type)}`);
    restrictions.push({
      account,
      type,
      requests,
      newly_refused: await readSide(connection, 'newly_refused'),
      newly_admitted: await readSide(connection, 'newly_admitted'),
      not_known: await readSide(connection, 'not_known'),
    });
  }
  return restrictions;
}

async function readSide(connection: DuckDBConnection, effect: Effect): Promise<BacktestSide> {
  const where = `FROM effects WHERE effect = ${quote(effect)}`;
  const top = await connection.runAndReadAll(
    `SELECT address, requests, substr(time, 16) ${where} ORDER BY requests DESC, size, digits LIMIT ${TOP}`,
  );
  return {
    requests: await readNumber(connection, `SELECT sum(requests) ${where}`),
    addresses: await readNumber(connection, `SELECT count(*) ${where}`),
    at_least: false,
    top: top.getRows().map(([address, requests, time]) => {
      const parsed = parseCidr(String(address));
      const text = 'problem' in parsed ? String(address) : parsed.canonical.replace(/\/\d+$/, '');
      return { address: text, requests: Number(requests), last_time: String(time) };
    }),
  };
}

/** 0 for no rows. */
async function readNumber(connection: DuckDBConnection, query: string): Promise<number> {
  return Number((await connection.runAndReadAll(query)).getRows()[0]?.[0] ?? 0);
}
