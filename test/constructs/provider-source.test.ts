/** The provider from the registry of a team: `source` of NetingressProvider. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import { IpPolicy, NetingressProvider } from '../../src/constructs';
import { startIngress } from '../../src/testing';
import { newFolder, removeFolders } from '../support/constructs/synth';

afterEach(removeFolders);

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
  [['example.com/acme/other'], /source: "example\.com\/acme\/other" is not a source address; expected HOST\/NAMESPACE/],
  [[source, undefined], /differs from that of edge\/p\d; expected one source in a stack/],
])('%j is refused', (sources, says) => {
  expect(() => stackWith(...sources).app.synth()).toThrow(says);
});

test('a test of the stack uses the provider in its process', async () => {
  const ingress = await startIngress();
  try {
    await ingress.deploy(stackWith(source).stack);
    expect(ingress.emulator.objects('ip_policy')).toMatchObject([{ description: 'office' }]);
  } finally {
    await ingress.close();
  }
});
