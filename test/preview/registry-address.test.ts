/**
 * netingress under the address of a registry: a private one, and those that Terraform and OpenTofu add to a source without
 * host.
 */
import { listNetingressAddresses } from '../../src/terraform/required-providers';
import { appForAll } from '../support/preview/app';

const app = appForAll();

test('the addresses of netingress are found in configurations, lock files and states', () => {
  const texts = [
    'required_providers { netingress = { source = "registry.example.com:8443/platform/netingress" } }',
    '{"required_providers":{"netingress":{"source":"team/netingress"}}}',
    'provider "registry.opentofu.org/acme/netingress" {\n  version = "1.0.0"\n}',
    '"provider": "module.edge.provider[\\"app.terraform.io/Org/netingress\\"].eu"',
    'source = "example.com/other/netingress-extra" # path/to/netingress/module and modules/netingress.tf',
  ];
  expect(listNetingressAddresses(texts)).toEqual([
    'app.terraform.io/org/netingress',
    'registry.example.com:8443/platform/netingress',
    'registry.opentofu.org/acme/netingress',
    'registry.opentofu.org/hashicorp/netingress',
    'registry.opentofu.org/team/netingress',
    'registry.terraform.io/hashicorp/netingress',
    'registry.terraform.io/team/netingress',
  ]);
});

test('a stack with these sources is previewed without their registries', async () => {
  const sources = {
    netingress: 'registry.example.com/platform/netingress',
    second: 'platform/netingress',
    third: 'registry.opentofu.org/netingress/netingress',
  };
  const entries = Object.entries(sources);
  const required = entries.map(([name, source]) => [name, { source, version: '>= 0.1.0' }] as const);
  const policies = entries.map(([name, source]) => [name, { description: source, provider: name }] as const);
  await app.synthesize({
    all: {
      terraform: { required_providers: Object.fromEntries(required) },
      provider: Object.fromEntries(entries.map(([name]) => [name, {}])),
      resource: { netingress_ip_policy: Object.fromEntries(policies) },
    },
  });
  const report = await app.report();
  expect(report).toMatchObject({ result: 'applies', incomplete: [] });
  expect(report.objects.map(({ action, name }) => `${action} ${name}`).sort()).toEqual(
    Object.values(sources)
      .map((source) => `create ${source}`)
      .sort(),
  );
});
