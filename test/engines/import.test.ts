import { expectEmptyPlan, testFeature } from '../support/engines/feature';

testFeature('import', {
  async works({ workspace }) {
    await workspace.configure({ netingress_ip_policy: { office: { description: 'office' } } });
    await workspace.apply();
    const id = String((await workspace.attributes('netingress_ip_policy.office'))?.['id']);
    await workspace.forget();

    // Without `provider`, Terraform 1.16.0 looks for a provider of the default namespace.
    const imported = [{ to: 'netingress_ip_policy.office', id, provider: 'netingress' }];
    await workspace.configure({}, { import: imported });
    await workspace.ok('plan', '-no-color', '-generate-config-out=generated.tf', '-out=plan.bin');
    await workspace.applyPlanned();
    await workspace.configure({});
    await expectEmptyPlan(workspace);

    await workspace.ok('state', 'rm', 'netingress_ip_policy.office');
    await workspace.ok('import', '-no-color', 'netingress_ip_policy.office', id);
    await expectEmptyPlan(workspace);
  },
});
