/**
 * A team's set-up: one app, a stack for each environment, states in a bucket with locking, secrets from variables that
 * no state holds, and rules that every object must keep. README.md says how it is run.
 */
import { App, Aspects } from 'cdktf';
import { NoOpenPolicies, OwnershipMetadata, RequireDescription } from 'netingress';
import { environments } from './environments';
import { IngressStack } from './ingress-stack';
import { keepState, type StateBucket } from './state';

const { STATE_BUCKET, STATE_REGION, AWS_ENDPOINT_URL_S3 } = process.env;
const bucket: StateBucket = {
  // `||`: pipelines set what they have no value for to an empty text.
  bucket: STATE_BUCKET || 'example-terraform-states',
  region: STATE_REGION || 'eu-central-1',
  compatible: Boolean(AWS_ENDPOINT_URL_S3),
};

const app = new App();
for (const environment of environments) {
  const stack = new IngressStack(app, environment);
  keepState(stack, bucket);
  // To each stack: what is added to the app, the core never calls.
  Aspects.of(stack).add(new OwnershipMetadata({ owner: 'edge-team' }));
  Aspects.of(stack).add(new RequireDescription());
  Aspects.of(stack).add(new NoOpenPolicies());
}
app.synth();
