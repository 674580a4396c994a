/**
 * SQL with which DuckDB tests a change with files of recorded events. A line is counted in SQL only if it certainly
 * says what `parseEvents` would read in it; any other line is kept as text, for the parser.
 */
import { EVENTS } from '../model/events/event-catalog';
import { CONNECTION_CLOSED, TRAFFIC_EVENT_TYPES } from '../model/events/event-types';
import { TIME_OFFSET_MS } from '../model/time';
import { selectDigits } from './address';
import { DIALECTS, type MemberPath, quote, selectParquetLines } from './dialect';
import { IS_LAX, LAX } from './lax-json';
import { listPaths, REQUEST_SOURCES, type RequestSource, START_FIELD, sortableTime } from './requests';

const DUCKDB = DIALECTS.duckdb;

/**
 * Members of an event: `f[1]`, `f[2]` and `f[3]` of the list `f`, which `insertLines` extracts. {@link CANDIDATES}
 * follow.
 */
const PATHS = ['$.event_type', '$.event_timestamp', '$.principal'];
/**
 * For the address of each part, and for the start of a connection, the paths where an event may have it. Their order
 * does not matter: the parser reads a line with two of them, see {@link AMBIGUOUS}.
 */
const CANDIDATES = [...REQUEST_SOURCES.map(({ field }) => field), START_FIELD].map((field) => [
  `$.object.${field}`,
  ...(field.includes('.') ? [`$.object."${field}"`, `$."${field}"`] : []),
  `$."object.${field}"`,
]);
const HTTP_TYPES = TRAFFIC_EVENT_TYPES.filter((type) => type !== CONNECTION_CLOSED);

const AUDIT_TYPES = EVENTS.flatMap(({ type, class: of }) => (of === 'audit' ? [type] : []));

const REQUEST_TYPES = REQUEST_SOURCES.flatMap(({ types }) => types);

const CHANGES = EVENTS.flatMap(({ type, action }) => (action === undefined ? [] : [type]));

/**
 * The requests of all files, each row with `requests` of one address at one part of the account. `digits` are null for
 * a text that is not an address, and in a row without `part`. `file` is null for requests that the parser has read, and
 * for {@link COUNT_CONNECTIONS_ONCE}.
 *
 * A row without `part` has `requests` events that SQL does not count as requests. Its `line` is for the parser, which
 * may find a request in it: the line of the events as it was recorded, or an event that stands for them ({@link
 * formatAuthor}). The timestamp of `line` is replaced by `time`, unless `time` is null or empty. Events without a
 * `line` are only counted.
 *
 * `http` and `closed` have a hash of 8 bytes for the connection of each HTTP request and of each closing, if the event
 * has the start of its connection. So one statement inserts one row for an address, however many connections it has.
 */
export const CREATE_COUNTED =
  'CREATE TABLE counted (file INTEGER, part VARCHAR, digits VARCHAR, line VARCHAR, requests BIGINT, time VARCHAR, http UBIGINT[], closed UBIGINT[])';

/**
 * Requests that the parser has read. `connection` is the text that {@link hashConnection} hashes, as only DuckDB can.
 * Each event of a known connection is a row of its own: {@link COUNT_CONNECTIONS_ONCE} takes back one closing for each
 * hash.
 */
export const CREATE_PARSED =
  'CREATE TABLE parsed (part VARCHAR, digits VARCHAR, requests BIGINT, time VARCHAR, connection VARCHAR, is_closed BOOLEAN)';

const INSERT_PARSED = [
  'INSERT INTO counted BY NAME SELECT part, digits, sum(requests)::BIGINT AS requests, max(time) AS time,',
  `${listHashes('hash(connection)', 'connection IS NOT NULL AND NOT is_closed')} AS http,`,
  `${listHashes('hash(connection)', 'connection IS NOT NULL AND is_closed')} AS closed`,
  'FROM parsed GROUP BY part, digits',
].join(' ');

/**
 * Takes back each closing of a connection that also has an HTTP request: it is then not a request of its own. The time
 * of the closing stays: it may be the last time of the address.
 */
const COUNT_CONNECTIONS_ONCE = [
  'INSERT INTO counted BY NAME SELECT part, digits, -count(*) AS requests',
  'FROM (SELECT part, digits, unnest(closed) AS connection FROM counted)',
  'WHERE connection IN (SELECT unnest(http) FROM counted) GROUP BY part, digits',
].join(' ');

export const FINISH_COUNTING = [INSERT_PARSED, 'DROP TABLE parsed', COUNT_CONNECTIONS_ONCE];

