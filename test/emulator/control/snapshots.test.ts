import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffSnapshots, type Snapshot } from '../../../src/emulator';
import { createApi } from '../../support/emulator/api';

const clock = '2030-01-01T00:00:00Z';
const fixture = (name: string) => readFileSync(join(__dirname, '../../fixtures', name), 'utf8');
const creds = { cloud_access_key_id: 'key-id', cloud_secret_access_key: 'very-secret' };

test('a snapshot larger than other bodies may be is stored', async () => {
  const api = createApi();
  await api.create('/ip_policies', { description: 'policy' });
  const path = '/_emulator/snapshots?name=large';
  const large = JSON.stringify(await api.emulator.snapshot({ secrets: true })) + ' '.repeat(2 * 1024 * 1024);
  expect((await api.send('PUT', path, large)).status).toBe(200);
  const { url } = await api.emulator.listen();
  try {
    expect((await fetch(`${url}${path}`, { method: 'PUT', body: large })).status).toBe(200);
    expect((await fetch(`${url}/_emulator/snapshots`, { method: 'POST', body: large })).status).toBe(413);
  } finally {
    await api.emulator.close();
  }
});

/** 7 objects: some with secrets, and a rule that refers to a policy. */
async function filledApi() {
  const api = createApi({ seed: 'seed', clock });
  const policy = await api.create('/ip_policies', { description: 'policy' });
  await api.create('/ip_policy_rules', { ip_policy_id: policy.id, cidr: '10.0.0.0/8', action: 'allow' });
  const key = await api.create('/api_keys', {});
  const authority = await api.create('/ssh_certificate_authorities', {});
  const pems = { certificate_pem: fixture('tls-certificate-1.pem'), private_key_pem: fixture('tls-key-1.pem') };
  await api.create('/tls_certificates', pems);
  const target = { data_stream: { stream_rn: 'rn', auth: { creds } } };
  await api.create('/event_destinations', { format: 'JSON', target });
  const managed = { authority: 'letsencrypt', private_key_type: 'ecdsa' };
  await api.create('/reserved_domains', { domain: 'a.example.com', certificate_management_policy: managed });
  return { api, policy, key, authority };
}

const state = async (api: ReturnType<typeof createApi>) => (await api.send('GET', '/_emulator/state')).body;

test('a snapshot with secrets gives another emulator the same state, keys and jobs, and later ids', async () => {
  const { api, key, authority } = await filledApi();
  api.emulator.clock.advance(1);
  const before = await state(api);
  const text = JSON.stringify(await api.emulator.snapshot({ secrets: true }));
  const other = createApi();
  await other.emulator.restore(JSON.parse(text) as Snapshot);
  expect(await state(other)).toEqual(before);
  expect(await other.emulator.certificateAuthority()).toBe(await api.emulator.certificateAuthority());
  // The token still is a key, the authority signs, natural keys are known, the certificate job goes on.
  const byToken = { authorization: `Bearer ${key['token']}` };
  expect((await other.send('GET', '/ip_policies', undefined, byToken)).status).toBe(200);
  const signed = { ssh_certificate_authority_id: authority.id, public_key: authority['public_key'] };
  await other.create('/ssh_user_certificates', signed);
  expect((await other.send('POST', '/reserved_domains', { domain: 'A.example.com' })).status).toBe(409);
  other.emulator.clock.advance(10);
  expect((await state(other))['counts']).toMatchObject({ tls_certificate: 2 });
  const newest = (before['objects'] as Record<string, { id: string }[]>)['ip_policy']?.[0];
  expect((await other.create('/ip_policies', {})).id > String(newest?.id)).toBe(true);
});

test('a snapshot has a format and a version, and by default no secrets', async () => {
  const { api, key } = await filledApi();
  const secrets = [String(key['token']), 'very-secret', 'PRIVATE KEY', '"seed"', 'private_key"'];
  const open = JSON.stringify(await api.emulator.snapshot({ secrets: true }));
  const closed = JSON.stringify(await api.emulator.snapshot());
  for (const secret of secrets) {
    expect(open).toContain(secret);
    expect(closed).not.toContain(secret);
  }
  const time = '2030-01-01T00:00:00.000Z';
  expect(JSON.parse(closed)).toMatchObject({
    ...{ format: 'netingress-emulator-state', version: 1, secrets: false, profile: 'spec', time },
    accounts: { default: { objects: { ip_policy: [{ created_at: time, values: { description: 'policy' } }] } } },
  });
});

