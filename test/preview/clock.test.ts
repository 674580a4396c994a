/** A preview judges grants by the time of the service, as a deployment does (test/acceptance/grants.test.ts). */

import { expression } from '../support/expression';
import { appForEach } from '../support/preview/app';
import { testInCi } from '../support/requirements';

const app = appForEach();

const HOUR = 3_600_000;

const CLOCKS = [
  ['behind', '2020-01-01T00:00:00Z'],
  ['ahead', '2040-01-01T00:00:00Z'],
] as const;

testInCi.each(CLOCKS)(
  'a plan keeps a live grant and deletes an ended one, by the clock of the service, which is %s',
  async (_, time) => {
    app.emulator.clock.set(time);
    const policy = expression('netingress_ip_policy.office.id');
    await app.synthesize({
      all: {
        resource: {
          netingress_ip_policy: { office: { description: 'Office' } },
          netingress_ip_policy_rules: {
            office: { ip_policy_id: policy, rules: { '203.0.113.0/24': { action: 'allow' } } },
          },
          netingress_ip_restriction: {
            api: {
              type: 'api',
              enforced: true,
              ip_policy_ids: [expression('netingress_ip_policy_rules.office.ip_policy_id')],
            },
          },
        },
      },
    });
    await app.deploy('all');
    const { id } = app.emulator.objects('ip_policy')[0] as { readonly id: string };
    const grant = (cidr: string, hours: number) =>
      app.create('/ip_policy_rules', {
        ip_policy_id: id,
        cidr,
        action: 'allow',
        metadata: JSON.stringify({
          netingress_grant: {
            version: 1,
            until: new Date(Date.parse(time) + hours * HOUR).toISOString().replace('.000', ''),
            by: 'ana',
            reason: 'test',
          },
        }),
      });
    await grant('198.51.100.7/32', 1);
    await grant('198.51.100.8/32', -1);
    const report = await app.report('--must-admit', '198.51.100.7/32', '--must-deny', '198.51.100.8/32');
    expect(report).toMatchObject({
      result: 'applies',
      objects: [{ action: 'destroy', kind: 'ip_policy_rule', name: expect.stringContaining('198.51.100.8/32') }],
    });
  },
);
