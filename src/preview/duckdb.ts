/**
 * Tests a change with recorded events by DuckDB, on several cores: `preview --events-engine duckdb`. `run-backtest.ts` calls it.
 * SQL counts what it certainly reads as `parseEvents` does. The parser reads every other line, and whole every file that
 * DuckDB cannot read or in which a line is not one event, so the result is that of the stream.
 */
import { createReadStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { DuckDBConnection, DuckDBInstance, DuckDBType } from '@duckdb/node-api';
import { type Effect, listEffects } from '../access/ranges';
import { defineAddressFunctions } from '../archives/address';
import {
  type ColumnType,
  CREATE_FOUND,
  CREATE_PARSED,
  CREATE_RANGES,
  createEffects,
  FINISH_FOUND,
  type FieldColumns,
  insertLines,
  insertRows,
  insertWholeRows,
  PARQUET_FIELDS,
  PARQUET_START,
  type ParquetRows,
} from '../archives/backtest';
import { DIALECTS, type MemberPath, quote, quoteForDuckDb } from '../archives/dialect';
import { type CliContext, CliError } from '../command/context';
import { detectFormat, streamEvents } from '../command/inputs/event-files';
import type { EventFile } from '../command/inputs/find-event-files';
import { decompressChunks } from '../events/decompress';
import type { AnyEvent } from '../events/guards';
import { parseInput } from '../events/parse-event';
import { toSortableHex } from '../model/ip/address-set';
import { formatIpAddress, parseIp } from '../model/ip/cidr';
import { firstLine, formatCount } from '../model/text';
import { TIME_DIGITS, TIME_OFFSET_MS, toSortableTime } from '../model/time';
import type { JsonObject } from '../values/json';
import {
  type AccountAccess,
  type Backtest,
  type BacktestRestriction,
  type BacktestSide,
  createBacktest,
  type FoundRequest,
  findRequest,
  TOP,
} from './backtest';
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
  const instance = await DuckDBInstance.create(':memory:', { autoinstall_known_extensions: 'false', threads: '1' });
  const connection = await instance.connect();
  try {
    for (const statement of [...defineAddressFunctions(DIALECTS.duckdb), CREATE_FOUND, CREATE_PARSED])
      await connection.run(statement);
    const backtest = createBacktest(access);
    const found = await createFound(connection);
    const onEvent = (event: AnyEvent, times = 1): undefined => {
      const value = event as unknown as JsonObject;
      const request = findRequest(value);
      if (!request) return backtest.add(value, times);
      found.add(request, String(value['event_timestamp'] ?? ''), times);
      return undefined;
    };
    const reader: Reader = { context, instance, found, onEvent, streamed: new Set(), unread: [] };
    await readAll(reader, connection, events);
    // In the order of the files, with one list of problems.
    const rest = events.filter((file) => reader.streamed.has(file));
    const unreadEvents = await streamEvents(context, rest, (event) => onEvent(event));
    const unreadTraffic = await streamTraffic(context, traffic, ({ part, address, requests, lastTime }) =>
      found.add({ type: part, address }, lastTime, requests),
    );
    found.end();
    for (const statement of FINISH_FOUND) await connection.run(statement);
    const parts = access.map(({ type }) => quote(type)).join(', ');
    if (access.length > 0)
      backtest.addUnreadable(
        await readNumber(connection, `SELECT sum(requests) FROM found WHERE digits IS NULL AND part IN (${parts})`),
      );
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
      `--events-engine duckdb needs the package @duckdb/node-api, which cannot be loaded: ${firstLine((cause as Error).message)}. Run \`npm install @duckdb/node-api\`.`,
    );
  }
}

/** Adds requests that the parser read to the table of requests, and counts all. */
async function createFound(connection: DuckDBConnection) {
  const appender = await connection.createAppender('parsed');
  let requests = 0;
  const append = ({ type, address, connection: of }: FoundRequest, time: string, count: number): void => {
    appender.appendVarchar(type);
    const bytes = parseIp(address)?.toByteArray();
    if (bytes) appender.appendVarchar(Buffer.from(bytes).toString('hex'));
    else appender.appendNull();
    appender.appendBigInt(BigInt(count));
    appender.appendVarchar(toSortableTime(time));
    if (of) appender.appendVarchar(of.key);
    else appender.appendNull();
    appender.appendBoolean(of?.isClosed ?? false);
    appender.endRow();
  };
  return {
    add(request: FoundRequest, time: string, count: number): void {
      requests += count;
      if (!request.connection) append(request, time, count);
      else for (let rows = count; rows > 0; rows--) append(request, time, 1);
    },
    count(number: number): void {
      requests += number;
    },
    end: () => appender.closeSync(),
    requests: () => requests,
  };
}

