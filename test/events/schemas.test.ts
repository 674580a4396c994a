/** The JSON Schemas of events in docs/schemas/events/ describe what is delivered, in each form of its fields, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { mixedEvent } from '../../bench/event-samples';
import { EVENTS } from '../../src/events';
import { EventError } from '../../src/events/event-error';
import { parseEvent } from '../../src/events/parse-event';
import { SESSION_EVENT_TYPES, TRAFFIC_EVENT_TYPES } from '../../src/model/events/event-types';
import { LIST_MEMBERS } from '../../src/model/events/field-types';
import { createApi } from '../support/emulator/api';
import { formsOf, type Members, sampleEvent } from './samples';

const folder = join(__dirname, '../../docs/schemas/events');
const END = '.schema.json';
const files = readdirSync(folder);
const schemas = new Map(
  files.map((file) => [
    file.slice(0, -END.length),
    z.fromJSONSchema(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  ]),
);

function problemsOf(event: object): unknown[] {
  const schema = schemas.get((event as { event_type: string }).event_type);
  if (!schema) throw new Error('There is no schema');
  return schema.safeParse(event).error?.issues ?? [];
}

test('each event type has one, and there are no others', () => {
  expect([...schemas.keys()].sort()).toEqual(EVENTS.map(({ type }) => type).sort());
});

test('the documented event matches, and so does one with unknown members', () => {
  const event = {
    event_id: 'ev_2b3c',
    event_type: 'ip_policy_created.v0',
    event_timestamp: '2026-05-01T10:00:00Z',
    account_id: 'ac_1',
    principal: {
      id: 'usr_1',
      subject: 'a@example.com',
      source: 'API',
      credential: { id: 'ak_1', uri: 'https://api.example.com/api_keys/ak_1' },
    },
    object: { id: 'ipp_1', uri: '', created_at: '2026-05-01T10:00:00Z', description: 'Office', metadata: '', new: [1] },
    region: 'eu',
  };
  expect(problemsOf(event)).toEqual([]);
  expect(problemsOf({ ...event, principal: null, account_id: null })).toEqual([]);
  expect(problemsOf({ event_type: event.event_type })).toEqual([]);
  expect(problemsOf({ ...event, object: { description: 7 } })).not.toEqual([]);
  expect(problemsOf({ ...event, principal: { credential: 'ak_1' } })).not.toEqual([]);
  expect(schemas.get('ip_policy_created.v0')?.safeParse({ ...event, event_type: 'other.v0' }).success).toBe(false);
});

test('numbers may be strings, and an empty one is missing', () => {
  const event = (port: unknown) => ({
    event_type: 'http_request_complete.v0',
    object: { conn: { server_port: port } },
  });
  expect([443, '443', '', null].flatMap((port) => problemsOf(event(port)))).toEqual([]);
  expect(problemsOf(event('https'))).not.toEqual([]);
});

test('events that the emulator delivers match, and so do others that were written by hand', async () => {
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

test.each(EVENTS.map(({ type, fields }) => [type, fields] as const))(
  '%s: every field matches in each form, may be null, and with another type is refused, as by the parser',
  (type, fields) => {
    const sample = sampleEvent(type);
    for (const form of formsOf(sample)) expect(problemsOf(form)).toEqual([]);
    expect(parseEvent({ event_type: type, object: {} })).toEqual({ event_type: type, object: {} });
    for (const { name, type: fieldType } of fields) {
      const path = pathOf(name);
      for (const [value, isValid] of [
        [null, true],
        [/^(bool|string|timestamp)/.test(fieldType) ? 5 : true, false],
      ] as const) {
        const changed = structuredClone(sample);
        setField(changed.object as Members, name, value);
        const forms = path === name ? formsOf(changed) : [changed];
        const results = forms.map((form) => problemsOf(form).length === 0);
        expect([name, value, results]).toEqual([name, value, forms.map(() => isValid)]);
        const problem = isValid ? undefined : `Cannot read an event ${type}: object.${path}: expected `;
        for (const form of forms) expect(parseProblem(form)).toEqual(problem && expect.stringContaining(problem));
      }
    }
  },
);

/** `ip_policies.id` -> `ip_policies.0.id`: the sample has one element in a list. */
function pathOf(name: string): string {
  const list = LIST_MEMBERS.find((each) => name.startsWith(`${each}.`));
  return list === undefined ? name : name.replace(list, `${list}.0`);
}

function setField(object: Members, name: string, value: unknown): void {
  const steps = name.split('.');
  let here: unknown = object;
  for (const step of steps.slice(0, -1)) {
    const next = (here as Members)[step];
    here = Array.isArray(next) ? next[0] : next;
  }
  (here as Members)[steps.at(-1) as string] = value;
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
