import * as fc from 'fast-check';
import type { ServiceClient, ServiceObject } from '../../../src/client/api';
import { createListPool, type ListPool, type ParentReference } from '../../../src/provider/service/list-pool';
import { createSession } from '../../../src/provider/service/session';
import { serviceError } from '../../support/provider/fake-service';

const REFERENCE: ParentReference = { kind: 'child', path: 'parent.id', getParentId: ({ parent }) => parent };

interface Failures {
  readonly all?: Error;
  readonly filtered?: Error;
}

/** A service with `sizes[n]` objects of the parent `p<n>`, mixed as `order` says. */
function createService(sizes: readonly number[], pageSize: number, failures: Failures = {}) {
  const objects = sizes.flatMap((size, parent) =>
    Array.from({ length: size }, (_, n): ServiceObject => ({ id: `c${parent}-${n}`, parent: `p${parent}` })),
  );
  // The same for each run, and no parent's objects beside each other.
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

const never = (): AbortSignal => new AbortController().signal;

const createPool = (client: ServiceClient): ListPool => createListPool(client, REFERENCE, new Map(), never);

/** Reads the parents like Terraform, with limited parallelism. */
async function readAll(pool: ListPool, parents: readonly number[], parallelism: number) {
  const results = new Map<number, readonly string[] | Error>();
  const queue = [...parents];
  const worker = async (): Promise<void> => {
    for (let parent = queue.shift(); parent !== undefined; parent = queue.shift()) {
      results.set(
        parent,
        await pool.list(`p${parent}`).then(
          (objects) => objects.map(({ id }) => id),
          (error: Error) => error,
        ),
      );
    }
  };
  await Promise.all(Array.from({ length: parallelism }, worker));
  return results;
}

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

test('every parent gets all of its objects, with at most twice the requests of the better of both ways', async () => {
  const account = fc.record({
    sizes: fc.array(fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 90 })), {
      minLength: 1,
      maxLength: 40,
    }),
    pageSize: fc.integer({ min: 1, max: 30 }),
    parallelism: fc.integer({ min: 1, max: 12 }),
    wanted: fc.array(fc.nat(), { minLength: 1, maxLength: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(account, async ({ sizes, pageSize, parallelism, wanted }) => {
      const service = createService(sizes, pageSize);
      const parents = [...new Set(wanted.map((n) => n % sizes.length))];
      const results = await readAll(createPool(service.client), parents, parallelism);
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
])('$name: $atMost requests at most, whatever the parallelism', async ({ sizes, read, atMost }) => {
  for (const parallelism of [1, 10, 400]) {
    const service = createService(sizes, 100);
    await readAll(createPool(service.client), range(read), parallelism);
    expect(service.requests.all + service.requests.filtered).toBeLessThanOrEqual(atMost);
  }
});

test('a service that rejects filters gets one of them, and one list for all parents', async () => {
  const service = createService([3, 3, 3], 2, { filtered: serviceError('no filters', { status: 400 }) });
  const results = await readAll(createPool(service.client), [0, 1, 2], 1);
  expect([...results]).toEqual([0, 1, 2].map((parent) => [parent, service.idsOf(parent)]));
  expect(service.requests).toEqual({ all: service.pagesOfAll, filtered: 1 });
});

test('a rejected list of all objects leaves the filtered ones', async () => {
  const service = createService([3, 3, 3], 10, { all: serviceError('forbidden', { status: 403 }) });
  const results = await readAll(createPool(service.client), [0, 1, 2], 3);
  expect([...results.values()]).toEqual([0, 1, 2].map((parent) => service.idsOf(parent)));
  expect(service.requests).toEqual({ all: 1, filtered: 3 });
});

test('without either list every read fails, and none is repeated without end', async () => {
  const all = serviceError('forbidden', { status: 403 });
  const service = createService([3, 3, 3], 10, { all, filtered: serviceError('no filters', { status: 400 }) });
  const results = await readAll(createPool(service.client), [0, 1, 2], 3);
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

test('a write through the session invalidates what was read', async () => {
  const service = createService([3], 10);
  const session = createSession(service.client, never);
  for (const expected of [1, 1, 2]) {
    if (expected === 2) await session.client.delete('other', 'x');
    await session.listPool(REFERENCE).list('p0');
    expect(service.requests.filtered).toBe(expected);
  }
});
