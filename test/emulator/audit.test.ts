import { createApi, createTestClock } from './api';

test('each change of an audited kind records one event with the object as answered', async () => {
  const api = createApi({ clock: createTestClock() });
  const policy = await api.make('/ip_policies', { description: 'a' });
  const rule = await api.make('/ip_policy_rules', { ip_policy_id: policy.id, cidr: '10.0.0.0/8', action: 'allow' });
  const updated = (await api.send('PATCH', `/ip_policies/${policy.id}`, { description: 'b' })).body;
  await api.send('DELETE', `/ip_policies/${policy.id}`);
  expect(api.emulator.events().map(({ event_type, object }) => [event_type, object])).toEqual([
    ['ip_policy_created.v0', policy],
    ['ip_policy_rule_created.v0', rule],
    ['ip_policy_updated.v0', updated],
    ['ip_policy_rule_deleted.v0', rule],
    ['ip_policy_deleted.v0', updated],
  ]);
});

test('an event has the whole envelope', async () => {
  const api = createApi({ clock: createTestClock() });
  await api.make('/ip_policies', {});
  const principalId = expect.stringMatching(/^usr_[0-9A-Za-z]{27}$/);
  const credentialId = expect.stringMatching(/^ak_[0-9A-Za-z]{27}$/);
  expect(api.emulator.events()[0]).toEqual({
    event_id: expect.stringMatching(/^ev_[0-9A-Za-z]{27}$/),
    event_type: 'ip_policy_created.v0',
    event_timestamp: '2030-01-01T00:00:00Z',
    account_id: expect.stringMatching(/^ac_[0-9A-Za-z]{27}$/),
    principal: {
      id: principalId,
      subject: expect.any(String),
      source: 'API',
      credential: { id: credentialId, uri: expect.stringMatching(/^http:\/\/service\.test\/api_keys\/ak_/) },
    },
    object: expect.objectContaining({ created_at: '2030-01-01T00:00:00Z' }),
  });
});

test('a change through the controls is recorded in the name it was made in', async () => {
  const api = createApi();
  expect((await api.behind('POST', '/ip_policies', {})).status).toBe(201);
  expect(api.emulator.events()[0]?.principal).toEqual({
    id: 'usr_somebody',
    subject: 'somebody@example.com',
    source: 'Dashboard',
    credential: null,
  });
});

test('kinds without audit events, reads and refused requests record nothing', async () => {
  const api = createApi();
  await api.make('/agent_ingresses', { domain: 'a.example.com' });
  await api.make('/kubernetes_operators', {});
  await api.send('GET', '/ip_policies');
  await api.send('POST', '/ip_policies', { wrong: 1 });
  expect(api.emulator.events()).toEqual([]);
});

test('secrets are in no event', async () => {
  const api = createApi();
  const creds = { cloud_access_key_id: 'key', cloud_secret_access_key: 'very-secret' };
  await api.make('/event_destinations', {
    format: 'JSON',
    target: { data_stream: { stream_rn: 'rn', auth: { creds } } },
  });
  expect(JSON.stringify(api.emulator.events())).not.toContain('very-secret');
});
