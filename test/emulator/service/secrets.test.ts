import type { JsonObject } from '../../../src/model/json';
import { PROFILES } from '../../../src/model/profiles';
import { createMaker } from '../../every-kind';
import { fullVariants } from '../../support/acceptance/samples';
import { createApi } from '../../support/emulator/api';
import { KINDS_WITH_PROFILE } from '../../support/kinds';

const SECRET = 'very-secret';

/** The body with a secret that occurs nowhere else: the samples repeat one string. */
function withSecret(body: JsonObject): JsonObject {
  const isSecret = (name: string): boolean => /^(value|\w+_secret_access_key)$/.test(name);
  return JSON.parse(JSON.stringify(body, (name, member) => (isSecret(name) ? SECRET : member)));
}

/** What only the request or the response of a create contains. */
function secretsIn(body: JsonObject, created: { readonly [member: string]: unknown }): string[] {
  const lines = String(body['private_key_pem'] ?? '').split('\n');
  const text = JSON.stringify(body);
  return [created['token'], lines[1], text.includes(SECRET) && SECRET].flatMap((each) => (each ? [String(each)] : []));
}

const cases = KINDS_WITH_PROFILE.flatMap(({ kind, profile }) =>
  Array.from({ length: fullVariants(kind) }, (_, variant) => ({ kind, profile, variant })),
);

test('a secret is only in the request or response that creates it: in no other response, event, log or control', async () => {
  const found = new Set<string>();
  for (const { kind, profile, variant } of cases) {
    const api = createApi({ profile }, PROFILES[profile].headers);
    const secrets: string[] = [];
    const { make } = createMaker(async ({ path }, sample) => {
      const body = withSecret(sample);
      const created = await api.create(path, body);
      secrets.push(...secretsIn(body, created));
      return created;
    });
    const path = `${kind.path}/${(await make(kind, 'full', variant)).id}`;
    const responses = [
      await api.send('GET', path),
      await api.send('PATCH', path, kind.attributes['description'] ? { description: 'x' } : {}),
      await api.send('GET', kind.path),
    ];
    const token = secrets.find((secret) => secret.startsWith(path.slice(-27)));
    if (token) await api.send('GET', '/ip_policies', undefined, { authorization: `Bearer ${token}` });
    responses.push(await api.send('DELETE', path));
    for (const name of ['state', 'events', 'requests']) responses.push(await api.send('GET', `/_emulator/${name}`));
    const { emulator } = api;
    const bodies = responses.map(({ body }) => body);
    for (const shown of [...bodies, emulator.events(), emulator.requests(), emulator.objects(kind.name)]) {
      const text = JSON.stringify(shown);
      for (const secret of [...secrets, 'PRIVATE KEY', 'private_key_pem']) expect(text).not.toContain(secret);
    }
    if (secrets.length > 0) found.add(kind.name);
  }
  const expected = ['event_destination', 'api_key', 'tunnel_credential', 'tls_certificate', 'secret'];
  expect([...found]).toEqual(expect.arrayContaining(expected));
});
