/**
 * Agents connect through a domain of our own: the ingress, the NS records that delegate the domain, and the wait for the
 * certificate, in that order. Where the service is and how to sign in stands in the environment (`NETINGRESS_BASE_URL`,
 * `NETINGRESS_API_KEY`).
 */
import { App, DataResource, TerraformOutput, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { AgentIngressDomain, type DnsZone, type NameServerRecords, NetingressProvider } from 'netingress';

/**
 * A stand-in: it keeps the records in Terraform's state, so that this example runs anywhere. With a DNS provider it is
 * as short, for instance `new Route53Record(scope, 'ns', { zoneId, name, type, ttl, records: values })`.
 */
class RecordsInState implements DnsZone {
  createRecords(scope: Construct, { type, name, values, ttl }: NameServerRecords): void {
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
