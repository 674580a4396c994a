import { createEmulator, type Emulator, type FaultEffect, type FaultInput } from '../../../src/emulator';
import { createApi, listAll } from '../../support/emulator/api';

function faulty(...faults: readonly FaultInput[]) {
  const api = createApi();
  for (const fault of faults) api.emulator.faults.add(fault);
  return api;
}

test('a fault with a status, a code and headers returns an error, and the request is not performed', async () => {
  const effect = { status: 503, code: 226, msg: 'Later.', headers: { 'Retry-After': '7' } };
  const api = faulty({ match: { operation: 'ip_policy.create' }, do: effect });
  const { status, body, headers } = await api.send('POST', '/ip_policies', {});
  const details = expect.any(Object);
  expect([status, body]).toEqual([503, { error_code: 'ERR_226', status_code: 503, msg: 'Later.', details }]);
  expect(headers.get('retry-after')).toBe('7');
  expect(api.emulator.objects('ip_policy')).toEqual([]);
  expect((await api.send('GET', '/ip_policies')).status).toBe(200);
});

test.each<[string, FaultEffect]>([
  ['a failure', { status: 502, commit: true }],
  ['a dropped connection', { drop: true, commit: true }],
])('commit performs the change although the client sees %s', async (_what, effect) => {
  const api = faulty({ match: { kind: 'ip_policy', method: 'POST' }, do: effect, times: 1 });
  const response = await api.send('POST', '/ip_policies', { description: 'a' }).catch((reason: Error) => reason);
  expect(response).not.toMatchObject({ status: 201 });
  expect(api.emulator.objects('ip_policy')).toMatchObject([{ description: 'a' }]);
  expect(api.emulator.events()).toHaveLength(1);
});

test('a dropped connection rejects like the platform’s fetch, and is logged with status 0', async () => {
  const api = faulty({ do: { drop: true } });
  const error = { name: 'TypeError', message: 'fetch failed', cause: { code: 'ECONNRESET' } };
  await expect(api.send('POST', '/ip_policies', {})).rejects.toMatchObject(error);
  expect(api.emulator.objects('ip_policy')).toEqual([]);
  expect(api.emulator.requests()).toMatchObject([{ status: 0, fault: 'fault_1', operation: 'ip_policy.create' }]);
});

test('a truncated body ends with an error after its bytes', async () => {
  const reader = (await faulty({ do: { truncate: 5 } }).emulator.fetch(listRequest())).body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('{"ip_');
  await expect(reader?.read()).rejects.toThrow('terminated');
});

test('a dripped body arrives in pieces and complete', async () => {
  const response = await faulty({ do: { drip: { bytes: 20, every_ms: 1 } } }).emulator.fetch(listRequest());
  const pieces: number[] = [];
  let text = '';
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(piece.length);
    text += Buffer.from(piece).toString();
  }
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces[0]).toBe(20);
  expect(JSON.parse(text)).toMatchObject({ ip_policies: [] });
});

test('a delayed request is performed at once, and its signal ends the delay', async () => {
  const { emulator } = faulty({ do: { delay_ms: 600_000 } });
  const controller = new AbortController();
  const headers = { authorization: 'Bearer k', 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: '{}', signal: controller.signal };
  const response = emulator.fetch(new Request('http://service.test/ip_policies', init));
  const outcome = response.catch((reason: Error) => reason.message);
  while (emulator.objects('ip_policy').length === 0) await new Promise((resolve) => setImmediate(resolve));
  controller.abort(new Error('enough'));
  expect(await outcome).toBe('enough');
});

test('a fault can replace the body and the content type', async () => {
  const page = { body: '<html>', content_type: 'text/html' };
  const api = faulty({ do: page, times: 1 }, { do: { content_type: 'text/plain' } });
  const first = await api.emulator.fetch(listRequest());
  expect([first.status, first.headers.get('content-type'), await first.text()]).toEqual([200, 'text/html', '<html>']);
  const second = await api.send('GET', '/ip_policies');
  expect([second.headers.get('content-type'), second.body]).toMatchObject(['text/plain', { ip_policies: [] }]);
});

