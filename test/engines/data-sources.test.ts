import { expectEmptyPlan, testFeature } from '../support/engines/feature';
import { expression } from '../support/expression';

testFeature('data-sources', {
  async works({ workspace }) {
    await workspace.configure(
      { netingress_ip_policy: { office: { description: 'office' } } },
      {
        data: {
          netingress_ip_policy: { office: { id: expression('netingress_ip_policy.office.id') } },
          netingress_ip_policies: { all: { depends_on: ['netingress_ip_policy.office'] } },
        },
        output: {
          one: { value: expression('data.netingress_ip_policy.office.description') },
          all: { value: expression('data.netingress_ip_policies.all.ip_policies[*].description') },
        },
      },
    );
    await workspace.apply();
    expect(await workspace.outputs()).toEqual({ one: 'office', all: ['office'] });
    await expectEmptyPlan(workspace);
  },
});
