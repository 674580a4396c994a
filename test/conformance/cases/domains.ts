/**
 * Domains and TCP addresses: docs/internals/event-sources.md `domain_*.v0` and `tcp_address_*.v0`,
 * docs/internals/gaps.md sections 0, 1.6, 2 and 3.
 */
import { type Api, type Case, expectRefusals, type Members, refusal } from '../api';
import { uniqueDomain } from '../collections';
import { certificateBody } from '../keys';
import { managementCases } from './managed-certificates';

const path = '/reserved_domains';
const addresses = '/reserved_addrs';
const policy = { authority: 'letsencrypt', private_key_type: 'rsa' };

const create = (api: Api, more: Members = {}) => api.create(path, { domain: uniqueDomain(), ...more });

const certificateId = async (api: Api): Promise<string> =>
  (await api.create('/tls_certificates', await certificateBody())).id;

const refTo = (id: string) => ({ id, uri: expect.stringMatching(new RegExp(`/tls_certificates/${id}$`)) });

const certificateCases: readonly Case[] = [
  {
    title: 'a certificate is attached by its id and returned as a reference',
    async run(api) {
      const id = await certificateId(api);
      expect((await create(api, { certificate_id: id }))['certificate']).toEqual(refTo(id));
      const { id: other } = await create(api);
      const { body } = await api.send('PATCH', `${path}/${other}`, { certificate_id: id });
      expect(body).toMatchObject({ certificate: refTo(id), certificate_management_policy: null });
      expect(body).not.toHaveProperty('certificate_id');
    },
  },
  {
    title: 'a certificate that does not exist (380), and an id of no certificate, are rejected',
    async run(api) {
      const { id } = await create(api);
      const attach = (absent: string) => api.send('PATCH', `${path}/${id}`, { certificate_id: absent });
      const zeros = '0'.repeat(27);
      await expectRefusals(api, attach, [[`cert_${zeros}`, 380], ['nonsense'], [`rd_${zeros}`]]);
    },
  },
  {
    title: 'an empty certificate_id means no certificate, also with a policy, which replaces an uploaded one',
    async run(api) {
      const { id } = await create(api, { certificate_id: await certificateId(api) });
      const patch = (body: Members) => api.send('PATCH', `${path}/${id}`, body);
      const none = { status: 200, body: { certificate: null } };
      expect(await patch({ certificate_id: '' })).toMatchObject(none);
      expect(await patch({ certificate_id: '', description: 'x' })).toMatchObject(none);
      const managed = { status: 200, body: { certificate: null, certificate_management_policy: policy } };
      expect(await patch({ certificate_id: '', certificate_management_policy: policy })).toMatchObject(managed);
      expect(await patch({ certificate_id: '', metadata: 'y' })).toMatchObject(managed);
      const { id: own } = await create(api, { certificate_id: await certificateId(api) });
      const replaced = await api.send('PATCH', `${path}/${own}`, { certificate_management_policy: policy });
      expect(replaced).toMatchObject(managed);
    },
  },
  {
    title: 'a certificate in use is not deleted; detached by DELETE .../certificate it is free',
    async run(api) {
      const id = await certificateId(api);
      const domain = await create(api, { certificate_id: id });
      expect(await api.send('DELETE', `/tls_certificates/${id}`)).toMatchObject(refusal(api, 409, 1966));
      const detached = await api.send('DELETE', `${path}/${domain.id}/certificate`);
      expect(detached).toMatchObject({ status: 204, text: '' });
      expect((await api.send('GET', `${path}/${domain.id}`)).body['certificate']).toBeNull();
      expect((await api.send('DELETE', `/tls_certificates/${id}`)).status).toBe(204);
    },
  },
  {
    title: 'certificate and policy exclude each other (434)',
    async run(api) {
      const both = { certificate_id: await certificateId(api), certificate_management_policy: policy };
      expect(await api.send('POST', path, { domain: uniqueDomain(), ...both })).toMatchObject(refusal(api, 400, 434));
      const { id } = await create(api);
      expect(await api.send('PATCH', `${path}/${id}`, both)).toMatchObject(refusal(api, 400, 434));
      const managed = await create(api, { certificate_management_policy: policy });
      const attach = { certificate_id: both.certificate_id };
      expect(await api.send('PATCH', `${path}/${managed.id}`, attach)).toMatchObject(refusal(api, 400, 434));
    },
  },
];

