import { getEventListeners } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseEvents } from '../../src/events';
import { findEventType } from '../../src/model/events/event-catalog';
import { isAudited, SESSION_EVENT_TYPES, TRAFFIC_EVENT_TYPES } from '../../src/model/events/event-types';
import { fieldsIn, LIST_MEMBERS } from '../../src/model/events/field-types';
import type { Attribute, Attributes, Kind, ScalarAttribute, StringsAttribute } from '../../src/model/kind';
import { KINDS } from '../../src/model/kinds';
import { PROFILES } from '../../src/model/profiles';
import { isJsonObject, type JsonObject } from '../../src/values/json';
import { createMaker } from '../every-kind';
import { type Api, createApi, createTestClock } from '../support/emulator/api';
import { useFolder } from '../support/folder';
import { KINDS_WITH_PROFILE } from '../support/kinds';
import { testWith } from '../support/requirements';

/** The member of each target that names its stream or group. */
const TARGET_NAMES = { delivery_stream: 'delivery_stream_rn', data_stream: 'stream_rn', log_group: 'log_group_rn' };

/** Returns the id. */
async function makeDestination(api: Api, target: keyof typeof TARGET_NAMES = 'data_stream'): Promise<string> {
  const settings = { [TARGET_NAMES[target]]: 'crn:stream/a', auth: { role: { role_rn: 'crn:role/a' } } };
  return (await api.create('/event_destinations', { format: 'JSON', target: { [target]: settings } })).id;
}

/** Returns the id. */
async function subscribe(api: Api, sources: object[], destinationIds: string[]): Promise<string> {
  return (await api.create('/event_subscriptions', { sources, destination_ids: destinationIds })).id;
}

