/**
 * The differences between the SQL of DuckDB (from 1.3) and of Spark (from 4.0). The other files write SQL that both
 * read, except `backtest.ts` and `lax-json.ts`, which are for DuckDB.
 */
import { IS_LAX } from './lax-json';

export const SQL_ENGINES = ['duckdb', 'spark'] as const;
export type SqlEngine = (typeof SQL_ENGINES)[number];

/** Member names from the outermost to the innermost: `['object', 'conn.client_ip']`. */
export type MemberPath = readonly string[];

/**
 * Each function returns SQL. Its parameters `text`, `list`, `number`, `member`, `body` and `query` are SQL, too; the
 * others are plain texts.
 */
export interface Dialect {
  /** Defines a function of one text, which is `t` in the body. */
  readonly defineFunction: (name: string, body: string) => string;
  readonly defineView: (name: string, query: string) => string;
  /** A column or view in quotes; the identifier must have none. */
  readonly name: (identifier: string) => string;
  /** Whether a part of the text matches. */
  readonly matches: (text: string, pattern: string) => string;
  /** Whether the whole text matches. `others` is a pattern of the characters that no match has; only Spark needs it. */
  readonly matchesWhole: (text: string, pattern: string, others: string) => string;
  /** Replaces every match; the replacement has the groups of the pattern as `$1`. */
  readonly replaceAll: (text: string, pattern: string, replacement: string) => string;
  /** Milliseconds since 1970 of a timestamp of RFC 3339. Null if there is no such day or time. */
  readonly toMilliseconds: (text: string) => string;
  readonly splitDots: (text: string) => string;
  /** An element of a list, from 1. */
  readonly element: (list: string, index: number) => string;
  /** Eight hexadecimal digits, of a number below 2^32. */
  readonly toHex: (number: string) => string;
  /** The document of the column `line`; null if it is not one JSON value and nothing else. */
  readonly parse: string;
  /** A member of `document`. Null if it is missing; a JSON null is not null. */
  readonly member: (path: MemberPath) => string;
  /** Whether a result of `member` is a string; null if the member is missing. */
  readonly isText: (member: string) => string;
  /**
   * A member as text: a string without quotes, any other value as JSON. Null for a JSON null, and if the member is
   * missing.
   */
  readonly toText: (path: MemberPath) => string;
  readonly isObject: (path: MemberPath) => string;
  /**
   * Defines the view of those lines of the files that are not empty, as the column `line`. If the path ends in
   * `.parquet`, the rows become lines.
   */
  readonly defineLinesView: (name: string, path: string) => string;
  /** Defines the view of a CSV file with names in its first line; every column is text. */
  readonly defineCsvView: (name: string, path: string) => string;
}

/** A text as SQL of both dialects. Throws if it has a backslash, which Spark reads as an escape. */
export function quote(text: string): string {
  if (text.includes('\\')) throw new Error(`The SQL text ${JSON.stringify(text)} has a backslash`);
  return quoteForDuckDb(text);
}

