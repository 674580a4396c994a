import { getEventListeners } from 'node:events';
import { get } from 'node:http';
import { createApi, createTestClock } from '../../support/emulator/api';
import { makeDestination, subscribe } from '../../support/emulator/subscribe';

/** The next so many messages of a stream of server-sent events. */
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
  await api.create('/reserved_domains', {
    domain: 'a.example.com',
    certificate_management_policy: { authority: 'letsencrypt', private_key_type: 'ecdsa' },
  });
  const snapshot = await api.emulator.snapshot({ secrets: true });
  await api.emulator.reset();
  const events = api.emulator.follow()[Symbol.asyncIterator]();
  const next = events.next();
  await new Promise((resolve) => setImmediate(resolve));
  await api.emulator.restore(snapshot);
  api.emulator.clock.advance(60);
  expect((await next).value).toMatchObject({ event_type: 'tls_certificate_created.v0' });
  await api.emulator.close();
});

test('an iterator removes its listeners from its signal', async () => {
  const api = createApi();
  const stop = new AbortController();
  const [attach, detach] = [
    jest.spyOn(stop.signal, 'addEventListener'),
    jest.spyOn(stop.signal, 'removeEventListener'),
  ];
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
  const url = 'http://service.test/_emulator/events';
  const open = (headers: object, query = '') =>
    api.emulator.fetch(new Request(`${url}${query}`, { headers: { ...stream, ...headers } }));
  const live = await open({});
  expect(live.headers.get('content-type')).toBe('text/event-stream');
  for (const description of ['1', '2', '3']) await api.create('/ip_policies', { description });
  const events = api.emulator.events();
  const all = events.map((event) => ({ id: event.event_id, data: event }));
  expect(await messages(live, 3)).toEqual(all);
  expect(await messages(await open({ 'last-event-id': events[0]?.event_id }), 2)).toEqual(all.slice(1));
});

test.each(['', '?type=ip_policy_created.v0'])(
  'the first message of a stream%s has an id after which no event is missed, also if there was no event',
  async (query) => {
    const api = createApi();
    const open = (headers: object) =>
      api.emulator.fetch(
        new Request(`http://service.test/_emulator/events${query}`, { headers: { ...stream, ...headers } }),
      );
    const firstId = async (): Promise<string> => {
      const reader = ((await open({})).body as ReadableStream<Uint8Array>).getReader();
      const { value } = await reader.read();
      await reader.cancel();
      return /^id: (.*)$/m.exec(Buffer.from(value ?? []).toString())?.[1] as string;
    };
    for (const description of ['1', '2']) {
      const id = await firstId();
      await api.create('/ip_policies', { description });
      const created = api.emulator.events({ type: 'ip_policy_created.v0' }).at(-1);
      expect(await messages(await open({ 'last-event-id': id }), 1)).toMatchObject([{ data: created }]);
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
  const url = `http://service.test/_emulator/events?destination=${destination}`;
  const open = (after: string) =>
    api.emulator.fetch(new Request(url, { headers: { ...stream, 'last-event-id': after } }));
  const all = await messages(await open('none'), 4);
  expect(all.map(({ data }) => data)).toEqual(api.emulator.events({ destination }));
  expect(await messages(await open(all[0]?.id as string), 3)).toEqual(all.slice(1));
});

test('a stream over a socket ends when the client disconnects, and when the emulator closes', async () => {
  const { emulator, create: make } = createApi();
  const { url } = await emulator.listen();
  const opened = () =>
    new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      get(`${url}/_emulator/events`, { headers: stream, agent: false }, resolve).on('error', reject);
    });
  const first = await opened();
  await make('/ip_policies', {});
  for await (const part of first) if (String(part).includes('ip_policy_created.v0')) break;
  const second = await opened();
  const ended = new Promise((resolve) =>
    second
      .once('close', resolve)
      .on('error', () => undefined)
      .resume(),
  );
  await emulator.close();
  await ended;
});

test.each(['limit=1', 'format=ndjson', 'wrong=1'])('a stream with ?%s is rejected', async (query) => {
  const response = await createApi().send('GET', `/_emulator/events?${query}`, undefined, stream);
  expect(response.status).toBe(400);
});

test('the list of events supports filters, a limit and the format of a file', async () => {
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
    api.emulator.traffic({ events: [{ type: 'http_request_complete.v0', count: 5000 }] });
    let received = 0;
    while (received < 4_000_000) received += (await reader.read()).value?.length ?? 0;
    const counts = [...signals].map((signal) => getEventListeners(signal, 'abort').length);
    await reader.cancel();
    expect(counts.length).toBeGreaterThan(0);
    expect(Math.max(...counts)).toBeLessThan(5);
  } finally {
    attach.mockRestore();
    await api.emulator.close();
  }
});
