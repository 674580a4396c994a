import type { JsonObject } from '../../../src/model/json';
import { PROFILES } from '../../../src/model/profiles';
import { createMaker } from '../../every-kind';
import { fullVariants } from '../../support/acceptance/samples';
import { createApi } from '../../support/emulator/api';
import { KINDS_WITH_PROFILE } from '../../support/kinds';

/** The strings of the members that only requests, or the response to a create, contain. */
function secretsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    /^(token|value|private_key_pem|\w+_secret_access_key)$/.test(name) && typeof member === 'string'
      ? [member.includes('PRIVATE KEY') ? String(member.split('\n')[1]) : member]
      : secretsIn(member),
  );
}

const cases = KINDS_WITH_PROFILE.flatMap(({ kind, profile }) =>
  Array.from({ length: fullVariants(kind) }, (_, variant) => ({ kind, profile, variant })),
);

test('a secret is only in the request or response that creates it: in no other response, event, log or control', async () => {
  const found = new Set<string>();
  for (const { kind, profile, variant } of cases) {
    const api = createApi({ profile }, PROFILES[profile].headers);
    const secrets: string[] = [];
    const { make } = createMaker(async ({ path }, body: JsonObject) => {
      const created = await api.create(path, body);
      secrets.push(...secretsIn(body), ...secretsIn(created));
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
