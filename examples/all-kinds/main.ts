/**
 * Declares every kind of object of the service in one stack, which `npm run demo` deploys. The other examples combine
 * kinds. The provider is configured with `NETINGRESS_BASE_URL` and `NETINGRESS_API_KEY`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, TerraformOutput, TerraformStack, TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';
import {
  AgentIngress,
  ApiKey,
  CertificateAuthority,
  Domain,
  EventDestination,
  EventSubscription,
  IpPolicy,
  IpPolicyRule,
  IpRestriction,
  KubernetesOperator,
  NetingressProvider,
  SshCertificateAuthority,
  SshHostCertificate,
  SshPublicKey,
  SshUserCertificate,
  TcpAddress,
  TlsCertificate,
  TunnelCredential,
} from 'netingress';

/** Reads a file of this folder. */
function fileHere(name: string): string {
  return readFileSync(join(__dirname, name), 'utf8');
}

/** Access rules, an agent ingress, an operator, and events. */
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

    // Not enforced: the service only reports violations. Enforce it once no legitimate address is reported.
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
        // The operator created the private key and keeps it.
        csr: fileHere('operator.csr.pem'),
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

    this.#declareNames();
    this.#declareKeys();

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

  /** Domains, addresses and certificates. */
  #declareNames(): void {
    // An example key: set TF_VAR_shop_key to yours. It is stored in the state. privateKeyPemWo is not stored, and needs
    // Terraform 1.11 (see the example `team`).
    const shopKey = new TerraformVariable(this, 'shop_key', {
      type: 'string',
      sensitive: true,
      default: fileHere('shop.key.pem'),
      description: 'Private key of the certificate of the shop',
    });
    const certificate = new TlsCertificate(this, 'shop-certificate', {
      certificatePem: fileHere('shop.certificate.pem'),
      privateKeyPem: shopKey.stringValue,
      description: 'Certificate of the shop',
    });
    new Domain(this, 'shop-domain', {
      domain: 'shop.example.com',
      certificateId: certificate.id,
      description: 'The shop',
    });
    new TcpAddress(this, 'plant-address', { region: 'eu', description: 'Where the machines of the plant connect' });
    new CertificateAuthority(this, 'devices', {
      caPem: fileHere('devices.ca.pem'),
      description: 'Signs the certificates of our devices',
    });
  }

  /** Credentials. The service returns tokens only on create; they are stored in the state. */
  #declareKeys(): void {
    new ApiKey(this, 'reporting-key', { description: 'Nightly report' });
    new TunnelCredential(this, 'shop-tunnel', { acl: ['bind:shop.example.com'], description: 'Agent of the shop' });
    new SshPublicKey(this, 'ann', {
      publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIK2QWicqK06aaxebWLp8AX7jHnPp92gO2NDO1XyRG8/I ann@example.com',
      acl: ['bind:*.staging.example.com'],
      description: 'Ann, for tunnels over SSH',
    });
    const authority = new SshCertificateAuthority(this, 'ssh-authority', { description: 'Signs for SSH' });
    new SshHostCertificate(this, 'bastion', {
      sshCertificateAuthorityId: authority.id,
      publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA2roQL9l64aQrv1sLiEcxTw5Xe2T3bIGs8ZT10cNWYp bastion@example.com',
      principals: ['bastion.example.com'],
      description: 'The bastion host',
    });
    new SshUserCertificate(this, 'on-call', {
      sshCertificateAuthorityId: authority.id,
      publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIP2F0Mxl7LBDWQhSzIZsFDFsw3yr/JsVdXKGiDv20dCA on-call@example.com',
      principals: ['on-call'],
      criticalOptions: { 'source-address': '203.0.113.0/24' },
      description: 'Whoever is on call',
    });
  }
}

const app = new App();
new AccessStack(app, 'access');
app.synth();