function insertCounted(file: number, counted: string): string {
  return `INSERT INTO counted SELECT ${file}, part, digits, line, requests, time, http, closed FROM (${selectDigits(DUCKDB, counted)})`;
}

/** Inserts the lines in the parameter `$1`, a BLOB of UTF-8. DuckDB fails for a line that it does not read as JSON. */
export function insertLines(file: number): string {
  const paths = [...PATHS, ...CANDIDATES.flat()].map((path) => quote(path)).join(', ');
  const lines = `SELECT unnest(string_split(decode($1::BLOB), chr(10))) AS line`;
  const read = `SELECT line, json_extract(line, [${paths}]) AS f FROM (${lines}) WHERE line NOT IN ('', chr(13))`;
  const stamped = `SELECT line, f, ${isString('f[2]')} AS has_time, ${content('f[2]')} AS recorded, ${isUnambiguous()} AS is_unambiguous FROM (${read})`;
  const parts = REQUEST_SOURCES.map((source) => `WHEN ${isType(source)} THEN ${quote(source.part)}`);
  const values = REQUEST_SOURCES.map((source, index) => `WHEN ${isType(source)} THEN ${findValue(index)}`);
  // `time`: '' if the event has none, and null if only the parser can tell.
  const candidates = `SELECT line, f, has_time, recorded, is_unambiguous, CASE ${parts.join(' ')} END AS part, CASE ${values.join(' ')} END AS value, ${findValue(REQUEST_SOURCES.length)} AS start, CASE WHEN has_time THEN nullif(${sortableTime(DUCKDB, 'recorded')}, '') WHEN coalesce(f[2] = 'null', true) THEN '' END AS time FROM (${stamped})`;
  // A line of the kind null is for the parser. An agent session with a `client_ip` may be a request to `endpoints`.
  const kinds = [
    'CASE WHEN NOT is_unambiguous OR time IS NULL THEN NULL',
    `WHEN ${isString('value')} AND (part = 'endpoints' OR NOT contains(line, 'client_ip"')) AND NOT contains(coalesce(start, ''), chr(92)) THEN 'request'`,
    `WHEN ${isChange()} THEN 'change'`,
    `WHEN ${isOther()} THEN 'other' END AS kind`,
  ].join(' ');
  const connection = hashConnection(content('value'), content('start'));
  const isKnown = `kind = 'request' AND ${isString('start')}`;
  const counted = [
    "SELECT CASE WHEN kind = 'request' THEN part END AS part,",
    `CASE WHEN kind = 'request' THEN ${content('value')} END AS address,`,
    `CASE WHEN kind IS NULL THEN line WHEN kind = 'change' THEN ${formatAuthor('f[3]')} END AS line,`,
    "count(*) AS requests, max(CASE WHEN kind <> 'other' THEN time END) AS time,",
    `${listHashes(connection, `${isKnown} AND ${isType({ types: HTTP_TYPES })}`)} AS http,`,
    `${listHashes(connection, `${isKnown} AND ${isType({ types: [CONNECTION_CLOSED] })}`)} AS closed`,
    `FROM (SELECT *, ${kinds} FROM (${candidates})) GROUP BY ALL`,
  ].join('\n');
  return insertCounted(file, counted);
}

function listHashes(connection: string, condition: string): string {
  return `list(${connection}) FILTER (${condition})`;
}

/** The hashed text is the `key` of `EventOfConnection` (`src/preview/connections.ts`). */
function hashConnection(address: string, start: string): string {
  return `hash(concat(${address}, ' ', ${start}))`;
}

function isType({ types }: Pick<RequestSource, 'types'>): string {
  return `f[1] IN (${types.map((type) => quote(`"${type}"`)).join(', ')})`;
}

/**
 * A change with an `object`, by a principal that is a JSON object, in a line without an address (`..._ip"`): only its
 * author and its time matter.
 */
function isChange(): string {
  return `${isType({ types: CHANGES })} AND starts_with(f[3], '{') AND contains(line, '"object"') AND NOT contains(line, '_ip"')`;
}

/** An event of a type that the model does not have, in a line without an address. */
function isOther(): string {
  return `${isString('f[1]')} AND NOT ${isType({ types: [...AUDIT_TYPES, ...REQUEST_TYPES] })} AND NOT contains(line, '_ip"')`;
}

/** A change with nothing but its author, and always of the first type, so that all changes by an author are one row. */
function formatAuthor(principal: string): string {
  return `concat('{"event_type":"${CHANGES[0]}","object":{},"principal":', ${principal}, '}')`;
}

