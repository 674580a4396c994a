/**
 * Two stacks with separate states: one declares networks, the other restricts access to them. The second stack uses the
 * identifier of the first stack's policy. CDKTF creates an output and a `terraform_remote_state` for it, and deploys the
 * stacks in this order. The provider is configured with `NETINGRESS_BASE_URL` and `NETINGRESS_API_KEY`.
 */
import { App, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { AccessRestriction, IpAllowList, NetingressProvider } from 'netingress';

/** Owned by the network team. */
class NetworksStack extends TerraformStack {
  /** Identifier of the policy of all offices. */
  readonly officesPolicyId: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    new NetingressProvider(this, 'netingress');
    const offices = new IpAllowList(this, 'offices', {
      description: 'Networks of our offices',
      allow: [
        { name: 'Berlin', cidrs: ['203.0.113.0/24'] },
        { name: 'Lisbon', cidrs: ['198.51.100.0/24', '2001:db8:40::/48'] },
      ],
    });
    this.officesPolicyId = offices.id;
  }
}

/** Owned by the platform team. */
class AccessStack extends TerraformStack {
  constructor(scope: Construct, id: string, props: { readonly officesPolicyId: string }) {
    super(scope, id);
    new NetingressProvider(this, 'netingress');
    // The rules are in another state, so Terraform reads them. The plan fails if they would deny the address in Berlin.
    const offices = IpAllowList.fromIpPolicyId(this, 'offices', props.officesPolicyId);
    new AccessRestriction(this, 'api', {
      restricts: 'api',
      policies: [offices],
      enforced: true,
      mustAdmit: ['203.0.113.7'],
      description: 'The API is for the offices',
    });
  }
}

const app = new App();
const networks = new NetworksStack(app, 'networks');
new AccessStack(app, 'access', { officesPolicyId: networks.officesPolicyId });
app.synth();
