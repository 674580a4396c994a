import { allDependencies, allSamples, merged } from '../support/acceptance/all-kinds';
import { expectEmptyPlan, testFeature } from '../support/engines/feature';
import { SPEC_KINDS } from '../support/kinds';

testFeature('resources', {
  async works({ emulator, workspace }) {
    await workspace.configure(merged(allDependencies(), allSamples()));
    await workspace.apply();
    for (const { name } of SPEC_KINDS) expect([name, emulator.objects(name)]).not.toEqual([name, []]);
    await expectEmptyPlan(workspace);

    await workspace.configure(merged(allDependencies(), allSamples(1)));
    const planned = await workspace.changes();
    for (const { name } of SPEC_KINDS) expect(['update', 'replace']).toContain(planned[`netingress_${name}.sample`]);
    await workspace.applyPlanned();
    await expectEmptyPlan(workspace);

    await workspace.ok('destroy', '-auto-approve', '-no-color');
    // The key of the provider and the certificates that the service issued remain.
    for (const name of ['ip_policy', 'ip_policy_rule', 'domain', 'ip_restriction'])
      expect([name, emulator.objects(name)]).toEqual([name, []]);
  },
});
