import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { createEmulator, type Emulator } from '../../../src/emulator';
import type { HttpResponse } from '../../../src/emulator/http/http';
import { listenHttp } from '../../../src/emulator/http/server';
import { PROFILES } from '../../../src/model/profiles';
import { tries } from '../../fuzz';
import { createApi, createTestClock } from '../../support/emulator/api';
import { sendRaw as send } from '../../support/emulator/raw-request';
import { listen } from '../../support/listen';

describe('the server', () => {
  let emulator: Emulator;
  beforeEach(() => {
    emulator = createEmulator();
  });
  afterEach(() => emulator.close());

  const auth = { authorization: 'Bearer key' };
  const json = { ...auth, 'content-type': 'application/json' };

  test('the emulator listens on a free loopback port, uses the host of the request in URIs, releases the port, and listens once at a time', async () => {
    const { url } = await emulator.listen();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const created = JSON.parse((await send(`${url}/ip_policies`, 'POST', json, '{}')).body) as { uri: string };
    expect(created.uri).toMatch(new RegExp(`^${url}/ip_policies/ipp_`));
    const named = await send(`${url}/ip_policies`, 'GET', { ...auth, host: 'service.local:8080' });
    expect(JSON.parse(named.body)).toMatchObject({ uri: 'http://service.local:8080/ip_policies' });
    await emulator.close();
    await expect(send(`${url}/ip_policies`, 'GET', auth)).rejects.toThrow('ECONNREFUSED');
    await expect(emulator.listen()).resolves.toBeDefined();
    await expect(emulator.listen()).rejects.toThrow('listens already');
  });

  test('the URL opens the page in a browser, and is not found by a client of the API', async () => {
    const { url } = await emulator.listen();
    const page = await fetch(url, { headers: { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' } });
    expect([page.url, page.headers.get('content-type')]).toEqual([`${url}/_emulator/`, 'text/html; charset=utf-8']);
    for (const accept of ['*/*', 'application/json'])
      expect((await fetch(url, { headers: { accept } })).status).toBe(404);
    expect((await send(`${url}/`, 'POST', { ...json, accept: 'text/html' }, '{}')).status).toBe(404);
  });

  test('a body above 1 MiB is rejected with 413, a body of 1 MiB is read', async () => {
    const { url } = await emulator.listen();
    const size = 1024 * 1024;
    expect((await send(`${url}/ip_policies`, 'POST', json, Buffer.alloc(size + 1, 32))).status).toBe(413);
    expect((await send(`${url}/ip_policies`, 'POST', json, `{}${' '.repeat(size - 2)}`)).status).toBe(201);
  });

  test('the error names a port that is in use, and the emulator can listen on another port', async () => {
    const { port, close } = await listen(createServer());
    try {
      await expect(emulator.listen({ port })).rejects.toThrow(`cannot listen on 127.0.0.1:${port}`);
      await expect(emulator.listen()).resolves.toBeDefined();
    } finally {
      await close();
    }
  });
});

describe('an error outside of the operations of the service', () => {
  async function request(handle: () => Promise<HttpResponse>): Promise<{ status: number | undefined; body: string }> {
    const { url, close } = await listenHttp(handle, '127.0.0.1', 0);
    return send(url, 'GET', {}).finally(close);
  }

  test('is a response with status 500 and its message', async () => {
    const { status, body } = await request(() => Promise.reject(new Error('a bug of the page')));
    expect([status, body]).toEqual([500, expect.stringContaining('The emulator failed: Error: a bug of the page')]);
  });

  test('ends the connection if the response has begun', async () => {
    const stream = async function* () {
      yield 'begun';
      throw new Error('a bug of the stream');
    };
    await expect(request(async () => ({ status: 200, headers: {}, body: '', stream }))).rejects.toMatchObject({
      code: 'ECONNRESET',
    });
  });
});

describe('API keys', () => {
  test('any key is accepted if none is configured, then only configured ones, and the error does not contain another one', async () => {
    const anybody = { authorization: 'Bearer whatever' };
    expect((await createApi().send('GET', '/ip_policies', undefined, anybody)).status).toBe(200);
    const api = createApi({ apiKeys: ['first_key', 'second_key'] });
    expect(api.emulator.apiKey).toBe('first_key');
    for (const key of ['first_key', 'second_key']) {
      expect((await api.send('GET', '/ip_policies', undefined, { authorization: `Bearer ${key}` })).status).toBe(200);
    }
    const rejected = await api.send('GET', '/ip_policies', undefined, { authorization: 'Bearer other_key' });
    expect(rejected).toMatchObject({ status: 403, body: { error_code: 'ERR_203', status_code: 403 } });
    expect(JSON.stringify(rejected.body)).not.toContain('other_key');
  });

  test('requests without a valid key and requests to the controls do not count against the limit', async () => {
    const api = createApi({ rateLimit: { requests: 1, seconds: 60 }, clock: createTestClock() });
    await api.send('GET', '/ip_policies', undefined, { authorization: 'Basic eDp5' });
    await api.send('GET', '/_emulator/health');
    await api.sendAsUser('POST', '/ip_policies', {});
    expect((await api.send('GET', '/ip_policies')).status).toBe(200);
    expect((await api.send('GET', '/ip_policies')).status).toBe(429);
  });
});

describe('paging', () => {
  type Page = { ip_policies: { id: string }[]; next_page_uri: string | null };

  test('paging visits each remaining object once, newest first, during deletions and creations', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 25 }),
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.nat({ max: 24 }), { maxLength: 6 }),
        async (count, limit, deletions) => {
          const api = createApi();
          const ids: string[] = [];
          for (let n = 0; n < count; n++) ids.push((await api.create('/ip_policies', {})).id);
          const gone = new Set<string>();
          const visited: string[] = [];
          let next: string | null = `/ip_policies?limit=${limit}`;
          while (next !== null) {
            const page = (await api.send('GET', next)).body as unknown as Page;
            expect(page.ip_policies.length).toBeLessThanOrEqual(limit);
            visited.push(...page.ip_policies.map(({ id }) => id));
            next = page.next_page_uri?.replace('http://service.test', '') ?? null;
            // The object before the next page may be deleted too.
            const victim = ids[deletions.pop() ?? -1];
            if (victim !== undefined && !gone.has(victim)) {
              await api.send('DELETE', `/ip_policies/${victim}`);
              gone.add(victim);
            }
            await api.create('/ip_policies', {});
          }
          const stayed = ids.filter((id) => !gone.has(id)).reverse();
          expect(visited.filter((id) => !gone.has(id))).toEqual(stayed);
          expect(new Set(visited).size).toBe(visited.length);
        },
      ),
      tries(40),
    );
  });

  test('a page has 100 objects by default, and next_page_uri is null only on the last page', async () => {
    const api = createApi();
    for (let n = 0; n < 101; n++) await api.create('/ip_policies', {});
    const first = (await api.send('GET', '/ip_policies')).body as unknown as Page;
    expect(first.ip_policies).toHaveLength(100);
    const last = first.ip_policies[99]?.id;
    expect(first.next_page_uri).toBe(`http://service.test/ip_policies?before_id=${last}&limit=100`);
    expect((await api.send('GET', `/ip_policies?limit=1&before_id=${last}`)).body['next_page_uri']).toBeNull();
  });
});

