import { createClient } from '../../src/client';
import { API_KEY, closeAll, collect, connect, failure, json, rejection } from '../support/client/http-server';
import { testInCi } from '../support/requirements';

afterEach(closeAll);

/** A service with that many policies, newest first; `next` may bend what it says of the next page. */
function policies(count: number, next = (uri: string): unknown => uri) {
  const all = Array.from({ length: count }, (_, index) => ({ id: `ipp_${count - index}` }));
  return connect(({ path, headers }, response) => {
    const url = new URL(path, `http://${headers.host}`);
    const limit = Number(url.searchParams.get('limit'));
    const before = url.searchParams.get('before_id');
    const start = before === null ? 0 : all.findIndex(({ id }) => id === before) + 1;
    const page = all.slice(start, start + limit);
    const more = start + limit < all.length;
    const uri = `http://${headers.host}/ip_policies?limit=${limit}&before_id=${page.at(-1)?.id}`;
    json(response, 200, { ip_policies: page, uri: path, next_page_uri: more ? next(uri) : null });
  });
}

test('list yields every object once, in the service’s order', async () => {
  const { client, server } = await policies(7);
  const ids = (await collect(client.list('ip_policy', { limit: 3 }))).map(({ id }) => id);
  expect(ids).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `ipp_${n}`));
  expect(server.arrived).toHaveLength(3);
});

test('pages contain their own and the next URI', async () => {
  const { client, server } = await policies(4);
  const pages = await collect(client.pages('ip_policy', { limit: 2 }));
  expect(pages).toEqual([
    {
      objects: [{ id: 'ipp_4' }, { id: 'ipp_3' }],
      uri: '/ip_policies?limit=2',
      nextPageUri: `${server.url}/ip_policies?limit=2&before_id=ipp_3`,
    },
    { objects: [{ id: 'ipp_2' }, { id: 'ipp_1' }], uri: '/ip_policies?limit=2&before_id=ipp_3', nextPageUri: null },
  ]);
});

test('a list can start after an object and be filtered', async () => {
  const { client, server } = await policies(4);
  expect(
    await collect(client.list('ip_policy', { beforeId: 'ipp_3', filter: 'obj.description == "a&b"' })),
  ).toHaveLength(2);
  expect(server.arrived[0]?.path).toBe(
    '/ip_policies?limit=100&filter=obj.description+%3D%3D+%22a%26b%22&before_id=ipp_3',
  );
});

test('leaving the loop requests no further page', async () => {
  const { client, server } = await policies(9);
  for await (const { id } of client.list('ip_policy', { limit: 3 })) if (id === 'ipp_7') break;
  expect(server.arrived).toHaveLength(1);
});

test('the last object of a page is yielded before the next page is requested', async () => {
  const { client, server } = await policies(4);
  const list = client.list('ip_policy', { limit: 2 });
  await list.next();
  await list.next();
  expect(server.arrived).toHaveLength(1);
  await list.return?.();
});

test('a relative next_page_uri is resolved against its page', async () => {
  const { client, server } = await policies(4, (uri) => new URL(uri).pathname + new URL(uri).search);
  expect(await collect(client.list('ip_policy', { limit: 2 }))).toHaveLength(4);
  expect(server.arrived).toHaveLength(2);
});

test('a next_page_uri at another origin is requested at the base URL, and that origin never sees the key', async () => {
  const { server: other } = await connect((_, response) => json(response, 200, { ip_policies: [] }));
  for (const origin of [other.url, 'https://elsewhere.example', 'https://user:password@elsewhere.example:8443']) {
    const { client, server } = await policies(4, (uri) => uri.replace(/^http:\/\/[^/]+/, origin));
    expect(await collect(client.list('ip_policy', { limit: 2 }))).toHaveLength(4);
    expect(server.arrived.map(({ path }) => path)).toEqual([
      '/ip_policies?limit=2',
      '/ip_policies?limit=2&before_id=ipp_3',
    ]);
  }
  expect(other.arrived).toEqual([]);
});

test.each([
  ['has it', '/edge/team/ip_policies'],
  ['lacks it', '/ip_policies'],
  ['has another one', '/v1/internal/ip_policies'],
  ['is the name of the host only', '//edge/ip_policies'],
])('behind a gateway with a path prefix a next_page_uri that %s is followed', async (_, path) => {
  const { client, server } = await connect(
    ({ path: requested }, response) =>
      requested.includes('before_id')
        ? json(response, 200, { ip_policies: [{ id: 'ipp_1' }], next_page_uri: null })
        : json(response, 200, {
            ip_policies: [{ id: 'ipp_2' }],
            next_page_uri: `http://upstream${path}?before_id=ipp_2`,
          }),
    { path: '/edge/team' },
  );
  expect(await collect(client.list('ip_policy'))).toHaveLength(2);
  expect(server.arrived.map(({ path: requested }) => requested)).toEqual([
    '/edge/team/ip_policies?limit=100',
    '/edge/team/ip_policies?before_id=ipp_2',
  ]);
});

