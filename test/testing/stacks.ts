/** Stacks as people write them, for the tests of the kit. */
import { App, TerraformOutput, TerraformStack } from 'cdktf';
import { IpPolicy, IpPolicyRule, IpRestriction, NetingressProvider } from 'netingress';
import { newFolder } from '../support/constructs/synth';

/** An app that writes into a folder which `removeFolders` removes, not into the current one. */
export function newApp(): App {
  return new App({ outdir: newFolder() });
}

export class AccessStack extends TerraformStack {
  readonly offices: IpPolicy;
  readonly berlin: IpPolicyRule;
  readonly dashboard: IpRestriction;

  constructor(cidr = '203.0.113.0/24', app = newApp(), id = 'access') {
    super(app, id);
    new NetingressProvider(this, 'netingress');
    this.offices = new IpPolicy(this, 'offices', { description: 'Offices' });
    this.berlin = new IpPolicyRule(this, 'berlin', {
      ipPolicyId: this.offices.id,
      cidr,
      action: 'allow',
      description: 'Berlin',
    });
    this.dashboard = new IpRestriction(this, 'dashboard', {
      type: 'dashboard',
      enforced: true,
      ipPolicyIds: [this.offices.id],
      dependsOn: [this.berlin],
    });
    // For tests of outputs.
    new TerraformOutput(this, 'policy', { value: this.offices.id });
  }
}

export function stackWith(build: (stack: TerraformStack) => void, app = newApp(), id = 'own'): TerraformStack {
  const stack = new TerraformStack(app, id);
  new NetingressProvider(stack, 'netingress');
  build(stack);
  return stack;
}