test('an object loaded without its secret exists, and an operation that needs the secret is rejected', async () => {
  const { api, key, authority } = await filledApi();
  const other = createApi({ apiKeys: ['mine'] });
  await other.emulator.restore(await api.emulator.snapshot());
  expect((await other.send('GET', `/api_keys/${key.id}`)).status).toBe(200);
  const byToken = { authorization: `Bearer ${key['token']}` };
  expect((await other.send('GET', '/ip_policies', undefined, byToken)).status).toBe(403);
  const body = { ssh_certificate_authority_id: authority.id, public_key: authority['public_key'] };
  const refused = await other.send('POST', '/ssh_user_certificates', body);
  expect([refused.status, refused.body['msg']]).toEqual([409, expect.stringContaining('without secrets')]);
});

test('named snapshots can be saved, listed, compared, read, loaded, stored and deleted', async () => {
  const { api, policy } = await filledApi();
  const control = (method: string, body?: unknown, query = '') =>
    api.send(method, `/_emulator/snapshots${query}`, body);
  const before = await state(api);
  expect(await control('POST', { save: 'first' })).toMatchObject({ status: 201, body: { name: 'first', objects: 7 } });
  await api.send('PATCH', `/ip_policies/${policy.id}`, { description: 'changed' });
  await api.create('/ip_policies', { description: 'new' });
  expect((await control('GET')).body).toMatchObject({ snapshots: [{ name: 'first' }] });
  const diff = (await control('GET', undefined, '?name=first&to=now')).body;
  const changed = [{ id: policy.id, before: { description: 'policy' }, after: { description: 'changed' } }];
  const accounts = { default: { ip_policy: { added: [{ values: { description: 'new' } }], removed: [], changed } } };
  expect(diff).toMatchObject({ format: 'netingress-emulator-diff', version: 1, accounts });
  const document = (await control('GET', undefined, '?name=first&secrets=true')).body;
  expect(JSON.stringify(document)).toContain('very-secret');
  expect(JSON.stringify((await control('GET', undefined, '?name=first')).body)).not.toContain('very-secret');
  await api.emulator.reset();
  expect((await control('POST', { load: 'first' })).status).toBe(200);
  expect(await state(api)).toEqual(before);
  expect((await control('PUT', document, '?name=second')).status).toBe(200);
  expect((await control('GET', undefined, '?name=first&to=second')).body['accounts']).toEqual({});
  expect((await control('DELETE', undefined, '?name=first')).status).toBe(204);
  expect((await control('GET')).body).toMatchObject({ snapshots: [{ name: 'second' }] });
});

test('a diff contains the objects that a cascade removed, and one of objects with secrets has no secret', async () => {
  const { api, policy } = await filledApi();
  const before = await api.emulator.snapshot({ secrets: true });
  await api.send('DELETE', `/ip_policies/${policy.id}`);
  expect(diffSnapshots(before, await api.emulator.snapshot({ secrets: true })).accounts['default']).toEqual({
    ip_policy: { added: [], removed: [expect.objectContaining({ id: policy.id })], changed: [] },
    ip_policy_rule: { added: [], removed: [expect.anything()], changed: [] },
  });
  const diff = JSON.stringify(diffSnapshots(await createApi().emulator.snapshot(), before));
  expect(diff).toContain('cloud_access_key_id');
  expect(diff).not.toContain('very-secret');
});

test('a diff does not contain objects that differ in `created_at` alone', async () => {
  const one = await (await filledApi()).api.emulator.snapshot();
  const other = JSON.parse(JSON.stringify(one)) as { accounts: Record<string, { objects: Record<string, object[]> }> };
  for (const object of Object.values(other.accounts['default']?.objects ?? {}).flat())
    Object.assign(object, { created_at: '2020-01-01T00:00:00Z' });
  expect(diffSnapshots(one, other as unknown as Snapshot).accounts).toEqual({});
});

