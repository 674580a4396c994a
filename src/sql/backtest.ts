/**
 * SQL with which DuckDB tests a change with files of recorded events. `src/cli/preview/duckdb.ts` runs it. A line is counted
 * in SQL only if it certainly says what `parseEvents` would read in it; any other line is returned as text, for the parser.
 */
import { EVENT_TYPE_SPECS } from '../model/events/event-catalog';
import { formatDigits, selectDigits } from './address';
import { DIALECTS, quote, quoteForDuckDb, readCsvLines, STRICT_LINE } from './dialect';
import { REQUEST_SOURCES, type RequestSource, sortableTime } from './requests';

const DUCKDB = DIALECTS.duckdb;

/** Members that decide, in the order of the list `f`. */
const PATHS = ['$.event_type', '$.event_timestamp', '$.principal'];
const CANDIDATES = REQUEST_SOURCES.map(({ field }) => [
  `$.object.${field}`,
  ...(field.includes('.') ? [`$.object."${field}"`, `$."${field}"`] : []),
  `$."object.${field}"`,
]);

/**
 * Rows of `part`, `address`, `time` and the number of `requests`. `line` is set, and the others are not, for a line that SQL
 * cannot read. An event that is not a request of a part has neither.
 */
export function countLines(file: string, compression: string): string {
  const paths = [...PATHS, ...CANDIDATES.flat()].map((path) => quote(path)).join(', ');
  const read = `SELECT line, CASE WHEN strlen(line) < 1000000 THEN TRY(json_extract(${STRICT_LINE}, [${paths}])) END AS f FROM ${readCsvLines(quoteForDuckDb(file), compression)} WHERE line IS NOT NULL`;
  const stamped = `SELECT line, f, ${isString('f[2]')} AS has_time, ${content('f[2]')} AS recorded FROM (${read})`;
  const parts = REQUEST_SOURCES.map((source) => `WHEN ${isType(source)} THEN ${quote(source.part)}`);
  const values = REQUEST_SOURCES.map((source, index) => `WHEN ${isType(source)} THEN ${findValue(index)}`);
  const found = `SELECT line, f, has_time, recorded, CASE ${parts.join(' ')} END AS part, CASE ${values.join(' ')} END AS value, CASE WHEN has_time THEN nullif(${sortableTime(DUCKDB, 'recorded')}, '') ELSE '' END AS time FROM (${stamped})`;
  const certain = `SELECT *, time IS NOT NULL AND (has_time OR coalesce(f[2] = 'null', true)) AND ${isUnambiguous()} AS is_certain FROM (${found})`;
  const kinds = `SELECT *, coalesce(is_certain AND ${isString('value')} AND ${hasOneAddress()}, false) AS is_request, coalesce(is_certain AND ${isChange()}, false) AS is_change FROM (${certain})`;
  return [
    `SELECT CASE WHEN is_request THEN part END AS part, CASE WHEN is_request THEN ${content('value')} END AS address,`,
    `CASE WHEN is_change THEN ${formatAuthor('f[3]')} WHEN NOT is_request THEN line END AS line,`,
    'count(*) AS requests, max(CASE WHEN is_request OR is_change THEN time END) AS time',
    `FROM (${kinds}) GROUP BY ALL`,
  ].join('\n');
}

/** Types of the changes of objects. */
const CHANGES = EVENT_TYPE_SPECS.flatMap(({ type, action }) => (action === undefined ? [] : [type]));

/** A change of an object: of it only the author and the time matter. Any address is for the parser. */
function isChange(): string {
  const types = CHANGES.map((type) => quote(`"${type}"`)).join(', ');
  return `f[1] IN (${types}) AND starts_with(f[3], '{') AND contains(line, '"object"') AND NOT contains(line, '_ip"') AND ${countOf('"principal"')} = 2`;
}

/** The event with nothing but its author, so that all events of an author are one row. */
function formatAuthor(principal: string): string {
  return `concat(${quote(AUTHOR_START)}, ${principal}, '}')`;
}

const AUTHOR_START = `{"event_type":"${CHANGES[0]}","object":{},"principal":`;

function isType({ types }: RequestSource): string {
  return `f[1] IN (${types.map((type) => quote(`"${type}"`)).join(', ')})`;
}

/** The only one of the notations that the line has. Fields in the event itself count only if it has no object. */
function findValue(index: number): string {
  const start = PATHS.length + CANDIDATES.slice(0, index).flat().length;
  const all = (CANDIDATES[index] as readonly string[]).map((path, at) => ({ path, value: `f[${start + at + 1}]` }));
  const isNested = (path: string): boolean => path.startsWith('$.object.');
  const nested = all.filter(({ path }) => isNested(path)).map(({ value }) => value);
  const flat = all.filter(({ path }) => !isNested(path)).map(({ value }) => value);
  return `coalesce(${nested.join(', ')}, CASE WHEN NOT contains(line, '"object"') THEN coalesce(${flat.join(', ')}) END)`;
}

/** A string of JSON without escapes, in its quotes. */
function isString(json: string): string {
  return `(starts_with(${json}, '"') AND NOT contains(${json}, chr(92)))`;
}

