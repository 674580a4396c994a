import { type TerraformStack, TerraformVariable } from 'cdktf';
import {
  AuditTrail,
  allOf,
  anyOf,
  EventDestination,
  type EventDestinationTarget,
  TrafficStream,
  trafficField,
} from '../../../src';
import { auditEventTypes, COMMON_EVENT_GROUPS } from '../../../src/model/events/event-groups';
import { eventTypesIn, TRAFFIC_EVENT_TYPES } from '../../../src/model/events/event-types';
import { TRAFFIC_FIELDS } from '../../../src/model/events/traffic';
import { bodiesOf, newStack, problemsIn, removeFolders } from '../../support/constructs/synth';
import { expression } from '../../support/expression';

afterEach(removeFolders);

const target: EventDestinationTarget = { logGroup: { logGroupRn: 'rn:1', auth: { role: { roleRn: 'rn:2' } } } };

const subscriptionIn = (stack: TerraformStack) => bodiesOf(stack, 'event_subscription')[0] ?? {};

describe('audit event groups', () => {
  test('contain each audit event of the profile spec once, and none is empty', () => {
    const audit = eventTypesIn('spec').filter((type) => !(TRAFFIC_EVENT_TYPES as readonly string[]).includes(type));
    expect(auditEventTypes()).toEqual(audit);
    expect(COMMON_EVENT_GROUPS.flatMap((family) => auditEventTypes([family])).sort()).toEqual([...audit].sort());
    expect(COMMON_EVENT_GROUPS.filter((family) => auditEventTypes([family]).length === 0)).toEqual([]);
  });
});

describe('AuditTrail', () => {
  test('subscribes its own and other destinations to all audit events', () => {
    const stack = newStack();
    const other = new EventDestination(stack, 'other', { format: 'JSON', target });
    const existing = AuditTrail.fromEventDestinationId(stack, 'existing', 'ed_1');
    const trail = new AuditTrail(stack, 'trail', { description: 'Why', target, destinations: [other, existing] });
    expect(subscriptionIn(stack)).toMatchObject({
      description: 'Why',
      sources: auditEventTypes().map((type) => ({ type })),
      destination_ids: [
        expect.stringContaining('netingress_event_destination.trail_destination'),
        expression('netingress_event_destination.other.id'),
        'ed_1',
      ],
    });
    expect(trail.eventTypes).toEqual(auditEventTypes());
    expect(problemsIn(stack)).toEqual([]);
  });

  test('records only the selected groups', () => {
    const trail = new AuditTrail(newStack(), 'trail', { target, eventGroups: ['sessions', 'access'] });
    expect(trail.eventTypes).toEqual([
      'agent_session_start.v0',
      'agent_session_stop.v0',
      ...['ip_policy', 'ip_policy_rule', 'ip_restriction'].flatMap((kind) =>
        ['created', 'updated', 'deleted'].map((action) => `${kind}_${action}.v0`),
      ),
    ]);
  });

  test('rejects a trail without a destination or without events', () => {
    const stack = newStack();
    new AuditTrail(stack, 'none', {});
    new AuditTrail(stack, 'nothing', { target, eventGroups: [] });
    new AuditTrail(stack, 'unknown', { target, eventGroups: ['acces' as 'access'] });
    expect(problemsIn(stack)).toEqual([
      'stack/none: target: is not set, and destinations is empty; expected at least one destination',
      expect.stringMatching(/^stack\/nothing: eventGroups: is empty; expected one or more of access, /),
      expect.stringMatching(/^stack\/unknown: eventGroups: 'acces' is not an event group; .*did you mean 'access'/),
    ]);
  });
});

describe('TrafficStream', () => {
  test('captures selected or all fields of filtered events', () => {
    const stack = newStack();
    const name = new TerraformVariable(stack, 'name', { type: 'string' });
    new TrafficStream(stack, 'stream', {
      target,
      http: {
        fields: ['conn.client_ip', 'http.request.url.path'],
        filter: allOf(
          anyOf(trafficField('conn.server_port').isAtLeast(8000), trafficField('conn.server_port').is(443)),
          trafficField('conn.server_name').is(name.stringValue),
          trafficField('conn.client_ip').matches('^203\\.'),
        ),
      },
      tcp: { fields: 'all', filter: 'ev.conn.server_port == 22' },
    });
    expect(subscriptionIn(stack)['sources']).toEqual([
      {
        type: 'http_request_complete.v0',
        fields: ['conn.client_ip', 'http.request.url.path'],
        filter:
          '(ev.conn.server_port >= 8000 || ev.conn.server_port == 443) && ' +
          `ev.conn.server_name == ${expression('jsonencode(var.name)')} && ev.conn.client_ip.matches("^203\\\\.")`,
      },
      {
        type: 'tcp_connection_closed.v0',
        fields: TRAFFIC_FIELDS['tcp_connection_closed.v0'],
        filter: 'ev.conn.server_port == 22',
      },
    ]);
    expect(problemsIn(stack)).toEqual([]);
  });

  test('rejects a stream that captures nothing, and a capture without fields', () => {
    const stack = newStack();
    new TrafficStream(stack, 'nothing', { target });
    new TrafficStream(stack, 'bare', { target, tcp: { fields: [] } });
    new TrafficStream(stack, 'untyped', { target, tcp: {} as { fields: [] } });
    expect(problemsIn(stack)).toEqual([
      'stack/nothing: http: is not set; expected at least one of http, tcp',
      "stack/bare: tcp.fields: is empty; expected names of fields, or 'all'",
      "stack/untyped: tcp.fields: is undefined; expected names of fields, or 'all'",
    ]);
  });

  test('a field must exist, at synth and at compile time; a condition must fit its field, at compile time', () => {
    const stack = newStack();
    new TrafficStream(stack, 'stream', {
      target,
      // @ts-expect-error: no field of TCP connections
      tcp: { fields: ['http.request.method'] },
    });
    expect(problemsIn(stack)).toEqual([
      expect.stringMatching(/sources\[0\]\.fields: contains 'http\.request\.method'/),
    ]);
    // @ts-expect-error: cannot be filtered by
    trafficField('http.request.method');
    // @ts-expect-error: a number
    trafficField('conn.server_port').is('443');
    // @ts-expect-error: texts have no order
    trafficField('conn.client_ip').isAtLeast?.('a');
  });
});
