import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseEvents } from '../../../src/events';
import { SESSION_EVENT_TYPES, TRAFFIC_EVENT_TYPES } from '../../../src/model/events/event-types';
import { type Api, createApi, createTestClock } from '../../support/emulator/api';
import { makeDestination, subscribe } from '../../support/emulator/subscribe';
import { useFolder } from '../../support/folder';

test('a subscription without destinations, of another type or deleted delivers nothing', async () => {
  const api = createApi();
  const destination = await makeDestination(api);
  await subscribe(api, [{ type: 'ip_policy_created.v0' }], []);
  await subscribe(api, [{ type: 'ip_policy_updated.v0' }], [destination]);
  const gone = await subscribe(api, [{ type: 'ip_policy_created.v0' }], [destination]);
  await api.send('DELETE', `/event_subscriptions/${gone}`);
  await api.create('/ip_policies', {});
  expect(api.emulator.events({ destination })).toEqual([]);
});

test('an update of a subscription takes effect with the next event, also the removal of a source', async () => {
  const api = createApi();
  const destination = await makeDestination(api);
  const id = await subscribe(api, [{ type: 'ip_policy_created.v0' }], []);
  await api.create('/ip_policies', { description: '1' });
  await api.send('PATCH', `/event_subscriptions/${id}`, { destination_ids: [destination] });
  await api.create('/ip_policies', { description: '2' });
  await api.send('DELETE', `/event_subscriptions/${id}/sources/ip_policy_created.v0`);
  await api.create('/ip_policies', { description: '3' });
  expect(api.emulator.events({ destination }).map(({ object }) => object['description'])).toEqual(['2']);
});

test('only the selected fields of a traffic event are delivered, nested; without a selection all fields', async () => {
  const api = createApi();
  const [some, all] = [await makeDestination(api), await makeDestination(api)];
  const type = 'tcp_connection_closed.v0';
  await subscribe(api, [{ type, fields: ['conn.client_ip', 'ip_policy.decision'] }], [some]);
  await subscribe(api, [{ type }], [all]);
  api.emulator.traffic({ events: [{ type, fields: { 'conn.client_ip': '203.0.113.7', 'conn.bytes_in': 5 } }] });
  expect(api.emulator.events({ destination: some })[0]?.object).toEqual({
    conn: { client_ip: '203.0.113.7' },
    ip_policy: { decision: 'invalid' },
  });
  expect(api.emulator.events({ destination: all })).toEqual(api.emulator.events({ type }));
});

test('only events that match the filter are delivered', async () => {
  const api = createApi();
  const destination = await makeDestination(api);
  const type = 'http_request_complete.v0';
  const filter = 'ev.conn.server_name.matches(".*\\\\.example\\\\.dev") && ev.conn.server_port == 80';
  await subscribe(api, [{ type, fields: ['http.request.method'], filter }], [destination]);
  for (const [name, port] of [
    ['a.example.dev', 80],
    ['a.example.dev', 443],
    ['a.example.com', 80],
  ] as const) {
    api.emulator.traffic({ events: [{ type, fields: { 'conn.server_name': name, 'conn.server_port': port } }] });
  }
  expect(api.emulator.events({ destination })).toHaveLength(1);
  expect(api.emulator.events({ destination })[0]?.event_id).toBe(api.emulator.events({ type })[0]?.event_id);
});

test('a destination of two subscriptions receives a copy of each', async () => {
  const api = createApi();
  const destination = await makeDestination(api);
  const type = 'tcp_connection_closed.v0';
  const first = await subscribe(api, [{ type, fields: ['conn.bytes_in'] }], [destination]);
  const second = await subscribe(api, [{ type, fields: ['conn.bytes_out'] }], [destination]);
  api.emulator.traffic({ events: [{ type, fields: { 'conn.bytes_in': 1, 'conn.bytes_out': 2 } }] });
  const objects = (query: object) => api.emulator.events(query).map(({ object }) => object);
  expect(objects({ destination })).toEqual([{ conn: { bytes_in: 1 } }, { conn: { bytes_out: 2 } }]);
  expect([objects({ subscription: first }), objects({ subscription: second, destination, type })]).toEqual([
    [{ conn: { bytes_in: 1 } }],
    [{ conn: { bytes_out: 2 } }],
  ]);
});

