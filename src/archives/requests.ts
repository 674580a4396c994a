/**
 * SQL that finds the recorded requests of each part of an account, as `findRequest` of `src/preview/backtest.ts` does
 * with an event. A field is nested (`object.conn.client_ip`), or has a dotted name in `object` or, without an `object`,
 * in the event itself.
 */
import { CONNECTION_CLOSED, EVENT_TYPES, SESSION_EVENT_TYPES, TRAFFIC_EVENT_TYPES } from '../model/events/event-types';
import { TIME_DIGITS, TIME_OFFSET_MS } from '../model/time';
import { type Dialect, type MemberPath, quote } from './dialect';

export interface RequestSource {
  /** Type of the restriction that judges the requests. */
  readonly part: string;
  readonly types: readonly string[];
  /** How other types begin whose events are requests if the object has the field; '' for all other types. */
  readonly otherTypes: string;
  readonly field: string;
}

/** When the connection of a traffic event started. With the address of the client it identifies the connection. */
export const START_FIELD = 'conn.start_ts';

export const REQUEST_SOURCES: readonly RequestSource[] = [
  { part: 'endpoints', types: TRAFFIC_EVENT_TYPES, otherTypes: '', field: 'conn.client_ip' },
  { part: 'agent', types: SESSION_EVENT_TYPES, otherTypes: 'agent_session', field: 'agent_ip' },
];

/** A pattern of the timestamps of RFC 3339 that both engines and JavaScript read alike. */
const TIMESTAMP =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$';

/**
 * `time` sorts as the instants do. `start_ts` is null if the event does not have it, or is not a traffic event.
 * `closes` is true if the event is the closing of a connection that `start_ts` and the address identify.
 */
export function defineRequestEvents(dialect: Dialect): string {
  const found = listFound(dialect);
  const part = found.map((each) => `WHEN ${each.condition} THEN ${quote(each.part)}`).join(' ');
  const address = found.map((each) => `WHEN ${each.condition} THEN ${each.address}`).join(' ');
  const type = dialect.toText(['event_type']);
  const start = `CASE WHEN ${type} IN (${TRAFFIC_EVENT_TYPES.map(quote).join(', ')}) THEN ${findText(dialect, START_FIELD)} END`;
  return dialect.defineView(
    'netingress_request_events',
    [
      `SELECT part, address, start_ts, start_ts IS NOT NULL AND type = ${quote(CONNECTION_CLOSED)} AS closes, ${sortableTime(dialect, 'recorded')} AS time`,
      `FROM (SELECT ${type} AS type, CASE ${part} END AS part, CASE ${address} END AS address, ${start} AS start_ts, ${selectText(dialect, ['event_timestamp'])} AS recorded FROM netingress_documents)`,
      'WHERE address IS NOT NULL',
    ].join('\n'),
  );
}

/**
 * The closing of a connection is a request only if the connection had no HTTP request: 3 HTTP requests and the closing
 * -> 3; the closing alone -> 1.
 */
export const COUNTED_REQUESTS = [
  'SELECT part, address, sum(requests) AS requests, max(time) AS time FROM (',
  '  SELECT part, address, max(time) AS time, coalesce(nullif(count(CASE WHEN NOT closes THEN 1 END), 0), count(*)) AS requests',
  '  FROM netingress_request_events GROUP BY part, address, start_ts',
  ') AS connections GROUP BY part, address',
].join('\n');

/**
 * The first condition that is true counts. An event of the types of a part may have the address in each place of
 * {@link listPaths}, one of another type only in its object.
 */
function listFound(dialect: Dialect): { part: string; condition: string; address: string }[] {
  const isEvent = dialect.isText(dialect.member(['event_type']));
  const type = dialect.toText(['event_type']);
  return REQUEST_SOURCES.flatMap(({ part, types, otherTypes, field }) => {
    const address = findInObject(dialect, field);
    return [
      { part, condition: `${type} IN (${types.map(quote).join(', ')})`, address: findText(dialect, field) },
      {
        part,
        condition: `${isEvent} AND ${dialect.matches(type, `^${otherTypes}`)} AND ${address} IS NOT NULL`,
        address,
      },
    ];
  });
}

