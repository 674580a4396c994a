/**
 * Domains whose certificates the service manages: docs/internals/management-api.md 'AgentIngressCertPolicy' and below.
 */
import { type Case, expectRefusals, type Members, refusal, type Target } from '../api';
import { uniqueDomain } from '../collections';

const policy = { authority: 'letsencrypt', private_key_type: 'rsa' };
const none = { certificate_management_policy: null, certificate_management_status: null };

interface Facts {
  /** Codes of another authority, and of a domain that exists. */
  readonly authority: number;
  readonly taken: number;
  readonly defaultKey: (profile: Target['profile']) => string;
}

/** What agent ingresses and domains have in common. */
export function managementCases(path: string, { authority, taken, defaultKey }: Facts): readonly Case[] {
  return [
    {
      title:
        'an update enables certificate management, changes a member, and disables it with null, as it is by default',
      async run(api) {
        const { id, ...created } = await api.create(path, { domain: uniqueDomain() });
        expect(created).toMatchObject(none);
        const patch = async (value: unknown) =>
          (await api.send('PATCH', `${path}/${id}`, { certificate_management_policy: value })).body;
        expect(await patch(policy)).toMatchObject({ certificate_management_policy: policy });
        const ecdsa = { ...policy, private_key_type: 'ecdsa' };
        expect(await patch({ private_key_type: 'ecdsa' })).toMatchObject({ certificate_management_policy: ecdsa });
        expect(await patch(null)).toMatchObject(none);
      },
    },
    {
      title: 'the key type has a default, and provisioning begins at once',
      async run(api) {
        const given: Members = { certificate_management_policy: { authority: 'letsencrypt' } };
        const job = { error_code: null, msg: expect.any(String), started_at: expect.stringMatching(/Z$/) };
        const managed = {
          certificate_management_policy: { ...policy, private_key_type: defaultKey(api.target.profile) },
          certificate_management_status: { provisioning_job: job },
        };
        expect(await api.create(path, { domain: uniqueDomain(), ...given })).toMatchObject(managed);
        const { id } = await api.create(path, { domain: uniqueDomain() });
        expect((await api.send('PATCH', `${path}/${id}`, given)).body).toMatchObject(managed);
      },
    },
    {
      title: `another authority (${authority}) or key type (1909), an unknown member (214) and a text for the policy are rejected`,
      run: (api) =>
        expectRefusals<unknown>(
          api,
          (value) => api.send('POST', path, { domain: uniqueDomain(), certificate_management_policy: value }),
          [
            [{}, authority],
            [{ authority: 'other' }, authority],
            [{ ...policy, private_key_type: 'ed25519' }, 1909],
            [{ ...policy, nonsense: 1 }, 214],
            ['letsencrypt'],
          ],
        ),
    },
    {
      title: `a domain is reserved once, ignoring case (${taken}), and free again after a deletion`,
      async run(api) {
        const { id, domain } = await api.create(path, { domain: uniqueDomain() });
        const again = { domain: String(domain).toUpperCase() };
        expect(await api.send('POST', path, again)).toMatchObject(refusal(api, 409, taken));
        await api.send('DELETE', `${path}/${id}`);
        expect((await api.send('POST', path, { domain })).status).toBe(201);
      },
    },
  ];
}
