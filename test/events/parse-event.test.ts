import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AnyEvent,
  compileFilter,
  EventError,
  eventSchema,
  isAuditEvent,
  isEventOfType,
  isKnownEvent,
  isSessionEvent,
  isTrafficEvent,
  matchesFilter,
  parseEvent,
} from 'netingress/events';
import { z } from 'zod';
import { mixedEvent } from '../../bench/event-samples';
import { createEmulator } from '../../src/emulator';
import { EVENTS } from '../../src/model/events/event-catalog';
import { SESSION_EVENT_TYPES, TRAFFIC_EVENT_TYPES } from '../../src/model/events/event-types';
import { type EventField, LIST_MEMBERS } from '../../src/model/events/field-types';
import { createApi } from '../support/emulator/api';
import { createObject } from '../support/emulator/create-object';
import { testRows } from '../support/requirements';
import { formsOf, type Members, sampleEvent } from './samples';

const folder = join(__dirname, '../../docs/schemas/events');
const readSchema = (file: string) => z.fromJSONSchema(JSON.parse(readFileSync(join(folder, file), 'utf8')));
const schemas = new Map(readdirSync(folder).map((file) => [file.slice(0, -'.schema.json'.length), readSchema(file)]));

function problemsOf(event: object): unknown[] {
  const schema = schemas.get((event as { event_type: string }).event_type);
  if (!schema) throw new Error('There is no schema');
  return schema.safeParse(event).error?.issues ?? [];
}

