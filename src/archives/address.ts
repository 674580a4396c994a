/**
 * SQL that turns an address in any notation into the text of `low` and `high` of `access export`: 8 hexadecimal digits
 * of IPv4 (192.0.2.1 -> c0000201), 32 of IPv6. It accepts what `parseIp` accepts, without an extension of the engine:
 * DuckDB's `inet` is not in its packages, and Spark has none.
 */
import type { Dialect } from './dialect';

const OCTET = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const GROUPS = '[0-9a-f]{1,4}(:[0-9a-f]{1,4})*';

/** Defines `netingress_groups`, which the SQL of {@link selectDigits} calls: 2001:db8 -> 20010db8. */
export function defineAddressFunctions({ defineFunction, replaceAll }: Dialect): string[] {
  // Each group gets three zeros, and keeps its last four digits. `$1000` is group 1 and `000`, as there is no group 10.
  const groups = replaceAll(replaceAll('t', '(^|:)', '$1000'), '0*([0-9a-f]{4})(:|$)', '$1');
  return [defineFunction('netingress_groups', `CASE WHEN t = '' THEN '' ELSE ${groups} END`)];
}

/**
 * Adds `digits` to the rows of a query with the column `address`; null if the text is not an address. Each step adds
 * columns that later ones use, because a nested function would be repeated for each use of its result. The query must
 * have no column of their names, such as `octets` or `tail`.
 */
export function selectDigits(dialect: Dialect, query: string): string {
  const { element, matchesWhole, replaceAll, splitDots, toHex } = dialect;
  const isFull = matchesWhole('plain', '[0-9a-f]{1,4}(:[0-9a-f]{1,4}){7}', '[^0-9a-f:]');
  const isShort = matchesWhole('plain', `(${GROUPS})?::(${GROUPS})?`, '[^0-9a-f:]');
  const isDotted = matchesWhole('dotted', `${OCTET}([.]${OCTET}){3}`, '[^0-9.]');
  const number = [1, 2, 3, 4].reduce(
    (sum, index) => `(${sum} * 256 + CAST(${element('octets', index)} AS BIGINT))`,
    'CAST(0 AS BIGINT)',
  );
  const steps = [
    [`CASE WHEN contains(address, ':') THEN ${replaceAll('address', '^.*:', '')} ELSE address END AS dotted`],
    [`CASE WHEN contains(dotted, '.') AND ${isDotted} THEN ${splitDots('dotted')} END AS octets`],
    [`CASE WHEN octets IS NOT NULL THEN ${toHex(number)} END AS quad`],
    [
      "CASE WHEN NOT contains(address, ':') THEN quad END AS ipv4",
      "CASE WHEN contains(address, ':') THEN quad END AS tail",
    ],
    // ::ffff:192.0.2.1 -> ::ffff:c000:0201
    [
      [
        "CASE WHEN NOT contains(address, '.') THEN lower(address)",
        `WHEN tail IS NOT NULL THEN concat(lower(${replaceAll('address', '[^:]*$', '')}), substr(tail, 1, 4), ':', substr(tail, 5, 4)) END AS plain`,
      ].join(' '),
    ],
    [
      `CASE WHEN ${isFull} THEN netingress_groups(plain) END AS whole`,
      `CASE WHEN ${isShort} THEN netingress_groups(split_part(plain, '::', 1)) END AS head`,
      `CASE WHEN ${isShort} THEN netingress_groups(split_part(plain, '::', 2)) END AS rest`,
    ],
    // `::` stands for at least one group of four digits.
    [
      [
        'coalesce(ipv4, whole, CASE WHEN length(head) + length(rest) <= 28 THEN',
        "concat(head, repeat('0', CAST(32 - length(head) - length(rest) AS INTEGER)), rest) END) AS digits",
      ].join(' '),
    ],
  ];
  return steps.reduce((source, columns) => `SELECT *, ${columns.join(', ')} FROM (${source}) AS s`, query);
}

/** From the columns `address` and `digits`: 192.0.2.1, 2001:0db8:0000:0000:0000:0000:0000:0001. */
export function formatDigits({ replaceAll }: Dialect): string {
  return `CASE WHEN length(digits) = 8 THEN address ELSE substr(${replaceAll('digits', '([0-9a-f]{4})', ':$1')}, 2) END`;
}
