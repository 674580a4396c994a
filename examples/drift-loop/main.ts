/** An IP policy with an exclusive set of rules: a rule that was added outside of Terraform is a change of the set. */
import { App, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { IpPolicy, IpPolicyRules, NetingressProvider } from 'netingress';

class OfficeStack extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new NetingressProvider(this, 'netingress');
    const office = new IpPolicy(this, 'office', { description: 'Networks of our offices' });
    new IpPolicyRules(this, 'rules', {
      ipPolicyId: office.id,
      rules: { '203.0.113.0/24': { action: 'allow', description: 'Berlin' } },
    });
  }
}

const app = new App();
new OfficeStack(app, 'office');
app.synth();