describe('an event', () => {
  test.each(EVENTS)(
    '$type is parsed with all of its fields, as a text, as bytes and in the three forms of delivery',
    ({ type }) => {
      const event = sampleEvent(type);
      expect(parseEvent(JSON.stringify(event))).toEqual(event);
      expect(parseEvent(Buffer.from(JSON.stringify(event)))).toEqual(event);
      // Lists of objects have no dotted names.
      const object = Object.fromEntries(Object.entries(event.object).filter(([name]) => !LIST_MEMBERS.includes(name)));
      for (const form of formsOf({ ...event, object })) expect(parseEvent(form)).toEqual({ ...event, object });
    },
  );

  test('numbers may be strings, and an empty string is null, for the parser and the JSON Schema', () => {
    const read = (port: unknown) => {
      const event = parseEvent({ event_type: 'tcp_connection_closed.v0', object: { conn: { server_port: port } } });
      return isEventOfType(event, 'tcp_connection_closed.v0') ? event.object.conn?.server_port : 'unknown';
    };
    expect([443, '443', '-1', '', null].map(read)).toEqual([443, 443, -1, null, null]);
    expect(() => read('https')).toThrow('object.conn.server_port: expected number');
    const problemsWith = (server_port: unknown) =>
      problemsOf({ event_type: 'tcp_connection_closed.v0', object: { conn: { server_port } } });
    expect([443, '443', '', null].flatMap(problemsWith)).toEqual([]);
    expect(problemsWith('https')).not.toEqual([]);
  });

  test('unknown fields are kept, and unknown dotted names stay in place', () => {
    const event = {
      event_type: 'http_request_complete.v0',
      seen_by: 'x',
      principal: { id: 'usr_1', more: 1 },
      object: { conn: { client_ip: '10.0.0.1', ja4: 'x' }, 'conn.ja5': 'y', new: { a: 1 } },
    };
    expect(parseEvent(event)).toEqual(event);
  });

  test('a dotted field does not replace a nested one', () => {
    const object = { conn: { client_ip: 'nested' }, 'conn.client_ip': 'dotted', 'conn.server_ip': 'added' };
    expect(parseEvent({ event_type: 'tcp_connection_closed.v0', object }).object).toEqual({
      conn: { client_ip: 'nested', server_ip: 'added' },
      'conn.client_ip': 'dotted',
    });
  });

  test('parsing does not change its input', () => {
    const object = { conn: { client_ip: 'a' }, 'conn.server_port': '1' };
    const event = { event_type: 'tcp_connection_closed.v0', object };
    const before = structuredClone(event);
    parseEvent(event);
    expect(event).toEqual(before);
  });

  test('an event of an unknown type is returned unchanged', () => {
    const event = { event_type: 'starship_created.v0', object: { 'a.b': 5 }, principal: 'strange' };
    expect(parseEvent(event)).toEqual(event);
    expect(isKnownEvent(parseEvent(event))).toBe(false);
  });

  test.each([
    ['', 'Cannot read an event: '],
    ['{"event_type":', 'Cannot read an event: '],
    ['5', 'Cannot read a record: it is a number'],
    ['[]', 'Cannot read a record: it is a list'],
    ['{}', 'Cannot read a record: it has no event_type'],
    ['{"event_type":5}', 'Cannot read a record: its event_type is a number'],
    ['{"event_type":"ip_policy_created.v0"}', 'Cannot read an event ip_policy_created.v0: object: expected object'],
  ])('%j is rejected: %s', (text, message) => {
    const read = () => parseEvent(text);
    expect(read).toThrow(EventError);
    expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ name: 'EventError', text }));
  });

  test.each(EVENTS)('the guards classify $type', ({ type, class: group, subject, action }) => {
    const event = parseEvent(sampleEvent(type));
    expect(isKnownEvent(event)).toBe(true);
    expect(isTrafficEvent(event)).toBe(group === 'traffic');
    expect(isSessionEvent(event)).toBe(subject === 'agent_session');
    expect(isAuditEvent(event)).toBe(action !== undefined || subject === 'agent_session');
    expect(isAuditEvent(event, 'ip_policy')).toBe(subject === 'ip_policy');
  });

  test('types narrow by guard and by event_type', () => {
    const event: AnyEvent = parseEvent(sampleEvent('ip_policy_rule_created.v0'));
    const cidr = isAuditEvent(event, 'ip_policy_rule') ? event.object.cidr : undefined;
    const action = isKnownEvent(event) && event.event_type === 'ip_policy_rule_created.v0' && event.object.action;
    expect([typeof cidr, typeof action]).toEqual(['string', 'string']);
    // This compiles, although the objects of other types have no `http`.
    if (isKnownEvent(event) && event.event_type === 'http_request_complete.v0') void event.object.http?.request?.method;
  });

  test('a schema can be used without a parser', () => {
    const event = sampleEvent('ip_policy_created.v0');
    expect(eventSchema('ip_policy_created.v0').parse(event)).toEqual(event);
    expect(eventSchema('nonsense')).toBeUndefined();
  });

  describe('an event destination with the names of the profile ngrok', () => {
    const creds = { aws_access_key_id: 'AK', aws_secret_access_key: null };
    const delivery_stream_arn = 'arn:aws:firehose:us-east-1:1:deliverystream/x';
    const firehose = { auth: { role: null, creds }, delivery_stream_arn };

    test.each(['created', 'updated', 'deleted'])(
      'is parsed with the names of the specification, when it was %s',
      (action) => {
        const object = { id: 'ed_1', target: { firehose, kinesis: null, cloudwatch_logs: null } };
        const record = { event_type: `event_destination_${action}.v0`, object };
        const before = structuredClone(record);
        const auth = { role: null, creds: { cloud_access_key_id: 'AK', cloud_secret_access_key: null } };
        const stream = { auth, delivery_stream_rn: delivery_stream_arn };
        expect(parseEvent(record).object).toEqual({
          id: 'ed_1',
          target: { delivery_stream: stream, data_stream: null, log_group: null },
        });
        expect(record).toEqual(before);
      },
    );

    test('is typed: the emulator delivers one', async () => {
      const emulator = createEmulator({ profile: 'ngrok' });
      // A creation has the secret, and no role.
      const body = JSON.stringify({ format: 'json', target: { firehose } })
        .replace('null}', '"S"}')
        .replace('"role":null,', '');
      await createObject(emulator, '/event_destinations', JSON.parse(body), { headers: { 'ngrok-version': '2' } });
      const event = parseEvent(emulator.events().at(-1) as object);
      if (!isAuditEvent(event, 'event_destination')) throw new Error(event.event_type);
      expect(event.object.target?.delivery_stream?.delivery_stream_rn).toBe(delivery_stream_arn);
    });

    test('members of other events with the same names are not renamed', () => {
      const record = { event_type: 'ip_policy_created.v0', object: { id: 'ipp_1', firehose: 1 } };
      expect(parseEvent(record)).toEqual(record);
    });
  });
});