describe('files', () => {
  const files = useFolder();

  const lines = (id: string): unknown[] =>
    readFileSync(join(files.folder, `${id}.ndjson`), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));

  test('each destination has a file with one event per line, written before the response', async () => {
    const api = createApi({ eventFolder: files.folder });
    const [one, two] = [await makeDestination(api), await makeDestination(api)];
    await subscribe(api, [{ type: 'ip_policy_created.v0' }], [one, two]);
    await subscribe(api, [{ type: 'ip_policy_deleted.v0' }], [two]);
    const { id } = await api.create('/ip_policies', { description: 'line\nbreak' });
    expect(lines(one)).toEqual(api.emulator.events({ destination: one }));
    await api.send('DELETE', `/ip_policies/${id}`);
    expect([lines(one).length, lines(two).length]).toEqual([1, 2]);
    expect(readdirSync(files.folder).sort()).toEqual([`${one}.ndjson`, `${two}.ndjson`].sort());
  });

  test('an existing file is appended to', async () => {
    const api = createApi({ eventFolder: files.folder });
    const destination = await makeDestination(api);
    await subscribe(api, [{ type: 'ip_policy_created.v0' }], [destination]);
    await files.write(`${destination}.ndjson`, '{"kept":true}\n');
    await api.create('/ip_policies', {});
    expect(lines(destination)).toEqual([
      { kept: true },
      expect.objectContaining({ event_type: 'ip_policy_created.v0' }),
    ]);
  });

  // Node's own recursive mkdir never returns for it.
  (process.platform === 'linux' ? test : test.skip)('a folder that /proc does not have is refused', () => {
    expect(() => createApi({ eventFolder: '/proc/x/y' })).toThrow(
      'Cannot create the delivery folder /proc/x/y: ENOENT',
    );
  });

  test('a folder is created with its parents', () => {
    createApi({ eventFolder: join(files.folder, 'a', 'b') });
    expect(readdirSync(join(files.folder, 'a'))).toEqual(['b']);
  });

  test('a folder that cannot be created fails the start, and health reports a folder that is lost later', async () => {
    await files.write('file', '');
    expect(() => createApi({ eventFolder: join(files.folder, 'file') })).toThrow(
      `Cannot create the delivery folder ${join(files.folder, 'file')}`,
    );
    const api = createApi({ eventFolder: join(files.folder, 'lost') });
    const destination = await makeDestination(api);
    await subscribe(api, [{ type: 'ip_policy_created.v0' }], [destination]);
    rmSync(join(files.folder, 'lost'), { recursive: true });
    expect((await api.send('POST', '/ip_policies', {})).status).toBe(201);
    expect((await api.send('GET', '/_emulator/health')).body).toMatchObject({
      delivery: expect.stringContaining('ENOENT'),
    });
  });
});

describe('records', () => {
  /** Returns a destination that received events of each kind. */
  async function delivered(api: Api, target: string): Promise<string> {
    const destination = await makeDestination(api, target);
    const types = ['ip_policy_created.v0', ...TRAFFIC_EVENT_TYPES, ...SESSION_EVENT_TYPES];
    const sources = types.map((type) => ({ type }));
    await subscribe(api, sources, [destination]);
    await api.create('/ip_policies', { description: 'a' });
    api.emulator.traffic({ events: types.slice(1).map((type) => ({ type, count: 3 })) });
    expect(new Set(api.emulator.events({ destination }).map(({ event_type }) => event_type))).toEqual(new Set(types));
    return destination;
  }
  const bytes = (data: string): Buffer => Buffer.from(data, 'base64');
  const plain = (data: string): unknown => JSON.parse(bytes(data).toString());

  test.each<[string, string, (batch: never) => unknown[]]>([
    [
      'a delivery stream has base64 records',
      'delivery_stream',
      (batch: { records: { data: string }[] }) => batch.records.map(({ data }) => plain(data)),
    ],
    [
      'a data stream has base64 records',
      'data_stream',
      (batch: { Records: { kinesis: { data: string } }[] }) => batch.Records.map(({ kinesis }) => plain(kinesis.data)),
    ],
    [
      'a log group has a gzip-wrapped batch of log events',
      'log_group',
      ({ awslogs }: { awslogs: { data: string } }) => {
        const text = gunzipSync(bytes(awslogs.data)).toString();
        const { logEvents } = JSON.parse(text) as { logEvents: { message: string }[] };
        return logEvents.map(({ message }) => JSON.parse(message));
      },
    ],
  ])('%s, which the parser reads', async (_, target, read) => {
    const api = createApi();
    const destination = await delivered(api, target);
    const batch = api.emulator.records(destination);
    const events = api.emulator.events({ destination });
    expect(read(batch as never)).toEqual(events);
    const parsed: unknown[] = [];
    for await (const { event, error } of parseEvents(JSON.stringify(batch))) parsed.push(error ?? event?.event_id);
    expect(parsed).toEqual(events.map(({ event_id }) => event_id));
  });

  test('the control returns the same batch, also for a deleted destination', async () => {
    const api = createApi({ clock: createTestClock() });
    const destination = await delivered(api, 'data_stream');
    const before = api.emulator.records(destination);
    expect((await api.send('GET', `/_emulator/events?format=records&destination=${destination}`)).body).toEqual(before);
    const [{ id }] = api.emulator.objects('event_subscription') as [{ id: string }];
    await api.send('DELETE', `/event_subscriptions/${id}`);
    await api.send('DELETE', `/event_destinations/${destination}`);
    expect(api.emulator.records(destination)).toEqual(before);
    expect(api.emulator.records('ed_unknown')).toBeUndefined();
  });
});
