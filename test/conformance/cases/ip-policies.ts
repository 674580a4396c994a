/** IP policies, their rules and restrictions: docs/internals/management-api.md 'IPPolicyRule', docs/internals/gaps.md sections 0, 1.6 and 2. */
import { type Api, type Case, refusal } from '../api';
import { policyId } from '../collections';

const rules = '/ip_policy_rules';
const restrictions = '/ip_restrictions';

async function rule(api: Api, cidr: string, id?: string) {
  return api.send('POST', rules, { cidr, action: 'allow', ip_policy_id: id ?? (await policyId(api)) });
}

const validCidrs = ['0.0.0.0/0', '192.0.2.7/32', '10.0.0.0/8', '::/0', '2001:db8::1/128', 'fe80::/10'];
const refusedCidrs: readonly [cidr: string, code: number][] = [
  ['10.0.0.1/8', 1409],
  ['2001:db8::1/32', 1409],
  ['192.0.2.7', 1413],
  ['2001:db8::1', 1413],
  ['010.0.0.0/8', 1406],
  ['10/8', 1406],
  ['10.0.0.0/33', 1406],
  ['10.0.0.0/08', 1406],
  ['fe80::%1/10', 1406],
  ['0x0a.0.0.0/8', 1406],
  ['example.com', 1406],
  ['10.0.0.0/', 1406],
];

export const ipPolicyCases: readonly Case[] = [
  {
    title: 'an idempotency key has no effect',
    async run(api) {
      const made = [1, 2].map(() => api.send('POST', '/ip_policies', {}, { 'idempotency-key': 'one' }));
      const [one, two] = (await Promise.all(made)).map(({ body }) => body['id']);
      expect(one).not.toBe(two);
    },
  },
  ...validCidrs.map((cidr) => ({
    title: `a rule may be for ${cidr}`,
    run: async (api: Api) => expect(await rule(api, cidr)).toMatchObject({ status: 201, body: { cidr } }),
  })),
  ...refusedCidrs.map(([cidr, code]) => ({
    title: `a rule for ${cidr} is rejected with ${code}`,
    run: async (api: Api) => expect(await rule(api, cidr)).toMatchObject(refusal(api, 400, code)),
  })),
  {
    title: 'host bits are rejected with the suggested network',
    run: async (api) => expect((await rule(api, '10.1.2.3/8')).body['msg']).toContain('10.0.0.0/8'),
  },
  {
    title: 'a range is returned in its canonical form',
    run: async (api) => expect((await rule(api, '2001:0DB8:0::/32')).body['cidr']).toBe('2001:db8::/32'),
  },
  {
    title: 'an IPv4 tail is the last 32 bits of an IPv6 address, right behind the gap too',
    async run(api) {
      const id = await policyId(api);
      expect((await rule(api, '::192.0.2.1/128', id)).body['cidr']).toBe('::c000:201/128');
      expect(await rule(api, '0::192.0.2.1/128', id)).toMatchObject(refusal(api, 409, 1408));
      expect((await rule(api, '::ffff:192.0.2.1/128', id)).body['cidr']).toBe('::ffff:c000:201/128');
    },
  },
  {
    title: 'a range is unique in a policy in every notation (1408)',
    async run(api) {
      const id = await policyId(api);
      expect((await rule(api, '2001:db8::/32', id)).status).toBe(201);
      expect(await rule(api, '2001:DB8:0:0::/32', id)).toMatchObject(refusal(api, 409, 1408));
      expect((await rule(api, '2001:db8::/32')).status).toBe(201);
    },
  },
  {
    title: 'a rule cannot change its range to that of another rule',
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
  ...[
    'obj["action"] == "allow"',
    'obj.cidr + "" == "x"',
    'obj.action == "allow" ? true : false',
    'obj.cidr.matches("x")',
    'type(obj.cidr) == string',
    'obj.uri == "x"',
  ].map((filter) => ({
    title: `the list rejects the filter ${filter} (250)`,
    run: async (api: Api) =>
      expect(await api.send('GET', `${rules}?filter=${encodeURIComponent(filter)}`)).toMatchObject(
        refusal(api, 400, 250),
      ),
  })),
  {
    title: 'the action is allow or deny (1422)',
    async run(api) {
      const body = { cidr: '10.0.0.0/8', ip_policy_id: await policyId(api) };
      for (const action of ['Allow', 'block', '']) {
        expect(await api.send('POST', rules, { ...body, action })).toMatchObject(refusal(api, 400, 1422));
      }
    },
  },
  {
    title: 'the policy of a rule must exist (1414)',
    async run(api) {
      for (const id of [`ipp_${'0'.repeat(27)}`, 'nonsense', `ipr_${'0'.repeat(27)}`]) {
        expect(await rule(api, '10.0.0.0/8', id)).toMatchObject(refusal(api, 400, 1414));
      }
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
  ...['dashboard', 'api', 'agent', 'endpoints'].map((type) => ({
    title: `a second restriction of type ${type} is rejected (1802)`,
    async run(api: Api) {
      const body = { type, ip_policy_ids: [await policyId(api)] };
      expect((await api.create(restrictions, body))['type']).toBe(type);
      expect(await api.send('POST', restrictions, body)).toMatchObject(refusal(api, 409, 1802));
    },
  })),
  {
    title: 'other types of restriction are rejected (1803)',
    async run(api) {
      const body = { type: 'nonsense', ip_policy_ids: [await policyId(api)] };
      expect(await api.send('POST', restrictions, body)).toMatchObject(refusal(api, 400, 1803));
    },
  },
  {
    title: 'a restriction has at least one policy (1804), and each of them exists (1801)',
    async run(api) {
      const absent = `ipp_${'0'.repeat(27)}`;
      const id = await policyId(api);
      const post = (ids: unknown) => api.send('POST', restrictions, { type: 'api', ip_policy_ids: ids });
      expect(await post([])).toMatchObject(refusal(api, 400, 1804));
      for (const wrong of [absent, 'nonsense', ''])
        expect(await post([id, wrong])).toMatchObject(refusal(api, 400, 1801));
      const { body } = await post([id]);
      const patch = (ids: unknown) => api.send('PATCH', `${restrictions}/${body['id']}`, { ip_policy_ids: ids });
      expect(await patch([])).toMatchObject(refusal(api, 400, 1804));
      expect(await patch([absent])).toMatchObject(refusal(api, 400, 1801));
    },
  },
  {
    title: 'the policies of a restriction keep the order in which they were sent',
    async run(api) {
      const ids = [await policyId(api), await policyId(api)].reverse();
      const made = await api.create(restrictions, { type: 'api', ip_policy_ids: ids });
      expect((made['ip_policies'] as { id: string }[]).map(({ id }) => id)).toEqual(ids);
    },
  },
  {
    title: 'the policies of a restriction are replaced completely',
    async run(api) {
      const [one, two] = [await policyId(api), await policyId(api)];
      const { id } = await api.create(restrictions, { type: 'api', ip_policy_ids: [one] });
      const { body } = await api.send('PATCH', `${restrictions}/${id}`, { ip_policy_ids: [two] });
      expect(body['ip_policies']).toEqual([
        { id: two, uri: expect.stringMatching(new RegExp(`/ip_policies/${two}$`)) },
      ]);
      expect((await api.send('DELETE', `/ip_policies/${one}`)).status).toBe(204);
    },
  },
];
