/**
 * API keys, tunnel credentials and SSH public keys: docs/internals/management-api.md 'Authentication',
 * docs/internals/gaps.md 1.1, 1.6 and 2.
 */
import { type Api, type Case, expectRefusals, type Members, refusal } from '../api';
import { publicKeyLine } from '../keys';

/** Rules of an access list (docs/internals/management-api.md, 'Authentication' 4). */
const domains = ['example.com', '*.example.com', '1.tcp.example.com:12345', '*.example.com:443'];
const labels = ['label=value', '*=example', 'team=*', '*=*'];
const rules = ['*', ...[...domains, ...labels].map((bound) => `bind:${bound}`)];
const noRules = ['', 'bind', 'bind:', 'bind:a b', 'allow:example.com', 'bind:*.*.example.com', 'example.com', '**'];

/** Collections whose objects have an access list, with a body that creates one. */
const withAcl: readonly [path: string, body: () => Members][] = [
  ['/credentials', () => ({})],
  ['/ssh_credentials', () => ({ public_key: publicKeyLine() })],
];

export const credentialCases: readonly Case[] = [
  ...['/api_keys', '/credentials'].map((path) => ({
    title: `a token of ${path} has the id without its prefix and a secret, is not in the list, and an update cannot set it`,
    async run(api: Api) {
      const { id, token } = await api.create(path, {});
      expect(token).toMatch(new RegExp(`^${id.slice(id.indexOf('_') + 1)}_.+$`));
      expect((await api.send('GET', path)).text).not.toContain(String(token));
      expect((await api.send('PATCH', `${path}/${id}`, { token: 'x' })).status).toBe(400);
    },
  })),
  {
    title:
      'a new API key authenticates requests; the token of a tunnel credential (206), a text without a scheme (201) and Basic (202) do not, and no error has the secret',
    async run(api) {
      const read = (authorization: string) => api.send('GET', '/api_keys', undefined, { authorization });
      const { token } = await api.create('/api_keys', {});
      expect((await read(`Bearer ${token}`)).status).toBe(200);
      const { token: other } = await api.create('/credentials', {});
      const basic = 'c2VjcmV0OnNlY3JldA==';
      for (const [header, code] of [
        [`Bearer ${other}`, 206],
        ['nonsense', 201],
        [`Basic ${basic}`, 202],
      ] as const)
        expect(await read(header)).toMatchObject(refusal(api, 403, code));
      for (const secret of [other, basic]) expect((await read(`Bearer ${secret}`)).text).not.toContain(secret);
      expect((await read(`Basic ${basic}`)).text).not.toContain(basic);
    },
  },
  ...withAcl.flatMap(([path, body]): Case[] => [
    {
      title: `${path}: an access list is empty if it is missing, replaced completely, and removed by []`,
      async run(api) {
        expect((await api.create(path, body()))['acl']).toEqual([]);
        const { id, acl } = await api.create(path, { ...body(), acl: ['bind:a.example.com', '*'] });
        expect(acl).toEqual(['bind:a.example.com', '*']);
        const after = async (change: Members) => (await api.send('PATCH', `${path}/${id}`, change)).body['acl'];
        expect(await after({ acl: ['bind:b.example.com'] })).toEqual(['bind:b.example.com']);
        expect(await after({ description: 'x' })).toEqual(['bind:b.example.com']);
        expect(await after({ acl: [] })).toEqual([]);
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
    title: 'an SSH public key is returned as sent, and in four notations it is taken (609)',
    async run(api) {
      const line = publicKeyLine();
      const sent = `${line}   a comment of mine`;
      expect((await api.create('/ssh_credentials', { public_key: sent }))['public_key']).toBe(sent);
      const [type, base64 = ''] = line.split(' ');
      const wrapped = (base64.match(/.{1,70}/g) ?? []).join('\n');
      const rfc4716 = `---- BEGIN SSH2 PUBLIC KEY ----\nComment: "the same"\n${wrapped}\n---- END SSH2 PUBLIC KEY ----`;
      for (const same of [sent, `${type}  ${base64}`, rfc4716, pemOf(base64)])
        expect(await api.send('POST', '/ssh_credentials', { public_key: same })).toMatchObject(refusal(api, 409, 609));
    },
  },
  {
    title: 'a text that is no public key is rejected (612)',
    run: (api) =>
      expectRefusals(api, (key) => api.send('POST', '/ssh_credentials', { public_key: key }), [
        ['nonsense', 612],
        ['ssh-ed25519 AAAA', 612],
        ['ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 612],
        ['ssh-dss AAAAB3NzaC1kc3M=', 612],
        ['-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', 612],
      ]),
  },
];

/** The Ed25519 key of an SSH blob as SubjectPublicKeyInfo: a fixed prefix (RFC 8410) and the 32 bytes. */
function pemOf(blob: string): string {
  const point = Buffer.from(blob, 'base64').subarray(-32);
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), point]);
  return `-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----\n`;
}
