/**
 * Registers the operator of a cluster, and makes the endpoints of the staging environment available there.
 * The provider is configured with `NETINGRESS_BASE_URL` and `NETINGRESS_API_KEY`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, TerraformOutput, TerraformStack } from 'cdktf';
import { allOf, ClusterOperator, endpointField, NetingressProvider } from 'netingress';

const app = new App();
const stack = new TerraformStack(app, 'clusters');
new NetingressProvider(stack, 'netingress');

const staging = new ClusterOperator(stack, 'staging', {
  description: 'Operator of the staging cluster',
  deployment: { name: 'ingress-operator', namespace: 'ingress', version: '0.19.0', clusterName: 'staging' },
  features: ['ingress'],
  bindings: {
    // The operator created the private key and keeps it.
    csr: readFileSync(join(__dirname, 'operator.csr.pem'), 'utf8'),
    selectors: [
      allOf(endpointField('proto').is('https'), endpointField('url').contains('.staging')),
      endpointField('name').is('shared'),
    ],
  },
});

new TerraformOutput(stack, 'certificate', {
  value: staging.certificate,
  description: 'Client certificate of the operator',
});

app.synth();