test('a stale read ignores the last change: create, update, delete', async () => {
  const api = createApi();
  const stale = async (path: string) => {
    const { id } = api.emulator.faults.add({ match: { path, method: 'GET' }, do: { stale: true } });
    const response = await api.send('GET', path);
    api.emulator.faults.clear(id);
    return response;
  };
  await api.create('/ip_policies', { description: 'other' });
  const path = `/ip_policies/${(await api.create('/ip_policies', { description: 'one' })).id}`;
  expect((await stale(path)).status).toBe(404);
  expect((await stale('/ip_policies')).body).toMatchObject({ ip_policies: [{ description: 'other' }] });
  await api.send('PATCH', path, { description: 'two' });
  expect((await stale(path)).body).toMatchObject({ description: 'one' });
  expect((await stale('/ip_policies')).body).toMatchObject({
    ip_policies: [{ description: 'one' }, { description: 'other' }],
  });
  await api.send('DELETE', path);
  expect((await stale(path)).body).toMatchObject({ description: 'two' });
  expect((await api.send('GET', path)).status).toBe(404);
});

test('a stale list of the secrets of a vault ignores the last secret, not the vault', async () => {
  const api = createApi({ profile: 'ngrok' }, { 'ngrok-version': '2' });
  const vault = await api.create('/vaults', { name: 'keys' });
  for (const name of ['one', 'two']) await api.create('/vault_secrets', { vault_id: vault.id, name, value: 'x' });
  api.emulator.faults.add({ match: { operation: 'vault.secrets.list' }, do: { stale: true } });
  const { body } = await api.send('GET', `/vaults/${vault.id}/secrets`);
  expect(body).toMatchObject({ secrets: [{ name: 'one' }] });
});

test('the creation of the development domain is no change that a stale list ignores', async () => {
  const api = createApi({ profile: 'ngrok' }, { 'ngrok-version': '2' });
  api.emulator.faults.add({ do: { stale: true } });
  expect((await api.send('GET', '/reserved_domains')).body).toMatchObject({ reserved_domains: [{ is_dev: true }] });
});

test('do.stale leaves writes as they are, and do.page responses that are no page', async () => {
  const api = faulty({ do: { stale: true } });
  const policy = await api.create('/ip_policies', { description: 'one' });
  await api.send('PATCH', `/ip_policies/${policy.id}`, { description: 'two' });
  api.emulator.faults.clear();
  expect((await api.send('GET', `/ip_policies/${policy.id}`)).body).toMatchObject({ description: 'two' });
  api.emulator.faults.add({ do: { page: 'skip' } });
  const { body } = await api.send('POST', '/ip_restrictions', { type: 'api', ip_policy_ids: [policy.id] });
  expect(body['ip_policies']).toMatchObject([{ id: policy.id }]);
});

test.each<['repeat' | 'skip', number, string]>([
  ['repeat', 2, '43321'],
  ['skip', 2, '431'],
  ['repeat', 1, '44321'],
])(
  'page %s: page %i repeats the last object before it, or its own first one, or lacks one: %s',
  async (page, nth, seen) => {
    const api = createApi();
    for (const description of ['1', '2', '3', '4']) await api.create('/ip_policies', { description });
    const pages = async () =>
      (await listAll(api, '/ip_policies?limit=2', 'ip_policies')).map(({ description }) => description).join('');
    expect(await pages()).toBe('4321');
    api.emulator.faults.add({ match: { operation: 'ip_policy.list', nth }, do: { page } });
    expect(await pages()).toBe(seen);
  },
);

test('another_object returns another object, also if there is no other', async () => {
  const api = createApi();
  const one = await api.create('/ip_policies', {});
  api.emulator.faults.add({ match: { operation: 'ip_policy.get' }, do: { another_object: true } });
  expect((await api.send('GET', `/ip_policies/${one.id}`)).body['id']).not.toBe(one.id);
  const two = await api.create('/ip_policies', { description: 'two' });
  expect((await api.send('GET', `/ip_policies/${one.id}`)).body).toEqual(two);
});

