import * as fc from 'fast-check';
import type { RateLimitUsage, ServiceClient, ServiceObject } from '../../src/client/api';
import { getKind } from '../../src/model/kinds';
import { createProvider } from '../../src/provider/create-provider';
import type { ProviderDiagnostic } from '../../src/provider/protocol/diagnostic';
import type { Provider } from '../../src/provider/protocol/provider';
import { createListPool, type ListPool, type ParentReference } from '../../src/provider/service/list-pool';
import { listWithFilter } from '../../src/provider/service/list-with-filter';
import { createReadPool } from '../../src/provider/service/read-pool';
import { createSession, pinStopSignal } from '../../src/provider/service/session';
import type { CtyValue } from '../../src/values/cty-value';
import { createFakeService, serviceError } from '../support/provider/fake-service';
import { configOf, configOfSchema } from '../support/provider/values';

interface ListChange {
  readonly after: number;
  readonly kind: string;
  readonly at: number;
}

/** An account of `id0`, `id1` and so on, whose list changes between pages, or whose pages repeat or skip objects. */
function fakeAccount(size: number, pageSize: number, changes: readonly ListChange[] = []) {
  const objects = Array.from({ length: size }, (_, n) => `id${n}`);
  const everThere = new Set(objects);
  const everDeleted = new Set<string>();
  const refused = new Set<string>();
  const counts = { pages: 0, gets: 0 };
  let position = 0;
  const apply = ({ kind, at }: ListChange): void => {
    const index = objects.length === 0 ? 0 : at % objects.length;
    if (kind === 'insert') {
      // No id that a test reads: before the insertion such a read would rightly fail.
      const id = `id${200 + everThere.size}`;
      objects.splice(index, 0, id);
      everThere.add(id);
    } else if (kind === 'delete') {
      for (const id of objects.splice(index, 1)) everDeleted.add(id);
    } else if (kind === 'repeat') position = Math.max(0, position - 1 - (at % 5));
    else position += 1 + (at % 5);
  };
  const client = {
    async *pages() {
      for (position = 0; position < objects.length; position += pageSize) {
        counts.pages += 1;
        await Promise.resolve();
        yield { objects: objects.slice(position, position + pageSize).map((id) => ({ id })), uri: '', nextPageUri: '' };
        for (const change of changes.filter(({ after }) => after === counts.pages)) apply(change);
      }
    },
    async get(_: string, id: string): Promise<ServiceObject> {
      counts.gets += 1;
      await Promise.resolve();
      if (objects.includes(id)) return { id };
      refused.add(id);
      throw serviceError(`${id} is gone`, { notFound: true });
    },
  };
  return { client: client as unknown as ServiceClient, counts, everThere, everDeleted, refused };
}

const never = (): AbortSignal => new AbortController().signal;

/** Calls `read` for each key, as many at once as Terraform does; a result is what it resolves with, or its error. */
async function readAll<Key, Result>(
  read: (key: Key) => Promise<Result>,
  keys: readonly Key[],
  parallelism: number,
): Promise<Map<Key, Result | Error>> {
  const results = new Map<Key, Result | Error>();
  const queue = [...keys];
  const worker = async (): Promise<void> => {
    for (let key = queue.shift(); key !== undefined; key = queue.shift())
      results.set(key, await read(key).catch((error: Error) => error));
  };
  await Promise.all(Array.from({ length: parallelism }, worker));
  return results;
}

