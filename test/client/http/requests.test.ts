import { type Client, createClient } from '../../../src/client';
import type { Kind } from '../../../src/model/kind';
import { camelCase } from '../../../src/model/naming';
import type { JsonObject } from '../../../src/values/json';
import { API_KEY, closeAll, collect, connect, json, rejection } from '../../support/client/http-server';
import { SPEC_KINDS } from '../../support/kinds';

afterEach(closeAll);

const objectId = (prefix: string): string => `${prefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF`;

interface Calls {
  create(body: JsonObject): Promise<unknown>;
  get(id: string): Promise<unknown>;
  update(id: string, body: JsonObject): Promise<unknown>;
  delete(id: string): Promise<void>;
  list(): AsyncIterable<unknown>;
  pages(): AsyncIterable<unknown>;
}

const byName = (client: Client, { name }: Kind): Calls => ({
  create: (body) => client.create(name, body),
  get: (id) => client.get(name, id),
  update: (id, body) => client.update(name, id, body),
  delete: (id) => client.delete(name, id),
  list: () => client.list(name),
  pages: () => client.pages(name),
});
const byMember = (client: Client, { plural }: Kind): Calls =>
  (client as unknown as Record<string, Calls>)[camelCase(plural)] as Calls;

test.each(SPEC_KINDS.map((kind) => [kind.name, kind] as const))(
  '%s by its name and by its typed member: each call goes to the path of the kind, and returns the object or the list',
  async (_, kind) => {
    const id = objectId(kind.idPrefix);
    const object = { id, uri: `https://api.example.com${kind.path}/${id}`, description: 'one' };
    const page = { [kind.listKey]: [object], uri: kind.path, next_page_uri: null };
    const { client, server } = await connect(({ method, path }, response) => {
      if (method === 'DELETE') response.writeHead(204).end();
      else json(response, method === 'POST' ? 201 : 200, path.includes('?') ? page : object);
    });
    for (const calls of [byName(client, kind), byMember(client, kind)]) {
      server.arrived.length = 0;
      expect(await calls.create({ description: 'one' })).toEqual(object);
      expect(await calls.get(id)).toEqual(object);
      expect(await calls.update(id, { description: 'one' })).toEqual(object);
      expect(await calls.delete(id)).toBeUndefined();
      expect(await collect(calls.list())).toEqual([object]);
      expect(await collect(calls.pages())).toMatchObject([{ objects: [object] }]);
      expect(server.arrived.map(({ method, path, body }) => [method, path, body])).toEqual([
        ['POST', kind.path, '{"description":"one"}'],
        ['GET', `${kind.path}/${id}`, ''],
        ['PATCH', `${kind.path}/${id}`, '{"description":"one"}'],
        ['DELETE', `${kind.path}/${id}`, ''],
        ['GET', `${kind.path}?limit=100`, ''],
        ['GET', `${kind.path}?limit=100`, ''],
      ]);
    }
  },
);

describe('headers', () => {
  test('carry the key, ask for JSON, and name a content type only with a body', async () => {
    const { client, server } = await connect(({ method }, response) =>
      method === 'DELETE' ? response.writeHead(204).end() : json(response, 200, { id: 'ipp_1' }),
    );
    await client.create('ip_policy', {});
    await client.get('ip_policy', 'ipp_1');
    await client.delete('ip_policy', 'ipp_1');
    const sent = server.arrived.map(({ headers }) => headers);
    expect(sent.map((each) => each['content-type'])).toEqual(['application/json', undefined, undefined]);
    const all = { authorization: `Bearer ${API_KEY}`, accept: 'application/json', 'user-agent': 'netingress' };
    expect(sent).toMatchObject([all, all, all]);
    expect(sent.some((each) => each['transfer-encoding'])).toBe(false);
  });

  test('are the profile’s, and a header of the option replaces that of the profile', async () => {
    const { client, server } = await connect((_, response) => json(response, 200, { id: 'ipp_1' }), {
      profile: 'ngrok',
      headers: { 'X-Team': 'edge', 'ngrok-version': '3' },
      userAgent: 'netingress/9 terraform/1',
    });
    const plain = createClient({ baseUrl: server.url, apiKey: API_KEY, profile: 'ngrok' });
    await plain.get('ip_policy', 'ipp_1');
    await plain.close();
    await client.get('ip_policy', 'ipp_1');
    expect(server.arrived.map(({ headers }) => headers)).toMatchObject([
      { 'ngrok-version': '2' },
      { 'x-team': 'edge', 'ngrok-version': '3', 'user-agent': 'netingress/9 terraform/1' },
    ]);
    expect(server.arrived[1]?.rawHeaders.filter((name) => name.toLowerCase() === 'ngrok-version')).toHaveLength(1);
  });
});

