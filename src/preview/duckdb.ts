/**
 * Tests a change with recorded events by DuckDB, on several cores: `preview --events-engine duckdb`.
 *
 * Files of lines: SQL counts a line if it certainly reads it as `parseEvents` does, and the parser reads every other
 * line. If DuckDB cannot read a file, or a line in it is not one event, the parser reads the whole file. So the result
 * is that of the stream. Only above 50,000 addresses the stream reports `at_least`, and this counts them all.
 *
 * Files of Parquet: only DuckDB reads them. One that it cannot read is reported in `unread`.
 */
import { createReadStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { DuckDBConnection, DuckDBInstance, DuckDBType } from '@duckdb/node-api';
import { type Effect, listEffects } from '../access-review/ranges';
import { defineAddressFunctions } from '../archives/address';
import {
  type ColumnType,
  CREATE_COUNTED,
  CREATE_PARSED,
  CREATE_RANGES,
  createEffects,
  FINISH_COUNTING,
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
  // By default DuckDB downloads extensions that are not in the package. It gets one thread, because each connection
  // that reads files of lines has a thread of its own, see `readAll`.
  const instance = await DuckDBInstance.create(':memory:', { autoinstall_known_extensions: 'false', threads: '1' });
  const connection = await instance.connect();
  try {
    for (const statement of [...defineAddressFunctions(DIALECTS.duckdb), CREATE_COUNTED, CREATE_PARSED])
      await connection.run(statement);
    const backtest = createBacktest(access);
    const counter = await createRequestCounter(connection);
    const onEvent = (event: AnyEvent, times = 1): undefined => {
      const value = event as unknown as JsonObject;
      const request = findRequest(value);
      if (!request) return backtest.add(value, times);
      counter.add(request, String(value['event_timestamp'] ?? ''), times);
      return undefined;
    };
    const reader: Reader = { context, instance, counter, onEvent, streamed: new Set(), unread: [] };
    await readAll(reader, connection, events);
    // `streamed` has the order in which files ended; the stream reads them in the order of the inputs.
    const rest = events.filter((file) => reader.streamed.has(file));
    const unreadEvents = await streamEvents(context, rest, (event) => onEvent(event));
    const unreadTraffic = await streamTraffic(context, traffic, ({ part, address, requests, lastTime }) =>
      counter.add({ part, address }, lastTime, requests),
    );
    counter.end();
    for (const statement of FINISH_COUNTING) await connection.run(statement);
    const parts = access.map(({ type }) => quote(type)).join(', ');
    if (access.length > 0)
      backtest.addUnreadable(
        await readNumber(connection, `SELECT sum(requests) FROM counted WHERE digits IS NULL AND part IN (${parts})`),
      );
    const result = backtest.result([...unreadEvents, ...reader.unread, ...unreadTraffic]);
    const restrictions = await judge(connection, access);
    return { ...result, events: result.events + counter.requests(), restrictions };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

export async function loadDuckDb(): Promise<typeof import('@duckdb/node-api')> {
  try {
    return await import('@duckdb/node-api');
  } catch (cause) {
    throw new CliError(
      `--events-engine duckdb needs the package @duckdb/node-api, which cannot be loaded: ${firstLine((cause as Error).message)}. Run \`npm install @duckdb/node-api\`.`,
    );
  }
}

async function createRequestCounter(connection: DuckDBConnection) {
  const appender = await connection.createAppender('parsed');
  let requests = 0;
  const append = ({ part, address, connection: tcp }: FoundRequest, time: string, count: number): void => {
    appender.appendVarchar(part);
    const bytes = parseIp(address)?.toByteArray();
    if (bytes) appender.appendVarchar(Buffer.from(bytes).toString('hex'));
    else appender.appendNull();
    appender.appendBigInt(BigInt(count));
    appender.appendVarchar(toSortableTime(time));
    if (tcp) appender.appendVarchar(tcp.key);
    else appender.appendNull();
    appender.appendBoolean(tcp?.isClosing ?? false);
    appender.endRow();
  };
  return {
    add(request: FoundRequest, time: string, count: number): void {
      requests += count;
      // A known connection has a row for each event: `FINISH_COUNTING` takes back one closing for each hash.
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

type RequestCounter = Awaited<ReturnType<typeof createRequestCounter>>;

/** `<digits>2026-01-01T01:00:00+01:00` -> what follows the digits. A column of instants has only the digits. */
function toTime(sortable: string): string {
  if (sortable === '') return '';
  const recorded = sortable.slice(TIME_DIGITS);
  return recorded === '' ? new Date(Number(sortable) - TIME_OFFSET_MS).toISOString() : recorded;
}

interface Reader {
  readonly context: Context;
  readonly instance: DuckDBInstance;
  readonly counter: RequestCounter;
  readonly onEvent: (event: AnyEvent, times: number) => undefined;
  /** Files that the parser reads as a whole. */
  readonly streamed: Set<EventFile>;
  readonly unread: string[];
}

/** Each query occupies a thread of libuv's pool, of which there are 4 unless UV_THREADPOOL_SIZE says otherwise. */
const MAX_FILES_AT_ONCE = 4;

/**
 * Files of lines are read several at once, each on a thread of its own: a thread of DuckDB's that has nothing to do
 * waits busily. Then DuckDB reads each file of Parquet on all cores.
 */
async function readAll(reader: Reader, connection: DuckDBConnection, files: readonly EventFile[]): Promise<void> {
  const [lines, parquet]: [NumberedFile[], NumberedFile[]] = [[], []];
  for (const [number, file] of files.entries()) {
    const { path, problem } = file;
    const format = path !== undefined && problem === undefined && (await detectFormat(path).catch(() => undefined));
    if (path === undefined || !format) reader.streamed.add(file);
    else (format === 'parquet' ? parquet : lines).push({ file, path, number });
  }
  const work = async (queue: NumberedFile[], read: ReadFile): Promise<void> => {
    const ownConnection = await reader.instance.connect();
    try {
      for (let next = queue.shift(); next; next = queue.shift()) {
        reader.context.signal.throwIfAborted();
        // Rows that were inserted of a file that turns out to be unreadable are removed.
        await ownConnection.run('BEGIN TRANSACTION');
        const isRead = await read(reader, ownConnection, next);
        await ownConnection.run(isRead ? 'COMMIT' : 'ROLLBACK');
      }
    } finally {
      ownConnection.closeSync();
    }
  };
  const atOnce = Math.min(MAX_FILES_AT_ONCE, availableParallelism());
  await Promise.all(Array.from({ length: atOnce }, () => work(lines, readLines)));
  await connection.run(`SET threads TO ${availableParallelism()}`);
  await work(parquet, readParquet);
}

interface NumberedFile {
  readonly file: EventFile;
  readonly path: string;
  /** The value of `file` in its rows of the table `counted`. */
  readonly number: number;
}

/** Returns false if no row of the file may count. */
type ReadFile = (reader: Reader, connection: DuckDBConnection, numbered: NumberedFile) => Promise<boolean>;

async function readLines(reader: Reader, connection: DuckDBConnection, numbered: NumberedFile): Promise<boolean> {
  // The stream also reports a file without an event.
  const isRead =
    (await insertFile(reader, connection, numbered)) &&
    (await countAndPassOn(reader, connection, numbered)) === 'counted';
  if (!isRead) reader.streamed.add(numbered.file);
  return isRead;
}

/** Returns false if the file cannot be read, or DuckDB cannot read a batch of it. */
async function insertFile(
  { context }: Reader,
  connection: DuckDBConnection,
  { path, number }: NumberedFile,
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

/** A choice: larger ones spare turns of the event loop, and need memory for each file that is read. */
const CHUNK_BYTES = 1024 * 1024;
/** A choice: some thousand lines, so that the start of the query matters little. */
const BATCH_BYTES = 16 * CHUNK_BYTES;
const LINE_FEED = 10;

/**
 * Returns the lines of a file in batches that end with a line. Throws for a file that is cut off or has a wrong
 * checksum, and for a line that is longer than a batch, if it does not end before the batch has twice its size.
 */
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

/** If a line is not one event, nothing is counted or passed on. */
async function countAndPassOn(
  { counter, onEvent }: Reader,
  connection: DuckDBConnection,
  { number }: Pick<NumberedFile, 'number'>,
): Promise<'counted' | 'no event' | 'not one event a line'> {
  // Events that SQL has not counted as requests: equal lines are one, and changes of one author, with the newest time.
  const others = `SELECT line, requests, time FROM counted WHERE file = ${number} AND line IS NOT NULL`;
  if (!(await forEachLine(connection, others, (line) => parseEventLine(line) !== undefined)))
    return 'not one event a line';
  const counts = `SELECT count(*), sum(requests) FILTER (line IS NULL) FROM counted WHERE file = ${number}`;
  const [rows, requests] = (await connection.runAndReadAll(counts)).getRows()[0] ?? [];
  if (Number(rows) === 0) return 'no event';
  counter.count(Number(requests ?? 0));
  await forEachLine(connection, others, (line, times, time) => {
    const event = parseEventLine(line) as AnyEvent;
    onEvent(time ? { ...event, event_timestamp: toTime(time) } : event, times);
    return true;
  });
  return 'counted';
}

/** Returns undefined if the line is not one event: the stream also reads a record that contains events. */
function parseEventLine(line: string): AnyEvent | undefined {
  // A byte order mark may only be at the start of a whole file.
  if (line.startsWith('\uFEFF')) return undefined;
  try {
    return parseInput(line, false);
  } catch {
    return undefined;
  }
}

async function forEachLine(
  connection: DuckDBConnection,
  query: string,
  visit: (line: string, times: number, time: string | null) => boolean,
): Promise<boolean> {
  const result = await connection.stream(query);
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
    for (const [line, times, time] of chunk.getRows())
      if (!visit(String(line), Number(times), time as string | null)) return false;
  return true;
}

/** A file of Parquet has one row for each event, with nested columns or with columns of dotted names. */
async function readParquet(reader: Reader, connection: DuckDBConnection, numbered: NumberedFile): Promise<boolean> {
  const { name } = numbered.file;
  const withoutType = `SELECT count(*) FROM ${toParquetSource(numbered)} WHERE event_type IS NULL`;
  let problem: string | undefined;
  try {
    problem = await insertParquet(connection, numbered);
    const unnamed = problem === undefined ? await readNumber(connection, withoutType) : 0;
    if (unnamed > 0)
      reader.unread.push(`${formatCount(unnamed, 'row')} of ${name} were skipped: they have no event_type.`);
    const result = problem === undefined ? await countAndPassOn(reader, connection, numbered) : 'counted';
    // Its rows without an event_type are reported already.
    if (result === 'no event' && unnamed === 0) problem = 'it contains no event; expected a row for each event.';
    if (result === 'not one event a line') problem = 'one of its rows is not an event; expected a row for each event.';
  } catch (error) {
    reader.context.signal.throwIfAborted();
    problem = firstLine((error as Error).message);
  }
  if (problem !== undefined) reader.unread.push(`${name} cannot be read: ${problem}`);
  return problem === undefined;
}

/** Structures that contain an address or an author. A column of text with JSON in it is refused. */
const STRUCTURES: readonly MemberPath[] = [['object'], ['object', 'conn'], ['principal'], ['principal', 'credential']];

/** Returns why the rows are not events. Throws if DuckDB cannot read the file. */
async function insertParquet(connection: DuckDBConnection, numbered: NumberedFile): Promise<string | undefined> {
  const columns = await readColumns(connection, numbered);
  if (findType(columns, ['event_type']) !== 'text')
    return 'it has no column event_type with texts; expected a column for each member of an event.';
  const textual = STRUCTURES.find((member) => findType(columns, member) === 'text');
  if (textual) return `its column ${textual.join('.')} is a text; expected a structure with its fields.`;
  for (const { types, nested, flat } of PARQUET_FIELDS) {
    const fieldTypes = [...nested, ...flat].map((member) => findType(columns, member));
    // Other types, such as JSON, a map or bytes, may contain addresses, so their rows are read as lines below.
    if (fieldTypes.includes('text') || fieldTypes.includes('other')) continue;
    const withAddress = `SELECT count(*) FROM ${toParquetSource(numbered)} WHERE event_type IN (${types.map(quote).join(', ')})`;
    const requests = await readNumber(connection, withAddress);
    if (requests > 0)
      return `it has no column with the addresses of ${formatCount(requests, 'request')}; expected ${nested[0]?.join('.')}, in a structure or as the name of a column.`;
  }
  const keep = ({ nested, flat }: FieldColumns, ...types: readonly ColumnType[]): FieldColumns => {
    const isKept = (member: MemberPath) => types.some((type) => findType(columns, member) === type);
    return { nested: nested.filter(isKept), flat: flat.filter(isKept) };
  };
  const rows: ParquetRows = {
    source: toParquetSource(numbered),
    addresses: PARQUET_FIELDS.map((field) => keep(field, 'text')),
    start: keep(PARQUET_START, 'text', 'time'),
    author: [...columns.keys()].filter((name) => /^principal([.]|$)|^client_ip$/.test(name)),
    hasObject: columns.has('object'),
    timeType: findType(columns, ['event_timestamp']),
  };
  const listTypes = ({ nested, flat }: FieldColumns) => [...nested, ...flat].map((each) => findType(columns, each));
  const hasOnlyTextsAndTimes =
    PARQUET_FIELDS.flatMap(listTypes).every((type) => type === undefined || type === 'text') &&
    !listTypes(PARQUET_START).includes('other') &&
    rows.timeType !== 'number' &&
    rows.timeType !== 'other';
  await connection.run(
    hasOnlyTextsAndTimes ? insertRows(numbered.number, rows) : insertWholeRows(numbered.number, rows),
  );
  return undefined;
}

/**
 * The SQL that reads a file by its path, which is not a pattern: `a*.parquet` -> `read_parquet('a[*].parquet')`.
 * Folders are no columns: those of `event_type=x/a.parquet` would replace the column of the file.
 */
function toParquetSource({ path }: NumberedFile): string {
  return `read_parquet(${quoteForDuckDb(path.replace(/[*?[]/g, '[$&]'))}, hive_partitioning = false)`;
}

type Columns = ReadonlyMap<string, DuckDBType>;

async function readColumns(connection: DuckDBConnection, numbered: NumberedFile): Promise<Columns> {
  const statement = await connection.prepare(`SELECT * FROM ${toParquetSource(numbered)}`);
  const columns = Array.from({ length: statement.columnCount }, (_, index) => index);
  const types = new Map(columns.map((index) => [statement.columnName(index), statement.columnType(index)]));
  statement.destroySync();
  return types;
}

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

/** One restriction after the other: the tables `ranges` and `effects` are replaced for each. */
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
      requests: await readNumber(connection, `SELECT sum(requests) FROM counted WHERE part = ${quote(type)}`),
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
  const times = `SELECT digits, max(time) AS time FROM counted WHERE part = ${quote(type)} AND digits IN (SELECT digits FROM (${top})) GROUP BY digits`;
  const rows = await connection.runAndReadAll(
    `SELECT digits, requests, time FROM (${top}) JOIN (${times}) USING (digits) ORDER BY requests DESC, length(digits), digits`,
  );
  return rows.getRows().map(([digits, requests, time]) => ({
    address: formatIpAddress([...Buffer.from(String(digits), 'hex')]),
    requests: Number(requests),
    last_time: toTime(String(time)),
  }));
}

async function readNumber(connection: DuckDBConnection, query: string): Promise<number> {
  return Number((await connection.runAndReadAll(query)).getRows()[0]?.[0] ?? 0);
}
