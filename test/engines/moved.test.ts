import { dirname, join } from 'node:path';
import { ngrok } from '../../src/model/profiles/ngrok';
import { installStandIn } from '../support/acceptance/stand-in-mirror';
import { expectEmptyPlan, testFeature } from '../support/engines/feature';

// Each address of ngrok's provider: states of Terraform and of OpenTofu name registries with different hosts.
testFeature('moved', {
  async works({ emulator, workspace }) {
    for (const source of ngrok.terraformProvider?.addresses ?? []) {
      await installStandIn(join(dirname(workspace.folder), 'mirror'), source);
      await workspace.configure({ netingress_ip_policy: { office: { description: 'office' } } });
      await workspace.apply();
      const id = (await workspace.attributes('netingress_ip_policy.office'))?.['id'];
      await workspace.forget();
      const netingress = { source: 'terraform.local/netingress/netingress' };
      const terraform = { required_providers: { netingress, ngrok: { source } } };
      await workspace.configure({ ngrok_ip_policy: { office: { id, description: 'office' } } } as never, { terraform });
      await workspace.ok('init', '-no-color', '-upgrade');
      await workspace.apply();
      await workspace.configure(
        { netingress_ip_policy: { office: { description: 'office' } } },
        { terraform, moved: [{ from: 'ngrok_ip_policy.office', to: 'netingress_ip_policy.office' }] },
      );
      await workspace.apply();
      expect((await workspace.attributes('netingress_ip_policy.office'))?.['id']).toBe(id);
      expect(emulator.objects('ip_policy')).toHaveLength(1);
      await expectEmptyPlan(workspace);
      await workspace.ok('destroy', '-auto-approve', '-no-color');
    }
  },
});
