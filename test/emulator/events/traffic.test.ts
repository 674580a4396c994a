import { findEventType } from '../../../src/model/events/event-catalog';
import { SESSION_EVENT_TYPES, TRAFFIC_EVENT_TYPES } from '../../../src/model/events/event-types';
import { fieldsIn } from '../../../src/model/events/field-types';
import { isJsonObject, type JsonObject } from '../../../src/values/json';
import { createApi, createTestClock } from '../../support/emulator/api';

const types = [...TRAFFIC_EVENT_TYPES, ...SESSION_EVENT_TYPES];
const http = 'http_request_complete.v0';

function at(object: JsonObject, path: string): unknown {
  return path.split('.').reduce<unknown>((here, step) => (isJsonObject(here) ? here[step] : undefined), object);
}

const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
  bool: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  int32: Number.isInteger,
  int64: Number.isInteger,
  timestamp: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  'List<Map<string, any>>': Array.isArray,
  'Map<string, List<string>>': (value) => isJsonObject(value) && Object.values(value).every(Array.isArray),
};

const cases = types.flatMap((type) => (['spec', 'ngrok'] as const).map((profile) => [type, profile] as const));

test.each(cases)('a generated %s of profile %s has its fields with their types, and no principal', (type, profile) => {
  const { emulator } = createApi({ profile });
  expect(emulator.traffic({ events: [{ type, count: 50 }] })).toEqual({ published: 50, scheduled: 0 });
  for (const { event_type, principal, object } of emulator.events()) {
    expect([event_type, principal]).toEqual([type, null]);
    for (const { name, type: wanted, profiles } of findEventType(type)?.fields ?? []) {
      const isOfProfile = profiles?.includes(profile) ?? true;
      expect([name, fits[wanted]?.(at(object, name))]).toEqual([name, isOfProfile]);
    }
  }
});

test.each(types)('any field of %s can be omitted, and any two', (type) => {
  const names = fieldsIn(findEventType(type)?.fields ?? [], 'spec').map(({ name }) => name);
  const { emulator } = createApi({ clock: '2030-01-01T00:00:00Z' });
  const pairs = names.flatMap((one) => names.map((two) => [one, two] as const));
  emulator.traffic({ events: pairs.map(([one, two]) => ({ type, fields: { [one]: null, [two]: null } })) });
  const objects = emulator.events().map(({ object }) => object);
  const left = pairs.filter(([one, two], index) =>
    [one, two].some((name) => at(objects[index] as JsonObject, name) !== undefined),
  );
  expect([objects.length, left]).toEqual([pairs.length, []]);
});

test('method and headers are normalized as the service does', () => {
  const { emulator } = createApi();
  const headers = { 'x-API-key': ['Secret'], 'X-Api-Key': ['more'], ACCEPT: ['Text/HTML', '*/*'] };
  emulator.traffic({
    events: [{ type: http, fields: { 'http.request.method': 'POST', 'http.request.headers': headers } }],
  });
  const { object } = emulator.events().at(-1) as { object: JsonObject };
  expect(at(object, 'http.request.method')).toBe('post');
  expect(at(object, 'http.request.headers')).toEqual({
    'X-Api-Key': ['secret', 'more'],
    Accept: ['text/html', '*/*'],
  });
});

test.each<[string, string, JsonObject[string], string]>([
  [http, 'ip_policy.decision', 'maybe', 'one of allow, block, invalid'],
  [http, 'circuit_breaker.decision', 'maybe', 'one of allow, block, allow_while_open, invalid'],
  [http, 'compression.algorithm', 'brotli', 'one of gzip, deflate, none'],
  [http, 'conn.server_port', 70_000, '1 to 65535'],
  [http, 'conn.server_port', 0, '1 to 65535'],
  [http, 'http.response.status_code', 99, '100 to 599'],
  ['tcp_connection_closed.v0', 'conn.bytes_in', -1, 'at least 0'],
  ['agent_session_start.v0', 'transport', 'smoke', 'one of muxado, ssh'],
])('%s with the impossible %s %j is refused; expected %s', async (type, name, value, expected) => {
  const response = await createApi().send('POST', '/_emulator/traffic', {
    events: [{ type, fields: { [name]: value } }],
  });
  expect(response).toMatchObject({
    status: 400,
    body: { msg: `events[0].fields.${name} is ${JSON.stringify(value)}; expected ${expected}.` },
  });
});

test('a start of a session that is no time is kept, and determines no other field', async () => {
  const { emulator } = createApi({ clock: '2030-01-01T00:00:00Z' });
  emulator.traffic({ events: [{ type: 'agent_session_stop.v0', fields: { started_at: 'x' } }] });
  expect(emulator.events().at(-1)?.object).toMatchObject({ started_at: 'x', expires_at: '2030-01-02T00:00:00Z' });
});