describe('the rate limit', () => {
  test('Retry-After is correct, and present only if enabled', async () => {
    const clock = createTestClock();
    const api = createApi({ clock, rateLimit: { requests: 2, seconds: 60, retryAfter: true } });
    await api.send('GET', '/ip_policies');
    clock.advance(10.5);
    await api.send('GET', '/ip_policies');
    const rejected = await api.send('GET', '/ip_policies');
    expect(rejected).toMatchObject({ status: 429, body: { error_code: 'ERR_226', status_code: 429 } });
    expect(rejected.headers.get('retry-after')).toBe('50');
    clock.advance(50);
    expect((await api.send('GET', '/ip_policies')).status).toBe(200);
    const silent = createApi({ clock, rateLimit: { requests: 1, seconds: 60 } });
    await silent.send('GET', '/ip_policies');
    expect((await silent.send('GET', '/ip_policies')).headers.get('retry-after')).toBeNull();
  });

  test('each account has a separate window', async () => {
    const accounts = ['a', 'b'].map((name) => ({ name, apiKeys: [`key-${name}`] }));
    const api = createApi({ accounts, clock: createTestClock(), rateLimit: { requests: 1, seconds: 60 } });
    const status = async (key: string) =>
      (await api.send('GET', '/ip_policies', undefined, { authorization: `Bearer ${key}` })).status;
    expect([await status('key-a'), await status('key-a'), await status('key-b'), await status('key-b')]).toEqual([
      200, 429, 200, 429,
    ]);
  });

  test('no window admits more requests than the limit, and no request within the limit is rejected', async () => {
    const steps = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(steps, async (waits) => {
        const clock = createTestClock();
        const api = createApi({ clock, rateLimit: { requests: 5, seconds: 60 } });
        const admitted: number[] = [];
        for (const wait of waits) {
          clock.advance(wait / 1000);
          const now = clock.now();
          const used = admitted.filter((time) => time > now - 60_000).length;
          const { status } = await api.send('GET', '/ip_policies');
          expect(status).toBe(used < 5 ? 200 : 429);
          if (status === 200) admitted.push(now);
        }
      }),
      tries(40),
    );
  });

  test('after the clock is set back, requests at later times do not count', async () => {
    const api = createApi({ clock: '2030-01-01T00:00:00Z', rateLimit: { requests: 1, seconds: 60 } });
    await api.send('GET', '/ip_policies');
    api.emulator.clock.set('2029-01-01T00:00:00Z');
    expect((await api.send('GET', '/ip_policies')).status).toBe(200);
  });
});

