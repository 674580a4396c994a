import { failureOf } from '../support/acceptance/workspace';
import { expectEmptyPlan, testFeature } from '../support/engines/feature';

const office = { netingress_ip_policy: { office: { description: 'office' } } };

testFeature('identity', {
  async works({ workspace }) {
    await workspace.configure(office);
    await workspace.apply();
    const id = String((await workspace.attributes('netingress_ip_policy.office'))?.['id']);
    await workspace.forget();
    await workspace.configure(office, { import: [{ to: 'netingress_ip_policy.office', identity: { id } }] });
    const plan = await workspace.plan();
    expect(plan.resource_changes?.map(({ change }) => change.actions)).toEqual([['no-op']]);
    await workspace.applyPlanned();
    expect((await workspace.attributes('netingress_ip_policy.office'))?.['id']).toBe(id);
    await expectEmptyPlan(workspace);
  },
  async refuses({ workspace }) {
    await workspace.configure(office, { import: [{ to: 'netingress_ip_policy.office', identity: { id: 'ipp_1' } }] });
    expect(await failureOf(workspace, 'plan', '-no-color')).toContain('"identity"');
  },
});