describe('audit events', () => {
  test('the deletion of a policy publishes that of its rules first, with the rule as it was', async () => {
    const api = createApi({ clock: createTestClock() });
    const policy = await api.create('/ip_policies', {});
    const rule = await api.create('/ip_policy_rules', { ip_policy_id: policy.id, cidr: '10.0.0.0/8', action: 'allow' });
    await api.send('DELETE', `/ip_policies/${policy.id}`);
    const deleted = api.emulator.events().slice(2);
    expect(deleted.map(({ event_type }) => event_type)).toEqual(['ip_policy_rule_deleted.v0', 'ip_policy_deleted.v0']);
    expect(deleted[0]?.object).toEqual(rule);
  });

  test('an event has the whole envelope, and the principal of its request', async () => {
    const api = createApi({ clock: createTestClock() });
    await api.create('/ip_policies', {});
    await api.sendAsUser('POST', '/ip_policies', {});
    const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_[0-9A-Za-z]{27}$`));
    const uri = expect.stringMatching(/^http:\/\/service\.test\/api_keys\/ak_/);
    const key = { id: id('usr'), subject: expect.any(String), source: 'API', credential: { id: id('ak'), uri } };
    const user = { id: 'usr_somebody', subject: 'somebody@example.com', source: 'Dashboard', credential: null };
    expect(api.emulator.events()).toEqual(
      [key, user].map((principal) => ({
        event_id: id('ev'),
        event_type: 'ip_policy_created.v0',
        event_timestamp: '2030-01-01T00:00:00Z',
        account_id: id('ac'),
        principal,
        object: expect.objectContaining({ created_at: '2030-01-01T00:00:00Z' }),
      })),
    );
  });

  test.each(KINDS_WITH_PROFILE.map(({ kind, profile }) => [kind.name, kind, profile] as const))(
    'creating, updating and deleting one of kind %s publishes the events of the kind, if it has any, with the object as the API returns it, and no value at a path that the catalogue and `beyond` lack',
    async (name, kind, profile) => {
      const api = createApi({ profile }, PROFILES[profile].headers);
      const { id } = await createMaker((made: Kind, body) => api.create(made.path, body)).make(kind);
      const read = async () => (await api.send('GET', `${kind.path}/${id}`)).body;
      const created = await read();
      await api.send('PATCH', `${kind.path}/${id}`, kind.attributes['description'] ? { description: 'updated' } : {});
      const updated = await read();
      expect((await api.sendAsUser('DELETE', `${kind.path}/${id}`)).status).toBe(204);
      const about = api.emulator.events().filter(({ object }) => object['id'] === id);
      const expected = [
        [`${name}_created.v0`, created, 'API'],
        [`${name}_updated.v0`, updated, 'API'],
        [`${name}_deleted.v0`, updated, 'Dashboard'],
      ];
      const seen = about.map(({ event_type, object, principal }) => [event_type, object, principal?.source]);
      expect(seen).toEqual(isAudited(name) ? expected : []);
      expect(about.map(({ event_id }) => event_id)).toEqual(about.map(({ event_id }) => event_id).sort());
      const fields = findEventType(`${name}_created.v0`)?.fields.map((field) => field.name) ?? [];
      const known = [...fields, ...(beyond[name] ?? [])];
      const paths = about.flatMap(({ object }) => pathsOf(object as JsonObject));
      expect(paths.filter((path) => !known.some((field) => path === field || path.startsWith(`${field}.`)))).toEqual(
        [],
      );
    },
  );

  /** Dotted paths of what an object contains; of lists of objects, what their elements contain. */
  function pathsOf(object: JsonObject, above = ''): string[] {
    return Object.entries(object).flatMap(([name, value]) => {
      const path = `${above}${name}`;
      if (isJsonObject(value)) return pathsOf(value, `${path}.`);
      if (LIST_MEMBERS.includes(name) && Array.isArray(value)) {
        return (value as readonly JsonObject[]).flatMap((item) => pathsOf(item, `${path}.`));
      }
      return value === null ? [] : [path];
    });
  }

  /**
   * Attributes of objects beyond the field tables of docs/internals/event-sources.md: public facts of
   * docs/internals/gaps.md, sections 2 and 2.6.
   */
  const beyond: Readonly<Record<string, readonly string[]>> = {
    event_subscription: ['sources.fields', 'sources.filter'],
  };

  /** The paths at which responses contain the attributes, as the catalogue has them. */
  function responsePaths(attributes: Attributes, above = ''): string[] {
    return Object.entries(attributes).flatMap(([name, attribute]) => {
      // The documents have the secrets of a target, which no response contains.
      if (attribute.providerOnly || (attribute.omittedFromResponses === 'always' && above === '')) return [];
      const path = `${above}${attribute.responseName ?? name}`;
      if (attribute.type === 'object') return responsePaths(attribute.attributes, `${path}.`);
      const isOfObjects = 'elements' in attribute && attribute.elements !== 'string';
      return isOfObjects ? responsePaths(attribute.elements, `${path}.`) : [`${above}${memberPath(name, attribute)}`];
    });
  }

  function memberPath(name: string, attribute: Attribute): string {
    const { ref, idOfRef, elementMember, responseName } = attribute as Partial<ScalarAttribute> &
      Pick<StringsAttribute, 'elementMember'>;
    if (ref && ref.responseName !== name) return `${ref.responseName}.id`;
    const below = elementMember ?? (idOfRef ? 'id' : undefined);
    return below === undefined ? (responseName ?? name) : `${name}.${below}`;
  }

  /** Attributes that the field tables lack. */
  const NOT_IN_CATALOGUE: Readonly<Record<string, readonly string[]>> = {
    ...beyond,
    domain: ['is_dev'],
    ssh_certificate_authority: ['elliptic_curve', 'key_size'],
  };

  test.each(KINDS.filter(({ name }) => isAudited(name)).map((kind) => [kind.name, kind] as const))(
    'the catalogue has a field for every attribute of kind %s that a response may have, except those in `NOT_IN_CATALOGUE`',
    (name, kind) => {
      const fields = findEventType(`${name}_created.v0`)?.fields.map((field) => field.name) ?? [];
      const missing = responsePaths(kind.attributes).filter((path) => !fields.includes(path));
      expect(missing.filter((path) => !NOT_IN_CATALOGUE[name]?.includes(path))).toEqual([]);
    },
  );

  test('a change of a source is an update of its subscription, and the event contains the whole subscription', async () => {
    const api = createApi();
    const { id } = await api.create('/event_subscriptions', { sources: [{ type: 'ip_policy_created.v0' }] });
    const sources = `/event_subscriptions/${id}/sources`;
    await api.send('POST', sources, { type: 'tcp_connection_closed.v0' });
    await api.send('PATCH', `${sources}/tcp_connection_closed.v0`, { fields: ['conn.bytes_in'] });
    await api.send('DELETE', `${sources}/ip_policy_created.v0`);
    const updates = api.emulator.events({ type: 'event_subscription_updated.v0' }).map(({ object }) => object);
    const types = (object: JsonObject) => (object['sources'] as JsonObject[]).map(({ type, fields }) => [type, fields]);
    expect(updates.map((object) => [object['id'], ...types(object)])).toEqual([
      [id, ['ip_policy_created.v0', undefined], ['tcp_connection_closed.v0', undefined]],
      [id, ['ip_policy_created.v0', undefined], ['tcp_connection_closed.v0', ['conn.bytes_in']]],
      [id, ['tcp_connection_closed.v0', ['conn.bytes_in']]],
    ]);
  });
});

describe('delivery', () => {
  test('a subscription without destinations, of another type or deleted delivers nothing', async () => {
    const api = createApi();
    const destination = await makeDestination(api);
    const subscription = await subscribe(api, [{ type: 'ip_policy_created.v0' }], []);
    await subscribe(api, [{ type: 'ip_policy_updated.v0' }], [destination]);
    const gone = await subscribe(api, [{ type: 'ip_policy_created.v0' }], [destination]);
    await api.send('DELETE', `/event_subscriptions/${gone}`);
    await api.create('/ip_policies', {});
    expect([api.emulator.events({ destination }), api.emulator.events({ subscription })]).toEqual([[], []]);
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
    const names = ['a.example.dev', 'a.example.dev', 'a.example.com'];
    const fields = names.map((name, n) => ({ 'conn.server_name': name, 'conn.server_port': n === 1 ? 443 : 80 }));
    api.emulator.traffic({ events: fields.map((each) => ({ type, fields: each })) });
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

    test('each of two destinations has a file with one event per line, written before the response', async () => {
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
    testWith('linux')('a folder that /proc does not have is refused', () => {
      const message = 'Cannot create the delivery folder /proc/x/y: ENOENT';
      expect(() => createApi({ eventFolder: '/proc/x/y' })).toThrow(message);
    });

    test('a folder is created with its parents; one that cannot be fails the start, and health reports a folder that is lost later', async () => {
      await files.write('file', '');
      expect(() => createApi({ eventFolder: join(files.folder, 'file') })).toThrow(
        `Cannot create the delivery folder ${join(files.folder, 'file')}`,
      );
      const api = createApi({ eventFolder: join(files.folder, 'lost', 'below') });
      await subscribe(api, [{ type: 'ip_policy_created.v0' }], [await makeDestination(api)]);
      rmSync(join(files.folder, 'lost'), { recursive: true });
      expect((await api.send('POST', '/ip_policies', {})).status).toBe(201);
      expect((await api.send('GET', '/_emulator/health')).body).toMatchObject({
        delivery: expect.stringContaining('ENOENT'),
      });
    });
  });

  describe('records', () => {
    /** Returns a destination that received an audit event, and events of each traffic and session type. */
    async function delivered(api: Api, target: keyof typeof TARGET_NAMES): Promise<string> {
      const destination = await makeDestination(api, target);
      const types = ['ip_policy_created.v0', ...TRAFFIC_EVENT_TYPES, ...SESSION_EVENT_TYPES];
      await subscribe(
        api,
        types.map((type) => ({ type })),
        [destination],
      );
      await api.create('/ip_policies', { description: 'a' });
      api.emulator.traffic({ events: types.slice(1).map((type) => ({ type, count: 3 })) });
      expect(new Set(api.emulator.events({ destination }).map(({ event_type }) => event_type))).toEqual(new Set(types));
      return destination;
    }
    const plain = (data: string): unknown => JSON.parse(Buffer.from(data, 'base64').toString());

    const READ = {
      delivery_stream: ({ records }: { records: { data: string }[] }) => records.map(({ data }) => plain(data)),
      data_stream: ({ Records }: { Records: { kinesis: { data: string } }[] }) =>
        Records.map(({ kinesis }) => plain(kinesis.data)),
      log_group({ awslogs }: { awslogs: { data: string } }) {
        const text = gunzipSync(Buffer.from(awslogs.data, 'base64')).toString();
        const { logEvents } = JSON.parse(text) as { logEvents: { message: string }[] };
        return logEvents.map(({ message }) => JSON.parse(message));
      },
    };

    test.each(Object.keys(READ) as (keyof typeof READ)[])(
      'a %s has a batch of all events, which the parser reads',
      async (target) => {
        const api = createApi();
        const destination = await delivered(api, target);
        const batch = api.emulator.records(destination);
        const events = api.emulator.events({ destination });
        expect(READ[target](batch as never)).toEqual(events);
        const parsed: unknown[] = [];
        for await (const { event, error } of parseEvents(JSON.stringify(batch))) parsed.push(error ?? event?.event_id);
        expect(parsed).toEqual(events.map(({ event_id }) => event_id));
      },
    );

    test('the control returns the same batch, also for a deleted destination', async () => {
      const api = createApi({ clock: createTestClock() });
      const destination = await delivered(api, 'data_stream');
      const before = api.emulator.records(destination);
      expect((await api.send('GET', `/_emulator/events?format=records&destination=${destination}`)).body).toEqual(
        before,
      );
      const [{ id }] = api.emulator.objects('event_subscription') as [{ id: string }];
      await api.send('DELETE', `/event_subscriptions/${id}`);
      await api.send('DELETE', `/event_destinations/${destination}`);
      expect(api.emulator.records(destination)).toEqual(before);
      expect(api.emulator.records('ed_unknown')).toBeUndefined();
    });

    test('a destination with the target datadog has none', async () => {
      const api = createApi({ profile: 'ngrok' }, { 'ngrok-version': '2' });
      const target = { datadog: { api_key: 'a'.repeat(32) } };
      const { id } = await api.create('/event_destinations', { format: 'json', target });
      const says = `The target of event destination '${id}' has no records; expected delivery_stream, data_stream or log_group.`;
      const { status, body } = await api.send('GET', `/_emulator/events?format=records&destination=${id}`);
      expect([status, body['msg']]).toEqual([400, says]);
      expect(() => api.emulator.records(id)).toThrow(says);
    });
  });
});

describe('followed events', () => {
  /** The next `count` messages of a stream of server-sent events that have an event. */
  async function messages(response: Response, count: number): Promise<{ id: string; data: unknown }[]> {
    const found: { id: string; data: unknown }[] = [];
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let text = '';
    while (found.length < count) {
      const { done, value } = await reader.read();
      if (done) break;
      text += Buffer.from(value).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() as string;
      for (const block of blocks) {
        const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (id && data) found.push({ id, data: JSON.parse(data) });
      }
    }
    await reader.cancel();
    return found;
  }

  const stream = { accept: 'text/event-stream' };

  /** A stream of the events, after the given one if there is one. */
  const openStream = ({ emulator }: Api, query = '', after?: string): Promise<Response> => {
    const headers = { ...stream, ...(after !== undefined && { 'last-event-id': after }) };
    return emulator.fetch(new Request(`http://service.test/_emulator/events${query}`, { headers }));
  };

  test('an iterator returns the events after its creation, and ends with its signal', async () => {
    const api = createApi();
    await api.create('/ip_policies', { description: 'before' });
    const stop = new AbortController();
    const events = api.emulator.follow({ type: 'ip_policy_created.v0' }, { signal: stop.signal });
    await api.create('/ip_policies', { description: '1' });
    await api.create('/credentials', {});
    const seen: unknown[] = [];
    for await (const { object } of events) {
      seen.push(object['description']);
      if (seen.length === 1) await api.create('/ip_policies', { description: '2' });
      if (seen.length === 2) setImmediate(() => api.create('/ip_policies', { description: '3' }));
      if (seen.length === 3) stop.abort();
    }
    expect(seen).toEqual(['1', '2', '3']);
  });

  test('an iterator returns the events of changes that a restored snapshot has scheduled', async () => {
    const api = createApi({ certificates: { seconds: 60 } });
    const certificate_management_policy = { authority: 'letsencrypt', private_key_type: 'ecdsa' };
    await api.create('/reserved_domains', { domain: 'a.example.com', certificate_management_policy });
    const snapshot = await api.emulator.snapshot({ secrets: true });
    await api.emulator.reset();
    const next = api.emulator.follow()[Symbol.asyncIterator]().next();
    await new Promise((resolve) => setImmediate(resolve));
    await api.emulator.restore(snapshot);
    api.emulator.clock.advance(60);
    expect((await next).value).toMatchObject({ event_type: 'tls_certificate_created.v0' });
    await api.emulator.close();
  });

  test('an iterator removes its listeners from its signal', async () => {
    const api = createApi();
    const stop = new AbortController();
    const attach = jest.spyOn(stop.signal, 'addEventListener');
    const detach = jest.spyOn(stop.signal, 'removeEventListener');
    const any = jest.spyOn(AbortSignal, 'any');
    for (let round = 0; round < 3; round++) {
      for await (const _event of followWith(api, () => api.create('/ip_policies', {}), stop.signal)) break;
    }
    expect(any).not.toHaveBeenCalled();
    expect(detach.mock.calls.length).toBeGreaterThan(0);
    expect(detach).toHaveBeenCalledTimes(attach.mock.calls.length);
  });

  test('an iterator continues after a reset and ends when the emulator closes', async () => {
    const api = createApi();
    const seen: string[] = [];
    for await (const { event_type } of followWith(api, () => api.create('/ip_policies', {}))) {
      seen.push(event_type);
      if (seen.length === 1) {
        await api.emulator.reset();
        await api.create('/credentials', {});
      } else await api.emulator.close();
    }
    expect(seen).toEqual(['ip_policy_created.v0', 'tunnel_credential_created.v0']);
  });

  function followWith(api: ReturnType<typeof createApi>, then: () => unknown, signal?: AbortSignal) {
    const events = api.emulator.follow({}, signal ? { signal } : {});
    setImmediate(then);
    return events;
  }

  test('an iterator after an event returns the kept events since then; after an unknown one, all kept events', async () => {
    const api = createApi();
    for (const description of ['1', '2', '3']) await api.create('/ip_policies', { description });
    const first = api.emulator.events()[0]?.event_id as string;
    const next = async (after: string) => {
      for await (const { object } of api.emulator.follow({}, { after })) return object['description'];
      return undefined;
    };
    expect([await next(first), await next('ev_unknown')]).toEqual(['2', '1']);
  });

  test('an unknown type is rejected with a suggestion', async () => {
    const api = createApi();
    expect(() => api.emulator.follow({ type: 'ip_policy_create.v0' })).toThrow("did you mean 'ip_policy_created.v0'?");
    expect(await api.send('GET', '/_emulator/events?type=ip_policy_create.v0')).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining("did you mean 'ip_policy_created.v0'?") },
    });
  });

  test('server-sent events contain the id of each event, and continue after Last-Event-ID', async () => {
    const api = createApi();
    const live = await openStream(api);
    expect(live.headers.get('content-type')).toBe('text/event-stream');
    for (const description of ['1', '2', '3']) await api.create('/ip_policies', { description });
    const events = api.emulator.events();
    const all = events.map((event) => ({ id: event.event_id, data: event }));
    expect(await messages(live, 3)).toEqual(all);
    expect(await messages(await openStream(api, '', events[0]?.event_id), 2)).toEqual(all.slice(1));
  });

  test.each(['', '?type=ip_policy_created.v0'])(
    'the first message of a stream%s has an id after which no event is missed, also if there was no event',
    async (query) => {
      const api = createApi();
      const firstId = async (): Promise<string> => {
        const reader = ((await openStream(api, query)).body as ReadableStream<Uint8Array>).getReader();
        const { value } = await reader.read();
        await reader.cancel();
        return /^id: (.*)$/m.exec(Buffer.from(value ?? []).toString())?.[1] as string;
      };
      for (const description of ['1', '2']) {
        const id = await firstId();
        await api.create('/ip_policies', { description });
        const created = api.emulator.events({ type: 'ip_policy_created.v0' }).at(-1);
        expect(await messages(await openStream(api, query, id), 1)).toMatchObject([{ data: created }]);
        await api.create('/credentials', {});
      }
    },
  );

  test('a stream of a destination contains what it received, and loses no copy after a reconnect', async () => {
    const api = createApi();
    const destination = await makeDestination(api);
    const type = 'tcp_connection_closed.v0';
    await subscribe(api, [{ type, fields: ['conn.bytes_in'] }], [destination]);
    await subscribe(api, [{ type, fields: ['conn.bytes_out'] }], [destination]);
    api.emulator.traffic({ events: [{ type, count: 2 }] });
    const query = `?destination=${destination}`;
    const all = await messages(await openStream(api, query, 'none'), 4);
    expect(all.map(({ data }) => data)).toEqual(api.emulator.events({ destination }));
    expect(await messages(await openStream(api, query, all[0]?.id), 3)).toEqual(all.slice(1));
  });

  test('a stream over a socket has the events, and ends when the emulator closes', async () => {
    const { emulator, create: make } = createApi();
    const { url } = await emulator.listen();
    const { body } = await fetch(`${url}/_emulator/events`, { headers: stream });
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    await make('/ip_policies', {});
    let text = '';
    while (!text.includes('ip_policy_created.v0')) text += Buffer.from((await reader.read()).value ?? []).toString();
    const rest = reader.read().catch((error: Error) => error.message);
    await emulator.close();
    expect(await rest).toBe('terminated');
  });

  test('the list of events supports filters, a limit and the format of a file; a stream supports neither limit nor format', async () => {
    const api = createApi({ clock: createTestClock() });
    for (const description of ['1', '2']) await api.create('/ip_policies', { description });
    await api.create('/credentials', {});
    const events = api.emulator.events();
    const body = async (query: string) => (await api.send('GET', `/_emulator/events${query}`)).body;
    expect(await body('')).toEqual({ total: 3, events });
    expect(await body('?limit=1')).toEqual({ total: 3, events: events.slice(2) });
    expect(await body('?type=ip_policy_created.v0')).toEqual({ total: 2, events: events.slice(0, 2) });
    const lines = await api.emulator.fetch(new Request('http://service.test/_emulator/events?format=ndjson'));
    expect(await lines.text()).toBe(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    expect(await body('?format=xml')).toMatchObject({ msg: "format is 'xml'; expected one of json, ndjson, records." });
    for (const query of ['?limit=1', '?format=ndjson', '?wrong=1'])
      expect((await openStream(api, query)).status).toBe(400);
  });

  test('a stream that waits repeatedly for its client does not add a listener each time', async () => {
    const api = createApi();
    const { url } = await api.emulator.listen();
    const signals = new Set<AbortSignal>();
    const attach = jest.spyOn(AbortSignal.prototype, 'addEventListener').mockImplementation(function (
      this: AbortSignal,
      ...args: Parameters<AbortSignal['addEventListener']>
    ) {
      signals.add(this);
      EventTarget.prototype.addEventListener.apply(this, args);
    });
    try {
      const response = await fetch(`${url}/_emulator/events`, { headers: stream });
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      api.emulator.traffic({ events: [{ type: 'http_request_complete.v0', count: 1500 }] });
      let received = 0;
      while (received < 1_000_000) received += (await reader.read()).value?.length ?? 0;
      const counts = [...signals].map((signal) => getEventListeners(signal, 'abort').length);
      await reader.cancel();
      expect(counts.length).toBeGreaterThan(0);
      expect(Math.max(...counts)).toBeLessThan(5);
    } finally {
      attach.mockRestore();
      await api.emulator.close();
    }
  });
});