describe('a fault takes effect on', () => {
  test.each<[string, FaultInput['match'], readonly number[]]>([
    ['everything', {}, [1, 2, 3, 4]],
    ['one operation', { operation: 'ip_policy.list' }, [1, 3]],
    ['one method', { method: 'POST' }, [2]],
    ['one kind', { kind: 'ip_policy' }, [1, 2, 3]],
    ['one id', { id: 'agin_x' }, [4]],
    ['one path', { path: '/ip_policies' }, [1, 2, 3]],
    ['paths of one shape', { path: '/agent_ingresses/*' }, [4]],
    ['all below', { path: '/**' }, [1, 2, 3, 4]],
    ['the nth', { path: '/ip_policies', nth: 3 }, [3]],
  ])('%s: %j', async (_what, match, hit) => {
    const api = faulty({ do: { status: 599 }, ...(match && { match }) });
    const hits: number[] = [];
    const requests = ['GET /ip_policies', 'POST /ip_policies', 'GET /ip_policies?limit=1'];
    for (const [index, request] of [...requests, 'GET /agent_ingresses/agin_x'].entries()) {
      const [method = '', path = ''] = request.split(' ');
      const { status } = await api.send(method, path, method === 'POST' ? {} : undefined);
      if (status === 599) hits.push(index + 1);
    }
    expect(hits).toEqual(hit);
    expect(api.emulator.faults.list()).toMatchObject([{ hits: hit.length }]);
  });
});

test('a page of objects of another kind than its operation repeats the last object before it too', async () => {
  const api = createApi({ profile: 'ngrok' }, { 'ngrok-version': '2' });
  api.emulator.faults.add({ match: { operation: 'vault.secrets.list', nth: 2 }, do: { page: 'repeat' } });
  const { id } = await api.create('/vaults', { name: 'v' });
  for (const name of ['a', 'b', 'c']) await api.create('/vault_secrets', { name, value: 'x', vault_id: id });
  const secrets = await listAll(api, `/vaults/${id}/secrets?limit=2`, 'secrets');
  expect(secrets.map(({ name }) => name)).toEqual(['c', 'b', 'b', 'a']);
});

test('times limits the hits; the first match takes effect; all matches count the request as seen', async () => {
  const api = faulty({ do: { status: 500 }, times: 2 }, { do: { status: 502 } });
  const statuses: number[] = [];
  for (let n = 0; n < 3; n++) statuses.push((await api.send('GET', '/ip_policies')).status);
  expect(statuses).toEqual([500, 500, 502]);
  expect(api.emulator.faults.list()).toMatchObject([
    { id: 'fault_1', seen: 3, hits: 2, times: 2 },
    { id: 'fault_2', seen: 3, hits: 1, times: null },
  ]);
});

test.each<[unknown, string]>([
  [{ match: { operation: 'ip_polcy.create' }, do: { status: 500 } }, "did you mean 'ip_policy.create'?"],
  [{ match: { kind: 'ip_polices' }, do: { status: 500 } }, "did you mean 'ip_policy'?"],
  [{ match: { opration: 'x' }, do: { status: 500 } }, "did you mean 'operation'?"],
  [{ do: { stats: 500 } }, "did you mean 'status'?"],
  [{ mach: {}, do: { status: 500 } }, "did you mean 'match'?"],
  [{ match: {} }, 'do is missing; expected an object.'],
  [{ do: {} }, 'do is {}'],
  [{ do: { status: 200 } }, 'do.status is 200; expected an integer from 400 to 599.'],
  [{ do: { page: 'again' } }, 'do.page is "again"; expected one of repeat, skip.'],
  [{ match: { nth: 0 }, do: { drop: true } }, 'match.nth is 0'],
  [{ match: { path: 'x' }, do: { drop: true } }, 'a path that starts with /'],
  [{ do: { commit: true } }, "set 'status' or 'drop' too"],
  [{ do: { code: 1 } }, "set 'status' too"],
  [{ do: { status: 500, drop: true } }, 'cannot be combined'],
  [{ do: { drop: true, truncate: 1 } }, 'do.drop sends no response'],
  [{ do: { headers: { 'a b': 'c' } } }, 'do.headers'],
  [{ do: { headers: { a: 'c\r\nd' } } }, 'do.headers'],
  [{ match: { operation: 'ip_policy.get' }, do: { page: 'skip' } }, 'ip_policy.get does not return pages'],
  [{ match: { operation: 'ip_policy.create' }, do: { stale: true } }, 'ip_policy.create is not a read'],
  [[], 'The value is []; expected an object.'],
])('the fault %j is rejected', async (fault, says) => {
  const api = createApi();
  expect(() => api.emulator.faults.add(fault as FaultInput)).toThrow(says);
  expect((await api.send('POST', '/_emulator/faults', JSON.stringify(fault))).status).toBe(400);
  expect(api.emulator.faults.list()).toEqual([]);
});

