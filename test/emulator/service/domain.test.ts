import { X509Certificate } from 'node:crypto';
import { tcpAddress } from '../../../src/emulator/service/kinds/tcp-address';
import { createState } from '../../../src/emulator/service/state/create';
import { put } from '../../../src/emulator/service/state/store';
import { getKind } from '../../../src/model/kinds';
import { PROFILES } from '../../../src/model/profiles';
import type { JsonObject } from '../../../src/values/json';
import { type Api, createApi, createTestClock } from '../../support/emulator/api';
import { certificateBody } from '../../support/emulator/pki';
import { testInCi } from '../../support/requirements';

const policy = { authority: 'letsencrypt', private_key_type: 'ecdsa' };
const whole = { domain: 'app.example.com', certificate_management_policy: policy };

/** Creates an emulator with a clock that stands until it is advanced, and jobs of 5 seconds. */
function createJobApi(outcomes: Record<string, 'ok' | 'DNS_ERROR' | 'INTERNAL_ERROR'> = {}) {
  const clock = createTestClock();
  const api = createApi({ clock, certificates: { seconds: 5, outcomes } });
  const certificates = async () =>
    (await api.send('GET', '/tls_certificates')).body['tls_certificates'] as JsonObject[];
  return { clock, api, certificates };
}

const get = async (api: Api, id: string) => (await api.send('GET', `/reserved_domains/${id}`)).body;
const idOf = (ref: unknown): string => (ref as { id: string }).id;

const uploaded = async (api: Api): Promise<string> =>
  (await api.create('/tls_certificates', await certificateBody())).id;

test.each([
  ['spec', 'app.ingress-domain.example'],
  ['spec', '*.APP.ingress-domain.example'],
  ['ngrok', '*.app.ngrok.app'],
] as const)('in the profile %s %s is the service’s own: no targets, no certificates', async (profile, domain) => {
  const api = createApi({ profile }, PROFILES[profile].headers);
  const rejected = (code: number) => ({ status: 400, body: { error_code: expect.stringMatching(`_${code}$`) } });
  const withPolicy = { domain, certificate_management_policy: policy };
  expect(await api.send('POST', '/reserved_domains', withPolicy)).toMatchObject(rejected(439));
  const withCertificate = { domain, certificate_id: await uploaded(api) };
  expect(await api.send('POST', '/reserved_domains', withCertificate)).toMatchObject(rejected(440));
  const nothing = { certificate: null, certificate_management_policy: null };
  const created = await api.create('/reserved_domains', { domain });
  expect(created).toMatchObject({ ...nothing, cname_target: null, acme_challenge_cname_target: null });
});

