import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testFeature } from '../support/engines/feature';
import { expression } from '../support/expression';

const tests = `mock_provider "netingress" {}

run "mocked" {
  command = apply

  assert {
    condition     = length(netingress_ip_policy.office.id) > 0
    error_message = "The mocked policy has no id."
  }

  assert {
    condition     = netingress_ip_policy_rule.berlin.ip_policy_id == netingress_ip_policy.office.id
    error_message = "The rule does not refer to the policy."
  }
}
`;

testFeature('mocks', {
  async works({ emulator, workspace }) {
    const policy = expression('netingress_ip_policy.office.id');
    await workspace.configure({
      netingress_ip_policy: { office: { description: 'office' } },
      netingress_ip_policy_rule: { berlin: { ip_policy_id: policy, cidr: '203.0.113.0/24', action: 'allow' } },
    });
    await writeFile(join(workspace.folder, 'mocked.tftest.hcl'), tests);
    await workspace.ok('init', '-no-color');
    expect(await workspace.ok('test', '-no-color')).toContain('1 passed, 0 failed');
    expect(emulator.requests()).toEqual([]);
  },
});
