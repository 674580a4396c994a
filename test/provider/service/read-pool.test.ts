import * as fc from 'fast-check';
import type { ServiceClient, ServiceObject } from '../../../src/client/api';
import { createReadPool } from '../../../src/provider/service/read-pool';
import { createSession } from '../../../src/provider/service/session';

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
      throw Object.assign(new Error(`${id} is gone`), { name: 'ApiError', sideEffect: 'no_effect', notFound: true });
    },
    delete: async () => undefined,
  };
  return { client: client as unknown as ServiceClient, counts, everThere, everDeleted, refused };
}

const never = (): AbortSignal => new AbortController().signal;

/** Reads the ids like Terraform, with limited parallelism. */
async function readAll(
  read: (id: string) => Promise<unknown>,
  ids: readonly string[],
  parallelism: number,
): Promise<Map<string, unknown>> {
  const results = new Map<string, unknown>();
  const queue = [...ids];
  const worker = async (): Promise<void> => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      results.set(id, await read(id).catch((error: { notFound?: boolean }) => (error.notFound ? 'not_found' : error)));
    }
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
        const responses = await readAll(
          (id) => pool.read(id),
          reads.map((n) => `id${n}`),
          parallelism,
        );
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

  test('is correct for every object while the list changes', async () => {
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
          if (response === 'not_found') expect(service.refused).toContain(id);
          else expect(response).toEqual({ id });
          if (!service.everThere.has(id)) expect(response).toBe('not_found');
          if (!service.everDeleted.has(id) && service.everThere.has(id)) expect(response).toEqual({ id });
        }
        expect(service.counts.pages).toBeLessThanOrEqual(ids.length);
        expect(service.counts.gets).toBeLessThanOrEqual(ids.length);
      }),
    );
  });

  test('sends GETs when the list is rejected', async () => {
    const { client, counts } = fakeAccount(1, 100);
    const refused = Object.assign(new Error('no lists for this key'), {
      name: 'ApiError',
      sideEffect: 'no_effect',
      affectsEveryCall: false,
    });
    const pages = (): AsyncGenerator => ({ next: () => Promise.reject(refused) }) as unknown as AsyncGenerator;
    const pool = createReadPool({ ...client, pages } as unknown as ServiceClient, 'kind', never);
    expect(await pool.read('id0')).toEqual({ id: 'id0' });
    expect(counts.gets).toBe(1);
  });

  test('fails every read at once on an outage', async () => {
    const { client, counts } = fakeAccount(2, 100);
    const outage = Object.assign(new Error('refused'), {
      name: 'ApiError',
      sideEffect: 'not_sent',
      affectsEveryCall: true,
    });
    const pages = (): AsyncGenerator => ({ next: () => Promise.reject(outage) }) as unknown as AsyncGenerator;
    const pool = createReadPool({ ...client, pages } as unknown as ServiceClient, 'kind', never);
    const results = await Promise.allSettled([pool.read('id0'), pool.read('id1')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(counts.gets).toBe(0);
  });

  test('sends nothing after an interruption, although later reads have another signal', async () => {
    const { client, counts } = fakeAccount(2, 100);
    let stop = new AbortController();
    const aborted = Object.assign(new Error('interrupted'), {
      name: 'ApiError',
      sideEffect: 'not_sent',
      category: 'aborted',
    });
    const pages = (): AsyncGenerator => {
      const { signal } = stop;
      const next = () => new Promise((_, reject) => signal.addEventListener('abort', () => reject(aborted)));
      return { next } as unknown as AsyncGenerator;
    };
    const pool = createReadPool({ ...client, pages } as unknown as ServiceClient, 'kind', () => stop.signal);
    const reads = Promise.allSettled([pool.read('id0'), pool.read('id1')]);
    stop.abort();
    stop = new AbortController();
    expect(await reads).toMatchObject([{ reason: aborted }, { reason: aborted }]);
    expect(counts.gets).toBe(0);
  });

  test('is invalidated by a write through the session', async () => {
    const { client, counts } = fakeAccount(1, 100);
    const session = createSession(client, never);
    await session.readPool('kind').read('id0');
    await session.readPool('kind').read('id0');
    expect(counts.pages).toBe(1);
    await session.client.delete('other', 'x');
    await session.readPool('kind').read('id0');
    expect(counts.pages).toBe(2);
  });
});
