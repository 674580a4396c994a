/** Agent ingresses: docs/internals/management-api.md 'AgentIngress' and below, docs/internals/gaps.md sections 0, 1.6 and 2. */
import { type Api, type Case, type Members, refusal } from '../api';
import { uniqueDomain } from '../collections';

const path = '/agent_ingresses';
const policy = { authority: 'letsencrypt', private_key_type: 'rsa' };

function create(api: Api, certificatePolicy?: Members) {
  const body = {
    domain: uniqueDomain(),
    ...(certificatePolicy && { certificate_management_policy: certificatePolicy }),
  };
  return api.create(path, body);
}

export const agentIngressCases: readonly Case[] = [
  {
    title: 'an ingress has name servers, and regional domains below its domain',
    async run(api) {
      const { domain, ns_targets: servers, region_domains: regions } = await create(api);
      expect((servers as string[]).length).toBeGreaterThan(0);
      for (const server of servers as string[]) expect(server).toMatch(/^[a-z0-9.-]+\.$/);
      expect((regions as string[]).length).toBeGreaterThan(0);
      for (const region of regions as string[]) expect(region.endsWith(`.${domain}`)).toBe(true);
    },
  },
  {
    title: 'without a policy both members of certificate management are null',
    run: async (api) =>
      expect(await create(api)).toMatchObject({
        certificate_management_policy: null,
        certificate_management_status: null,
      }),
  },
  {
    title: 'the default key type is rsa, and provisioning begins at once',
    async run(api) {
      const created = await create(api, { authority: 'letsencrypt' });
      expect(created).toMatchObject({
        certificate_management_policy: policy,
        certificate_management_status: {
          provisioning_job: { msg: expect.any(String), started_at: expect.stringMatching(/Z$/) },
        },
      });
    },
  },
  {
    title: 'an update enables certificate management, changes a member, and disables it with null',
    async run(api) {
      const { id } = await create(api);
      const patch = async (value: unknown) =>
        (await api.send('PATCH', `${path}/${id}`, { certificate_management_policy: value })).body;
      expect(await patch(policy)).toMatchObject({ certificate_management_policy: policy });
      const ecdsa = { ...policy, private_key_type: 'ecdsa' };
      expect(await patch({ private_key_type: 'ecdsa' })).toMatchObject({ certificate_management_policy: ecdsa });
      expect(await patch(null)).toMatchObject({
        certificate_management_policy: null,
        certificate_management_status: null,
      });
    },
  },
  {
    title: 'the policy is validated: authority 1908, key type 1909, members',
    async run(api) {
      const post = (value: unknown) =>
        api.send('POST', path, { domain: uniqueDomain(), certificate_management_policy: value });
      expect(await post({})).toMatchObject(refusal(api, 400, 1908));
      expect(await post({ authority: 'other' })).toMatchObject(refusal(api, 400, 1908));
      expect(await post({ ...policy, private_key_type: 'ed25519' })).toMatchObject(refusal(api, 400, 1909));
      expect(await post({ ...policy, nonsense: 1 })).toMatchObject(refusal(api, 400, 214));
      expect(await post('letsencrypt')).toMatchObject(refusal(api, 400));
    },
  },
  {
    title: 'a domain is reserved once, ignoring case (6706), and free again after a deletion',
    async run(api) {
      const { id, domain } = await create(api);
      const again = { domain: String(domain).toUpperCase() };
      expect(await api.send('POST', path, again)).toMatchObject(refusal(api, 409, 6706));
      await api.send('DELETE', `${path}/${id}`);
      expect((await api.send('POST', path, { domain })).status).toBe(201);
    },
  },
  ...['', 'nodots', 'has space.example.com', '-a.example.com', 'a..example.com', 'example.com.', '192.0.2.1'].map(
    (domain) => ({
      title: `the domain '${domain}' is rejected (6704)`,
      run: async (api: Api) => expect(await api.send('POST', path, { domain })).toMatchObject(refusal(api, 400, 6704)),
    }),
  ),
];
