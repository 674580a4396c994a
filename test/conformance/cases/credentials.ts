/** API keys, tunnel credentials and SSH public keys: docs/internals/management-api.md 'Authentication', docs/internals/gaps.md 1.1, 1.6 and 2. */
import { type Api, type Case, type Members, refusal } from '../api';
import { publicKeyLine } from '../keys';

/** Valid and invalid rules of an access list (docs/internals/management-api.md, 'Authentication' 4). */
const rules = [
  '*',
  'bind:example.com',
  'bind:*.example.com',
  'bind:1.tcp.example.com:12345',
  'bind:*.example.com:443',
  'bind:label=value',
  'bind:*=example',
  'bind:team=*',
  'bind:*=*',
];
const noRules = ['', 'bind', 'bind:', 'bind:a b', 'allow:example.com', 'bind:*.*.example.com', 'example.com', '**'];

/** Collections whose objects have an access list, with a body that creates one. */
const withAcl: readonly [path: string, body: () => Members][] = [
  ['/credentials', () => ({})],
  ['/ssh_credentials', () => ({ public_key: publicKeyLine() })],
];

export const credentialCases: readonly Case[] = [
  ...['/api_keys', '/credentials'].map((path) => ({
    title: `a token of ${path} has the id without its prefix and a secret, is in no list, and an update cannot set it`,
    async run(api: Api) {
      const { id, token } = await api.create(path, {});
      expect(token).toMatch(new RegExp(`^${id.slice(id.indexOf('_') + 1)}_.+$`));
      expect((await api.send('GET', path)).text).not.toContain(String(token));
      expect((await api.send('PATCH', `${path}/${id}`, { token: 'x' })).status).toBe(400);
    },
  })),
  {
    title: 'a new API key authenticates requests',
    async run(api) {
      const { token } = await api.create('/api_keys', {});
      const signed = { authorization: `Bearer ${String(token)}` };
      expect((await api.send('GET', '/api_keys', undefined, signed)).status).toBe(200);
    },
  },
  {
    title: 'the token of a tunnel credential is not an API key (403)',
    async run(api) {
      const { token } = await api.create('/credentials', {});
      const signed = { authorization: `Bearer ${String(token)}` };
      const refused = await api.send('GET', '/api_keys', undefined, signed);
      expect(refused).toMatchObject(refusal(api, 403, 206));
      expect(refused.text).not.toContain(String(token));
    },
  },
  {
    title:
      'an unknown scheme of authentication (201) and one that is not Bearer (202) are rejected, without the key in the error',
    async run(api) {
      for (const [authorization, code] of [
        ['nonsense', 201],
        ['Basic c2VjcmV0OnNlY3JldA==', 202],
      ] as const) {
        const refused = await api.send('GET', '/api_keys', undefined, { authorization });
        expect(refused).toMatchObject(refusal(api, 403, code));
        expect(refused.text).not.toContain('c2VjcmV0');
      }
    },
  },
  ...withAcl.flatMap(([path, body]): Case[] => [
    {
      title: `${path}: a missing access list is empty, and [] removes it`,
      async run(api) {
        expect((await api.create(path, body()))['acl']).toEqual([]);
        const { id, acl } = await api.create(path, { ...body(), acl: ['bind:a.example.com'] });
        expect(acl).toEqual(['bind:a.example.com']);
        expect((await api.send('PATCH', `${path}/${id}`, { acl: [] })).body['acl']).toEqual([]);
      },
    },
    {
      title: `${path}: an access list is replaced completely`,
      async run(api) {
        const { id } = await api.create(path, { ...body(), acl: ['bind:a.example.com', '*'] });
        const { body: after } = await api.send('PATCH', `${path}/${id}`, { acl: ['bind:b.example.com'] });
        expect(after['acl']).toEqual(['bind:b.example.com']);
        expect((await api.send('PATCH', `${path}/${id}`, { description: 'x' })).body['acl']).toEqual(after['acl']);
      },
    },
    {
      title: `${path}: the rules of an access list are validated (600)`,
      async run(api) {
        for (const rule of rules) expect((await api.create(path, { ...body(), acl: [rule] }))['acl']).toEqual([rule]);
        const { id } = await api.create(path, body());
        for (const rule of noRules) {
          const acl = ['*', rule];
          expect(await api.send('POST', path, { ...body(), acl })).toMatchObject(refusal(api, 400, 600));
          expect(await api.send('PATCH', `${path}/${id}`, { acl })).toMatchObject(refusal(api, 400, 600));
        }
      },
    },
  ]),
  {
    title: 'an SSH public key is returned as sent, and unique in every format (609)',
    async run(api) {
      const line = publicKeyLine();
      const sent = `${line}   a comment of mine`;
      expect((await api.create('/ssh_credentials', { public_key: sent }))['public_key']).toBe(sent);
      const [type, base64 = ''] = line.split(' ');
      const rfc4716 = [
        '---- BEGIN SSH2 PUBLIC KEY ----',
        'Comment: "the same"',
        ...(base64.match(/.{1,70}/g) ?? []),
        '---- END SSH2 PUBLIC KEY ----',
      ].join('\n');
      const pem = pemOf(base64);
      for (const same of [sent, `${type}  ${base64}`, rfc4716, pem]) {
        expect(await api.send('POST', '/ssh_credentials', { public_key: same })).toMatchObject(refusal(api, 409, 609));
      }
    },
  },
  ...[
    'nonsense',
    'ssh-ed25519 AAAA',
    'ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'ssh-dss AAAAB3NzaC1kc3M=',
    '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
  ].map((key) => ({
    title: `the public key ${JSON.stringify(key.slice(0, 30))} is rejected (612)`,
    run: async (api: Api) =>
      expect(await api.send('POST', '/ssh_credentials', { public_key: key })).toMatchObject(refusal(api, 400, 612)),
  })),
];

/** The Ed25519 key of an SSH blob as SubjectPublicKeyInfo: a fixed prefix (RFC 8410) and the 32 bytes. */
function pemOf(blob: string): string {
  const point = Buffer.from(blob, 'base64').subarray(-32);
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), point]);
  return `-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----\n`;
}
