/**
 * Only the offices can use the dashboard and the API. Synthesis fails for rules that would lock out the deployment.
 * The provider is configured with `NETINGRESS_BASE_URL` and `NETINGRESS_API_KEY`.
 */
import { join } from 'node:path';
import { App, Aspects, TerraformStack } from 'cdktf';
import {
  AccessRestriction,
  IpAllowList,
  NetingressProvider,
  NoOpenPolicies,
  OwnershipMetadata,
  RequireDescription,
  readNetworks,
} from 'netingress';

const app = new App();
const stack = new TerraformStack(app, 'office-access');
new NetingressProvider(stack, 'netingress');

const offices = new IpAllowList(stack, 'offices', {
  description: 'Networks of our offices',
  allow: [readNetworks(join(__dirname, 'offices.txt'), { name: 'Offices' })],
});
offices.deny('203.0.113.64/26', 'Berlin, guest network');

const deployment = new IpAllowList(stack, 'deployment', { description: 'Machines that deploy' });
deployment.allow('192.0.2.17', 'Continuous integration');

// Synthesis fails if the rules deny one of these addresses.
const mustAdmit = ['192.0.2.17', '198.51.100.20'];
new AccessRestriction(stack, 'api', {
  restricts: 'api',
  policies: [offices, deployment],
  enforced: true,
  mustAdmit,
  description: 'The API is for the offices and for deployments',
});

// Not enforced yet: the service only reports the requests that it would deny.
new AccessRestriction(stack, 'dashboard', {
  restricts: 'dashboard',
  policies: [offices],
  description: 'The dashboard is for the offices',
});

Aspects.of(stack).add(new OwnershipMetadata({ owner: 'platform' }));
Aspects.of(stack).add(new RequireDescription());
Aspects.of(stack).add(new NoOpenPolicies());

app.synth();
