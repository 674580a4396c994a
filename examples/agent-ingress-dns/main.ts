/**
 * Creates an ingress for agents with our own domain and the NS records that delegate it, then waits for the certificate.
 * The provider is configured with `NETINGRESS_BASE_URL` and `NETINGRESS_API_KEY`.
 */
import { App, DataResource, TerraformOutput, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { AgentIngressDomain, type DnsRecords, type DnsZone, NetingressProvider } from 'netingress';

/**
 * Stores the records only in Terraform's state, so that this example runs without a DNS provider. Replace the resource by
 * that of your provider, for example `new Route53Record(scope, 'ns', { zoneId, name, type, ttl, records: values })`.
 */
class RecordsInState implements DnsZone {
  createRecords(scope: Construct, { type, name, values, ttl }: DnsRecords): void {
    new DataResource(scope, 'ns', { input: { type, name, values, ttl } });
  }
}

const app = new App();
const stack = new TerraformStack(app, 'agents');
new NetingressProvider(stack, 'netingress');

const agents = new AgentIngressDomain(stack, 'ingress', {
  domain: 'agents.example.com',
  certificate: { privateKeyType: 'ecdsa', wait: '10m' },
  dns: new RecordsInState(),
  description: 'Agents connect through our own domain',
});

new TerraformOutput(stack, 'connect-to', {
  value: agents.regionDomains,
  description: 'Regional domains that agents connect to',
});

app.synth();