describe('a managed domain', () => {
  test.each<[string, number, object | undefined]>([
    ['a renewal after 60 days', 60 * 86_400, undefined],
    ['the job of a new policy', 0, { certificate_management_policy: { ...policy, private_key_type: 'rsa' } }],
  ])('keeps its certificate until %s replaces it', async (_, seconds, update) => {
    const { api, clock, certificates } = createJobApi();
    const { id } = await api.create('/reserved_domains', whole);
    clock.advance(5);
    const first = idOf((await get(api, id))['certificate']);
    clock.advance(seconds);
    if (update) await api.send('PATCH', `/reserved_domains/${id}`, update);
    expect(await get(api, id)).toMatchObject({
      certificate: { id: first },
      certificate_management_status: { renews_at: null, provisioning_job: {} },
    });
    clock.advance(5);
    const second = idOf((await get(api, id))['certificate']);
    expect(second).not.toBe(first);
    expect(await certificates()).toMatchObject([{ id: second, private_key_type: update ? 'rsa' : 'ecdsa' }]);
    expect(await certificates()).toHaveLength(1);
  });

  test('has at the end of the job one certificate of the emulator’s authority, dated then, that no user can attach, delete or detach', async () => {
    const { api, clock, certificates } = createJobApi();
    const { id, ...created } = await api.create('/reserved_domains', whole);
    expect(created['certificate_management_status']).toMatchObject({ provisioning_job: { retries_at: null } });
    clock.advance(4);
    expect(await get(api, id)).toMatchObject({ certificate: null });
    expect(await certificates()).toEqual([]);
    clock.advance(3600);
    const [after] = await Promise.all(Array.from({ length: 5 }, () => get(api, id)));
    const [certificate, ...others] = (await certificates()) as [JsonObject, ...JsonObject[]];
    const path = `/tls_certificates/${certificate['id']}`;
    expect([after, others]).toMatchObject([
      {
        certificate: { id: certificate['id'], uri: `http://service.test${path}` },
        certificate_management_status: { renews_at: '2030-03-02T00:00:05Z', provisioning_job: null },
      },
      [],
    ]);
    const ended = '2030-01-01T00:00:05Z';
    expect(certificate).toMatchObject({
      subject_common_name: 'app.example.com',
      subject_alternative_names: { dns_names: ['app.example.com'], ips: [] },
      created_at: ended,
      issued_at: ended,
      not_before: ended,
      not_after: '2030-04-01T00:00:05Z',
      key_usages: ['digitalSignature'],
      extended_key_usages: ['serverAuth'],
      private_key_type: 'ecdsa',
    });
    expect(api.emulator.events().slice(1)).toMatchObject([
      { event_type: 'tls_certificate_created.v0', event_timestamp: ended, principal: null },
      { event_type: 'domain_updated.v0', event_timestamp: ended, principal: null, object: after },
    ]);
    const leaf = new X509Certificate(String(certificate['certificate_pem']));
    const authority = new X509Certificate(await api.emulator.certificateAuthority());
    expect(leaf.checkIssued(authority) && leaf.verify(authority.publicKey)).toBe(true);

    const other = { domain: 'other.example.com', certificate_id: certificate['id'] };
    expect((await api.send('POST', '/reserved_domains', other)).status).toBe(400);
    const refused = [await api.send('DELETE', path), await api.send('DELETE', `/reserved_domains/${id}/certificate`)];
    expect(refused.map(({ status, body }) => [status, body['error_code']])).toEqual([
      [409, 'ERR_1966'],
      [409, 'ERR_436'],
    ]);
    expect((await get(api, id))['certificate']).toEqual(after?.['certificate']);
  });

  test('with a failing job has no certificate until the failure is corrected', async () => {
    const { api, clock, certificates } = createJobApi({ 'app.example.com': 'DNS_ERROR' });
    const { id } = await api.create('/reserved_domains', whole);
    clock.advance(100);
    expect(await get(api, id)).toMatchObject({
      certificate: null,
      certificate_management_status: { provisioning_job: { error_code: 'DNS_ERROR', retries_at: null } },
    });
    await api.send('PUT', '/_emulator/settings', { certificates: { outcomes: {} } });
    expect((await get(api, id))['certificate_management_status']).toMatchObject({ provisioning_job: null });
    expect(await certificates()).toHaveLength(1);
  });

  test.each([
    ['DELETE', '/certificate_management_policy', undefined, false],
    ['PATCH', '', { certificate_management_policy: null }, false],
    ['DELETE', '', undefined, true],
  ] as const)('lets go of policy and certificate by %s %s', async (method, below, body, isGone) => {
    const { api, clock, certificates } = createJobApi();
    const { id } = await api.create('/reserved_domains', whole);
    clock.advance(5);
    await get(api, id);
    const before = api.emulator.events().length;
    expect((await api.send(method, `/reserved_domains/${id}${below}`, body)).status).toBe(
      method === 'DELETE' ? 204 : 200,
    );
    const events = api.emulator.events().slice(before);
    const types = [isGone ? 'domain_deleted.v0' : 'domain_updated.v0', 'tls_certificate_deleted.v0'];
    expect(events.map(({ event_type }) => event_type)).toEqual(types);
    expect(await certificates()).toEqual([]);
    clock.advance(100);
    if (!isGone) expect(await get(api, id)).toEqual(events[0]?.object);
  });
});

