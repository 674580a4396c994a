/**
 * A stack for each environment of a team, with states in a bucket, secrets outside of the state, and aspects that check
 * every object. README.md describes how to run it.
 */
import { App, Aspects } from 'cdktf';
import { NoOpenPolicies, OwnershipMetadata, RequireDescription } from 'netingress';
import { environments } from './environments';
import { IngressStack } from './ingress-stack';
import { type StateBucket, storeState } from './state';

const { STATE_BUCKET, STATE_REGION, AWS_ENDPOINT_URL_S3 } = process.env;
const bucket: StateBucket = {
  // Not `??`, because pipelines set a variable without a value to an empty string.
  bucket: STATE_BUCKET || 'example-terraform-states',
  region: STATE_REGION || 'eu-central-1',
  compatible: Boolean(AWS_ENDPOINT_URL_S3),
};

const app = new App();
for (const environment of environments) {
  const stack = new IngressStack(app, environment);
  storeState(stack, bucket);
  // CDKTF ignores aspects of the app.
  Aspects.of(stack).add(new OwnershipMetadata({ owner: 'edge-team' }));
  Aspects.of(stack).add(new RequireDescription());
  Aspects.of(stack).add(new NoOpenPolicies());
}
app.synth();
