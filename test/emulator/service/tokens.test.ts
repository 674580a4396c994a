import { createApi } from '../../support/emulator/api';

const kinds = [
  ['API key', '/api_keys', 'api_key', 'keys'],
  ['tunnel credential', '/credentials', 'tunnel_credential', 'credentials'],
] as const;

describe.each(kinds)('the token of an %s', (_title, path, kind, listKey) => {
  test('is only in the response to the create', async () => {
    const api = createApi();
    const { id, token } = await api.create(path, { description: 'a' });
    const secret = String(token).split('_')[1] as string;
    expect((await api.send('PATCH', `${path}/${id}`, { description: 'b' })).body).toMatchObject({ token: null });
    expect((await api.send('GET', `${path}/${id}`)).body).toMatchObject({ id, token: null });
    expect((await api.send('GET', path)).body[listKey]).toMatchObject([{ id, token: null }]);
    await api.send('GET', '/ip_policies', undefined, { authorization: `Bearer ${String(token)}` });
    await api.send('DELETE', `${path}/${id}`);
    expect(api.emulator.events().map(({ object }) => object['token'])).toEqual([null, null, null]);
    const seen = ['state', 'events', 'requests'].map((name) => api.send('GET', `/_emulator/${name}`));
    for (const { status, body } of await Promise.all(seen)) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(secret);
    }
    expect(JSON.stringify([api.emulator.events(), api.emulator.requests(), api.emulator.objects(kind)])).not.toContain(
      secret,
    );
  });
});

test('an API key authorizes requests and is the principal of its changes', async () => {
  const api = createApi({ apiKeys: ['first'] });
  const { id, token } = await api.create('/api_keys', {});
  const response = await api.send('POST', '/ip_policies', {}, { authorization: `Bearer ${String(token)}` });
  expect(response.status).toBe(201);
  const [byFirst, byKey] = api.emulator.events().map(({ principal }) => principal);
  expect(byKey?.credential).toEqual({ id, uri: `http://service.test/api_keys/${id}` });
  expect(byKey?.id).toBe(byFirst?.id);
  expect(byFirst?.credential?.id).not.toBe(id);
});

test('a deleted key, a changed secret and a key from before a reset are rejected', async () => {
  const api = createApi({ apiKeys: ['first'] });
  const { id, token } = await api.create('/api_keys', {});
  const ask = async (key: string) =>
    (await api.send('GET', '/ip_policies', undefined, { authorization: `Bearer ${key}` })).status;
  expect(await ask(String(token))).toBe(200);
  expect(await ask(`${String(token)}x`)).toBe(403);
  await api.send('DELETE', `/api_keys/${id}`);
  expect(await ask(String(token))).toBe(403);
  const again = await api.create('/api_keys', {});
  await api.emulator.reset();
  expect(await ask(String(again['token']))).toBe(403);
  expect(await ask('first')).toBe(200);
});