describe('paths', () => {
  test.each(['/gateway/ingress', '/gateway/ingress//'])('keep the prefix of %s', async (path) => {
    const { client, server } = await connect((_, response) => json(response, 200, { id: 'ipp_1' }), { path });
    await client.get('ip_policy', 'ipp_1');
    expect(server.arrived[0]?.path).toBe('/gateway/ingress/ip_policies/ipp_1');
    expect(client.baseUrl).toBe(`${server.url}/gateway/ingress`);
  });

  test.each(['a/b', 'a?b', 'a#b', '../a', '%2F', 'a\\b', '..;'])('return an id as it was: %j', async (id) => {
    const { client, server } = await connect((_, response) => json(response, 200, { id }));
    await client.get('ip_policy', id);
    const { pathname, search } = new URL(server.arrived[0]?.path ?? '', server.url);
    expect([search, pathname.split('/').map(decodeURIComponent)]).toEqual(['', ['', 'ip_policies', id]]);
  });

  test.each(['', '.', '..', '\ud800'])('are not made of the id %j', async (id) => {
    const { client, server } = await connect((_, response) => json(response, 200, {}));
    const expected = { category: 'invalid_call', deliveryStatus: 'no', sideEffect: 'not_sent' };
    expect(await rejection(client.get('ip_policy', id))).toMatchObject(expected);
    expect(await rejection(client.delete('ip_policy', id))).toMatchObject(expected);
    expect(await rejection(client.update('ip_policy', id, { a: 1 }))).toMatchObject(expected);
    expect(server.arrived).toEqual([]);
  });
});

describe('a profile’s words', () => {
  const specCreds = { cloud_access_key_id: 'AK', cloud_secret_access_key: 'secret' };
  const wireCreds = { aws_access_key_id: 'AK', aws_secret_access_key: 'secret' };
  const spec = { target: { log_group: { log_group_rn: 'rn:1', auth: { creds: specCreds } } } };
  const wire = { target: { cloudwatch_logs: { log_group_arn: 'rn:1', auth: { creds: wireCreds } } } };

  test('are on the wire, and create, update, get and list return those of the specification', async () => {
    const object = { id: 'ed_1', ...wire };
    const { client, server } = await connect(
      ({ path }, response) => json(response, 200, path.includes('?') ? { event_destinations: [object] } : object),
      { profile: 'ngrok' },
    );
    const returned = [
      await client.create('event_destination', spec),
      await client.update('event_destination', 'ed_1', spec),
      await client.get('event_destination', 'ed_1'),
      ...(await collect(client.list('event_destination'))),
    ];
    expect(returned).toEqual(Array(4).fill({ id: 'ed_1', ...spec }));
    expect(server.arrived.slice(0, 2).map(({ body }) => JSON.parse(body))).toEqual([wire, wire]);
  });

  test('are the specification’s own with the spec profile', async () => {
    const { client, server } = await connect((_, response) => json(response, 201, { id: 'ed_1' }));
    await client.create('event_destination', spec);
    expect(JSON.parse(server.arrived[0]?.body ?? '')).toEqual(spec);
  });
});

