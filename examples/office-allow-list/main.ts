/**
 * Only the offices reach the dashboard and the API, and nobody can lock the deployment out by mistake. Where the service
 * is and how to sign in stands in the environment (`NETINGRESS_BASE_URL`, `NETINGRESS_API_KEY`).
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

// Everybody who must never be shut out; synthesis fails before a deployment could do it.
const mustAllow = ['192.0.2.17', '198.51.100.20'];
new AccessRestriction(stack, 'api', {
  restricts: 'api',
  policies: [offices, deployment],
  enforced: true,
  mustAllow,
  description: 'The API is for the offices and for deployments',
});

// Not enforced yet: the service reports whom it would refuse.
new AccessRestriction(stack, 'dashboard', {
  restricts: 'dashboard',
  policies: [offices],
  description: 'The dashboard is for the offices',
});

Aspects.of(stack).add(new OwnershipMetadata({ owner: 'platform' }));
Aspects.of(stack).add(new RequireDescription());
Aspects.of(stack).add(new NoOpenPolicies());

app.synth();
