import {
  type AnyEvent,
  EventError,
  eventSchema,
  isAuditEvent,
  isEventOfType,
  isKnownEvent,
  isSessionEvent,
  isTrafficEvent,
  parseEvent,
} from 'netingress/events';
import { createEmulator } from '../../src/emulator';
import { EVENTS } from '../../src/model/events/event-catalog';
import { LIST_MEMBERS } from '../../src/model/events/field-types';
import { createObject } from '../support/emulator/create-object';
import { formsOf, sampleEvent } from './samples';

test.each(EVENTS)('$type is parsed with all of its fields, in every form', ({ type }) => {
  const event = sampleEvent(type);
  expect(parseEvent(JSON.stringify(event))).toEqual(event);
  expect(parseEvent(Buffer.from(JSON.stringify(event)))).toEqual(event);
  // Lists of objects have no dotted names.
  const object = Object.fromEntries(Object.entries(event.object).filter(([name]) => !LIST_MEMBERS.includes(name)));
  for (const form of formsOf({ ...event, object })) expect(parseEvent(form)).toEqual({ ...event, object });
});

test('numbers may be strings, and an empty string is null', () => {
  const read = (port: unknown) => {
    const event = parseEvent({ event_type: 'tcp_connection_closed.v0', object: { conn: { server_port: port } } });
    return isEventOfType(event, 'tcp_connection_closed.v0') ? event.object.conn?.server_port : 'unknown';
  };
  expect([443, '443', '-1', '', null].map(read)).toEqual([443, 443, -1, null, null]);
  expect(() => read('https')).toThrow('object.conn.server_port: expected number');
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

test('the input is not changed', () => {
  const event = {
    event_type: 'tcp_connection_closed.v0',
    object: { conn: { client_ip: 'a' }, 'conn.server_port': '1' },
  };
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
  let cidr: string | null | undefined;
  if (isAuditEvent(event, 'ip_policy_rule')) cidr = event.object.cidr;
  expect(typeof cidr).toBe('string');
  let action: string | null | undefined;
  if (isKnownEvent(event)) {
    switch (event.event_type) {
      case 'ip_policy_rule_created.v0':
        action = event.object.action;
        break;
      case 'http_request_complete.v0':
        action = event.object.http?.request?.method;
    }
  }
  expect(typeof action).toBe('string');
});

test('a schema can be used without a parser', () => {
  expect(eventSchema('ip_policy_created.v0').parse(sampleEvent('ip_policy_created.v0'))).toEqual(
    sampleEvent('ip_policy_created.v0'),
  );
  expect(eventSchema('nonsense')).toBeUndefined();
});

describe('an event destination with the names of the profile ngrok', () => {
  const creds = { aws_access_key_id: 'AK', aws_secret_access_key: null };
  const firehose = {
    auth: { role: null, creds },
    delivery_stream_arn: 'arn:aws:firehose:us-east-1:1:deliverystream/x',
  };
  const object = { id: 'ed_1', target: { firehose, kinesis: null, cloudwatch_logs: null } };

  test.each(['created', 'updated', 'deleted'])(
    'is parsed with the names of the specification, when it was %s',
    (action) => {
      const record = { event_type: `event_destination_${action}.v0`, object };
      const before = JSON.stringify(record);
      expect(parseEvent(record).object).toEqual({
        id: 'ed_1',
        target: {
          delivery_stream: {
            auth: { role: null, creds: { cloud_access_key_id: 'AK', cloud_secret_access_key: null } },
            delivery_stream_rn: firehose.delivery_stream_arn,
          },
          data_stream: null,
          log_group: null,
        },
      });
      expect(JSON.stringify(record)).toBe(before);
    },
  );

  test('is typed: the emulator delivers one', async () => {
    const emulator = createEmulator({ profile: 'ngrok' });
    const body = JSON.stringify({ format: 'json', target: { firehose } })
      .replace('null}', '"S"}')
      .replace('"role":null,', '');
    await createObject(emulator, '/event_destinations', JSON.parse(body), { headers: { 'ngrok-version': '2' } });
    const event = parseEvent(emulator.events().at(-1) as object);
    if (!isAuditEvent(event, 'event_destination')) throw new Error(event.event_type);
    expect(event.object.target?.delivery_stream?.delivery_stream_rn).toBe(firehose.delivery_stream_arn);
  });

  test('members of other events with the same names are not renamed', () => {
    const record = { event_type: 'ip_policy_created.v0', object: { id: 'ipp_1', firehose: 1 } };
    expect(parseEvent(record)).toEqual(record);
  });
});