describe('a filter', () => {
  const event = {
    event_type: 'http_request_complete.v0',
    object: { conn: { client_ip: '203.0.113.7', server_port: '443' }, http: { request: { method: 'get' } } },
  };

  test.each([
    ['true', true],
    ['ev.conn.server_port == 443', true],
    ['ev.conn.server_port != 443', false],
    ['ev.conn.client_ip.startsWith("203.0.113.") && ev.conn.server_port > 80', true],
    ['ev.conn.server_name == "x"', false],
    ['ev.conn.server_name != "x"', false],
    ['!(ev.conn.server_name == "x")', false],
    ['ev.conn.server_name == "x" || ev.conn.server_port == 443', true],
  ])('%s is %s for an event in five forms', (expression, expected) => {
    const filter = compileFilter(expression);
    const dotted = { ...event, object: { 'conn.client_ip': '203.0.113.7', 'conn.server_port': 443 } };
    const forms = [event, parseEvent(event), JSON.stringify(event), Buffer.from(JSON.stringify(event)), dotted];
    expect(forms.map((form) => filter(form))).toEqual(forms.map(() => expected));
    expect(matchesFilter(event, expression)).toBe(expected);
  });

  test.each([
    ['', 'it is empty'],
    ['ev.conn.client_ip ==', 'it is not CEL'],
    ['ev.conn.client_ip', 'it is a string; expected a condition'],
    ['ev.conn.server_port == "443"', 'it compares an integer with a string'],
    ['ev.conn.sever_port == 443', "did you mean 'ev.conn.server_port'?"],
    ['ev.http.request.method == "get"', 'expected only fields that can be filtered on'],
    ['ev.conn.client_ip.matches("(?=a)")', "it has the invalid regular expression '(?=a)'"],
  ])('the filter %j is rejected: %s', (expression, message) => {
    expect(() => matchesFilter(event, expression)).toThrow(EventError);
    expect(() => compileFilter(expression)).toThrow(message);
  });

  test('an event without fields matches only a filter without fields', () => {
    const other = { event_type: 'ip_policy_created.v0', object: null };
    expect([matchesFilter(other, 'true'), matchesFilter(other, 'ev.conn.server_port > 0')]).toEqual([true, false]);
  });

  test('^(a+)+$ decides texts of 5,000 characters, on which an engine that backtracks would not end', () => {
    const from = (client_ip: string) => ({ event_type: event.event_type, object: { conn: { client_ip } } });
    const filter = compileFilter('ev.conn.client_ip.matches("^(a+)+$")');
    expect([filter(from('a'.repeat(5000))), filter(from(`${'a'.repeat(5000)}!`))]).toEqual([true, false]);
  });
});

