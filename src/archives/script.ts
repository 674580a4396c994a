/** The script of `events sql`. */
import { TIME_DIGITS } from '../model/time';
import { defineAddressFunctions, formatDigits, selectDigits } from './address';
import { DIALECTS, type SqlEngine } from './dialect';
import { defineEventTables } from './event-tables';
import { COUNTED_REQUESTS, defineRequestEvents, isRequestWithoutAddress, isUnknownEvent } from './requests';

export interface ScriptInputs {
  /** Files of events as the engine names them: a folder, a pattern, a URL. */
  readonly events: string;
  /** The file of `access export`. */
  readonly access: string;
}

export function createScript(engine: SqlEngine, { events, access }: ScriptInputs): string {
  const dialect = DIALECTS[engine];
  const { defineView, defineCsvView, isText, matches, member, parse, defineLinesView } = dialect;
  const isEvent = isText(member(['event_type']));
  return [
    section('Every line, and its document: null if the line is not one JSON value.', [
      defineLinesView('netingress_lines', events),
      defineView('netingress_documents', `SELECT line, ${parse} AS document FROM netingress_lines`),
    ]),
    section('One table for each event type. Lists and maps are JSON as text.', defineEventTables(dialect)),
    section('The requests to each part of the account by address. Digits sort as the addresses of their family do.', [
      ...defineAddressFunctions(dialect),
      defineRequestEvents(dialect),
      defineView('netingress_counted', selectDigits(dialect, COUNTED_REQUESTS)),
    ]),
    section('The CSV of preview --traffic.', [
      defineView(
        'netingress_traffic',
        [
          `SELECT ${formatDigits(dialect)} AS address, part, sum(requests) AS requests, substr(max(time), ${TIME_DIGITS + 1}) AS last_time`,
          'FROM netingress_counted WHERE digits IS NOT NULL',
          `GROUP BY ${formatDigits(dialect)}, part`,
        ].join('\n'),
      ),
    ]),
    section(
      'What the tables do not contain. A file that is cut off may be missing here: test archives with gzip -t or zstd -t.',
      [
        defineView(
          'netingress_unread',
          [
            "SELECT 'lines that are not one event' AS what, count(*) AS number",
            `FROM netingress_documents WHERE NOT coalesce(${isEvent}, false) AND ${matches('line', '[^ ]')}`,
            "UNION ALL SELECT 'events of an unknown type', count(*)",
            `FROM netingress_documents WHERE ${isUnknownEvent(dialect)}`,
            "UNION ALL SELECT 'requests without a valid address',",
            '(SELECT coalesce(sum(requests), 0) FROM netingress_counted WHERE digits IS NULL)',
            `+ (SELECT count(*) FROM netingress_documents WHERE ${isRequestWithoutAddress(dialect)})`,
          ].join('\n'),
        ),
      ],
    ),
    section('The file of netingress access export, and the range that contains each address.', [
      defineCsvView('netingress_access', access),
      defineView(
        'netingress_judged',
        [
          'SELECT a.part, a.side, a.result, a.cause, t.digits, t.requests',
          'FROM (SELECT part, digits, sum(requests) AS requests FROM netingress_counted GROUP BY part, digits) AS t',
          'JOIN netingress_access AS a',
          'ON a.part = t.part AND length(a.low) = length(t.digits) AND t.digits BETWEEN a.low AND a.high',
        ].join('\n'),
      ),
    ]),
    section('The result.', [
      'SELECT part, side, result, count(*) AS addresses, sum(requests) AS requests\nFROM netingress_judged GROUP BY part, side, result ORDER BY part, side, result;',
      'SELECT what, number FROM netingress_unread ORDER BY what;',
    ]),
  ].join('\n');
}

function section(title: string, statements: readonly string[]): string {
  return `-- ${title}\n${statements.join('\n')}\n`;
}
