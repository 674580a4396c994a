/** Refusals of the public service: docs/internals/gaps.md sections 1.6, 7 and 8. Profile `ngrok`. */
import { type Api, type Case, type Members, refusal } from '../api';
import { uniqueDomain } from '../collections';

const absent = '0'.repeat(27);
const long = 'a'.repeat(5000);
const deny = JSON.stringify({ on_http_request: [{ actions: [{ type: 'deny' }] }] });
const denyTcp = JSON.stringify({ on_tcp_connect: [{ actions: [{ type: 'deny' }] }] });
const endpoint = (more: Members = {}): Members => ({
  type: 'cloud',
  url: 'https://a.internal',
  traffic_policy: deny,
  ...more,
});

async function secret(api: Api, more: Members = {}): Promise<Members> {
  return { name: 'a', value: 'b', vault_id: (await api.create('/vaults', { name: 'vault' })).id, ...more };
}

type Row = readonly [code: number, members: Members];

const endpoints: readonly Row[] = [
  [248, { type: 'agent' }],
  [2236, { traffic_policy: '{' }],
  [9029, { bindings: ['public'] }],
  [9031, { url: 'https://a.b.c.d.e.f.internal' }],
  [9037, { url: 'https://a.internal?b' }],
  [9038, { url: 'https://a.internal/' }],
  [15006, { bindings: ['internal', 'internal'] }],
  [18001, { url: 'https://a..b.internal' }],
  [18003, { url: 'tcp://a.internal' }],
  [18006, { url: 'https://unreserved.example.com' }],
  [18006, { url: 'tcp://1.tcp.eu.example.com:10000', traffic_policy: denyTcp }],
  [18007, { bindings: ['nonsense'] }],
  [18011, { traffic_policy: '' }],
  [18012, { description: long }],
  [18013, { metadata: long }],
  [18022, { url: 'ftp://a.internal' }],
  [18023, { url: 'https://unreserved.example.com:8443' }],
];

const secrets: readonly Row[] = [
  [24000, { name: 'a b' }],
  [24001, { name: '' }],
  [24003, { value: '' }],
  [24006, { vault_id: `vault_${absent}` }],
  [24008, { vault_id: '' }],
  [24009, { vault_id: '', vault_name: 'nonsense' }],
];

const others: readonly (readonly [code: number, path: string, body: Members])[] = [
  [400, '/reserved_domains', { domain: uniqueDomain(), resolves_to: [{ value: 'mars' }] }],
  [456, '/reserved_domains', { domain: uniqueDomain(), resolves_to: ['eu', 'us', 'eu'].map((value) => ({ value })) }],
  [634, '/api_keys', { owner_id: `service_${absent}` }],
  [4109, '/service_users', { name: '' }],
  [5400, '/event_subscriptions', { sources: [{ type: 'http_request_complete.v0' }] }],
  [6705, '/agent_ingresses', { domain: 'a.ngrok.app' }],
  [18015, '/endpoints', { type: 'cloud', traffic_policy: deny }],
  [23000, '/vaults', { name: 'a b' }],
  [23001, '/vaults', { name: '' }],
];

/** Objects that exist once, each with the code of a second one. */
const unique: readonly (readonly [code: number, path: string, body: (api: Api) => Promise<Members>])[] = [
  [4112, '/service_users', async () => ({ name: 'twice' })],
  [18017, '/endpoints', async () => endpoint()],
  [23004, '/vaults', async () => ({ name: 'twice' })],
  [24005, '/vault_secrets', secret],
];

export const publicServiceCases: readonly Case[] = [
  ...endpoints.map(([code, members]) => ({
    title: `an endpoint with ${JSON.stringify(members).slice(0, 100)} is rejected (${code})`,
    run: async (api: Api) =>
      expect(await api.send('POST', '/endpoints', endpoint(members))).toMatchObject(refusal(api, 400, code)),
  })),
  ...secrets.map(([code, members]) => ({
    title: `a secret with ${JSON.stringify(members)} is rejected (${code})`,
    run: async (api: Api) =>
      expect(await api.send('POST', '/vault_secrets', await secret(api, members))).toMatchObject(
        refusal(api, 400, code),
      ),
  })),
  ...others.map(([code, path, body]) => ({
    title: `${path} rejects ${JSON.stringify(body)} (${code})`,
    run: async (api: Api) => expect(await api.send('POST', path, body)).toMatchObject(refusal(api, 400, code)),
  })),
  ...unique.map(([code, path, bodyOf]) => ({
    title: `an object of ${path} that exists is rejected (${code})`,
    async run(api: Api) {
      const body = await bodyOf(api);
      await api.create(path, body);
      expect(await api.send('POST', path, body)).toMatchObject(refusal(api, 400, code));
    },
  })),
  {
    title:
      'an endpoint cannot be pooled with one that is not (18016), and an empty update (18004) and one of the scheme (18005) are rejected',
    async run(api) {
      const { id } = await api.create('/endpoints', endpoint());
      const pooled = endpoint({ pooling_enabled: true });
      expect(await api.send('POST', '/endpoints', pooled)).toMatchObject(refusal(api, 400, 18016));
      const patch = (body: Members) => api.send('PATCH', `/endpoints/${id}`, body);
      expect(await patch({})).toMatchObject(refusal(api, 400, 18004));
      expect(await patch({ url: 'http://a.internal' })).toMatchObject(refusal(api, 400, 18005));
    },
  },
  {
    title: 'a key for a user who is not active is rejected (636)',
    async run(api) {
      const { id } = await api.create('/service_users', { name: 'former', active: false });
      expect(await api.send('POST', '/api_keys', { owner_id: id })).toMatchObject(refusal(api, 400, 636));
    },
  },
  {
    title:
      'a vault with secrets (23003), a domain with an endpoint (446) and the development domain (458) are not deleted',
    async run(api) {
      const body = await secret(api);
      await api.create('/vault_secrets', body);
      expect(await api.send('DELETE', `/vaults/${body['vault_id']}`)).toMatchObject(refusal(api, 400, 23003));
      const { id, ...domain } = await api.create('/reserved_domains', { domain: uniqueDomain() });
      await api.create('/endpoints', endpoint({ url: `https://${domain['domain']}` }));
      expect(await api.send('DELETE', `/reserved_domains/${id}`)).toMatchObject(refusal(api, 400, 446));
      const all = (await api.send('GET', '/reserved_domains')).body['reserved_domains'] as readonly Members[];
      const { id: dev } = all.find((each) => each['is_dev']) ?? {};
      expect(await api.send('DELETE', `/reserved_domains/${dev}`)).toMatchObject(refusal(api, 400, 458));
    },
  },
];