/** The string without its quotes. */
function content(json: string): string {
  return `substr(${json}, 2, length(${json}) - 2)`;
}

/** No member that decides appears twice, or with an escaped name: JSON.parse takes the last one, DuckDB the first. */
function isUnambiguous(): string {
  return [
    `${countOf('"event_type"')} = 2`,
    ...['"event_timestamp"', '"object"'].map((name) => `${countOf(name)} <= 2`),
    "(NOT contains(line, chr(92) || 'u00') OR NOT regexp_matches(line, 'u00(2[eE]|[4-7])'))",
  ].join(' AND ');
}

function hasOneAddress(): string {
  const fields = REQUEST_SOURCES.map(
    ({ part, field }) => `(part <> ${quote(part)} OR ${countOf(`${field.split('.').at(-1)}"`)} = 2)`,
  );
  return [`${countOf('"conn"')} <= 2`, ...fields].join(' AND ');
}

/** One more than the times that the text is in the line. */
function countOf(text: string): string {
  return `len(string_split(line, ${quote(text)}))`;
}

/** The columns of a file of Parquet, by the expression that reads them. */
export const PARQUET_FIELDS = REQUEST_SOURCES.map(({ part, types, field }) => ({
  part,
  types,
  columns: [
    ['object', ...field.split('.')].map((name) => `"${name}"`).join('.'),
    ...(field.includes('.') ? [`"object"."${field}"`, `"${field}"`] : []),
    `"object.${field}"`,
  ],
}));

/**
 * As {@link countLines}, of a file of Parquet. `columns` are those of {@link PARQUET_FIELDS} that the file has, `timeType` is
 * the type of `event_timestamp` or undefined; `hasAuthor`: a column `principal` is all that says who made a change. A row that is not a request is returned as JSON.
 */
export function countRows(
  file: string,
  columns: readonly (readonly string[])[],
  timeType: string | undefined,
  hasAuthor: boolean,
): string {
  const elsewhere = `coalesce(${[...columns.flat(), 'NULL'].join(', ')})`;
  const choose = (result: (field: (typeof PARQUET_FIELDS)[number], index: number) => string): string => {
    const cases = PARQUET_FIELDS.map(
      (field, index) => `WHEN event_type IN (${field.types.map(quote).join(', ')}) THEN ${result(field, index)}`,
    );
    return `CASE ${cases.join(' ')} END`;
  };
  const address = choose((_, index) => `coalesce(${[...(columns[index] ?? []), 'NULL'].join(', ')})`);
  const recorded =
    timeType === undefined || timeType === 'VARCHAR'
      ? timeType && 'event_timestamp'
      : "strftime(CAST(event_timestamp AS TIMESTAMP), '%Y-%m-%dT%H:%M:%S.%gZ')";
  const requests = [
    `SELECT ${choose(({ part }) => quote(part))} AS part, ${address} AS address,`,
    `${recorded === undefined ? "''" : sortableTime(DUCKDB, recorded)} AS time, event_type IS NULL AS is_unnamed,`,
    'CASE WHEN event_type IS NULL OR address IS NOT NULL OR',
    "coalesce(part = 'endpoints', false) THEN NULL",
    ...(hasAuthor
      ? [
          `WHEN event_type IN (${CHANGES.map(quote).join(', ')}) AND ${elsewhere} IS NULL AND time <> '' THEN ${formatAuthor('to_json(principal)')}`,
        ]
      : []),
    `ELSE CAST(to_json(r) AS VARCHAR) END AS line FROM read_parquet(${quoteForDuckDb(file)}) AS r`,
  ].join(' ');
  return [
    'SELECT CASE WHEN address IS NOT NULL THEN part END AS part, address,',
    `max(CASE WHEN address IS NOT NULL OR starts_with(line, ${quote(AUTHOR_START)}) THEN time END) AS time, line, is_unnamed, count(*) AS requests FROM (${requests}) GROUP BY ALL`,
  ].join(' ');
}

/** The table of all requests, and the addresses of each part with their digits. */
export const CREATE_FOUND = 'CREATE TABLE found (part VARCHAR, address VARCHAR, requests BIGINT, time VARCHAR)';

export const CREATE_ADDRESSES = `CREATE TABLE addresses AS SELECT part, digits, length(digits) AS size, sum(requests)::BIGINT AS requests, max(time) AS time, any_value(${formatDigits(DUCKDB)}) AS address FROM (${selectDigits(
  DUCKDB,
  'SELECT part, address, sum(requests) AS requests, max(time) AS time FROM found GROUP BY part, address',
)}) GROUP BY part, digits`;

export const CREATE_RANGES = 'CREATE OR REPLACE TABLE ranges (effect VARCHAR, size INTEGER, low VARCHAR, high VARCHAR)';

/** The addresses of a part with the effect of the range that contains each. */
export function createEffects(part: string): string {
  return [
    'CREATE OR REPLACE TABLE effects AS SELECT r.effect, a.address, a.digits, a.size, a.requests, a.time',
    'FROM addresses AS a ASOF JOIN ranges AS r ON a.size = r.size AND a.digits >= r.low',
    `WHERE a.part = ${quote(part)} AND a.digits <= r.high`,
  ].join(' ');
}