describe('the log of requests', () => {
  /** A log of four requests: created, rejected for two unknown members, not found, not routed. */
  async function loggedApi() {
    const api = createApi({ clock: '2030-01-01T00:00:00Z' });
    const { id } = await api.create('/ip_policies', { description: 'x' });
    const wrong = { descripton: 'x', deployment: { nme: 'a' }, binding: {}, region: 'us' };
    await api.send('POST', '/kubernetes_operators', wrong, { 'user-agent': 'curl/8.1' });
    await api.send('GET', `/ip_policies/${id.slice(0, -1)}_`, undefined, { 'user-agent': 'curl/8.1' });
    await api.send('PUT', '/ip_policies', undefined, { 'user-agent': 'Terraform/1.11.4' });
    const requests = async (query: string) => (await api.send('GET', `/_emulator/requests?${query}`)).body;
    const numbers = async (query: string) => ((await requests(query))['requests'] as { n: number }[]).map(({ n }) => n);
    return { api, requests, numbers };
  }

  test.each([
    ['', [1, 2, 3, 4]],
    ['method=GET', [3]],
    ['path=/ip_pol', [1, 3, 4]],
    ['operation=ip_policy.create', [1]],
    ['operation=', [4]],
    ['status=404', [3, 4]],
    ['status=4xx', [2, 3, 4]],
    ['client=CURL', [2, 3]],
    ['since=2', [3, 4]],
    ['since=1&limit=1', [4]],
    ['client=curl&status=400', [2]],
    ['limit=0', []],
  ])('the log filtered by %j contains %j', async (query, expected) => {
    expect(await (await loggedApi()).numbers(query)).toEqual(expected);
  });

  test('requests, also filtered ones, are counted by method, operation, status and client', async () => {
    const { requests } = await loggedApi();
    expect(await requests('count_by=method')).toEqual({ total: 4, counts: { GET: 1, POST: 2, PUT: 1 } });
    expect(await requests('count_by=status')).toEqual({ total: 4, counts: { 201: 1, 400: 1, 404: 2 } });
    const operations = { 'ip_policy.create': 1, 'kubernetes_operator.create': 1 };
    expect(await requests('count_by=operation&method=POST')).toEqual({ total: 4, counts: operations });
    const clients = { '': 1, 'curl/8.1': 2, 'Terraform/1.11.4': 1 };
    expect(await requests('count_by=client')).toMatchObject({ counts: clients });
  });

  test('unknown members are logged by their paths, also nested ones; known members that cannot change are not', async () => {
    const { api } = await loggedApi();
    const unknown = () => api.emulator.requests().map((entry) => entry.unknown_fields);
    expect(unknown()).toEqual([undefined, ['descripton', 'deployment.nme'], undefined, undefined]);
    const { id } = await api.create('/ip_policies', {});
    const made = await api.create('/ip_policy_rules', { ip_policy_id: id, cidr: '10.0.0.0/8', action: 'allow' });
    expect((await api.send('PATCH', `/ip_policy_rules/${made.id}`, { action: 'deny' })).status).toBe(400);
    expect(unknown().slice(4)).toEqual([undefined, undefined, undefined]);
  });

  test.each([
    ['status=x', "status is 'x'"],
    ['since=x', "since is 'x'"],
    ['count_by=time', "count_by is 'time'"],
    ['format=har', "'format' is unknown"],
    ['wrong=1', "'wrong' is unknown"],
  ])('%s is rejected', async (query, says) => {
    const response = await (await loggedApi()).api.send('GET', `/_emulator/requests?${query}`);
    expect([response.status, response.body['msg']]).toEqual([400, expect.stringContaining(says)]);
  });

  test('the log contains no secrets in either profile', async () => {
    const key = readFileSync(join(__dirname, '../../fixtures/tls-key-1.pem'), 'utf8');
    for (const profile of Object.values(PROFILES)) {
      const api = createApi({ profile: profile.name }, profile.headers);
      const prefix = profile.name === 'ngrok' ? 'aws' : 'cloud';
      const creds = { [`${prefix}_access_key_id`]: 'id', [`${prefix}_secret_access_key`]: 'very-secret' };
      await api.send('POST', '/event_destinations', { target: { nonsense: { auth: { creds } } } });
      const { token } = (await api.send('POST', '/api_keys', {})).body as { token: string };
      await api.send('POST', '/tls_certificates', { certificate_pem: 'x', private_key_pem: key });
      await api.send('POST', '/tls_certificates', `{"private_key_pem": "half-${token}`);
      await api.send('GET', '/ip_policies', undefined, { authorization: `Bearer ${token}` });
      const text = JSON.stringify(api.emulator.requests());
      for (const secret of ['very-secret', token, 'PRIVATE KEY', api.emulator.apiKey])
        expect(text).not.toContain(secret);
      expect(api.emulator.requests()).toHaveLength(5);
    }
  });
});