test.each([
  ['names itself', (uri: string) => uri.replace(/&before_id=.*/, ''), /was already read, so the list would never end/],
  ['is not a URL', () => 'http://[', /has a 'next_page_uri' that is not an HTTP URL/],
  ['has another scheme', () => 'data:,x', /has a 'next_page_uri' that is not an HTTP URL/],
])('a next_page_uri that %s is an error', async (_, next, message) => {
  const { client } = await policies(4, next);
  expect(await rejection(collect(client.list('ip_policy', { limit: 2 })))).toMatchObject({
    category: 'invalid_response',
    sideEffect: 'no_effect',
    message: expect.stringMatching(message),
  });
});

/** Pages without end, each with a new address; `idOf` names the object of a page. */
function endlessPages(idOf: (page: number) => string) {
  let requests = 0;
  const fetch = async (): Promise<Response> => {
    requests += 1;
    const next = `/ip_policies?before_id=page_${requests}`;
    return Response.json({ ip_policies: [{ id: idOf(requests) }], uri: '', next_page_uri: next });
  };
  const client = createClient({ baseUrl: 'http://service.localhost', apiKey: API_KEY, fetch, maxRequestsPerMinute: 0 });
  return { client, requests: () => requests };
}

async function expectEnd(idOf: (page: number) => string, message: RegExp, expected: number): Promise<void> {
  const { client, requests } = endlessPages(idOf);
  expect(await rejection(collect(client.list('ip_policy')))).toMatchObject({
    category: 'invalid_response',
    message: expect.stringMatching(message),
  });
  expect(requests()).toBe(expected);
}

test('pages that never end and repeat their objects are an error', () =>
  expectEnd(() => 'ipp_1', /repeats objects of earlier pages/, 2));

testInCi('pages that never end and always have new objects are an error', () =>
  expectEnd((page) => `ipp_${page}`, /links to more than 10000 pages/, 10_000),
);

test('an empty page with a next_page_uri is not the last one', async () => {
  const { client, server } = await connect((_, response, n) =>
    json(response, 200, {
      ip_policies: n === 3 ? [{ id: 'ipp_1' }] : [],
      next_page_uri: n < 4 ? `/ip_policies?before_id=${n}` : null,
    }),
  );
  expect(await collect(client.list('ip_policy'))).toEqual([{ id: 'ipp_1' }]);
  expect(server.arrived).toHaveLength(4);
});

test('empty pages that never end are an error', async () => {
  const { client, server } = await connect((_, response, n) =>
    json(response, 200, { ip_policies: [], next_page_uri: `/ip_policies?before_id=${n}` }),
  );
  expect(await rejection(collect(client.list('ip_policy')))).toMatchObject({
    category: 'invalid_response',
    message: expect.stringContaining('empty page number 100 in a row; expected a list that ends'),
  });
  expect(server.arrived).toHaveLength(100);
});

const one = { ip_policies: [{ id: 'ipp_1' }] };

test.each([
  ['no next_page_uri', one, [{ id: 'ipp_1' }]],
  ['an empty next_page_uri', { ...one, next_page_uri: '' }, [{ id: 'ipp_1' }]],
  ['null as list', { ip_policies: null }, []],
])('a page with %s ends the list', async (_, page, objects) => {
  const { client } = await connect((__, response) => json(response, 200, page));
  expect(await collect(client.list('ip_policy'))).toEqual(objects);
});

test.each<[string, object, RegExp]>([
  ...[5, true, {}, []].map((next): [string, object, RegExp] => [
    `the next_page_uri ${JSON.stringify(next)}`,
    { ...one, next_page_uri: next },
    /a 'next_page_uri' that is neither a string nor null/,
  ]),
  ['no list', {}, /has no list 'ip_policies'/],
  ['another kind’s list', { ip_policy_rules: [] }, /has no list 'ip_policies'/],
  ['an object without id', { ip_policies: [{ uri: '' }] }, /has an object without 'id'/],
  ['no objects', { ip_policies: ['ipp_1'] }, /has an object without 'id'/],
])('a page with %s is invalid', async (_, page, message) => {
  const { client } = await connect((__, response) => json(response, 200, page));
  expect(await rejection(collect(client.list('ip_policy')))).toMatchObject({
    category: 'invalid_response',
    message: expect.stringMatching(message),
  });
});

test('an error on a later page comes after the objects before it', async () => {
  const { client } = await connect((_, response, n) =>
    n === 1
      ? json(response, 200, { ip_policies: [{ id: 'ipp_2' }], next_page_uri: '/ip_policies?before_id=ipp_2' })
      : json(response, 500, failure(500, 'down')),
  );
  const list = client.list('ip_policy');
  expect((await list.next()).value).toEqual({ id: 'ipp_2' });
  expect(await rejection(list.next())).toMatchObject({ status: 500 });
});