type Found = Awaited<ReturnType<typeof createFound>>;

/** The timestamp as it was recorded. A column of instants has only digits. */
function toTime(sortable: string): string {
  const milliseconds = Number(sortable.slice(0, TIME_DIGITS)) - TIME_OFFSET_MS;
  return sortable.slice(TIME_DIGITS) || (sortable === '' ? '' : new Date(milliseconds).toISOString());
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

/** Queries of lines wait for threads of Node's, of which there are 4 unless the environment says otherwise. */
const MAX_FILES_AT_ONCE = 4;

/**
 * Files of lines are read several at once, each on a thread of its own: a thread of DuckDB's that has nothing to do waits
 * busily. Then DuckDB reads each file of Parquet on all cores.
 */
async function readAll(reader: Reader, connection: DuckDBConnection, files: readonly EventFile[]): Promise<void> {
  const [lines, parquet]: [FoundFile[], FoundFile[]] = [[], []];
  for (const [number, file] of files.entries()) {
    const { path, problem } = file;
    const format = path !== undefined && problem === undefined && (await detectFormat(path).catch(() => undefined));
    if (path === undefined || !format) reader.streamed.add(file);
    else (format === 'parquet' ? parquet : lines).push({ file, path, number });
  }
  const work = async (queue: FoundFile[], read: typeof readLines): Promise<void> => {
    const ofFile = await reader.instance.connect();
    try {
      for (let next = queue.shift(); next; next = queue.shift()) {
        reader.context.signal.throwIfAborted();
        // What was added of a file that cannot be read is removed.
        await ofFile.run('BEGIN TRANSACTION');
        const isRead = await read(reader, ofFile, next);
        await ofFile.run(isRead ? 'COMMIT' : 'ROLLBACK');
      }
    } finally {
      ofFile.closeSync();
    }
  };
  const atOnce = Math.min(MAX_FILES_AT_ONCE, availableParallelism());
  await Promise.all(Array.from({ length: atOnce }, () => work(lines, readLines)));
  await connection.run(`SET threads TO ${availableParallelism()}`);
  await work(parquet, readParquet);
}

interface FoundFile {
  readonly file: EventFile;
  readonly path: string;
  /** Of its rows in the table. */
  readonly number: number;
}

/** Returns false if only the parser can read the file. */
async function readLines(reader: Reader, connection: DuckDBConnection, found: FoundFile): Promise<boolean> {
  const isRead = (await insertFile(reader, connection, found)) && (await take(reader, connection, found));
  if (!isRead) reader.streamed.add(found.file);
  return isRead;
}

/** While DuckDB reads some lines, the next ones are decompressed. Returns false if they cannot be read. */
async function insertFile(
  { context }: Reader,
  connection: DuckDBConnection,
  { path, number }: FoundFile,
): Promise<boolean> {
  const insert = await connection.prepare(insertLines(number));
  let isInserted = Promise.resolve(true);
  try {
    for await (const lines of readBatches(path)) {
      context.signal.throwIfAborted();
      if (!(await isInserted)) return false;
      insert.bindBlob(1, lines);
      isInserted = insert.run().then(
        () => true,
        () => false,
      );
    }
    return await isInserted;
  } catch {
    context.signal.throwIfAborted();
    return false;
  } finally {
    await isInserted;
    insert.destroySync();
  }
}

/** Large enough that Node's share of the work is small. */
const CHUNK_BYTES = 1024 * 1024;
/** Some thousand lines, for which a query is worth its start. */
const BATCH_BYTES = 16 * CHUNK_BYTES;
const LINE_FEED = 10;

/** Whole lines. Throws for a file that is cut off or has a wrong checksum, and for a line that is longer than a batch. */
async function* readBatches(path: string): AsyncGenerator<Uint8Array> {
  const input: AsyncIterable<Uint8Array> = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const chunks = await decompressChunks(input[Symbol.asyncIterator](), CHUNK_BYTES);
  let parts: Uint8Array[] = [];
  let size = 0;
  try {
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      const chunk = next.value;
      parts.push(chunk);
      size += chunk.length;
      if (size < BATCH_BYTES) continue;
      const end = chunk.lastIndexOf(LINE_FEED) + 1;
      if (end === 0 && size < 2 * BATCH_BYTES) continue;
      if (end === 0) throw new Error('A line is too long.');
      yield Buffer.concat([...parts.slice(0, -1), chunk.subarray(0, end)]);
      parts = [chunk.subarray(end)];
      size = chunk.length - end;
    }
    if (size > 0) yield Buffer.concat(parts);
  } finally {
    await chunks.return?.();
  }
}