test('the same seed and request generate the same values, another seed generates others', () => {
  const objects = (seed: string) => {
    const { emulator } = createApi({ clock: createTestClock() });
    emulator.traffic({ seed, events: types.map((type) => ({ type, count: 5 })) });
    return emulator.events().map(({ object }) => object['conn'] ?? object['agent_ip']);
  };
  expect(objects('a')).toEqual(objects('a'));
  expect(objects('a')).not.toEqual(objects('b'));
});

test('fields have the requested values, and other fields are consistent with them', () => {
  const { emulator } = createApi();
  const fields = {
    'conn.client_ip': '10.1.2.3',
    'conn.server_name': 'shop.example.com',
    'conn.server_port': 80,
    'http.response.status_code': 500,
    'http.request.headers': { 'X-A': ['1'], Value: ['x'], Cidr: ['y'] },
    'traffic_policy.logs': null,
  };
  emulator.traffic({ events: [{ type: http, count: 200, fields }] });
  expect(emulator.events()).toHaveLength(200);
  for (const { object } of emulator.events()) {
    expect(at(object, 'conn.client_ip')).toBe('10.1.2.3');
    expect(at(object, 'http.request.url.raw')).toMatch(/^http:\/\/shop\.example\.com\//);
    expect(at(object, 'http.response.status_code')).toBe(500);
    expect(at(object, 'http.request.headers')).toEqual(fields['http.request.headers']);
    expect(object).not.toHaveProperty('traffic_policy');
  }
});

test('events can be sent as NDJSON, one a line', async () => {
  const api = createApi();
  const addresses = ['10.0.0.1', '10.0.0.2', '10.0.0.3'];
  const lines = addresses.map((ip) => JSON.stringify({ type: http, fields: { 'conn.client_ip': ip } }));
  const send = (body: string) =>
    api.send('POST', '/_emulator/traffic', body, { 'content-type': 'application/x-ndjson' });
  expect((await send(`${lines.join('\n')}\n\n`)).body).toEqual({ published: 3, scheduled: 0 });
  expect(api.emulator.events().map(({ object }) => at(object, 'conn.client_ip'))).toEqual(addresses);
  const torn = await send(`${lines[0]}\n{"type"`);
  expect([torn.status, torn.body['msg']]).toEqual([400, expect.stringContaining('not JSON')]);
  expect(api.emulator.events()).toHaveLength(3);
});

test('events with a rate are published as the clock advances, in the order of their times', async () => {
  const clock = createTestClock();
  const api = createApi({ clock });
  const response = api.emulator.traffic({
    events: [
      { type: http, count: 4, per_second: 0.5 },
      { type: 'tcp_connection_closed.v0', count: 1, from: '2030-01-01T00:00:03Z' },
    ],
  });
  expect(response).toEqual({ published: 1, scheduled: 4 });
  clock.advance(4);
  expect((await api.send('GET', '/_emulator/traffic')).body).toEqual({ scheduled: 1 });
  expect(
    api.emulator
      .events()
      .map(({ event_type, event_timestamp }) => [event_type.slice(0, 3), event_timestamp.slice(17, 19)]),
  ).toEqual([
    ['htt', '00'],
    ['htt', '02'],
    ['tcp', '03'],
    ['htt', '04'],
  ]);
});

test.each<[object, string]>([
  [{ evnts: [] }, "evnts is unknown; expected one of seed, events; did you mean 'events'?"],
  [{ events: [] }, 'events is []; expected a list'],
  [{ events: [{ type: 'http_request_completed.v0' }] }, "did you mean 'http_request_complete.v0'?"],
  [{ events: [{ type: 'ip_policy_created.v0' }] }, 'To publish an audit event, change an object.'],
  [{ events: [{ type: http, cuont: 1 }] }, "did you mean 'count'?"],
  [{ events: [{ type: http, count: 0 }] }, 'events[0].count is 0; expected an integer from 1.'],
  [{ events: [{ type: http, count: 100_001 }] }, 'expected at most 100000.'],
  [{ events: [{ type: http, per_second: 0 }] }, 'per_second is 0; expected a number above 0'],
  [{ events: [{ type: http, from: 'now' }] }, 'from is "now"; expected a time in RFC 3339.'],
  [{ events: [{ type: http, fields: { 'conn.clientip': 'x' } }] }, "did you mean 'conn.client_ip'?"],
  [
    { events: [{ type: http, fields: { 'conn.server_port': '80' } }] },
    'fields.conn.server_port is "80"; expected int32',
  ],
  [{ events: [{ type: http, fields: { 'conn.client_ip': ['10.0.0.1'] } }] }, 'expected string'],
  [{ events: [{ type: http, fields: { 'conn.server_port': 2 ** 31 } }] }, 'expected int32'],
])('%j is rejected: %s', async (body, why) => {
  const api = createApi();
  const response = await api.send('POST', '/_emulator/traffic', body);
  expect([response.status, response.body['msg'], api.emulator.events()]).toEqual([
    400,
    expect.stringContaining(why),
    [],
  ]);
});
