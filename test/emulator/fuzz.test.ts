import * as fc from 'fast-check';
import { KINDS } from '../../src/model/kinds';
import { createApi } from './api';

/** JSON with member names that mean something: of the model, of every object in JavaScript, and any. */
const names = fc.constantFrom(
  ...new Set(KINDS.flatMap(({ attributes }) => Object.keys(attributes))),
  ...['type', 'fields', 'filter', 'auth', 'creds', 'role', 'log_group', 'csr', 'authority', 'name'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''],
);
const texts = fc.constantFrom(
  '',
  'true',
  'JSON',
  'bindings',
  'http_request_complete.v0',
  '10.0.0.0/8',
  '\ud800',
  'é\0',
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, -1.5e300),
    texts,
    fc.string(),
    fc.array(tie('json'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.array(fc.tuple(names, tie('json')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
}));
const bodies = fc.oneof(
  json.map((value) => JSON.stringify(value)),
  fc.string(),
  fc.constantFrom(
    '{',
    '[]',
    'null',
    '"x"',
    '{"a":1}{',
    '['.repeat(5000),
    `{"description":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
  ),
);
const paths = fc.oneof(
  fc.constantFrom(
    ...KINDS.flatMap(({ path, idPrefix }) => [path, `${path}/`, `${path}/x`, `${path}/${idPrefix}_${'0'.repeat(27)}`]),
  ),
  fc.constantFrom(
    '/',
    '//',
    '/%',
    '/%ff',
    '/ip_policies/%2e%2e',
    '/ip_policies/a%2Fb',
    '/event_subscriptions/x/sources/y',
  ),
  fc.string().map((text) => `/ip_policies?${text}`),
);

test('malformed requests are refused: never a 5xx, never an object that is not whole', async () => {
  const api = createApi();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('POST', 'PATCH', 'GET', 'DELETE', 'PUT'),
      paths,
      bodies,
      async (method, path, body) => {
        const before = KINDS.map(({ name }) => JSON.stringify(api.emulator.objects(name)));
        const answer = await api.send(method, path, method === 'GET' ? undefined : body);
        expect(answer.status).toBeLessThan(500);
        const after = KINDS.map(({ name }) => JSON.stringify(api.emulator.objects(name)));
        if (answer.status === 201) {
          // Some of what is thrown together is a valid object, which must then be readable as it was answered.
          expect(await api.send('GET', `${path}/${answer.body['id']}`)).toMatchObject({
            status: 200,
            body: answer.body,
          });
          api.emulator.reset();
        } else if (answer.status >= 400) {
          expect(after).toEqual(before);
          expect(answer.body).toMatchObject({ status_code: answer.status, msg: expect.any(String) });
        }
      },
    ),
    { numRuns: 1500 },
  );
});

test('updates with anything in them leave the object whole or unchanged', async () => {
  const api = createApi();
  const policy = await api.make('/ip_policies', {});
  const creds = { cloud_access_key_id: 'key', cloud_secret_access_key: 'secret' };
  const destination = await api.make('/event_destinations', {
    format: 'JSON',
    target: { log_group: { log_group_rn: 'rn', auth: { creds } } },
  });
  const objects = [
    `/ip_policies/${policy.id}`,
    `/ip_policy_rules/${(await api.make('/ip_policy_rules', { ip_policy_id: policy.id, cidr: '10.0.0.0/8', action: 'deny' })).id}`,
    `/ip_restrictions/${(await api.make('/ip_restrictions', { type: 'api', ip_policy_ids: [policy.id] })).id}`,
    `/agent_ingresses/${(await api.make('/agent_ingresses', { domain: 'a.example.com' })).id}`,
    `/kubernetes_operators/${(await api.make('/kubernetes_operators', { enabled_features: ['bindings'] })).id}`,
    `/event_destinations/${destination.id}`,
    `/event_subscriptions/${(await api.make('/event_subscriptions', { sources: [{ type: 'ip_policy_created.v0' }] })).id}`,
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...objects), bodies, async (path, body) => {
      const { updated_at: _before, ...before } = (await api.send('GET', path)).body;
      const answer = await api.send('PATCH', path, body);
      const { updated_at: _after, ...after } = (await api.send('GET', path)).body;
      expect(answer.status).toBeLessThan(500);
      if (answer.status === 200) expect(answer.body).toMatchObject(after);
      else expect(after).toEqual(before);
    }),
    { numRuns: 1500 },
  );
});

test.each(['id', 'description', 'metadata'])(
  'a body whose %s is nested very deep is refused before anything walks it',
  async (member) => {
    const api = createApi();
    const { id } = await api.make('/ip_policies', {});
    const body = `{${JSON.stringify(member)}:${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    expect(await api.send('PATCH', `/ip_policies/${id}`, body)).toMatchObject({
      status: 400,
      body: { error_code: 'ERR_213' },
    });
  },
);
