/**
 * Finds what DuckDB takes for JSON and `JSON.parse` does not: a comma before a bracket, and numbers such as NaN and
 * Infinity.
 */

/** A pattern of such texts: `,]` and `:NaN`. It also finds them within strings of valid JSON: `{"a": ",]"}`. */
export const LAX = ',[[:space:]]*[]}]|[[:space:]:,[-](?i:nan|inf)';

const STRING = String.raw`"([^"\\]|\\.)*"`;

/**
 * Whether the column `line` has such a text outside of strings. The strings are emptied, and not removed: `["a","b"]`
 * without strings would be `[,]`, which the pattern matches.
 */
export const IS_LAX = [
  `CASE WHEN regexp_matches(line, '${LAX}')`,
  `THEN regexp_matches(regexp_replace(line, '${STRING}', '""', 'g'), '${LAX}') ELSE false END`,
].join(' ');