test('the control lists, adds, replaces and removes faults; an invalid fault in a list changes nothing', async () => {
  const api = createApi();
  const control = (method: string, body?: unknown, query = '') => api.send(method, `/_emulator/faults${query}`, body);
  const first = await control('POST', { match: { kind: 'domain' }, do: { status: 500 }, times: 3 });
  expect(first).toMatchObject({ status: 201, body: { id: 'fault_1', times: 3, seen: 0, hits: 0 } });
  expect((await control('PUT', { faults: [{ do: { drop: true } }, { do: { drip: 1 } }] })).status).toBe(400);
  expect((await control('GET')).body).toEqual({ faults: [first.body] });
  const two = await control('PUT', { faults: [{ do: { status: 500 } }, { do: { drop: true } }] });
  expect(two.body).toMatchObject({ faults: [{ id: 'fault_2' }, { id: 'fault_3' }] });
  expect((await control('DELETE', undefined, '?id=fault_2')).status).toBe(204);
  expect((await control('DELETE', undefined, '?id=fault_2')).status).toBe(404);
  expect((await control('GET')).body).toMatchObject({ faults: [{ id: 'fault_3' }] });
  expect((await control('DELETE')).status).toBe(204);
  expect(api.emulator.faults.list()).toEqual([]);
});

test('a fault of every request does not affect a control, and a reset removes it', async () => {
  const api = faulty({ do: { drop: true } });
  expect((await api.send('GET', '/_emulator/health')).status).toBe(200);
  await api.emulator.reset();
  expect((await api.send('GET', '/ip_policies')).status).toBe(200);
});

describe('over a socket', () => {
  let emulator: Emulator;
  let url: string;
  beforeEach(async () => {
    emulator = createEmulator();
    ({ url } = await emulator.listen());
  });
  afterEach(() => emulator.close());
  const get = () => fetch(`${url}/ip_policies`, { headers: { authorization: 'Bearer k' } });

  test('a dropped connection and a truncated body are errors, and a dripped body is complete', async () => {
    emulator.faults.add({ do: { drop: true }, times: 1 });
    emulator.faults.add({ do: { truncate: 7 }, times: 1 });
    emulator.faults.add({ do: { drip: { bytes: 30, every_ms: 1 } } });
    await expect(get()).rejects.toThrow('fetch failed');
    const truncated = await get();
    expect(Number(truncated.headers.get('content-length'))).toBeGreaterThan(7);
    await expect(truncated.text()).rejects.toThrow('terminated');
    expect(await (await get()).json()).toMatchObject({ ip_policies: [] });
  });

  test('closing the emulator disconnects a client that waits for a delayed response', async () => {
    emulator.faults.add({ do: { delay_ms: 600_000 } });
    const waiting = get().catch((reason: Error) => reason.name);
    while (emulator.requests().length === 0) await new Promise((resolve) => setImmediate(resolve));
    await emulator.close();
    expect(await waiting).toBe('TypeError');
  });
});

function listRequest(): Request {
  return new Request('http://service.test/ip_policies', { headers: { authorization: 'Bearer k' } });
}