/**
 * The value of one of the {@link CANDIDATES}. Paths outside of `object` count only if the line has no `object`.
 */
function findValue(index: number): string {
  const start = PATHS.length + CANDIDATES.slice(0, index).flat().length;
  const all = (CANDIDATES[index] as readonly string[]).map((path, at) => ({ path, value: `f[${start + at + 1}]` }));
  const isNested = (path: string): boolean => path.startsWith('$.object.');
  const nested = all.filter(({ path }) => isNested(path)).map(({ value }) => value);
  const flat = all.filter(({ path }) => !isNested(path)).map(({ value }) => value);
  return `coalesce(${nested.join(', ')}, CASE WHEN NOT contains(line, '"object"') THEN coalesce(${flat.join(', ')}) END)`;
}

/** Whether the JSON is a string without escapes (`chr(92)` is a backslash); null if the member is missing. */
function isString(json: string): string {
  return `(starts_with(${json}, '"') AND NOT contains(${json}, chr(92)))`;
}

/** The text of a string without escapes: `"a"` -> `a`. */
function content(json: string): string {
  return `substr(${json}, 2, length(${json}) - 2)`;
}

/**
 * A pattern of lines in which a member that is read may be twice, also under an escaped name (`\u006fbject`): of two
 * equal names JSON.parse takes the last one, DuckDB the first. The parser reads these lines. The last pattern finds an
 * escaped dot, letter or underscore (U+002E, U+0040 to U+007F).
 */
const AMBIGUOUS = [
  ...[
    '"event_type"',
    '"event_timestamp"',
    '"object"',
    '"principal"',
    '"conn"',
    'client_ip"',
    'agent_ip"',
    'start_ts"',
  ].map((name) => `${name}.*${name}`),
  String.raw`\\u00(2[eE]|[4-7])`,
].join('|');

/** The first expression searches for all patterns, so most lines are searched once. */
function isUnambiguous(): string {
  return [
    `CASE WHEN NOT regexp_matches(line, '${AMBIGUOUS}|${LAX}') THEN true`,
    `ELSE NOT regexp_matches(line, '${AMBIGUOUS}') AND NOT ${IS_LAX} END`,
  ].join(' ');
}

/** Where a file of Parquet may have the addresses of a part: in members of `object`, or in columns of dotted names. */
export const PARQUET_FIELDS = REQUEST_SOURCES.map(({ part, types, otherTypes, field }) => ({
  part,
  types,
  otherTypes,
  ...toColumns(field),
}));

export const PARQUET_START = toColumns(START_FIELD);

/** Paths of a field: in the column `object`, and columns of dotted names. */
export interface FieldColumns {
  readonly nested: readonly MemberPath[];
  readonly flat: readonly MemberPath[];
}

function toColumns(field: string): FieldColumns {
  const paths = listPaths(field).flatMap((path) => (path ? [path] : []));
  return {
    nested: paths.filter(([first]) => first === 'object'),
    flat: paths.filter(([first]) => first !== 'object'),
  };
}

export type ColumnType = 'text' | 'time' | 'number' | 'other';

export interface ParquetRows {
  readonly source: string;
  /** For each of {@link PARQUET_FIELDS}, those of its paths that have texts. */
  readonly addresses: readonly FieldColumns[];
  /** The paths of {@link PARQUET_START} that have texts or times. */
  readonly start: FieldColumns;
  /** Columns that say who made a change. */
  readonly author: readonly string[];
  readonly hasObject: boolean;
  /** The type of `event_timestamp`; undefined if there is no such column. */
  readonly timeType: ColumnType | undefined;
}

/**
 * Inserts each row that has an `event_type` as a line for the parser: for a file with a type of column that
 * {@link insertRows} does not read.
 */
export function insertWholeRows(file: number, { source }: ParquetRows): string {
  const lines = selectParquetLines(`(SELECT * FROM ${source} WHERE event_type IS NOT NULL)`);
  return `INSERT INTO counted BY NAME SELECT ${file} AS file, line, 1 AS requests FROM (${lines})`;
}

/** {@link sortableTime} of a column of instants, which have no text of their own. */
const SORTABLE_INSTANT = `coalesce(CAST(epoch_ms(event_timestamp) + ${TIME_OFFSET_MS} AS STRING), '')`;

/**
 * Inserts the rows that have an `event_type`. Reads only the columns of type, time, author, address and start. Rows
 * with a `line` for the parser are the changes by each author, and for each type the requests without an address.
 */