test('a second DELETE of the uploaded certificate of a domain publishes no event', async () => {
  const api = createApi();
  const { id } = await api.create('/reserved_domains', {
    domain: 'app.example.com',
    certificate_id: await uploaded(api),
  });
  const path = `/reserved_domains/${id}/certificate`;
  expect([(await api.send('DELETE', path)).status, (await api.send('DELETE', path)).status]).toEqual([204, 204]);
  expect(api.emulator.requests().at(-1)).toMatchObject({ operation: 'domain.certificate.delete' });
  const detached = await get(api, id);
  expect(api.emulator.events({ type: 'domain_updated.v0' }).map(({ object }) => object)).toEqual([detached]);
});

test('a domain in use by an endpoint cannot be deleted (446)', async () => {
  const api = createApi();
  const { id } = await api.create('/reserved_domains', { domain: 'app.example.com' });
  const endpoint = await api.sendAsUser('POST', '/endpoints', { url: 'https://app.example.com', domain: { id } });
  const path = `/reserved_domains/${id}`;
  expect(await api.send('DELETE', path)).toMatchObject({ status: 409, body: { error_code: 'ERR_446' } });
  await api.sendAsUser('DELETE', `/endpoints/${String(endpoint.body['id'])}`);
  expect((await api.send('DELETE', path)).status).toBe(204);
});

test('a domain too long for a common name is only in the alternative names', async () => {
  const { api, clock, certificates } = createJobApi();
  const domain = `${'a'.repeat(60)}.example.com`;
  await api.create('/reserved_domains', { domain, certificate_management_policy: policy });
  clock.advance(5);
  const names = { subject_common_name: '', subject_alternative_names: { dns_names: [domain] } };
  expect(await certificates()).toMatchObject([names]);
});

describe('provisioning', () => {
  const ingress = { domain: 'a.example.com', certificate_management_policy: policy };

  test('a temporary failure has INTERNAL_ERROR and the time of the next retry', async () => {
    const { api, clock } = createJobApi({ 'A.Example.COM': 'INTERNAL_ERROR' });
    const { id } = await api.create('/agent_ingresses', ingress);
    clock.advance(70);
    expect((await api.send('GET', `/agent_ingresses/${id}`)).body['certificate_management_status']).toMatchObject({
      renews_at: null,
      provisioning_job: {
        error_code: 'INTERNAL_ERROR',
        started_at: '2030-01-01T00:00:00Z',
        retries_at: '2030-01-01T00:02:05Z',
      },
    });
  });

  test.each([
    ['/agent_ingresses', 3600, 0],
    ['/agent_ingresses', 0, 0],
    ['/agent_ingresses', 1.25, 900],
    ['/reserved_domains', 3600, 900],
  ])('the next job of %s with jobs of %d s starts at the announced time', async (path, seconds, milliseconds) => {
    const clock = createTestClock(Date.UTC(2030, 0, 1) + milliseconds);
    const api = createApi({ clock, certificates: { seconds } });
    const { id } = await api.create(path, ingress);
    const statusAt = async (time: number) => {
      clock.advance((time - clock.now()) / 1000);
      const { body } = await api.send('GET', `${path}/${id}`);
      return body['certificate_management_status'] as { renews_at: string; provisioning_job: object | null };
    };
    let status = await statusAt(clock.now() + seconds * 1000);
    for (let renewal = 1; renewal <= 3; renewal++) {
      const { renews_at } = status;
      const at = Date.parse(renews_at);
      expect(await statusAt(at - 1)).toEqual({ renews_at, provisioning_job: null });
      if (seconds > 0) expect((await statusAt(at)).provisioning_job).toMatchObject({ started_at: renews_at });
      status = await statusAt(at + seconds * 1000);
      expect(status.provisioning_job).toBeNull();
      expect(Date.parse(status.renews_at) - at).toBe((60 * 86_400 + Math.floor(seconds)) * 1000);
    }
    // No request for five renewals: the current job is one of the announced series.
    const later = Date.parse(status.renews_at) + 5 * (60 * 86_400 + Math.floor(seconds)) * 1000;
    expect((await statusAt(later - 1)).renews_at).toBe(new Date(later).toISOString().replace('.000', ''));
  });

  test('only a changed policy starts another job', async () => {
    const { api, clock } = createJobApi();
    const { id } = await api.create('/agent_ingresses', ingress);
    const patched = async (body: object) =>
      (await api.send('PATCH', `/agent_ingresses/${id}`, body)).body['certificate_management_status'];
    clock.advance(100);
    const done = { renews_at: '2030-03-02T00:00:05Z', provisioning_job: null };
    const started = { provisioning_job: { started_at: '2030-01-01T00:01:40Z' } };
    expect(await patched({ description: 'x' })).toEqual(done);
    expect(await patched({ certificate_management_policy: policy })).toEqual(done);
    const rsa = { ...policy, private_key_type: 'rsa' };
    expect(await patched({ certificate_management_policy: rsa })).toMatchObject(started);
    expect(await patched({ certificate_management_policy: null })).toBeNull();
    expect(await patched({ certificate_management_policy: policy })).toMatchObject(started);
  });
});

