/** What the provider block decides for a stack: its profile, and where the provider comes from. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, TerraformStack, Token } from 'cdktf';
import {
  ApiKey,
  CloudEndpoint,
  DataNetingressVaults,
  EphemeralApiKey,
  EventDestination,
  IpPolicy,
  NetingressProvider,
  Vault,
} from '../../src';
import { startIngress } from '../../src/testing';
import { newFolder, removeFolders } from '../support/constructs/synth';

afterEach(removeFolders);

describe('what exists in one profile only', () => {
  function stackWith(profile?: string, alias?: string): { stack: TerraformStack; provider: NetingressProvider } {
    const stack = new TerraformStack(new App(), 'stack');
    const provider = new NetingressProvider(stack, 'provider', {
      ...(profile && { profile }),
      ...(alias && { alias }),
    });
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
    new EphemeralApiKey(stack, 'key-of-a-run', { ownerId: 'usr_1' });
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
});

describe('the provider from the registry of a team', () => {
  const source = 'registry.example.com/platform/netingress';

  function stackWith(...sources: (string | undefined)[]): { readonly app: App; readonly stack: TerraformStack } {
    const app = new App({ outdir: newFolder() });
    const stack = new TerraformStack(app, 'edge');
    for (const [index, each] of sources.entries()) {
      const alias = index === 0 ? undefined : `a${index}`;
      new NetingressProvider(stack, `p${index}`, {
        ...(alias && { alias }),
        ...(each !== undefined && { source: each }),
      });
    }
    new IpPolicy(stack, 'office', { description: 'office' });
    return { app, stack };
  }

  test('is rendered with a version constraint, and nothing is placed in the folder of the stack', () => {
    const { app } = stackWith(source, source);
    app.synth();
    const folder = join(app.outdir, 'stacks/edge');
    const { terraform } = JSON.parse(readFileSync(join(folder, 'cdk.tf.json'), 'utf8')) as {
      terraform: { required_providers: object };
    };
    expect(terraform.required_providers).toEqual({
      netingress: { source, version: expect.stringMatching(/^~> \d+\.\d+\.\d+$/) },
    });
    expect(['terraform.d', '.terraform.lock.hcl'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
  });

  test.each([
    [
      ['example.com/acme/other'],
      /source: "example\.com\/acme\/other" is not a source address of this provider; expected \[HOST\/]NAMESPACE/,
    ],
    [[source, undefined], /differs from that of edge\/p\d; expected one source in a stack/],
  ])('%j is refused', (sources, says) => expect(() => stackWith(...sources).app.synth()).toThrow(says));

  test('a test of the stack uses the provider in its process', async () => {
    const ingress = await startIngress();
    try {
      await ingress.deploy(stackWith(source).stack);
      expect(ingress.emulator.objects('ip_policy')).toMatchObject([{ description: 'office' }]);
    } finally {
      await ingress.close();
    }
  });
});