/**
 * Whether a document is a request by its type, and has no string as address where this type has it. The view
 * `netingress_request_events` lacks such a document, with one exception: an agent session with `object.conn.client_ip`
 * counts there as a request to an endpoint.
 */
export function isRequestWithoutAddress(dialect: Dialect): string {
  const type = dialect.toText(['event_type']);
  return REQUEST_SOURCES.map(
    ({ types, field }) =>
      `coalesce(${type} IN (${types.map(quote).join(', ')}), false) AND ${findText(dialect, field)} IS NULL`,
  ).join(' OR ');
}

/**
 * The field as a string in `object`, or null: `client_ip` of `object.conn` if that is an object, else
 * `object."conn.client_ip"`.
 */
function findInObject(dialect: Dialect, field: string): string {
  const [nested, dotted] = listPaths(field);
  const text = selectText(dialect, nested);
  if (!dotted) return text;
  return `CASE WHEN ${dialect.isObject(nested.slice(0, -1))} THEN ${text} ELSE ${selectText(dialect, dotted)} END`;
}

export function isUnknownEvent({ isText, member, toText }: Dialect): string {
  const types = EVENT_TYPES.map(quote).join(', ');
  return `coalesce(${isText(member(['event_type']))} AND ${toText(['event_type'])} NOT IN (${types}), false)`;
}

/**
 * {@link TIME_DIGITS} digits, which sort like the instants, and then the timestamp as it was recorded. The empty string
 * if the text is not a timestamp that all engines read alike, or names a day that does not exist.
 */
export function sortableTime({ matches, toMilliseconds }: Dialect, text: string): string {
  const digits = `CAST(${toMilliseconds(text)} + ${TIME_OFFSET_MS} AS STRING)`;
  return `coalesce(CASE WHEN ${matches(text, TIMESTAMP)} THEN ${digits} || ${text} END, '')`;
}

/**
 * The field as a string: nested, or else with a dotted name. Null if there is none, or the first one found is no
 * string. One difference to `findRequest`: of the names in the event itself (`object.conn.client_ip`, `conn.client_ip`)
 * it takes the first that is a string, and `findRequest` the first.
 */
function findText(dialect: Dialect, field: string): string {
  const [nested, ...others] = listPaths(field);
  const [dotted, ...flat] = others;
  return [
    'CASE',
    `WHEN ${dialect.member(nested as MemberPath)} IS NOT NULL THEN ${selectText(dialect, nested as MemberPath)}`,
    ...(dotted ? [`WHEN ${dialect.isObject(['object'])} THEN ${selectText(dialect, dotted)}`] : []),
    `WHEN ${dialect.member(['object'])} IS NULL THEN coalesce(${flat.map((path) => selectText(dialect, path)).join(', ')})`,
    'END',
  ].join(' ');
}

function selectText({ isText, member, toText }: Dialect, path: MemberPath): string {
  return `CASE WHEN ${isText(member(path))} THEN ${toText(path)} END`;
}

/**
 * Lists where a field may be: nested, with a dotted name in the object, and with dotted names in the event.
 *
 *     conn.client_ip -> object.conn.client_ip, object."conn.client_ip", "object.conn.client_ip", "conn.client_ip"
 *     agent_ip       -> object.agent_ip, undefined, "object.agent_ip"
 */
export function listPaths(field: string): readonly [MemberPath, MemberPath | undefined, ...MemberPath[]] {
  const isDotted = field.includes('.');
  return [
    ['object', ...field.split('.')],
    isDotted ? ['object', field] : undefined,
    [`object.${field}`],
    ...(isDotted ? [[field]] : []),
  ];
}
