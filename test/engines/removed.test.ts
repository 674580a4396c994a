import { testFeature } from '../support/engines/feature';

testFeature('removed', {
  async works({ emulator, workspace }) {
    await workspace.configure({ netingress_ip_policy: { office: { description: 'office' } } });
    await workspace.apply();
    const removed = [{ from: 'netingress_ip_policy.office', lifecycle: { destroy: false } }];
    await workspace.configure({}, { removed });
    await workspace.apply();
    expect([...(await workspace.allAttributes()).keys()]).toEqual([]);
    expect(emulator.objects('ip_policy')).toHaveLength(1);
  },
});
