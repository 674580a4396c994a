import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { createMaker } from '../every-kind';
import { tries } from '../fuzz';
import { createApi } from '../support/emulator/api';
import { SPEC_KINDS } from '../support/kinds';

/** Member names: of the model, of every JavaScript object, and the empty one. */
const names = fc.constantFrom(
  ...new Set(SPEC_KINDS.flatMap(({ attributes }) => Object.keys(attributes))),
  ...['type', 'fields', 'filter', 'auth', 'creds', 'role', 'log_group', 'csr', 'authority', 'name'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''],
);
const texts = fc.constantFrom(
  ...['', 'true', 'JSON', 'bindings', 'http_request_complete.v0', '10.0.0.0/8', '2030-01-01T00:00:00Z'],
  ...['letsencrypt', 'ecdsa', 'a.example.com', '\ud800', 'é\0'],
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
  fc.constantFrom('{', '[]', 'null', '"x"', '{"a":1}{', '['.repeat(5000)),
);

test('an update with a random body has status 200 and the response of the next GET, or changes nothing; no status is above 499', async () => {
  // A running clock would issue the certificate of a domain between the two GETs.
  const api = createApi({ clock: '2030-01-01T00:00:00Z' });
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
    tries(1000, 40),
  );
});

test('a body that is nested 200,000 deep is refused with ERR_213', async () => {
  const body = `{"description":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  expect((await createApi().send('POST', '/ip_policies', body)).body).toMatchObject({ error_code: 'ERR_213' });
});

describe('determinism', () => {
  const clock = '2030-01-01T00:00:00Z';
  const csr = readFileSync(join(__dirname, '../fixtures/csr-1.pem'), 'utf8');

  /** Steps as numbers: which operation, and with which object, collection or number of seconds. */
  const steps = fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { minLength: 5, maxLength: 40 });

  const bodies: readonly (readonly [path: string, body: object])[] = [
    ['/ip_policies', { description: 'a' }],
    ['/api_keys', {}],
    ['/credentials', { acl: ['*'] }],
    ['/ssh_certificate_authorities', {}],
    ['/reserved_addrs', {}],
    ['/reserved_domains', { domain: 'a.example.com' }],
    ['/agent_ingresses', { domain: 'b.example.com' }],
    ['/kubernetes_operators', { enabled_features: ['bindings'], binding: { endpoint_selectors: ['true'], csr } }],
    ['/ip_policies', { unknown: true }],
  ];

  async function perform(seed: string, sequence: readonly (readonly [number, number])[]): Promise<string> {
    const api = createApi({ seed, clock });
    const responses: unknown[] = [];
    const paths: string[] = [];
    for (const [what, which] of sequence) {
      const path = paths[which % Math.max(paths.length, 1)] ?? '/ip_policies';
      const [collection, body] = bodies[which % bodies.length] ?? ['/ip_policies', {}];
      const response = await [
        () => api.send('POST', collection, body),
        () => api.send('PATCH', path, { description: `d${which}` }),
        () => api.send('GET', path),
        () => api.send('DELETE', path),
        () => api.send('GET', collection),
        () => api.send('POST', '/_emulator/clock', { advance: which }),
        () => signSsh(api),
      ][what % 7]?.();
      if (!response) continue;
      if (response.status === 201) paths.push(`${collection}/${String(response.body['id'])}`);
      responses.push([response.status, [...response.headers], response.body]);
    }
    const { emulator } = api;
    const objects = SPEC_KINDS.map(({ name }) => emulator.objects(name));
    const snapshot = await emulator.snapshot({ secrets: true });
    const authority = await emulator.certificateAuthority();
    return JSON.stringify([responses, emulator.events(), emulator.requests(), objects, snapshot, authority]);
  }

  async function signSsh(api: ReturnType<typeof createApi>) {
    const authority = await api.create('/ssh_certificate_authorities', {});
    const body = { ssh_certificate_authority_id: authority.id, public_key: authority['public_key'] };
    return api.send('POST', '/ssh_user_certificates', body);
  }

  test('the same seed, clock and requests produce the same responses, events, log and state', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        expect(await perform('seed', sequence)).toBe(await perform('seed', sequence));
      }),
      tries(15),
    );
  });

  test('another seed or no seed produces different ids, tokens and keys; a control token is not made of the seed', async () => {
    const make = async (options: { seed?: string }) => {
      const api = createApi({ ...options, clock });
      const key = await api.create('/api_keys', {});
      const authority = await api.create('/ssh_certificate_authorities', {});
      return [key.id, key['token'], authority['public_key'], await api.emulator.certificateAuthority()] as const;
    };
    const made = [await make({ seed: '1' }), await make({ seed: '2' }), await make({}), await make({})];
    for (const index of [0, 1, 2, 3] as const) expect(new Set(made.map((each) => each[index])).size).toBe(4);
    const [one, other] = [createApi({ seed: '1' }), createApi({ seed: '1' })];
    expect(one.emulator.controlToken).not.toBe(other.emulator.controlToken);
  });
});
