import { testFeature } from '../support/engines/feature';
import { expression } from '../support/expression';

testFeature('functions', {
  async works({ workspace }) {
    const canonical = expression('provider::netingress::cidr_canonical("2001:DB8:0::/32")');
    const allowed = expression('provider::netingress::policy_allows({"10.0.0.0/8" = "allow"}, "10.1.2.3")');
    await workspace.configure({}, { output: { canonical: { value: canonical }, allowed: { value: allowed } } });
    await workspace.apply();
    expect(await workspace.outputs()).toEqual({ canonical: '2001:db8::/32', allowed: true });
  },
});