describe('the JSON Schemas in docs/schemas/events', () => {
  test('each event type has one, and there are no others', () => {
    expect([...schemas.keys()].sort()).toEqual(EVENTS.map(({ type }) => type).sort());
  });

  test('an event with unknown members matches, also with null or missing ones, but none with a wrong type', () => {
    const credential = { id: 'ak_1', uri: 'https://api.example.com/api_keys/ak_1' };
    const time = '2026-05-01T10:00:00Z';
    const event = {
      event_id: 'ev_2b3c',
      event_type: 'ip_policy_created.v0',
      event_timestamp: time,
      account_id: 'ac_1',
      principal: { id: 'usr_1', subject: 'a@example.com', source: 'API', credential },
      object: { id: 'ipp_1', uri: '', created_at: time, description: 'Office', metadata: '', new: [1] },
      region: 'eu',
    };
    expect(problemsOf(event)).toEqual([]);
    expect(problemsOf({ ...event, principal: null, account_id: null })).toEqual([]);
    expect(problemsOf({ event_type: event.event_type })).toEqual([]);
    expect(problemsOf({ ...event, object: { description: 7 } })).not.toEqual([]);
    expect(problemsOf({ ...event, principal: { credential: 'ak_1' } })).not.toEqual([]);
    expect(schemas.get('ip_policy_created.v0')?.safeParse({ ...event, event_type: 'other.v0' }).success).toBe(false);
  });

  test('events that the emulator delivers match, and so do those of the benchmarks', async () => {
    const { emulator, create } = createApi();
    const policy = await create('/ip_policies', { description: 'Office' });
    await create('/ip_policy_rules', { ip_policy_id: policy.id, cidr: '203.0.113.0/24', action: 'allow' });
    const types = [...TRAFFIC_EVENT_TYPES, ...SESSION_EVENT_TYPES];
    emulator.traffic({ events: types.map((type) => ({ type, count: 20 })) });
    const events = emulator.events();
    expect(new Set(events.map(({ event_type: type }) => type)).size).toBe(types.length + 2);
    expect(events.flatMap(problemsOf)).toEqual([]);
    expect(Array.from({ length: 20 }, (_, index) => mixedEvent(index)).flatMap(problemsOf)).toEqual([]);
  });

  // One generator writes all schemas, so a plain run tests some.
  testRows(
    EVENTS.map(({ type, fields }) => [type, fields] as const),
    { plain: 10 },
  )(
    '%s: every field matches in each form, may be null, and with another type is refused, as by the parser',
    (type, fields) => {
      const sample = sampleEvent(type);
      for (const form of formsOf(sample)) expect(problemsOf(form)).toEqual([]);
      expect(parseEvent({ event_type: type, object: {} })).toEqual({ event_type: type, object: {} });
      for (const field of fields) expectChecked(sample, field);
    },
  );
});

function setField(object: Members, name: string, value: unknown): void {
  const steps = name.split('.');
  let here: unknown = object;
  for (const step of steps.slice(0, -1)) {
    const next = (here as Members)[step];
    here = Array.isArray(next) ? next[0] : next;
  }
  (here as Members)[steps.at(-1) as string] = value;
}

/** `ip_policies.id` -> `ip_policies.0.id`: the sample has one element in a list. */
function pathOf(name: string): string {
  const list = LIST_MEMBERS.find((each) => name.startsWith(`${each}.`));
  return list === undefined ? name : name.replace(list, `${list}.0`);
}

function parseProblem(event: object): string | undefined {
  try {
    parseEvent(event);
    return undefined;
  } catch (error) {
    if (error instanceof EventError) return error.message;
    throw error;
  }
}

/**
 * The field may be null in each form, and with a value of another type the schema and the parser refuse the event.
 * Fields in lists have one form.
 */
function expectChecked(sample: ReturnType<typeof sampleEvent>, { name, type: fieldType }: EventField): void {
  const path = pathOf(name);
  for (const value of [null, /^(bool|string|timestamp)/.test(fieldType) ? 5 : true]) {
    const isValid = value === null;
    const changed = structuredClone(sample);
    setField(changed.object as Members, name, value);
    const forms = path === name ? formsOf(changed) : [changed];
    const results = forms.map((form) => problemsOf(form).length === 0);
    expect([name, value, results]).toEqual([name, value, forms.map(() => isValid)]);
    const problem = isValid ? undefined : `Cannot read an event ${sample.event_type}: object.${path}: expected `;
    for (const form of forms) expect(parseProblem(form)).toEqual(problem && expect.stringContaining(problem));
  }
}
