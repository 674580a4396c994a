/**
 * Finds what DuckDB takes for JSON and `JSON.parse` does not: a comma before a bracket, and numbers such as NaN and
 * Infinity.
 */

/** A pattern that also finds such texts in strings. */
export const LAX = ',[[:space:]]*[]}]|[[:space:]:,[-](?i:nan|inf)';

const STRING = String.raw`"([^"\\]|\\.)*"`;

/**
 * Whether DuckDB reads the column `line` as JSON and nobody else does. Most lines are searched once; of the others, what is
 * in strings does not count. An empty string stays in its place, because without it a list of strings ends with a comma.
 */
export const IS_LAX = [
  `CASE WHEN regexp_matches(line, '${LAX}')`,
  `THEN regexp_matches(regexp_replace(line, '${STRING}', '""', 'g'), '${LAX}') ELSE false END`,
].join(' ');