/** A text as SQL of DuckDB, for which a backslash, as in `C:\events`, is a character like others. */
export function quoteForDuckDb(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** `$.object."conn.client_ip"` */
function toDuckDbPath(path: MemberPath): string {
  return `'$${path.map((name) => (/^\w+$/.test(name) ? `.${name}` : `."${name}"`)).join('')}'`;
}

/** `$.object['conn.client_ip']` */
function toSparkPath(path: MemberPath): string {
  return `"$${path.map((name) => (/^\w+$/.test(name) ? `.${name}` : `['${name}']`)).join('')}"`;
}

const isParquet = (path: string): boolean => /[.]parquet$/i.test(path);

export const DIALECTS: Readonly<Record<SqlEngine, Dialect>> = {
  duckdb: {
    defineFunction: (name, body) => `CREATE OR REPLACE MACRO ${name}(t) AS ${body};`,
    defineView: (name, query) => `CREATE OR REPLACE VIEW ${name} AS\n${query};`,
    name: (identifier) => `"${identifier}"`,
    matches: (text, pattern) => `regexp_matches(${text}, ${quote(pattern)})`,
    matchesWhole: (text, pattern) => `regexp_full_match(${text}, ${quote(pattern)})`,
    replaceAll: (text, pattern, replacement) =>
      `regexp_replace(${text}, ${quote(pattern)}, '${replacement.replaceAll('$', '\\')}', 'g')`,
    toMilliseconds: (text) => `epoch_ms(TRY_CAST(${text} AS TIMESTAMPTZ))`,
    splitDots: (text) => `string_split(${text}, '.')`,
    element: (list, index) => `${list}[${index}]`,
    toHex: (number) => `printf('%08x', ${number})`,
    parse: `TRY_CAST(CASE WHEN ${IS_LAX} THEN NULL ELSE line END AS JSON)`,
    member: (path) => `json_extract(document, ${toDuckDbPath(path)})`,
    isText: (member) => `json_type(${member}) = 'VARCHAR'`,
    toText: (path) => `json_extract_string(document, ${toDuckDbPath(path)})`,
    isObject: (path) => `json_type(document, ${toDuckDbPath(path)}) = 'OBJECT'`,
    defineLinesView: (name, path) =>
      [
        `CREATE OR REPLACE VIEW ${name} AS`,
        isParquet(path)
          ? `${selectParquetLines(`read_parquet(${quote(path)}, hive_partitioning = false)`)};`
          : `SELECT line FROM ${toCsvSource(quote(path))} WHERE line IS NOT NULL;`,
      ].join('\n'),
    defineCsvView: (name, path) =>
      `CREATE OR REPLACE VIEW ${name} AS\nSELECT * FROM read_csv(${quote(path)}, header = true, all_varchar = true);`,
  },
  spark: {
    defineFunction: (name, body) =>
      `CREATE OR REPLACE TEMPORARY FUNCTION ${name}(t STRING) RETURNS STRING RETURN ${body};`,
    defineView: (name, query) => `CREATE OR REPLACE TEMPORARY VIEW ${name} AS\n${query};`,
    name: (identifier) => `\`${identifier}\``,
    matches: (text, pattern) => `regexp_like(${text}, ${quote(pattern)})`,
    // For Spark, `$` also matches before a line break at the end of the text.
    matchesWhole: (text, pattern, others) =>
      `(regexp_like(${text}, ${quote(`^${pattern}$`)}) AND NOT regexp_like(${text}, ${quote(others)}))`,
    replaceAll: (text, pattern, replacement) => `regexp_replace(${text}, ${quote(pattern)}, ${quote(replacement)})`,
    toMilliseconds: (text) => `unix_millis(try_cast(${text} AS TIMESTAMP))`,
    splitDots: (text) => `split(${text}, '[.]')`,
    element: (list, index) => `element_at(${list}, ${index})`,
    toHex: (number) => `format_string('%08x', ${number})`,
    // `try_parse_json(line)` ignores what follows the first value: `{} x` -> `{}`. But `{"line":{} x,"end":1}` is
    // invalid.
    parse: [
      `CASE WHEN try_variant_get(try_parse_json(concat('{"line":', line, ',"end":1}')), '$.end', 'int') = 1`,
      'THEN try_parse_json(line) END',
    ].join(' '),
    member: (path) => `variant_get(document, ${toSparkPath(path)})`,
    isText: (member) => `schema_of_variant(${member}) = 'STRING'`,
    toText: (path) => `try_variant_get(document, ${toSparkPath(path)}, 'string')`,
    isObject: (path) => `schema_of_variant(variant_get(document, ${toSparkPath(path)})) LIKE 'OBJECT%'`,
    // By default Spark leaves out folders in a folder, without a warning.
    defineLinesView: (name, path) =>
      [
        `CREATE OR REPLACE TEMPORARY VIEW ${name}_of_files USING ${isParquet(path) ? 'parquet' : 'text'}`,
        `OPTIONS (path ${quote(path)}, recursiveFileLookup 'true');`,
        `CREATE OR REPLACE TEMPORARY VIEW ${name} AS`,
        isParquet(path)
          ? `SELECT ${SPARK_PARQUET_LINE} AS line FROM ${name}_of_files;`
          : `SELECT value AS line FROM ${name}_of_files WHERE value <> '';`,
      ].join('\n'),
    defineCsvView: (name, path) =>
      `CREATE OR REPLACE TEMPORARY VIEW ${name} USING csv OPTIONS (path ${quote(path)}, header 'true', escape '"');`,
  },
};

/**
 * The SQL of Spark that makes a line of each row of Parquet. A time without a time zone is one of UTC, as for DuckDB.
 * `explode` makes the line a column. Without it Spark copies the expression into each view that uses the line, and a
 * driver with its default memory of 1 GB ends with OutOfMemoryError.
 */
const SPARK_PARQUET_LINE = `explode(array(to_json(struct(*), map('ignoreNullFields', 'true', 'timestampNTZFormat', "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"))))`;

/**
 * The SQL of DuckDB that makes a line of each row. `event_timestamp` as an instant has one text, which does not depend
 * on the time zone of the process, whichever type the column has. The empty union adds the column to files without it.
 */
export function selectParquetLines(source: string): string {
  const milliseconds = [
    "CASE typeof(event_timestamp) WHEN 'TIMESTAMP WITH TIME ZONE'",
    'THEN epoch_ms(TRY_CAST(event_timestamp AS TIMESTAMPTZ)) ELSE epoch_ms(TRY_CAST(event_timestamp AS TIMESTAMP)) END',
  ].join(' ');
  return [
    'SELECT CAST(to_json(r) AS VARCHAR) AS line FROM (SELECT * REPLACE (',
    `  CASE WHEN typeof(event_timestamp) LIKE 'TIMESTAMP%' THEN strftime(epoch_ms(${milliseconds}), '%Y-%m-%dT%H:%M:%S.%gZ')`,
    '  ELSE CAST(event_timestamp AS VARCHAR) END AS event_timestamp',
    `) FROM (SELECT * FROM ${source} UNION ALL BY NAME SELECT NULL AS event_timestamp WHERE false)) AS r`,
  ].join('\n');
}

/**
 * The SQL that reads the lines of files, as CSV of one column: the JSON reader of DuckDB does not return broken lines
 * as text. The delimiter is a character that valid JSON does not contain. A line with it or with a carriage return, or
 * of more than 2,000,000 bytes (DuckDB's own default), is an error of the whole file.
 */
function toCsvSource(files: string): string {
  return `read_csv(${files}, columns = {'line': 'VARCHAR'}, auto_detect = false, header = false, delim = chr(1), quote = '', escape = '', new_line = '\\n', max_line_size = 2000000, compression = 'auto')`;
}