describe('a read pool', () => {
  test('sends at most twice the requests of the better of one GET each and listing until all are found', async () => {
    const account = fc.record({
      size: fc.integer({ min: 1, max: 400 }),
      pageSize: fc.integer({ min: 1, max: 60 }),
      parallelism: fc.integer({ min: 1, max: 12 }),
      wanted: fc.array(fc.nat(), { minLength: 1, maxLength: 120 }),
    });
    await fc.assert(
      fc.asyncProperty(account, async ({ size, pageSize, parallelism, wanted }) => {
        const { client, counts } = fakeAccount(size, pageSize);
        const reads = [...new Set(wanted.map((n) => n % size))];
        const pool = createReadPool(client, 'kind', never);
        const ids = reads.map((n) => `id${n}`);
        const responses = await readAll((id) => pool.read(id), ids, parallelism);
        for (const n of reads) expect(responses.get(`id${n}`)).toEqual({ id: `id${n}` });
        const listing = Math.floor(Math.max(...reads) / pageSize) + 1;
        expect(counts.pages + counts.gets).toBeLessThanOrEqual(2 * Math.min(reads.length, listing));
      }),
    );
  });

  test('reads 1,000 objects from 10 pages without a GET', async () => {
    const { client, counts, everThere } = fakeAccount(1000, 100);
    const pool = createReadPool(client, 'kind', never);
    await readAll((id) => pool.read(id), [...everThere].reverse(), 10);
    expect(counts).toEqual({ pages: 10, gets: 0 });
  });

  test('reads each object, or says that it is gone if the service said so, while the list changes', async () => {
    const change = fc.record({
      /** After how many pages. */
      after: fc.nat(12),
      kind: fc.constantFrom('insert', 'delete', 'repeat', 'skip'),
      at: fc.nat(200),
    });
    const account = fc.record({
      size: fc.integer({ min: 1, max: 120 }),
      pageSize: fc.integer({ min: 1, max: 25 }),
      parallelism: fc.integer({ min: 1, max: 12 }),
      wanted: fc.array(fc.nat(150), { minLength: 1, maxLength: 60 }),
      changes: fc.array(change, { maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(account, async ({ size, pageSize, parallelism, wanted, changes }) => {
        const service = fakeAccount(size, pageSize, changes);
        const pool = createReadPool(service.client, 'kind', never);
        const ids = [...new Set(wanted)].map((n) => `id${n}`);
        const responses = await readAll((id) => pool.read(id), ids, parallelism);
        for (const id of ids) {
          const response = responses.get(id);
          // Gone is what the service itself said of this object; what was read, was there at some time of the run.
          const isGone = response instanceof Error && (response as { notFound?: boolean }).notFound === true;
          if (isGone) expect(service.refused).toContain(id);
          else expect(response).toEqual({ id });
          if (!service.everThere.has(id)) expect(isGone).toBe(true);
          if (!service.everDeleted.has(id) && service.everThere.has(id)) expect(response).toEqual({ id });
        }
        expect(service.counts.pages).toBeLessThanOrEqual(ids.length);
        expect(service.counts.gets).toBeLessThanOrEqual(ids.length);
      }),
    );
  });

  /** A client whose lists get their pages from `next`, which rejects. */
  function refuseLists(client: ServiceClient, next: () => Promise<unknown>): ServiceClient {
    return { ...client, pages: () => ({ next }) as unknown as AsyncGenerator } as unknown as ServiceClient;
  }

  test.each([
    ['sends GETs when the list is rejected', serviceError('no lists', { status: 403 }), ['fulfilled', 'fulfilled'], 2],
    ['fails both reads on an outage', serviceError('refused', { category: 'network' }), ['rejected', 'rejected'], 0],
  ])('%s', async (_, error, expected, gets) => {
    const { client, counts } = fakeAccount(2, 100);
    const refusing = refuseLists(client, () => Promise.reject(error));
    const pool = createReadPool(refusing, 'kind', never);
    const results = await Promise.allSettled([pool.read('id0'), pool.read('id1')]);
    expect([results.map(({ status }) => status), counts.gets]).toEqual([expected, gets]);
  });

  test('sends nothing after an interruption, although later reads have another signal', async () => {
    const { client, counts } = fakeAccount(2, 100);
    let stop = new AbortController();
    const aborted = serviceError('interrupted', { sideEffect: 'not_sent', category: 'aborted' });
    const { signal } = stop;
    const next = () => new Promise((_, reject) => signal.addEventListener('abort', () => reject(aborted)));
    const pool = createReadPool(refuseLists(client, next), 'kind', () => stop.signal);
    const reads = Promise.allSettled([pool.read('id0'), pool.read('id1')]);
    stop.abort();
    stop = new AbortController();
    expect(await reads).toMatchObject([{ reason: aborted }, { reason: aborted }]);
    expect(counts.gets).toBe(0);
  });
});

const REFERENCE: ParentReference = { kind: 'child', path: 'parent.id', getParentId: ({ parent }) => parent };

type Failures = { readonly all?: Error; readonly filtered?: Error };

/** A service with `sizes[n]` objects of the parent `p<n>`, in one fixed order that mixes the parents. */
function createService(sizes: readonly number[], pageSize: number, failures: Failures = {}) {
  const objects = sizes.flatMap((size, parent) =>
    Array.from({ length: size }, (_, n): ServiceObject => ({ id: `c${parent}-${n}`, parent: `p${parent}` })),
  );
  // The same order in each run.
  objects.sort((a, b) => hash(a.id) - hash(b.id));
  const requests = { all: 0, filtered: 0 };
  const client = {
    async *pages(_: string, { filter }: { filter?: string } = {}) {
      const parent = filter === undefined ? undefined : /^obj\.parent\.id == "(\w+)"$/.exec(filter)?.[1];
      const matching = objects.filter((object) => parent === undefined || object['parent'] === parent);
      for (let start = 0; start === 0 || start < matching.length; start += pageSize) {
        requests[parent === undefined ? 'all' : 'filtered'] += 1;
        await new Promise((resolve) => setImmediate(resolve));
        const failure = parent === undefined ? failures.all : failures.filtered;
        if (failure) throw failure;
        const nextPageUri = start + pageSize < matching.length ? 'next' : null;
        yield { objects: matching.slice(start, start + pageSize), uri: '', nextPageUri };
      }
    },
    delete: async () => undefined,
  } as unknown as ServiceClient;
  const countPages = (count: number): number => Math.max(1, Math.ceil(count / pageSize));
  return {
    client,
    requests,
    pagesOfAll: countPages(objects.length),
    pagesOf: (parents: readonly number[]) => parents.reduce((sum, parent) => sum + countPages(sizes[parent] ?? 0), 0),
    idsOf: (parent: number) => objects.filter((object) => object['parent'] === `p${parent}`).map(({ id }) => id),
  };
}

function hash(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7);
}

const createPool = (client: ServiceClient): ListPool => createListPool(client, REFERENCE, new Map(), never);

/** Lists the ids of the objects of a parent by a new pool. */
function createRead(client: ServiceClient): (parent: number) => Promise<string[]> {
  const pool = createPool(client);
  return async (parent) => (await pool.list(`p${parent}`)).map(({ id }) => id);
}

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

test('each wanted parent gets its objects, with at most twice the requests of the better of both ways', async () => {
  const size = fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 90 }));
  const account = fc.record({
    sizes: fc.array(size, { minLength: 1, maxLength: 40 }),
    pageSize: fc.integer({ min: 1, max: 30 }),
    parallelism: fc.integer({ min: 1, max: 12 }),
    wanted: fc.array(fc.nat(), { minLength: 1, maxLength: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(account, async ({ sizes, pageSize, parallelism, wanted }) => {
      const service = createService(sizes, pageSize);
      const parents = [...new Set(wanted.map((n) => n % sizes.length))];
      const results = await readAll(createRead(service.client), parents, parallelism);
      for (const parent of parents) expect(results.get(parent)).toEqual(service.idsOf(parent));
      const { all, filtered } = service.requests;
      expect(all + filtered).toBeLessThanOrEqual(2 * Math.min(service.pagesOf(parents), service.pagesOfAll));
    }),
    { numRuns: 60 },
  );
});

test.each([
  { name: '400 parents of 25 objects', sizes: Array(400).fill(25), read: 400, atMost: 200 },
  { name: '10 parents in an account of 50,000 objects', sizes: Array(2_000).fill(25), read: 10, atMost: 20 },
  { name: 'one parent of 500 objects, as a filtered list', sizes: [500, 500], read: 1, atMost: 5 },
])('$name: $atMost requests at most with 1, 10 and 400 reads at once', async ({ sizes, read, atMost }) => {
  for (const parallelism of [1, 10, 400]) {
    const service = createService(sizes, 100);
    await readAll(createRead(service.client), range(read), parallelism);
    expect(service.requests.all + service.requests.filtered).toBeLessThanOrEqual(atMost);
  }
});

const noFilters = serviceError('no filters', { status: 400 });
const forbidden = serviceError('forbidden', { status: 403 });

test.each<[string, Failures, object]>([
  [
    'that rejects filters gets one of them, and one list for all parents',
    { filtered: noFilters },
    { all: 5, filtered: 1 },
  ],
  ['that rejects the list of all objects gets filtered ones', { all: forbidden }, { all: 1, filtered: 6 }],
])('a service %s', async (_, failures, requests) => {
  const service = createService([3, 3, 3], 2, failures);
  const results = await readAll(createRead(service.client), [0, 1, 2], 3);
  expect(results).toEqual(new Map([0, 1, 2].map((parent) => [parent, service.idsOf(parent)])));
  expect(service.requests).toEqual(requests);
});

test('without either list the reads of three parents fail', async () => {
  const service = createService([3, 3, 3], 10, { all: forbidden, filtered: noFilters });
  const results = await readAll(createRead(service.client), [0, 1, 2], 3);
  expect([...results.values()].every((result) => result instanceof Error)).toBe(true);
});

test('after an outage of the list of all objects no filtered one is requested', async () => {
  const service = createService([3, 3, 3], 10, { all: serviceError('refused', { category: 'network' }) });
  const pool = createPool(service.client);
  await pool.list('p0');
  const results = await Promise.allSettled([pool.list('p1'), pool.list('p2')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(service.requests).toEqual({ all: 1, filtered: 1 });
});

test('a write through the session invalidates the read pool and the list pool', async () => {
  const { client, requests } = createService([3], 10);
  const session = createSession(client, never);
  for (const expected of [1, 1, 2]) {
    if (expected === 2) await session.client.delete('other', 'x');
    await session.readPool('child').read('c0-0');
    await session.listPool(REFERENCE).list('p0');
    expect(requests).toEqual({ all: expected, filtered: expected });
  }
});

test('concurrent first lists with a filter send one that the service rejects, and each session asks again', async () => {
  let filters = 0;
  const list: ServiceClient['list'] = async function* (_, { filter } = {}) {
    await new Promise((resolve) => setImmediate(resolve));
    if (filter === undefined) return yield { id: 'ipp_1' };
    filters += 1;
    throw noFilters;
  };
  for (const expected of [1, 2]) {
    const session = createSession({ list } as ServiceClient, never);
    const filter = { path: 'description', value: 'office' };
    const search = () => listWithFilter(getKind('ip_policy'), session, filter, () => true);
    const found = await Promise.all([search(), search(), search()]);
    expect([...found, await search()].map((objects) => objects.length)).toEqual([1, 1, 1, 1]);
    expect(filters).toBe(expected);
  }
});

test('after a filtered list that failed for another reason, the service is asked again with one filter', async () => {
  const service = createService([3, 3, 3], 2, { filtered: noFilters });
  const list: ServiceClient['list'] = async function* () {
    yield* [];
    throw serviceError('unavailable', { status: 503 });
  };
  const session = createSession({ ...service.client, list }, never);
  const [kind, filter] = [getKind('ip_policy_rule'), { path: 'ip_policy.id', value: 'ipp_1' }];
  await expect(listWithFilter(kind, session, filter, () => true)).rejects.toThrow('unavailable');
  const pool = session.listPool({ ...REFERENCE, kind: kind.name });
  const found = await Promise.all(['p0', 'p1', 'p2'].map((parent) => pool.list(parent)));
  expect(found.map((objects) => objects.length)).toEqual([3, 3, 3]);
  expect(service.requests.filtered).toBe(1);
});

describe('the warning of a rate limit', () => {
  async function configureProvider(usage: RateLimitUsage, config: Record<string, CtyValue> = {}): Promise<Provider> {
    const client = { ...createFakeService().client, rateLimitUsage: () => usage };
    const provider = createProvider({ environment: {}, connect: () => client });
    const settings = { base_url: 'https://service.test', api_key: 'key', ...config };
    await provider.configure({ config: configOfSchema(provider.schema.provider, settings) });
    return provider;
  }

  async function readOne(provider: Provider): Promise<readonly ProviderDiagnostic[]> {
    const current = configOf(getKind('ip_policy'), { id: 'ipp_1', description: 'x' });
    const request = { type: 'netingress_ip_policy', current, private: new Uint8Array() };
    return (await provider.readResource(request)).diagnostics;
  }

  test('an operation warns once when requests were delayed for more than a minute', async () => {
    const usage = { perMinute: 120, throttledMs: 60_000, rejections429: 0 };
    const provider = await configureProvider(usage);
    expect(await readOne(provider)).toEqual([]);
    usage.throttledMs = 114_200;
    const detail =
      "Requests have waited 1 min 54 s so far. The limit is 120 requests per minute, of the profile 'spec'. " +
      "If the account's limit is higher, raise max_requests_per_minute (NETINGRESS_MAX_REQUESTS_PER_MINUTE).";
    const summary = 'The rate limit makes this run take longer than a minute';
    expect(await readOne(provider)).toEqual([{ severity: 'warning', summary, detail }]);
    usage.throttledMs = 500_000;
    for (let n = 0; n < 300; n += 1) expect(await readOne(provider)).toEqual([]);
  });

  const unlimited = /returned 429 \(too many requests\) 3 times\. Set max_requests_per_minute/;
  const below = /returned 429 \(too many requests\) once all the same: .* or another client sends requests/;
  const byOne =
    /The limit is 1 request per minute, set by max_requests_per_minute \(NETINGRESS_MAX_REQUESTS_PER_MINUTE\)\./;
  test.each<[string, Partial<RateLimitUsage>, Record<string, CtyValue>, RegExp]>([
    ['what to set if the service rejects requests and no limit is set', { rejections429: 3 }, {}, unlimited],
    ['other clients if requests below the limit are rejected', { perMinute: 60, rejections429: 1 }, {}, below],
    ['the setting if it sets the limit', { perMinute: 1 }, { max_requests_per_minute: 1 }, byOne],
  ])('the warning names %s', async (_, given, config, detail) => {
    const usage = { perMinute: undefined, throttledMs: 90_000, rejections429: 0, ...given };
    const [warning] = await readOne(await configureProvider(usage, config));
    expect(warning?.detail).toMatch(detail);
  });
});

describe('a session', () => {
  const client = {} as ServiceClient;

  test('an operation with a pinned stop signal shares what the session knows', () => {
    const session = createSession(client, () => new AbortController().signal);
    const pinned = pinStopSignal(session);
    expect(pinned.claimFirst('outage')).toBe(true);
    pinned.claimed.add('ipp_1');
    pinned.filterSupport.set('ip_policy', Promise.resolve(false));
    expect(session.claimFirst('outage')).toBe(false);
    expect([...session.claimed, ...session.filterSupport.keys()]).toEqual(['ipp_1', 'ip_policy']);
  });

  test('a pinned stop signal remains, while the session gets the next one', () => {
    let controller = new AbortController();
    const session = createSession(client, () => controller.signal);
    const pinned = pinStopSignal(session);
    controller.abort();
    controller = new AbortController();
    expect([pinned.stopSignal().aborted, session.stopSignal().aborted]).toEqual([true, false]);
  });
});
