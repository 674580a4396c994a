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

test('list yields seven objects of three pages once each, in the service’s order', async () => {
  const { client, server } = await policies(7);
  const ids = (await collect(client.list('ip_policy', { limit: 3 }))).map(({ id }) => id);
  expect(ids).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `ipp_${n}`));
  expect(server.arrived).toHaveLength(3);
});

test('pages contain their own and the next URI', async () => {
  const { client, server } = await policies(4);
  const [first, second] = ['/ip_policies?limit=2', '/ip_policies?limit=2&before_id=ipp_3'];
  expect(await collect(client.pages('ip_policy', { limit: 2 }))).toEqual([
    { objects: [{ id: 'ipp_4' }, { id: 'ipp_3' }], uri: first, nextPageUri: `${server.url}${second}` },
    { objects: [{ id: 'ipp_2' }, { id: 'ipp_1' }], uri: second, nextPageUri: null },
  ]);
});

test('a list can start after an object and be filtered', async () => {
  const { client, server } = await policies(4);
  const options = { beforeId: 'ipp_3', filter: 'obj.description == "a&b"' };
  expect(await collect(client.list('ip_policy', options))).toHaveLength(2);
  const query = 'limit=100&filter=obj.description+%3D%3D+%22a%26b%22&before_id=ipp_3';
  expect(server.arrived[0]?.path).toBe(`/ip_policies?${query}`);
});

test('leaving the loop at the last object of a page requests no further page', async () => {
  const { client, server } = await policies(9);
  for await (const { id } of client.list('ip_policy', { limit: 3 })) if (id === 'ipp_7') break;
  expect(server.arrived).toHaveLength(1);
});

test('a relative next_page_uri, or one at another origin, is requested at the base URL, not at that origin', async () => {
  const { server: other } = await connect((_, response) => json(response, 200, { ip_policies: [] }));
  for (const origin of ['', other.url, 'https://elsewhere.example', 'https://user:password@elsewhere.example:8443']) {
    const { client, server } = await policies(4, (uri) => uri.replace(/^http:\/\/[^/]+/, origin));
    expect(await collect(client.list('ip_policy', { limit: 2 }))).toHaveLength(4);
    const paths = ['/ip_policies?limit=2', '/ip_policies?limit=2&before_id=ipp_3'];
    expect(server.arrived.map(({ path }) => path)).toEqual(paths);
  }
  expect(other.arrived).toEqual([]);
});

test.each([
  ['has it', '/edge/team/ip_policies'],
  ['lacks it', '/ip_policies'],
  ['has another one', '/v1/internal/ip_policies'],
  ['has an empty segment', '//edge/ip_policies'],
])('behind a gateway with a path prefix a next_page_uri that %s is followed', async (_, path) => {
  const next = `http://upstream${path}?before_id=ipp_2`;
  const { client, server } = await connect(
    ({ path: requested }, response) => {
      const isLast = requested.includes('before_id');
      json(response, 200, { ip_policies: [{ id: isLast ? 'ipp_1' : 'ipp_2' }], next_page_uri: isLast ? null : next });
    },
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

/** Lists pages that never end, each with a new address and the ids of `idsOf`. Expects that the client ends it. */
async function expectEnd(idsOf: (page: number) => readonly string[], message: RegExp, requests: number): Promise<void> {
  let page = 0;
  const fetch = async (): Promise<Response> => {
    const objects = idsOf(++page).map((id) => ({ id }));
    return Response.json({ ip_policies: objects, uri: '', next_page_uri: `/ip_policies?before_id=page_${page}` });
  };
  const client = createClient({ baseUrl: 'http://service.localhost', apiKey: API_KEY, fetch, maxRequestsPerMinute: 0 });
  const error = await rejection(collect(client.list('ip_policy')));
  expect(error.category).toBe('invalid_response');
  expect(error.message).toMatch(message);
  expect(page).toBe(requests);
}

test('pages that never end and repeat their objects are an error', () =>
  expectEnd(() => ['ipp_1'], /repeats objects of earlier pages/, 2));

testInCi('pages that never end and always have new objects are an error', () =>
  expectEnd((page) => [`ipp_${page}`], /links to more than 10000 pages/, 10_000),
);

test('empty pages that never end are an error', () =>
  expectEnd(() => [], /empty page number 100 in a row; expected a list that ends/, 100));

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

const one = { ip_policies: [{ id: 'ipp_1' }] };

test.each([
  ['no next_page_uri', one, [{ id: 'ipp_1' }]],
  ['an empty next_page_uri', { ...one, next_page_uri: '' }, [{ id: 'ipp_1' }]],
  ['null as list', { ip_policies: null }, []],
])('a page with %s ends the list', async (_, page, objects) => {
  const { client } = await connect((__, response) => json(response, 200, page));
  expect(await collect(client.list('ip_policy'))).toEqual(objects);
});

const noText = "a 'next_page_uri' that is neither a string nor null";
test.each<[string, object, string]>([
  ['the next_page_uri 5', { ...one, next_page_uri: 5 }, noText],
  ['the next_page_uri {}', { ...one, next_page_uri: {} }, noText],
  ['another kind’s list', { ip_policy_rules: [] }, "has no list 'ip_policies'"],
  ['an object without id', { ip_policies: [{ uri: '' }] }, "has an object without 'id'"],
  ['no objects', { ip_policies: ['ipp_1'] }, "has an object without 'id'"],
])('a page with %s is invalid', async (_, page, text) => {
  const { client } = await connect((__, response) => json(response, 200, page));
  const error = await rejection(collect(client.list('ip_policy')));
  expect(error.category).toBe('invalid_response');
  expect(error.message).toContain(text);
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