describe('TCP addresses', () => {
  function setUp() {
    const state = createState({});
    const { account } = state;
    const kind = getKind('tcp_address');
    const draft = (id: string) => ({ kind, id, createdAt: 0, updatedAt: 0, values: { region: 'us' } });
    return { account, draft, call: { state, account, origin: '', caller: { token: 'k', keyId: undefined } } };
  }

  test('the address of an object is not assigned to another one whose search starts at the same place', async () => {
    const { account, draft, call } = setUp();
    const assigned = await tcpAddress.computeService?.(call, draft('addr_a'));
    put(account.store, { ...draft('addr_b'), service: assigned ?? {} });
    const other = await tcpAddress.computeService?.(call, draft('addr_a'));
    expect([assigned?.['addr'], other?.['addr']]).toEqual([expect.any(String), expect.any(String)]);
    expect(other?.['addr']).not.toBe(assigned?.['addr']);
  });

  testInCi('the last addresses of a region are assigned, each once, and then none', async () => {
    const { account, draft, call } = setUp();
    const free = ['1.tcp.us.ingress.example:10000', '9.tcp.us.ingress.example:29999'];
    for (let host = 1; host <= 9; host++) {
      for (let port = 10_000; port < 30_000; port++) {
        const addr = `${host}.tcp.us.ingress.example:${port}`;
        // Ids in order, so that each is appended.
        const id = `addr_${host}${port}`;
        if (!free.includes(addr)) put(account.store, { ...draft(id), service: { addr } });
      }
    }
    const made: unknown[] = [];
    for (const id of ['addr_x', 'addr_y']) {
      const service = (await tcpAddress.computeService?.(call, draft(id))) ?? {};
      made.push(service['addr']);
      put(account.store, { ...draft(id), service });
    }
    expect(made.sort()).toEqual(free);
    expect(() => tcpAddress.computeService?.(call, draft('addr_z'))).toThrow(
      "All 180000 TCP addresses of the region 'us' are assigned. Delete one first.",
    );
  });
});

test('an agent ingress has a regional domain for each region, below its own domain', async () => {
  const api = createApi({ regions: ['us'] });
  const { id } = await api.create('/agent_ingresses', { domain: 'A.example.com' });
  const domains = async () => (await api.send('GET', `/agent_ingresses/${id}`)).body['region_domains'];
  expect(await domains()).toEqual(['tunnel.us.a.example.com']);
  await api.send('PUT', '/_emulator/settings', { regions: ['us', 'eu'] });
  expect(await domains()).toEqual(['tunnel.us.a.example.com', 'tunnel.eu.a.example.com']);
});