describe('sub-collections', () => {
  test('bound endpoints are listed page by page below the operator', async () => {
    const first = '/kubernetes_operators/k8sop_1/bound_endpoints?limit=1';
    const second = `${first}&before_id=ep_2`;
    const { client, server } = await connect(({ path }, response) => {
      const isLast = path === second;
      json(response, 200, { endpoints: [{ id: isLast ? 'ep_1' : 'ep_2' }], next_page_uri: isLast ? null : second });
    });
    expect(await collect(client.boundEndpoints('k8sop_1', { limit: 1 }))).toEqual([{ id: 'ep_2' }, { id: 'ep_1' }]);
    expect(server.arrived.map(({ path }) => path)).toEqual([first, second]);
  });

  test('event sources are known by their type', async () => {
    const source = { type: 'ip_policy_created.v0', uri: '' };
    const { client, server } = await connect(({ method, path }, response) => {
      if (method === 'DELETE') return response.writeHead(204).end();
      json(response, 200, method === 'GET' && path.endsWith('/sources') ? { sources: [source], uri: '' } : source);
    });
    const { eventSources } = client;
    expect(await eventSources.list('esb_1')).toEqual([source]);
    expect(await eventSources.create('esb_1', { type: source.type })).toEqual(source);
    expect(await eventSources.get('esb_1', source.type)).toEqual(source);
    expect(await eventSources.update('esb_1', source.type, {})).toEqual(source);
    await eventSources.delete('esb_1', source.type);
    expect(server.arrived.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /event_subscriptions/esb_1/sources',
      'POST /event_subscriptions/esb_1/sources',
      `GET /event_subscriptions/esb_1/sources/${source.type}`,
      `PATCH /event_subscriptions/esb_1/sources/${source.type}`,
      `DELETE /event_subscriptions/esb_1/sources/${source.type}`,
    ]);
  });
});

test('serviceTime follows the Date header of responses', async () => {
  const { client } = await connect((_, response) =>
    json(response, 200, { id: 'ipp_1' }, { date: 'Thu, 01 Jan 2032 00:00:00 GMT' }),
  );
  expect(Math.abs(client.serviceTime() - Date.now())).toBeLessThan(25_000);
  await client.get('ip_policy', 'ipp_1');
  expect(client.serviceTime() - Date.UTC(2032, 0, 1)).toBeGreaterThanOrEqual(0);
  expect(client.serviceTime() - Date.UTC(2032, 0, 1)).toBeLessThan(25_000);
});

test('20 requests in a row use at most two connections', async () => {
  const sockets = new Set<unknown>();
  const { client } = await connect((_, response) => {
    sockets.add(response.socket);
    json(response, 200, { id: 'ipp_1' });
  });
  for (let n = 0; n < 20; n++) await client.get('ip_policy', 'ipp_1');
  // undici ends a response before its connection is free again, so the next request takes a second connection.
  expect(sockets.size).toBeLessThanOrEqual(2);
});

describe('before anything is sent', () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: API_KEY });
  const list = (...args: Parameters<Client['list']>): Promise<unknown> => collect(client.list(...args));
  const { get, update, create } = client;

  const noFilter = /^filter is not supported by the list of Kubernetes operator/;

  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['an unknown kind', () => get('ip_polcy', 'x'), /^kind is 'ip_polcy'; expected the name of a kind/],
    ['an empty update', () => update('ip_policy', 'x', {}), /^the update of IP policy is empty; expected/],
    ['an update of undefined', () => update('ip_policy', 'x', { a: undefined }), /^the update of IP policy is empty/],
    ['a body that is null', () => create('ip_policy', null as unknown as JsonObject), /is not an object/],
    ['a bigint', () => create('ip_policy', { metadata: 1n as unknown as string }), /cannot be written as JSON/],
    ['a page of none', () => list('ip_policy', { limit: 0 }), /^limit is 0; expected an integer from 1 to 100/],
    ['a page of 101', () => list('ip_policy', { limit: 101 }), /^limit is 101/],
    ['a filter that the list does not have', () => list('kubernetes_operator', { filter: 'true' }), noFilter],
    ['an empty position', () => list('ip_policy', { beforeId: '' }), /^beforeId is empty/],
    ['a time limit of 0', () => get('ip_policy', 'x', { timeout: 0 }), /^timeout is 0; expected milliseconds/],
  ])('%s is refused', async (_, call, text) => {
    const message = expect.stringMatching(text);
    const expected = { name: 'ApiError', category: 'invalid_call', deliveryStatus: 'no', message };
    expect(await rejection(call())).toMatchObject(expected);
  });
});
