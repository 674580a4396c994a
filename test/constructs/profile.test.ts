/** Constructs of what exists in one profile only. */
import { App, TerraformStack, Token } from 'cdktf';
import { ApiKey, CloudEndpoint, DataNetingressVaults, EventDestination, NetingressProvider, Vault } from '../../src';

function stackWith(profile?: string, alias?: string): { stack: TerraformStack; provider: NetingressProvider } {
  const stack = new TerraformStack(new App(), 'stack');
  const provider = new NetingressProvider(stack, 'provider', { ...(profile && { profile }), ...(alias && { alias }) });
  return { stack, provider };
}

const problems = (stack: TerraformStack): string[] => stack.node.findAll().flatMap(({ node }) => node.validate());

const declareAll = (stack: TerraformStack): void => {
  new Vault(stack, 'vault', { name: 'payments' });
  new CloudEndpoint(stack, 'endpoint', {
    url: 'https://app.internal',
    trafficPolicy: '{"on_http_request":[{"actions":[{"type":"deny"}]}]}',
  });
  new DataNetingressVaults(stack, 'vaults', {});
  new ApiKey(stack, 'key', { ownerId: 'usr_1' });
  new EventDestination(stack, 'destination', { format: 'JSON', target: { datadog: { apiKey: 'x' } } });
};

test.each([[undefined], ['spec']])(
  'a provider with the profile %s refuses them at synth, by type or prop',
  (profile) => {
    const { stack } = stackWith(profile);
    declareAll(stack);
    expect(problems(stack).map((problem) => problem.split(';')[0])).toEqual([
      "netingress_vault: does not exist in the profile 'spec'",
      "netingress_cloud_endpoint: does not exist in the profile 'spec'",
      "netingress_vaults: does not exist in the profile 'spec'",
      "ownerId: does not exist in the profile 'spec'",
      "target.datadog: does not exist in the profile 'spec'",
    ]);
  },
);

test('the profile ngrok has them, and a profile known after apply is left to the plan', () => {
  for (const profile of ['ngrok', Token.asString({ resolve: () => 'known later' })]) {
    const { stack } = stackWith(profile);
    declareAll(stack);
    expect(problems(stack)).toEqual([]);
  }
});

test('the provider that a construct selects decides', () => {
  const { stack } = stackWith('spec');
  const provider = new NetingressProvider(stack, 'public', { profile: 'ngrok', alias: 'public' });
  new Vault(stack, 'vault', { name: 'payments', provider });
  expect(problems(stack)).toEqual([]);
});
