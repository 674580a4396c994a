/**
 * netingress under the address of a registry: a private one, and those that Terraform and OpenTofu add to a source without
 * host.
 */
import { listNetingressAddresses } from '../../src/terraform/required-providers';
import { createApp, type PreviewApp } from '../support/preview/app';

let app: PreviewApp;
beforeAll(async () => {
  app = await createApp();
}, 120_000);
afterAll(() => app.remove());

test('the addresses that configurations, lock files and states name', () => {
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

test.each([
  'registry.example.com/platform/netingress',
  'platform/netingress',
  'registry.opentofu.org/netingress/netingress',
])(
  'a stack with the source %s is previewed without its registry',
  async (source) => {
    await app.synthesize({
      all: {
        terraform: { required_providers: { netingress: { source, version: '>= 0.1.0' } } },
        resource: { netingress_ip_policy: { office: { description: 'Office' } } },
      },
    });
    const report = await app.report();
    expect(report.incomplete).toEqual([]);
    expect(report).toMatchObject({ result: 'applies', objects: [{ action: 'create', kind: 'ip_policy' }] });
  },
  300_000,
);