test.each<[string, string, unknown, number, string]>([
  ['POST', '', { save: 'now' }, 400, "'now' refers to the current state"],
  ['POST', '', {}, 400, 'expected either'],
  ['POST', '', { save: 'a', load: 'b' }, 400, 'expected either'],
  ['POST', '', { load: 'b' }, 404, "Snapshot 'b' does not exist."],
  ['GET', '?name=nwo', undefined, 404, "did you mean 'now'?"],
  ['GET', '?name=now&secrets=1', undefined, 400, "secrets is '1'"],
  ['PUT', '', {}, 400, 'The query parameter name is missing'],
  ['PUT', '?name=a', { format: 'other' }, 400, "expected format 'netingress-emulator-state'"],
  ['DELETE', '?name=a', undefined, 404, "Snapshot 'a' does not exist."],
  ['DELETE', '?name=now', undefined, 400, "'now' refers to the current state"],
])('%s /_emulator/snapshots%s with %j is rejected', async (method, query, body, status, says) => {
  const response = await createApi().send(method, `/_emulator/snapshots${query}`, body);
  expect([response.status, response.body['msg']]).toEqual([status, expect.stringContaining(says)]);
});

test('the development domain of a snapshot replaces that of the emulator', async () => {
  const [from, to] = [createApi({ profile: 'ngrok' }), createApi({ profile: 'ngrok' })];
  const [{ domain }] = from.emulator.objects('domain') as [{ domain: string }];
  expect(to.emulator.objects('domain')).not.toMatchObject([{ domain }]);
  await to.emulator.restore(await from.emulator.snapshot());
  expect(to.emulator.objects('domain')).toMatchObject([{ domain }]);
});

const zeros = '0'.repeat(27);
const IN_POLICY = 'accounts.default.objects.ip_policy[0]';
const inAccount = (objects: object) => ({ accounts: { default: { id: `ac_${zeros}`, objects } } });
const policyWith = (members: object) =>
  inAccount({
    ip_policy: [{ id: `ipp_${zeros}`, created_at: clock, updated_at: clock, values: {}, service: {}, ...members }],
  });

test.each<['stored' | 'loaded', object, string]>([
  ['stored', { version: 2 }, 'version is 2; expected 1.'],
  ['loaded', { profile: 'ngrok' }, "The snapshot has the profile 'ngrok'; expected 'spec'."],
  ['stored', { time: 'x' }, 'time is invalid; expected a time in RFC 3339.'],
  ['stored', { time: '2026-02-31T00:00:00Z' }, 'time is invalid; expected a time in RFC 3339.'],
  ['stored', { ids: { seconds: -1, counter: 0 } }, 'ids.seconds is invalid; expected an integer from 0.'],
  ['loaded', { accounts: { other: { id: `ac_${zeros}`, objects: {} } } }, "The snapshot contains the account 'other'"],
  ['stored', inAccount({ nothing: [] }), 'accounts.default.objects.nothing is unknown'],
  ['stored', policyWith({ id: `ipr_${zeros}` }), `${IN_POLICY}.id is invalid; expected an id ipp_`],
  ['stored', policyWith({ values: { nothing: 1 } }), 'values.nothing is unknown; expected one of'],
  ...[null, 'x', [1]].map((service): ['stored', object, string] => [
    'stored',
    policyWith({ service }),
    'ip_policy[0].service is invalid; expected an object.',
  ]),
])('is not %s, and changes nothing: a document with %j', async (refusedTo, members, says) => {
  const { api } = await filledApi();
  const before = await state(api);
  const spoilt = { ...(await api.emulator.snapshot({ secrets: true })), ...members };
  await expect(api.emulator.restore(spoilt as unknown as Snapshot)).rejects.toThrow(says);
  const stored = await api.send('PUT', '/_emulator/snapshots?name=a', spoilt);
  const loaded = await api.send('POST', '/_emulator/snapshots', { load: 'a' });
  // Another emulator could load such a snapshot.
  const isStored = refusedTo === 'loaded';
  expect(stored.status).toBe(isStored ? 200 : 400);
  expect(isStored ? loaded : stored).toMatchObject({ status: 400, body: { msg: expect.stringContaining(says) } });
  expect(await state(api)).toEqual(before);
});
