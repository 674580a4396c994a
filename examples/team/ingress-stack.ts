import { TerraformStack, TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';
import { AccessRestriction, AgentIngressDomain, AuditTrail, IpAllowList, NetingressProvider } from 'netingress';
import type { Environment } from './environments';

/** Networks that every environment allows. */
const offices = [
  { name: 'Berlin', cidrs: ['203.0.113.0/24'] },
  { name: 'Lisbon', cidrs: ['198.51.100.0/24', '2001:db8:40::/48'] },
];

/** The deploying machines, which must not lock themselves out. */
const deployment = { name: 'Continuous integration', address: '192.0.2.17' };

/** The ingress of one environment. */
export class IngressStack extends TerraformStack {
  constructor(scope: Construct, { name, agentDomain, enforced, extraNetworks, auditStreamRn }: Environment) {
    super(scope, name);
    // For write-only attributes and ephemeral variables.
    this.addOverride('terraform.required_version', '>= 1.11.0');
    new NetingressProvider(this, 'netingress');

    const allowed = new IpAllowList(this, 'allowed', {
      description: `Who may use the API of ${name}`,
      allow: [...offices, ...extraNetworks, { name: deployment.name, cidrs: [deployment.address] }],
    });
    new AccessRestriction(this, 'api', {
      restricts: 'api',
      policies: [allowed],
      enforced,
      mustAdmit: [deployment.address, '203.0.113.7'],
      description: `The API of ${name}`,
    });
    new AgentIngressDomain(this, 'agents', {
      domain: agentDomain,
      certificate: { privateKeyType: 'ecdsa' },
      description: `Agents of ${name}`,
    });
    new AuditTrail(this, 'audit', {
      description: `Audit trail of ${name}`,
      target: {
        dataStream: {
          streamRn: auditStreamRn,
          auth: {
            creds: {
              cloudAccessKeyId: 'AKIAEXAMPLEINGRESS00',
              // Never stored in plan or state. Increment the version to send a new secret.
              cloudSecretAccessKeyWo: secretVariable(
                this,
                'audit_stream_secret',
                'Secret key that writes to the stream',
              ),
              cloudSecretAccessKeyWoVersion: 1,
            },
          },
        },
      },
    });
  }
}

/** A sensitive, ephemeral variable for `TF_VAR_<name>`, which Terraform never stores in plan or state. */
function secretVariable(stack: TerraformStack, name: string, description: string): string {
  const variable = new TerraformVariable(stack, name, { type: 'string', description });
  // The class of CDKTF does not have this argument.
  variable.addOverride('ephemeral', true);
  return variable.stringValue;
}
