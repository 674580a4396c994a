/**
 * All seven kinds in one stack. Where the service is and how to sign in stands in the environment
 * (`NETINGRESS_BASE_URL`, `NETINGRESS_API_KEY`), so that no secret stands here.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, TerraformOutput, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import {
  AgentIngress,
  EventDestination,
  EventSubscription,
  IpPolicy,
  IpPolicyRule,
  IpRestriction,
  KubernetesOperator,
  NetingressProvider,
} from 'netingress';

/** Who may reach what, and who is told of changes to it. */
class AccessStack extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new NetingressProvider(this, 'netingress');

    const offices = new IpPolicy(this, 'offices', {
      description: 'Networks of our offices',
      metadata: JSON.stringify({ owner: 'platform' }),
    });
    new IpPolicyRule(this, 'berlin', {
      ipPolicyId: offices.id,
      cidr: '203.0.113.0/24',
      action: 'allow',
      description: 'Berlin',
    });
    new IpPolicyRule(this, 'berlin-guests', {
      ipPolicyId: offices.id,
      cidr: '203.0.113.128/25',
      action: 'deny',
      description: 'Berlin, guest network',
    });
    new IpPolicyRule(this, 'lisbon', {
      ipPolicyId: offices.id,
      cidr: '2001:db8:40::/48',
      action: 'allow',
      description: 'Lisbon',
    });

    // Not enforced: violations are only reported. Enforce it once the reports show nobody who belongs inside.
    new IpRestriction(this, 'dashboard', {
      type: 'dashboard',
      enforced: false,
      ipPolicyIds: [offices.id],
      description: 'The dashboard is for the offices',
    });

    const ingress = new AgentIngress(this, 'agents', {
      domain: 'agents.example.com',
      description: 'Agents connect through our own domain',
      certificateManagementPolicy: { authority: 'letsencrypt', privateKeyType: 'ecdsa' },
    });

    const cluster = new KubernetesOperator(this, 'cluster', {
      description: 'Operator of the staging cluster',
      enabledFeatures: ['bindings', 'ingress'],
      deployment: { name: 'ingress-operator', namespace: 'ingress', version: '0.19.0', clusterName: 'staging' },
      binding: {
        endpointSelectors: ["endpoint.url.contains('.staging')"],
        // The private key was made, and stays, where the operator runs.
        csr: readFileSync(join(__dirname, 'operator.csr.pem'), 'utf8'),
      },
    });

    const audit = new EventDestination(this, 'audit-stream', {
      description: 'Audit stream of the security team',
      format: 'JSON',
      target: {
        dataStream: {
          streamRn: 'rn:cloud:stream:eu-central-1:123456789012:stream/audit',
          auth: { role: { roleRn: 'rn:cloud:iam::123456789012:role/ingress-events' } },
        },
      },
    });
    new EventSubscription(this, 'ip-policy-changes', {
      description: 'Every change of who is let in',
      sources: [
        { type: 'ip_policy_created.v0' },
        { type: 'ip_policy_updated.v0' },
        { type: 'ip_policy_deleted.v0' },
        { type: 'ip_policy_rule_created.v0' },
        { type: 'ip_policy_rule_updated.v0' },
        { type: 'ip_policy_rule_deleted.v0' },
      ],
      destinationIds: [audit.id],
    });

    new TerraformOutput(this, 'offices-policy', {
      value: offices.id,
      description: 'IP policy to attach to other endpoints',
    });
    new TerraformOutput(this, 'name-servers', {
      value: ingress.nsTargets,
      description: 'NS records to set for the domain of the agents',
    });
    new TerraformOutput(this, 'operator-certificate', {
      value: cluster.binding.cert.cert,
      description: 'Client certificate of the operator',
    });
  }
}

const app = new App();
new AccessStack(app, 'access');
app.synth();
