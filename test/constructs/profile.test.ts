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
import { newFolder, problemsIn, removeFolders, stackWith } from '../support/constructs/synth';

afterEach(removeFolders);

describe('what exists in one profile only', () => {
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

  test.each([{}, { profile: 'spec' }])(
    'a provider with the settings %j refuses them at synth, by type or prop',
    (settings) => {
      const subjects = [
        'vault: netingress_vault',
        'endpoint: netingress_cloud_endpoint',
        'vaults: netingress_vaults',
        'key: ownerId',
        'key-of-a-run: ownerId',
        'destination: target.datadog',
      ];
      expect(problemsIn(stackWith(declareAll, settings)).map((problem) => problem.split(';')[0])).toEqual(
        subjects.map((subject) => `stack/${subject}: does not exist in the profile 'spec'`),
      );
    },
  );

  test('the profile ngrok has them, and a profile known after apply is left to the plan', () => {
    for (const profile of ['ngrok', Token.asString({ resolve: () => 'known later' })])
      expect(problemsIn(stackWith(declareAll, { profile }))).toEqual([]);
  });

  test('the provider that a construct selects decides', () => {
    const stack = stackWith((scope) => {
      const provider = new NetingressProvider(scope, 'public', { profile: 'ngrok', alias: 'public' });
      new Vault(scope, 'vault', { name: 'payments', provider });
    });
    expect(problemsIn(stack)).toEqual([]);
  });
});

describe('the provider from the registry of a team', () => {
  const source = 'registry.example.com/platform/netingress';

  function stackFrom(...sources: (string | undefined)[]): { readonly app: App; readonly stack: TerraformStack } {
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
    const { app } = stackFrom(source, source);
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
      /source: "example\.com\/acme\/other" is not a source address of this provider; expected \[\[HOST\/]NAMESPACE/,
    ],
    [[source, undefined], /differs from that of edge\/p\d; expected one source in a stack/],
  ])('%j is refused', (sources, says) => expect(() => stackFrom(...sources).app.synth()).toThrow(says));

  test('a test of the stack uses the provider in its process', async () => {
    const ingress = await startIngress();
    try {
      await ingress.deploy(stackFrom(source).stack);
      expect(ingress.emulator.objects('ip_policy')).toMatchObject([{ description: 'office' }]);
    } finally {
      await ingress.close();
    }
  });
});
