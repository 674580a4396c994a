import * as fc from 'fast-check';
import { createMaker } from '../every-kind';
import { tries } from '../fuzz';
import { createApi } from '../support/emulator/api';
import { SPEC_KINDS } from '../support/kinds';

/** JSON with member names of the model, of every JavaScript object, and arbitrary ones. */
const names = fc.constantFrom(
  ...new Set(SPEC_KINDS.flatMap(({ attributes }) => Object.keys(attributes))),
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
  '2030-01-01T00:00:00Z',
  'letsencrypt',
  'ecdsa',
  'a.example.com',
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
const anything = fc.oneof(
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
test('updates with random bodies leave the object valid or unchanged', async () => {
  const api = createApi();
  const { make } = createMaker((kind, body) => api.create(kind.path, body));
  const objects: string[] = [];
  for (const kind of SPEC_KINDS) objects.push(`${kind.path}/${(await make(kind)).id}`);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...objects), anything, async (path, body) => {
      const { updated_at: _before, ...before } = (await api.send('GET', path)).body;
      const response = await api.send('PATCH', path, body);
      const { updated_at: _after, ...after } = (await api.send('GET', path)).body;
      expect(response.status).toBeLessThan(500);
      if (response.status === 200) expect(response.body).toMatchObject(after);
      else expect(after).toEqual(before);
    }),
    tries(1000),
  );
});

test.each(['id', 'description', 'metadata'])(
  'a body whose %s is nested very deep is refused before anything walks it',
  async (member) => {
    const api = createApi();
    const { id } = await api.create('/ip_policies', {});
    const body = `{${JSON.stringify(member)}:${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    expect(await api.send('PATCH', `/ip_policies/${id}`, body)).toMatchObject({
      status: 400,
      body: { error_code: 'ERR_213' },
    });
  },
);