describe('generated traffic', () => {
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

  test.each(types.flatMap((type) => (['spec', 'ngrok'] as const).map((profile) => [type, profile] as const)))(
    'a generated %s of profile %s has its fields with their types, and no principal',
    (type, profile) => {
      const { emulator } = createApi({ profile });
      expect(emulator.traffic({ events: [{ type, count: 50 }] })).toEqual({ published: 50, scheduled: 0 });
      const fields = findEventType(type)?.fields ?? [];
      for (const { event_type, principal, object } of emulator.events()) {
        const wrong = fields.filter(
          ({ name, type: wanted, profiles }) =>
            fits[wanted]?.(at(object, name)) !== (profiles?.includes(profile) ?? true),
        );
        expect([event_type, principal, wrong]).toEqual([type, null, []]);
      }
    },
  );

  test.each(types)('any field of %s can be omitted, and any two', (type) => {
    const names = fieldsIn(findEventType(type)?.fields ?? [], 'spec').map(({ name }) => name);
    const { emulator } = createApi({ clock: '2030-01-01T00:00:00Z' });
    const pairs = names.flatMap((one, n) => names.slice(n).map((two) => [one, two] as const));
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

  test('a start of a session that is no time does not determine when it expires', () => {
    const { emulator } = createApi({ clock: '2030-01-01T00:00:00Z' });
    emulator.traffic({ events: [{ type: 'agent_session_stop.v0', fields: { started_at: 'x' } }] });
    expect(emulator.events().at(-1)?.object).toMatchObject({ started_at: 'x', expires_at: '2030-01-02T00:00:00Z' });
  });

  test('the same seed and request generate the same values, another seed generates others', () => {
    const objects = (seed: string) => {
      const { emulator } = createApi({ clock: createTestClock() });
      emulator.traffic({ seed, events: types.map((type) => ({ type, count: 5 })) });
      return emulator.events().map(({ object }) => object);
    };
    expect(objects('a')).toEqual(objects('a'));
    expect(objects('a')).not.toEqual(objects('b'));
  });

  test('fields have the requested values, and the URL of a request is consistent with them', () => {
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
    const seen = api.emulator
      .events()
      .map(({ event_type: type, event_timestamp: time }) => [type[0], time.slice(17, 19)]);
    expect(seen.map((each) => each.join(''))).toEqual(['h00', 'h02', 't03', 'h04']);
  });

  const impossible: readonly [type: string, name: string, value: unknown, expected: string][] = [
    [http, 'ip_policy.decision', 'maybe', 'one of allow, block, invalid'],
    [http, 'circuit_breaker.decision', 'maybe', 'one of allow, block, allow_while_open, invalid'],
    [http, 'compression.algorithm', 'brotli', 'one of gzip, deflate, none'],
    [http, 'conn.server_port', 65_536, '1 to 65535'],
    [http, 'conn.server_port', 0, '1 to 65535'],
    [http, 'http.response.status_code', 99, '100 to 599'],
    ['tcp_connection_closed.v0', 'conn.bytes_in', -1, 'at least 0'],
    ['agent_session_start.v0', 'transport', 'smoke', 'one of muxado, ssh'],
  ];

  test.each<[object, string]>([
    ...impossible.map(([type, name, value, expected]): [object, string] => [
      { events: [{ type, fields: { [name]: value } }] },
      `events[0].fields.${name} is ${JSON.stringify(value)}; expected ${expected}.`,
    ]),
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
    [{ events: [{ type: http, fields: { 'conn.server_port': '80' } }] }, 'server_port is "80"; expected int32'],
    [{ events: [{ type: http, fields: { 'conn.client_ip': ['10.0.0.1'] } }] }, 'expected string'],
    [{ events: [{ type: http, fields: { 'conn.server_port': 2 ** 31 } }] }, 'expected int32'],
  ])('%j is rejected: %s', async (body, why) => {
    const api = createApi();
    const response = await api.send('POST', '/_emulator/traffic', body);
    expect(response).toMatchObject({ status: 400, body: { msg: expect.stringContaining(why) } });
    expect(api.emulator.events()).toEqual([]);
  });
});
