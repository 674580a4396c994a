/**
 * IP policies, their rules and restrictions: docs/internals/management-api.md 'IPPolicyRule', docs/internals/gaps.md
 * sections 0, 1.6 and 2.
 */
import { type Api, type Case, expectRefusals, refusal } from '../api';
import { policyId } from '../collections';

const rules = '/ip_policy_rules';
const restrictions = '/ip_restrictions';

async function rule(api: Api, cidr: string, id?: string) {
  return api.send('POST', rules, { cidr, action: 'allow', ip_policy_id: id ?? (await policyId(api)) });
}

export const ipPolicyCases: readonly Case[] = [
  {
    title: 'two creates with one idempotency key make two objects',
    async run(api) {
      const made = [1, 2].map(() => api.send('POST', '/ip_policies', {}, { 'idempotency-key': 'one' }));
      const [one, two] = (await Promise.all(made)).map(({ body }) => body['id']);
      expect(one).not.toBe(two);
    },
  },
  {
    title: 'a rule is for a range of IPv4 or IPv6, which is returned in its canonical form',
    async run(api) {
      for (const cidr of ['0.0.0.0/0', '192.0.2.7/32', '10.0.0.0/8', '::/0', '2001:db8::1/128', 'fe80::/10'])
        expect(await rule(api, cidr)).toMatchObject({ status: 201, body: { cidr } });
      expect((await rule(api, '2001:0DB8:0::/32')).body['cidr']).toBe('2001:db8::/32');
    },
  },
  {
    title:
      'a range with host bits (1409, with the network), without a length (1413) or of another form (1406) is rejected',
    async run(api) {
      await expectRefusals(api, (cidr) => rule(api, cidr), [
        ...['10.0.0.1/8', '2001:db8::1/32'].map((cidr) => [cidr, 1409] as const),
        ...['192.0.2.7', '2001:db8::1'].map((cidr) => [cidr, 1413] as const),
        ...['010.0.0.0/8', '10/8', '10.0.0.0/33', '10.0.0.0/08', '0x0a.0.0.0/8'].map((cidr) => [cidr, 1406] as const),
        ...['fe80::%1/10', 'example.com', '10.0.0.0/'].map((cidr) => [cidr, 1406] as const),
      ]);
      expect((await rule(api, '10.1.2.3/8')).body['msg']).toContain('10.0.0.0/8');
    },
  },
  {
    title: 'an IPv4 tail is the last 32 bits of an IPv6 address, also right after `::`',
    async run(api) {
      const id = await policyId(api);
      expect((await rule(api, '::192.0.2.1/128', id)).body['cidr']).toBe('::c000:201/128');
      expect(await rule(api, '0::192.0.2.1/128', id)).toMatchObject(refusal(api, 409, 1408));
      expect((await rule(api, '::ffff:192.0.2.1/128', id)).body['cidr']).toBe('::ffff:c000:201/128');
    },
  },
  {
    title: 'a range is unique in a policy, also in another notation (1408), and may be in another policy',
    async run(api) {
      const id = await policyId(api);
      expect((await rule(api, '2001:db8::/32', id)).status).toBe(201);
      expect(await rule(api, '2001:DB8:0:0::/32', id)).toMatchObject(refusal(api, 409, 1408));
      expect((await rule(api, '2001:db8::/32')).status).toBe(201);
    },
  },
  {
    title: 'a rule cannot change its range to that of another rule (1408), but to one that became free',
    async run(api) {
      const id = await policyId(api);
      const [one, two] = [await rule(api, '10.0.0.0/8', id), await rule(api, '11.0.0.0/8', id)];
      const path = `${rules}/${two.body['id']}`;
      expect(await api.send('PATCH', path, { cidr: '10.0.0.0/8' })).toMatchObject(refusal(api, 409, 1408));
      expect((await api.send('PATCH', path, { cidr: '11.0.0.0/8' })).status).toBe(200);
      expect((await api.send('PATCH', path, { cidr: '12.0.0.0/8' })).body['cidr']).toBe('12.0.0.0/8');
      expect((await api.send('PATCH', `${rules}/${one.body['id']}`, { cidr: '11.0.0.0/8' })).status).toBe(200);
    },
  },
  {
    title: 'a filter that the list does not support is rejected (250)',
    run: (api) =>
      expectRefusals(api, (filter) => api.send('GET', `${rules}?filter=${encodeURIComponent(filter)}`), [
        ['obj["action"] == "allow"', 250],
        ['obj.cidr + "" == "x"', 250],
        ['obj.action == "allow" ? true : false', 250],
        ['obj.cidr.matches("x")', 250],
        ['type(obj.cidr) == string', 250],
        ['obj.uri == "x"', 250],
      ]),
  },
  {
    title: 'another action than allow and deny is rejected (1422)',
    async run(api) {
      const body = { cidr: '10.0.0.0/8', ip_policy_id: await policyId(api) };
      const post = (action: string) => api.send('POST', rules, { ...body, action });
      const refused = ['Allow', 'block', ''].map((action) => [action, 1422] as const);
      await expectRefusals(api, post, refused);
    },
  },
  {
    title: 'a rule of a policy that does not exist is rejected (1414)',
    async run(api) {
      const ids = [`ipp_${'0'.repeat(27)}`, 'nonsense', `ipr_${'0'.repeat(27)}`].map((id) => [id, 1414] as const);
      await expectRefusals(api, (id) => rule(api, '10.0.0.0/8', id), ids);
    },
  },
  {
    title: 'deleting a policy deletes its rules',
    async run(api) {
      const id = await policyId(api);
      const created = await rule(api, '10.0.0.0/8', id);
      expect((await api.send('DELETE', `/ip_policies/${id}`)).status).toBe(204);
      expect((await api.send('GET', `${rules}/${created.body['id']}`)).status).toBe(404);
    },
  },
  {
    title: 'a policy cannot be deleted while a restriction uses it (1420)',
    async run(api) {
      const id = await policyId(api);
      const restriction = await api.create(restrictions, { type: 'api', ip_policy_ids: [id] });
      expect(await api.send('DELETE', `/ip_policies/${id}`)).toMatchObject(refusal(api, 409, 1420));
      await api.send('DELETE', `${restrictions}/${restriction.id}`);
      expect((await api.send('DELETE', `/ip_policies/${id}`)).status).toBe(204);
    },
  },
  {
    title: 'a restriction is not enforced by default',
    async run(api) {
      const created = await api.create(restrictions, { type: 'api', ip_policy_ids: [await policyId(api)] });
      expect(created['enforced']).toBe(false);
      const path = `${restrictions}/${created.id}`;
      expect((await api.send('PATCH', path, { enforced: true })).body['enforced']).toBe(true);
      expect((await api.send('PATCH', path, { enforced: 'true' })).status).toBe(400);
    },
  },
  {
    title: 'a second restriction of a type (1802), and one of an unknown type (1803), is rejected',
    async run(api) {
      const policy = { ip_policy_ids: [await policyId(api)] };
      for (const type of ['dashboard', 'api', 'agent', 'endpoints']) {
        expect((await api.create(restrictions, { ...policy, type }))['type']).toBe(type);
        expect(await api.send('POST', restrictions, { ...policy, type })).toMatchObject(refusal(api, 409, 1802));
      }
      const body = { ...policy, type: 'nonsense' };
      expect(await api.send('POST', restrictions, body)).toMatchObject(refusal(api, 400, 1803));
    },
  },
  {
    title: 'a restriction without a policy (1804) or with one that does not exist (1801) is rejected',
    async run(api) {
      const absent = `ipp_${'0'.repeat(27)}`;
      const id = await policyId(api);
      const post = (ids: unknown) => api.send('POST', restrictions, { type: 'api', ip_policy_ids: ids });
      await expectRefusals<unknown>(api, post, [
        [[], 1804],
        ...[absent, 'nonsense', ''].map((each) => [[id, each], 1801] as const),
      ]);
      const { body } = await post([id]);
      const patch = (ids: unknown) => api.send('PATCH', `${restrictions}/${body['id']}`, { ip_policy_ids: ids });
      await expectRefusals<unknown>(api, patch, [
        [[], 1804],
        [[absent], 1801],
      ]);
    },
  },
  {
    title: 'the policies of a restriction keep the order in which they were sent, and are replaced completely',
    async run(api) {
      const [one, two] = [await policyId(api), await policyId(api)];
      const ids = (body: object) => (body as { ip_policies: { id: string }[] }).ip_policies.map(({ id }) => id);
      const made = await api.create(restrictions, { type: 'api', ip_policy_ids: [two, one] });
      expect(ids(made)).toEqual([two, one]);
      const { body } = await api.send('PATCH', `${restrictions}/${made.id}`, { ip_policy_ids: [two] });
      expect(ids(body)).toEqual([two]);
      expect((await api.send('DELETE', `/ip_policies/${one}`)).status).toBe(204);
    },
  },
];