/** Counts the requests of a file, and passes its other events on. False if a line is not one event. */
async function take(
  { found, onEvent }: Reader,
  connection: DuckDBConnection,
  { number }: Pick<FoundFile, 'number'>,
): Promise<boolean> {
  const others = `SELECT line, requests, time FROM found WHERE file = ${number} AND line IS NOT NULL`;
  if (!(await everyLine(connection, others, (line) => parseEventLine(line) !== undefined))) return false;
  const counts = `SELECT count(*), sum(requests) FILTER (line IS NULL) FROM found WHERE file = ${number}`;
  const [rows, requests] = (await connection.runAndReadAll(counts)).getRows()[0] ?? [];
  // A file without an event is reported by the parser.
  if (Number(rows) === 0) return false;
  found.count(Number(requests ?? 0));
  await everyLine(connection, others, (line, times, time) => {
    const event = parseEventLine(line) as AnyEvent;
    onEvent(time ? { ...event, event_timestamp: toTime(time) } : event, times);
    return true;
  });
  return true;
}

/** Undefined if the line is not one event; a record with events in it is for the parser. */
function parseEventLine(line: string): AnyEvent | undefined {
  // Only a whole input may start with a mark of the byte order.
  if (line.startsWith('\uFEFF')) return undefined;
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

/** A file of Parquet has one row for each event, with nested columns or with columns of dotted names. */
async function readParquet(reader: Reader, connection: DuckDBConnection, found: FoundFile): Promise<boolean> {
  const { name } = found.file;
  const isUnnamed = `SELECT count(*) FROM ${readFile(found)} WHERE event_type IS NULL`;
  let problem: string | undefined;
  try {
    problem = await insertParquet(connection, found);
    const unnamed = problem === undefined ? await readNumber(connection, isUnnamed) : 0;
    if (unnamed > 0)
      reader.unread.push(`${formatCount(unnamed, 'row')} of ${name} were skipped: they have no event_type.`);
    if (problem === undefined && !(await take(reader, connection, found)) && unnamed === 0)
      problem = 'it contains no event; expected a row for each event.';
  } catch (error) {
    reader.context.signal.throwIfAborted();
    problem = firstLine((error as Error).message);
  }
  if (problem !== undefined) reader.unread.push(`${name} cannot be read: ${problem}`);
  return problem === undefined;
}

/** Members with fields that decide. JSON in a text is not read. */
const STRUCTURES: readonly MemberPath[] = [['object'], ['object', 'conn'], ['principal'], ['principal', 'credential']];

/** Returns why the rows are not events. Throws if DuckDB cannot read the file. */
async function insertParquet(connection: DuckDBConnection, found: FoundFile): Promise<string | undefined> {
  const columns = await readColumns(connection, found);
  if (findType(columns, ['event_type']) !== 'text')
    return 'it has no column event_type with texts; expected a column for each member of an event.';
  const text = STRUCTURES.find((member) => findType(columns, member) === 'text');
  if (text) return `its column ${text.join('.')} is a text; expected a structure with its fields.`;
  for (const { types, nested, flat } of PARQUET_FIELDS) {
    const fieldTypes = [...nested, ...flat].map((member) => findType(columns, member));
    // JSON, a map and bytes may have texts.
    if (fieldTypes.includes('text') || fieldTypes.includes('other')) continue;
    const withAddress = `SELECT count(*) FROM ${readFile(found)} WHERE event_type IN (${types.map(quote).join(', ')})`;
    const requests = await readNumber(connection, withAddress);
    if (requests > 0)
      return `it has no column with the addresses of ${formatCount(requests, 'request')}; expected ${nested[0]?.join('.')}, in a structure or as the name of a column.`;
  }
  const keep = ({ nested, flat }: FieldColumns, ...types: readonly ColumnType[]): FieldColumns => {
    const isKept = (member: MemberPath) => types.some((type) => findType(columns, member) === type);
    return { nested: nested.filter(isKept), flat: flat.filter(isKept) };
  };
  const rows: ParquetRows = {
    source: readFile(found),
    addresses: PARQUET_FIELDS.map((field) => keep(field, 'text')),
    start: keep(PARQUET_START, 'text', 'time'),
    author: [...columns.keys()].filter((name) => /^principal([.]|$)|^client_ip$/.test(name)),
    hasObject: columns.has('object'),
    timeType: findType(columns, ['event_timestamp']),
  };
  const listTypes = ({ nested, flat }: FieldColumns) => [...nested, ...flat].map((each) => findType(columns, each));
  const isPlain =
    PARQUET_FIELDS.flatMap(listTypes).every((type) => type === undefined || type === 'text') &&
    !listTypes(PARQUET_START).includes('other') &&
    rows.timeType !== 'number' &&
    rows.timeType !== 'other';
  await connection.run(isPlain ? insertRows(found.number, rows) : insertWholeRows(found.number, rows));
  return undefined;
}

/** A character of a pattern in brackets is itself. */
function readFile({ path }: FoundFile): string {
  return `read_parquet(${quoteForDuckDb(path.replace(/[*?[]/g, '[$&]'))})`;
}

type Columns = ReadonlyMap<string, DuckDBType>;

async function readColumns(connection: DuckDBConnection, found: FoundFile): Promise<Columns> {
  const statement = await connection.prepare(`SELECT * FROM ${readFile(found)}`);
  const columns = Array.from({ length: statement.columnCount }, (_, index) => index);
  const types = new Map(columns.map((index) => [statement.columnName(index), statement.columnType(index)]));
  statement.destroySync();
  return types;
}

/** Undefined if the file has no such column or member. */
function findType(columns: Columns, [name = '', ...members]: MemberPath): ColumnType | undefined {
  let type = columns.get(name);
  for (const member of members) {
    if (type === undefined) return undefined;
    if (!('entryNames' in type)) return 'other';
    type = type.entryTypes[type.entryNames.indexOf(member)];
  }
  if (type === undefined) return undefined;
  // JSON is a text with another name.
  if (type.alias !== undefined) return 'other';
  const text = String(type);
  if (text === 'VARCHAR') return 'text';
  if (text.startsWith('TIMESTAMP')) return 'time';
  return /^[A-Z]*INT|^(FLOAT|DOUBLE|DECIMAL)/.test(text) ? 'number' : 'other';
}

/** Verdicts are the ranges of `src/access`, joined with the addresses. */
async function judge(
  connection: DuckDBConnection,
  access: readonly AccountAccess[],
): Promise<readonly BacktestRestriction[]> {
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
    const counts = await connection.runAndReadAll(
      'SELECT effect, sum(requests), count(*) FROM effects GROUP BY effect',
    );
    const sides = new Map(counts.getRows().map(([effect, ...numbers]) => [effect, numbers.map(Number)]));
    const readSide = async (effect: Effect): Promise<BacktestSide> => {
      const [requests = 0, addresses = 0] = sides.get(effect) ?? [];
      const top = addresses === 0 ? [] : await readTop(connection, type, effect);
      return { requests, addresses, at_least: false, top };
    };
    restrictions.push({
      account,
      type,
      requests: await readNumber(connection, `SELECT sum(requests) FROM found WHERE part = ${quote(type)}`),
      newly_refused: await readSide('newly_refused'),
      newly_admitted: await readSide('newly_admitted'),
      not_known: await readSide('not_known'),
    });
  }
  return restrictions;
}

async function readTop(connection: DuckDBConnection, type: string, effect: Effect): Promise<BacktestSide['top']> {
  const top = `SELECT digits, requests FROM effects WHERE effect = ${quote(effect)} ORDER BY requests DESC, length(digits), digits LIMIT ${TOP}`;
  // The times of all addresses would be most of the memory.
  const times = `SELECT digits, max(time) AS time FROM found WHERE part = ${quote(type)} AND digits IN (SELECT digits FROM (${top})) GROUP BY digits`;
  const rows = await connection.runAndReadAll(
    `SELECT digits, requests, time FROM (${top}) JOIN (${times}) USING (digits) ORDER BY requests DESC, length(digits), digits`,
  );
  return rows.getRows().map(([digits, requests, time]) => ({
    address: formatIpAddress([...Buffer.from(String(digits), 'hex')]),
    requests: Number(requests),
    last_time: toTime(String(time)),
  }));
}

/** 0 for no rows. */
async function readNumber(connection: DuckDBConnection, query: string): Promise<number> {
  return Number((await connection.runAndReadAll(query)).getRows()[0]?.[0] ?? 0);
}
