/** The client against the emulator, in process and over a socket, in both profiles. */
import { createClient, isNotFound } from '../../src/client';
import { createEmulator } from '../../src/emulator';
import { collect, rejection } from '../support/client/http-server';

describe.each(['spec', 'ngrok'] as const)('the emulator of the profile %s', (profile) => {
  test.each(['in process', 'over a socket'])(
    '%s it creates, pages, updates and deletes, and its errors have the category of the failure',
    async (how) => {
      const emulator = createEmulator({ profile });
      const where =
        how === 'in process'
          ? { baseUrl: 'http://emulator.localhost', fetch: emulator.fetch }
          : { baseUrl: (await emulator.listen()).url };
      const client = createClient({ ...where, apiKey: emulator.apiKey, profile, maxRequestsPerMinute: 0 });
      try {
        const policy = await client.ipPolicies.create({ description: 'office' });
        const rule = await client.ipPolicyRules.create({
          ip_policy_id: policy.id,
          cidr: '10.0.0.0/8',
          action: 'allow',
        });
        expect([rule.ip_policy.id, rule.action]).toEqual([policy.id, 'allow']);
        const auth = { role: { role_rn: 'arn:aws:iam::1:role/x' } };
        const target = { log_group: { log_group_rn: 'arn:aws:logs:eu-west-1:1:log-group:x', auth } };
        const destination = await client.eventDestinations.create({ format: 'JSON', target });
        expect(destination.target.log_group).toMatchObject(target.log_group);
        const source = { type: 'ip_policy_created.v0' };
        const subscription = await client.eventSubscriptions.create({
          sources: [source],
          destination_ids: [destination.id],
        });
        expect(await client.eventSources.list(subscription.id)).toMatchObject([source]);

        for (let n = 0; n < 4; n++) await client.ipPolicies.create({});
        const ids = (await collect(client.ipPolicies.list({ limit: 2 }))).map(({ id }) => id);
        expect([ids.length, new Set(ids).size, ids.at(-1)]).toEqual([5, 5, policy.id]);

        expect((await client.ipPolicies.update(policy.id, { description: 'home' })).description).toBe('home');
        await client.ipPolicies.delete(policy.id);
        expect(isNotFound(await rejection(client.ipPolicies.get(policy.id)))).toBe(true);
        expect(
          await rejection(client.ipPolicyRules.create({ ip_policy_id: policy.id, cidr: '10.0.0.0/8', action: 'deny' })),
        ).toMatchObject({
          category: 'api',
          sideEffect: 'no_effect',
          notFound: false,
          operationId: expect.stringMatching(/^op_/),
        });
        const wrong = createClient({
          ...where,
          baseUrl: `${where.baseUrl}/elsewhere`,
          apiKey: emulator.apiKey,
          profile,
        });
        expect(await rejection(wrong.ipPolicies.get(policy.id))).toMatchObject({
          category: 'routing',
          notFound: false,
        });
        await wrong.close();
      } finally {
        await client.close();
        await emulator.close();
      }
    },
  );
});
