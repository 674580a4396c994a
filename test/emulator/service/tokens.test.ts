import { createApi } from '../../support/emulator/api';

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
