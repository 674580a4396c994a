import { confirmObject, readAccount } from '../../src/account/read-account';
import { type Client, createClient } from '../../src/client';
import { createEmulator, type Emulator } from '../../src/emulator';
import { describeReadFailure } from '../../src/values/describe-cause';
import type { DescribedFailure } from '../../src/values/read-failure';
import { SPEC_KINDS } from '../support/kinds';

let emulator: Emulator;
let client: Client;
let override: (request: Request) => Response | undefined | Promise<Response | undefined>;

beforeEach(() => {
  emulator = createEmulator();
  override = () => undefined;
  client = createClient({
    baseUrl: 'http://emulator.localhost',
    apiKey: emulator.apiKey,
    maxRetries: 0,
    fetch: async (request) => (await override(request)) ?? emulator.fetch(request),
  });
});
afterEach(async () => {
  await client.close();
  await emulator.close();
});

async function createPolicies(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await client.create('ip_policy', { description: `policy ${n}` })).id);
  return ids;
}

const failure = (status: number): Response =>
  new Response(JSON.stringify({ status_code: status, msg: 'No.', details: { operation_id: 'op_x' } }), {
    status,
    headers: { 'Content-Type': 'application/json' },
  });

test('readAccount reads 230 policies in 3 pages, of which it reports the last as such, and the other kinds in one each, by GET requests only', async () => {
  const ids = await createPolicies(230);
  const before = emulator.requests().length;
  const ends: boolean[] = [];
  const account = await readAccount(client, {
    onObjects: (kind, { complete }) => kind === 'ip_policy' && ends.push(complete),
  });
  expect(ends).toEqual([false, false, true]);
  const sent = emulator.requests().slice(before);
  expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(sent).toHaveLength(SPEC_KINDS.length + 2);
  expect(account.kinds.map(({ kind }) => kind)).toEqual(SPEC_KINDS.map(({ name }) => name));
  const policies = account.kinds[0];
  expect(policies).toMatchObject({ kind: 'ip_policy', pages: 3 });
  expect(policies?.objects.map(({ id }) => id)).toEqual(ids.reverse());
  expect(policies?.objects[0]?.values).toMatchObject({ description: 'policy 229', metadata: null });
});

test('a list of objects that are deleted and created meanwhile has no duplicate, and lacks none of the earlier objects', async () => {
  const ids = await createPolicies(250);
  const [oldest, ...others] = ids;
  override = async ({ url }) => {
    if (!url.includes('before_id')) return undefined;
    override = () => undefined;
    // Deletes an object of the first page and the one after which the next page starts, and creates a new one.
    for (const id of [ids[200], ids[150]]) await client.delete('ip_policy', id as string);
    await createPolicies(1);
    return undefined;
  };
  const read = (await readAccount(client, { kinds: ['ip_policy'] })).kinds[0]?.objects.map(({ id }) => id) ?? [];
  expect(new Set(read).size).toBe(read.length);
  expect(read).toContain(oldest);
  expect(others.filter((id) => !read.includes(id))).toEqual([]);
});

test('confirmObject returns the object, that it is gone, or the failure', async () => {
  const [id] = await createPolicies(1);
  expect(await confirmObject(client, 'ip_policy', id as string)).toMatchObject({ found: { id } });
  await client.delete('ip_policy', id as string);
  expect(await confirmObject(client, 'ip_policy', id as string)).toEqual({ gone: true });
  override = () => failure(500);
  expect(await confirmObject(client, 'ip_policy', id as string)).toMatchObject({
    failure: { reason: 'server_error', status: 500 },
  });
});

test('a response with status 200 that breaks off is an incomplete one', async () => {
  override = () => new Response(new ReadableStream({ start: (stream) => stream.error(new Error('reset')) }));
  const { failure: found } = (await confirmObject(client, 'ip_policy', 'ipp_1')) as {
    readonly failure: DescribedFailure;
  };
  expect(found).toMatchObject({ reason: 'server_error', status: 200 });
  expect(describeReadFailure(found)).toBe('the response was an error or incomplete (200)');
});

test('readAccount rejects if its call is aborted', async () => {
  const stop = new AbortController();
  stop.abort();
  await expect(readAccount(client, { call: { signal: stop.signal } })).rejects.toMatchObject({ category: 'aborted' });
});
