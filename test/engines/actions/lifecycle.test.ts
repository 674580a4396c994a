import type { JsonObject } from '../../../src/model/json';
import { createObject } from '../../support/emulator/create-object';
import { expression, failureOf, testFeature } from '../../support/engines/feature';

const resources = {
  netingress_ip_policy: { office: { description: 'office' } },
  netingress_ip_policy_rule: {
    berlin: {
      ip_policy_id: expression('netingress_ip_policy.office.id'),
      cidr: '203.0.113.0/24',
      action: 'allow',
      lifecycle: {
        action_trigger: [
          { events: ['after_create', 'after_update'], actions: ['action.netingress_verify_access.office'] },
        ],
      },
    },
  },
};

const verify = (config: JsonObject): JsonObject => ({
  action: {
    netingress_verify_access: {
      office: { config: { ip_policy_ids: [expression('netingress_ip_policy.office.id')], ...config } },
    },
  },
});

testFeature('actions', {
  async works({ emulator, workspace }) {
    await workspace.configure(resources, verify({ must_admit: ['203.0.113.0/25'], must_deny: ['198.51.100.0/24'] }));
    await workspace.ok('plan', '-no-color', '-out=plan.bin');
    const applied = await workspace.ok('apply', '-no-color', 'plan.bin');
    expect(applied).toContain('action.netingress_verify_access.office');
    expect(applied).toContain('Read 1 rule.');
    expect(applied).toContain('Verified 2 networks.');

    // A rule that another client adds is found by -invoke, which changes nothing.
    const policy = String(emulator.objects('ip_policy')[0]?.['id']);
    await workspace.ok('apply', '-no-color', '-auto-approve', '-invoke=action.netingress_verify_access.office');
    const rule = { ip_policy_id: policy, cidr: '203.0.113.64/26', action: 'deny' };
    await createObject(emulator, '/ip_policy_rules', rule);
    const failure = await failureOf(
      workspace,
      'apply',
      '-no-color',
      '-auto-approve',
      '-invoke=action.netingress_verify_access.office',
    );
    expect(failure).toContain('does not admit 203.0.113.64/26.');

    await workspace.configure(resources, verify({}));
    expect(await failureOf(workspace, 'validate', '-no-color')).toContain('must_admit and must_deny are empty');
  },
  async refuses({ workspace }) {
    await workspace.configure({}, { action: { netingress_verify_access: { office: { config: {} } } } });
    // 1.13 ignores the block; no version before 1.14 can invoke an action.
    const failure = await failureOf(workspace, 'plan', '-no-color', '-invoke=action.netingress_verify_access.office');
    expect(failure).toContain('Failed to parse command-line flags');
  },
});