const policyCases: readonly Case[] = [
  {
    title: 'the certificate of a managed domain cannot be detached (436)',
    async run(api) {
      const { id } = await create(api, { certificate_management_policy: policy });
      const response = await api.send('DELETE', `${path}/${id}/certificate`);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response).toMatchObject(refusal(api, response.status, 436));
    },
  },
  {
    title: 'a wildcard domain without a policy or certificate gets a policy from the public service alone',
    async run(api) {
      const given = api.target.profile === 'ngrok' ? { ...policy, private_key_type: 'ecdsa' } : null;
      const { id, ...created } = await create(api, { domain: `*.${uniqueDomain()}` });
      expect(created['certificate_management_policy']).toEqual(given);
      expect(created['certificate_management_status']).toEqual(given && expect.objectContaining({ renews_at: null }));
      const certified = { domain: `*.${uniqueDomain()}`, certificate_id: await certificateId(api) };
      expect((await create(api, certified))['certificate_management_policy']).toBeNull();
      const own = { domain: `*.${uniqueDomain()}`, certificate_management_policy: policy };
      expect((await create(api, own))['certificate_management_policy']).toEqual(policy);
      // A removed policy is not set again.
      expect((await api.send('DELETE', `${path}/${id}/certificate_management_policy`)).status).toBe(204);
      const { body } = await api.send('PATCH', `${path}/${id}`, { description: 'x' });
      expect(body['certificate_management_policy']).toBeNull();
    },
  },
  {
    title: 'a policy is removed by DELETE',
    async run(api) {
      const { id } = await create(api, { certificate_management_policy: policy });
      expect((await api.send('DELETE', `${path}/${id}/certificate_management_policy`)).status).toBe(204);
      expect((await api.send('GET', `${path}/${id}`)).body).toMatchObject({
        certificate: null,
        certificate_management_policy: null,
        certificate_management_status: null,
      });
    },
  },
  ...['certificate', 'certificate_management_policy'].map((below) => ({
    title: `DELETE .../${below} of an unknown domain is a 404, and GET is not routed`,
    async run(api: Api) {
      expect(await api.send('DELETE', `${path}/rd_${'0'.repeat(27)}/${below}`)).toMatchObject(refusal(api, 404));
      const { id } = await create(api);
      const sent = `${path}/${id}/${below}`;
      expect(await api.send('GET', sent)).toMatchObject({ status: 404, body: { details: { path: sent } } });
    },
  })),
];

export const domainCases: readonly Case[] = [
  ...certificateCases,
  ...policyCases,
  ...managementCases(path, {
    authority: 435,
    taken: 413,
    defaultKey: (profile) => (profile === 'ngrok' ? 'ecdsa' : 'rsa'),
  }),
  {
    title: 'a custom domain has a CNAME target; only a wildcard has a challenge target',
    async run(api) {
      const target = expect.stringMatching(/^[a-z0-9.-]+$/);
      expect(await create(api)).toMatchObject({ cname_target: target, acme_challenge_cname_target: null });
      const wildcard = await create(api, { domain: `*.${uniqueDomain()}` });
      expect(wildcard).toMatchObject({ cname_target: target, acme_challenge_cname_target: target });
    },
  },
  {
    title: 'a domain that the service cannot serve is rejected, with a code for the reason',
    run: (api) =>
      expectRefusals(api, (domain) => api.send('POST', path, { domain }), [
        ['', 448],
        ['nodots', 448],
        ['has space.example.com', 406],
        ['exämple.com', 406],
        ['under_score.example.com', 438],
        ['-a.example.com', 407],
        ['.example.com', 407],
        ['a-.example.com', 408],
        ['a..example.com', 409],
        ['ab--c.example.com', 410],
        ['192.0.2.1', 411],
        ['app.internal', 411],
        ['xn--a.example.com', 429],
        ['a.*.example.com', 402],
        ['*example.com', 403],
        ['*.com', 416],
        [`${'a'.repeat(64)}.example.com`, 513],
        [`${'a.'.repeat(126)}example.com`, 423],
      ]),
  },
  {
    title: 'a domain is stored in lower case, without white space around it and one trailing dot',
    async run(api) {
      const domain = uniqueDomain();
      expect((await create(api, { domain: ` ${domain.toUpperCase()}. ` }))['domain']).toBe(domain);
      expect(await api.send('POST', path, { domain: `${domain}.` })).toMatchObject(refusal(api, 409, 413));
      expect((await create(api, { domain: `xn--bcher-kva.${uniqueDomain()}` })).id).toMatch(/^rd_/);
    },
  },
  {
    title: 'an unknown region of a domain (400) and a change of the region (451) are rejected',
    async run(api) {
      const moon = { domain: uniqueDomain(), region: 'moon' };
      expect(await api.send('POST', path, moon)).toMatchObject(refusal(api, 400, 400));
      const { id } = await create(api);
      expect(await api.send('PATCH', `${path}/${id}`, { region: 'eu' })).toMatchObject(refusal(api, 400, 451));
    },
  },
  {
    title:
      'domains and addresses have the same regions, which the public service returns for addresses only; us-cal-1 is none there',
    async run(api) {
      const isPublic = api.target.profile === 'ngrok';
      for (const region of ['au', 'eu', 'ap', 'us', 'jp', 'in', 'sa', 'us-cal-1']) {
        const wanted = isPublic && region === 'us-cal-1' ? { status: 400 } : { status: 201, body: { region } };
        expect(await api.send('POST', addresses, { region })).toMatchObject(wanted);
        const domain = await api.send('POST', path, { domain: uniqueDomain(), region });
        expect(domain).toMatchObject(isPublic && wanted.body ? { ...wanted, body: { region: '' } } : wanted);
      }
    },
  },
  {
    title: 'the default region of a TCP address is us; unknown regions are rejected (500)',
    async run(api) {
      expect((await api.create(addresses, {}))['region']).toBe('us');
      expect(await api.send('POST', addresses, { region: 'moon' })).toMatchObject(refusal(api, 400, 500));
    },
  },
  {
    title: 'three TCP addresses differ, and an update keeps an address',
    async run(api) {
      const made = [await api.create(addresses, {}), await api.create(addresses, {}), await api.create(addresses, {})];
      expect(new Set(made.map(({ addr }) => addr)).size).toBe(3);
      const [first] = made;
      const { body } = await api.send('PATCH', `${addresses}/${first?.id}`, { description: 'x' });
      expect(body['addr']).toBe(first?.['addr']);
    },
  },
];
