import { TRAFFIC_FIELDS } from '../../src/model/events/traffic';
import { EVENT_TYPES, TRAFFIC_EVENT_TYPES } from '../../src/model/events/types';
import type { JsonObject } from '../../src/model/json';
import { checkEventSource } from '../../src/model/rules/event-source';

const problemsOf = (source: JsonObject) => checkEventSource(source).map(({ member, code }) => [member, code]);

test.each(EVENT_TYPES)('%s alone is a valid source', (type) => {
  expect(checkEventSource({ type })).toEqual([]);
});

test.each(TRAFFIC_EVENT_TYPES)('%s may choose each of its fields, and filter', (type) => {
  expect(checkEventSource({ type, fields: [...(TRAFFIC_FIELDS[type] ?? [])], filter: 'true' })).toEqual([]);
});

const audit = EVENT_TYPES.filter((type) => !TRAFFIC_EVENT_TYPES.some((traffic) => traffic === type));

test.each(audit)('%s may neither choose fields nor filter', (type) => {
  expect(problemsOf({ type, fields: ['conn.client_ip'], filter: 'true' })).toEqual([
    ['fields', 5401],
    ['filter', 5402],
  ]);
  expect(checkEventSource({ type, fields: [], filter: '' })).toEqual([]);
});

test('a field of another event type is refused, each one, with the one that was probably meant', () => {
  const problems = checkEventSource({
    type: 'tcp_connection_closed.v0',
    fields: ['conn.bytes_in', 'http.request.method', 'conn.clinet_ip'],
  });
  expect(problems).toEqual([
    expect.objectContaining({ member: 'fields', problem: "holds 'http.request.method'", code: 5403 }),
    expect.objectContaining({
      problem: "holds 'conn.clinet_ip'",
      expected: "fields of tcp_connection_closed.v0; did you mean 'conn.client_ip'?",
    }),
  ]);
});

test('what is not known yet is skipped', () => {
  const unknown = Symbol('unknown') as unknown as string;
  expect(checkEventSource({ type: unknown, fields: ['nonsense'] })).toEqual([]);
  expect(checkEventSource({ type: 'tcp_connection_closed.v0', fields: [unknown], filter: unknown })).toEqual([]);
  expect(checkEventSource({ type: 'tcp_connection_closed.v0', fields: unknown })).toEqual([]);
});

test('a type that does not exist is reported elsewhere', () => {
  expect(checkEventSource({ type: 'nonsense', fields: ['nonsense'] })).toEqual([]);
});
