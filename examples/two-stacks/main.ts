/**
 * Two stacks with states of their own: one holds who may come in, the other what they may reach. The second takes the
 * identifier of the first's policy; CDKTF makes of that an output there and a `terraform_remote_state` here, and deploys
 * them in this order. Where the service is and how to sign in stands in the environment (`NETINGRESS_BASE_URL`,
 * `NETINGRESS_API_KEY`).
 */
import { App, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { AccessRestriction, IpAllowList, NetingressProvider } from 'netingress';

/** Owned by those who know the networks. */
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

/** Owned by those who run the service. */
class AccessStack extends TerraformStack {
  constructor(scope: Construct, id: string, props: { readonly officesPolicyId: string }) {
    super(scope, id);
    new NetingressProvider(this, 'netingress');
    // The rules are in another state, so they are read, and Terraform refuses to enforce what would shut Berlin out.
    const offices = IpAllowList.fromIpPolicyId(this, 'offices', props.officesPolicyId);
    new AccessRestriction(this, 'api', {
      restricts: 'api',
      policies: [offices],
      enforced: true,
      mustAllow: ['203.0.113.7'],
      description: 'The API is for the offices',
    });
  }
}

const app = new App();
const networks = new NetworksStack(app, 'networks');
new AccessStack(app, 'access', { officesPolicyId: networks.officesPolicyId });
app.synth();