export function insertRows(
  file: number,
  { source, author, hasObject, timeType, addresses, start }: ParquetRows,
): string {
  const isText = timeType === 'text';
  const names = addresses.map((_, index) => `address_${index}`);
  const address = `coalesce(${names.join(', ')})`;
  const read = [
    'event_type',
    ...(isText ? ['event_timestamp'] : []),
    ...author.map(toName),
    `${timeType === undefined ? "''" : isText ? sortableTime(DUCKDB, 'event_timestamp') : SORTABLE_INSTANT} AS time`,
    ...addresses.map((paths, index) => `${findColumn(index, paths)} AS address_${index}`),
    `${findFirst([...start.nested, ...start.flat].map((path) => `CAST(${toColumn(path)} AS VARCHAR)`))} AS start`,
  ];
  const parts = PARQUET_FIELDS.map(({ part }, index) => `WHEN address_${index} IS NOT NULL THEN ${quote(part)}`);
  const principals = author.filter((name) => name !== 'client_ip');
  const isAuthored = [
    `${address} IS NULL`,
    `event_type IN (${CHANGES.map(quote).join(', ')})`,
    `(${[...principals.map((name) => `${toName(name)} IS NOT NULL`), 'false'].join(' OR ')})`,
  ].join(' AND ');
  const members = [
    `event_type: ${quote(CHANGES[0] as string)}`,
    ...(isText ? ["event_timestamp: CASE WHEN time = '' THEN event_timestamp END"] : []),
    ...author.map((name) => `${toName(name)}: ${toName(name)}`),
    ...(hasObject ? ['object: NULL'] : []),
  ];
  const connection = hashConnection(address, 'start');
  const isKnown = `${address} IS NOT NULL AND start IS NOT NULL`;
  const counted = [
    `SELECT CASE ${parts.join(' ')} END AS part, ${address} AS address,`,
    `CASE WHEN ${isAuthored} THEN CAST(to_json({${members.join(', ')}}) AS VARCHAR)`,
    `WHEN ${address} IS NULL AND event_type IN (${REQUEST_TYPES.map(quote).join(', ')}) THEN concat('{"event_type":"', event_type, '"}') END AS line,`,
    'count(*) AS requests, max(time) AS time,',
    `${listHashes(connection, `${isKnown} AND event_type IN (${HTTP_TYPES.map(quote).join(', ')})`)} AS http,`,
    `${listHashes(connection, `${isKnown} AND event_type = ${quote(CONNECTION_CLOSED)}`)} AS closed`,
    `FROM (SELECT ${read.join(', ')} FROM ${source} WHERE event_type IS NOT NULL) GROUP BY ALL`,
  ].join('\n');
  return insertCounted(file, counted);
}

/**
 * The SQL of an address, as `findRequest` reads it: also in `object` of events of the `otherTypes`, but in columns of
 * dotted names only of the part's own `types`.
 */
function findColumn(index: number, { nested, flat }: FieldColumns): string {
  const { types, otherTypes } = PARQUET_FIELDS[index] as (typeof PARQUET_FIELDS)[number];
  const first = (paths: readonly MemberPath[]): string => findFirst(paths.map(toColumn));
  return `CASE WHEN event_type IN (${types.map(quote).join(', ')}) THEN ${first([...nested, ...flat])} WHEN starts_with(event_type, ${quote(otherTypes)}) THEN ${first(nested)} END`;
}

function findFirst(values: readonly string[]): string {
  return `coalesce(${[...values, 'NULL'].join(', ')})`;
}

function toColumn(path: MemberPath): string {
  return path.map(toName).join('.');
}

function toName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Ranges that do not overlap. `size` is the number of digits of `low` and `high`: 8 or 32. */
export const CREATE_RANGES = 'CREATE OR REPLACE TABLE ranges (effect VARCHAR, size INTEGER, low VARCHAR, high VARCHAR)';

/** The addresses of a part that a range of the table `ranges` contains, with its effect. */
export function createEffects(part: string): string {
  const addresses = `SELECT digits, sum(requests)::BIGINT AS requests FROM counted WHERE part = ${quote(part)} AND digits IS NOT NULL GROUP BY digits`;
  return [
    `CREATE OR REPLACE TABLE effects AS SELECT r.effect, a.digits, a.requests FROM (${addresses}) AS a`,
    'ASOF JOIN ranges AS r ON length(a.digits) = r.size AND a.digits >= r.low WHERE a.digits <= r.high',
  ].join(' ');
}
