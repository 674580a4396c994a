/** The objects that netingress 0.1.0 adopted. README.md describes the next steps. */
import { App, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { NetingressProvider } from 'netingress';
import { declareAgentIngresses } from './adopted/agent-ingresses';
import { declareDomains } from './adopted/domains';
import { declareEventDestinations } from './adopted/event-destinations';
import { declareEventSubscriptions } from './adopted/event-subscriptions';
import { declareIpPolicies } from './adopted/ip-policies';
import { declareIpRestrictions } from './adopted/ip-restrictions';
import { declareTcpAddresses } from './adopted/tcp-addresses';
import { declareTunnelCredentials } from './adopted/tunnel-credentials';

class IngressStack extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    // Configured by NETINGRESS_BASE_URL and NETINGRESS_API_KEY. Before other requests, the provider reads accountObject:
    // if the account of the key does not have it, nothing else is sent. Name another object before it is deleted.
    new NetingressProvider(this, 'netingress', {
      accountObject: 'rd_3LUznMZHwJqYoS5X9jv1PSFqY14',
    });

    const ipPolicies = declareIpPolicies(this);
    declareIpRestrictions(this, ipPolicies);
    declareAgentIngresses(this);
    const eventDestinations = declareEventDestinations(this);
    declareEventSubscriptions(this, eventDestinations);
    declareTunnelCredentials(this);
    declareDomains(this);
    declareTcpAddresses(this);
  }
}

const app = new App();
new IngressStack(app, 'ingress');
app.synth();
