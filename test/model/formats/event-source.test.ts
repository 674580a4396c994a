import { EVENT_TYPES, TRAFFIC_EVENT_TYPES } from '../../../src/model/events/event-types';
import { TRAFFIC_FIELDS } from '../../../src/model/events/traffic';
import { checkEventSource } from '../../../src/model/formats/event-source';
import type { JsonObject } from '../../../src/values/json';

const problemsOf = (source: JsonObject) => checkEventSource(source).map(({ member, errorCode }) => [member, errorCode]);

test.each(EVENT_TYPES)('%s alone is a valid source', (type) => {
  expect(checkEventSource({ type })).toEqual([]);
});

test.each(TRAFFIC_EVENT_TYPES)('%s may select each of its fields, and filter', (type) => {
  expect(checkEventSource({ type, fields: [...(TRAFFIC_FIELDS[type] ?? [])], filter: 'true' })).toEqual([]);
});

const audit = EVENT_TYPES.filter((type) => !TRAFFIC_EVENT_TYPES.some((traffic) => traffic === type));

test.each(audit)('%s may neither select fields nor filter', (type) => {
  expect(problemsOf({ type, fields: ['conn.client_ip'], filter: 'true' })).toEqual([
    ['fields', 5401],
    ['filter', 5402],
  ]);
  expect(checkEventSource({ type, fields: [], filter: '' })).toEqual([]);
});

test('fields of another event type are rejected with a suggestion', () => {
  const problems = checkEventSource({
    type: 'tcp_connection_closed.v0',
    fields: ['conn.bytes_in', 'http.request.method', 'conn.clinet_ip'],
  });
  expect(problems).toEqual([
    expect.objectContaining({ member: 'fields', problem: "contains 'http.request.method'", errorCode: 5403 }),
    expect.objectContaining({
      problem: "contains 'conn.clinet_ip'",
      expected: "fields of tcp_connection_closed.v0; did you mean 'conn.client_ip'?",
    }),
  ]);
});

test('a field that only the profile `ngrok` has is a problem in `spec`', () => {
  const source = { type: 'http_request_complete.v0', fields: ['conn.client_ip', 'ja4_fingerprint'] };
  expect(checkEventSource(source)).toEqual([]);
  expect(checkEventSource(source, 'spec')).toMatchObject([
    { problem: "contains 'ja4_fingerprint', which exists only in the profile ngrok", errorCode: 5403 },
  ]);
});

test('unknown values are skipped', () => {
  const unknown = Symbol('unknown') as unknown as string;
  expect(checkEventSource({ type: unknown, fields: ['nonsense'] })).toEqual([]);
  expect(checkEventSource({ type: 'tcp_connection_closed.v0', fields: [unknown], filter: unknown })).toEqual([]);
  expect(checkEventSource({ type: 'tcp_connection_closed.v0', fields: unknown })).toEqual([]);
});

test('an unknown type is not reported', () => {
  expect(checkEventSource({ type: 'nonsense', fields: ['nonsense'] })).toEqual([]);
});

test.each([
  ['true', []],
  ['ev.conn.server_port == 443 && ev.conn.client_ip.startsWith("10.")', []],
  ['ev.conn.server_port ==', [5404]],
  ['ev.conn.server_port', [5404]],
  ['ev.conn.server_port == "443"', [5404]],
  ['ev.http.request.method == "get"', [5406]],
  ['ev.conn.sever_port == 443', [5405]],
])('the filter %s has the problems %j', (filter, codes) => {
  expect(problemsOf({ type: 'http_request_complete.v0', filter })).toEqual(
    codes.map((errorCode) => ['filter', errorCode]),
  );
});

test('a field of the other traffic event is unknown in the filter', () => {
  const filter = 'ev.http.request.method == "get"';
  expect(problemsOf({ type: 'tcp_connection_closed.v0', filter })).toEqual([['filter', 5405]]);
});
