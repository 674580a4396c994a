import { allDependencies, allSamples, merged } from '../support/acceptance/all-kinds';
import { expectUnchangedByRefresh, type Workspace } from '../support/acceptance/workspace';
import { expectEmptyPlan, testFeature } from '../support/engines/feature';
import { expression } from '../support/expression';
import { SPEC_KINDS } from '../support/kinds';

testFeature('resources', {
  async works({ emulator, workspace }) {
    await workspace.configure(merged(allDependencies(), allSamples()));
    await workspace.apply();
    for (const { name } of SPEC_KINDS) expect([name, emulator.objects(name)]).not.toEqual([name, []]);
    await expectEmptyPlan(workspace);
    // Certificates are issued after the apply, within the hour that the clock skips.
    emulator.clock.advance(3_600);
    await workspace.apply('-refresh-only');
    await expectUnchangedByRefresh(workspace);

    await workspace.configure(merged(allDependencies(), allSamples(1)));
    const planned = await workspace.changes();
    for (const { name } of SPEC_KINDS) expect(['update', 'replace']).toContain(planned[`netingress_${name}.sample`]);
    await workspace.applyPlanned();
    await expectEmptyPlan(workspace);

    await workspace.ok('destroy', '-auto-approve', '-no-color');
    const left = SPEC_KINDS.map(({ name }) => name).filter((name) => emulator.objects(name).length > 0);
    expect(left).toEqual([]);
  },
});

testFeature('sensitive-refresh', {
  inProcess: true,
  async works({ workspace }) {
    await configureSensitive(workspace);
    for (let run = 0; run < 5; run++) await expectUnchangedByRefresh(workspace);
  },
  /** Terraform compares the marks of the values in an order that differs from run to run. Chosen: 40 runs. */
  async refuses({ workspace }) {
    await configureSensitive(workspace);
    for (let run = 0; run < 40; run++) {
      const { status, stdout } = await workspace.terraform('plan', '-no-color', '-refresh-only', '-detailed-exitcode');
      expect(stdout).toContain('No changes.');
      if (status === 2) return;
    }
    throw new Error('None of 40 refreshes ended with 2; this version of Terraform has the feature');
  },
});

async function configureSensitive(workspace: Workspace): Promise<void> {
  const variable = { text: { default: 'text', sensitive: true } };
  const [description, metadata] = [expression('var.text'), expression('var.text')];
  await workspace.configure({ netingress_ip_policy: { office: { description, metadata } } }, { variable });
  await workspace.apply();
}
