/** Terraform accepts a list of blocks wherever it accepts a block; both are read alike. */

import { findLocalPath, parseConfiguration } from '../../../src/terraform/configuration/configuration';
import { listNetingressAddresses, listOtherProviders } from '../../../src/terraform/required-providers';
import type { JsonObject } from '../../../src/values/json';

const policy = {
  description: 'Office',
  depends_on: ['netingress_ip_policy.other'],
  provider: 'netingress.second',
  lifecycle: { ignore_changes: ['description', 'metadata["a"]'] },
  '//': { metadata: { path: 'app/office' } },
};

const blocks: JsonObject = {
  terraform: { backend: { s3: { bucket: 'b' } }, required_providers: { up: { source: 'example.com/a/up' } } },
  provider: { netingress: { base_url: 'https://a.example.com' } },
  locals: { team: 'edge' },
  resource: { netingress_ip_policy: { office: policy, many: { count: 3 } } },
  data: { terraform_remote_state: { net: { backend: 'local', config: { path: 'x' } } } },
  module: { net: { source: './net' } },
  output: { id: { value: `\${netingress_ip_policy.office.id}` } },
  import: { to: 'netingress_ip_policy.office', id: 'ipp_1' },
  moved: { from: `\${netingress_ip_policy.old}`, to: 'netingress_ip_policy.office' },
  removed: [
    { from: 'netingress_ip_policy.gone', lifecycle: { destroy: false } },
    { from: 'netingress_ip_policy.destroyed', lifecycle: { destroy: true } },
    { from: 'netingress_ip_policy.destroyed_too' },
  ],
};

/** Every object that Terraform reads as a block or as a list of blocks, as a list. */
function asLists({ terraform, resource, data, ...others }: JsonObject): JsonObject {
  const wrap = (value: unknown): JsonObject[] => [value as JsonObject];
  const wrapMembers = (value: unknown): JsonObject =>
    Object.fromEntries(Object.entries(value as JsonObject).map(([name, member]) => [name, wrap(member)]));
  const { backend, required_providers: required } = terraform as JsonObject;
  const withLists = {
    ...policy,
    lifecycle: wrap(policy.lifecycle),
    '//': wrap({ metadata: wrap({ path: 'app/office' }) }),
  };
  const { removed, output, provider, module, ...plain } = others;
  return {
    terraform: [{ backend: wrap(wrapMembers(backend)) }, { required_providers: wrap(required) }],
    resource: [{ netingress_ip_policy: [{ office: [withLists] }, { many: [{ count: 3 }] }] }],
    data: [{ terraform_remote_state: wrap(wrapMembers((data as JsonObject)['terraform_remote_state'])) }],
    output: wrap(wrapMembers(output)),
    provider: wrap(wrapMembers(provider)),
    module: wrap(wrapMembers(module)),
    removed: (removed as JsonObject[]).map(({ lifecycle, ...from }) => ({
      ...from,
      ...(lifecycle && { lifecycle: [lifecycle] }),
    })),
    ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, wrap(value)])),
  };
}

const expected = {
  resources: [
    {
      ...{ stack: 'app', address: 'netingress_ip_policy.office', type: 'netingress_ip_policy', name: 'office' },
      ...{ path: 'app/office', provider: 'netingress.second', ignoreChanges: ['description', 'metadata'] },
      values: { description: 'Office' },
    },
    { address: 'netingress_ip_policy.many', repetition: { count: 3 }, values: {} },
  ],
  dataSources: [{ address: 'data.terraform_remote_state.net', values: { backend: 'local', config: { path: 'x' } } }],
  backend: { type: 's3', config: { bucket: 'b' } },
  locals: { team: 'edge' },
  modules: ['net'],
  providers: [{ base_url: 'https://a.example.com' }],
  outputs: { id: `\${netingress_ip_policy.office.id}` },
  imports: [{ to: 'netingress_ip_policy.office', id: 'ipp_1' }],
  moved: [{ from: 'netingress_ip_policy.old', to: 'netingress_ip_policy.office' }],
  movedOrRemoved: ['netingress_ip_policy.old', 'netingress_ip_policy.gone'],
};

test.each([
  ['single blocks', blocks],
  ['lists of blocks', asLists(blocks)],
])('%s are read', (_, file) => {
  const configuration = parseConfiguration('app', '/app', [file]);
  expect(configuration).toMatchObject(expected);
  // Without meta-arguments such as depends_on.
  expect(configuration.resources.map(({ values }) => values)).toEqual(expected.resources.map(({ values }) => values));
  expect(listOtherProviders(file)).toEqual(['example.com/a/up']);
  // The state is in the backend, so no local file is read in its place.
  expect(findLocalPath([file])).toBeUndefined();
});

test.each<[string, JsonObject, readonly string[]]>([
  ['a provider block', { provider: { random: {} } }, ['random']],
  ['an action', { action: { aws_lambda_invoke: { it: {} } } }, ['aws']],
  ['an ephemeral resource', { ephemeral: { random_password: { it: {} } } }, ['random']],
  ['the argument provider', { resource: { google_project: { it: { provider: 'google-beta.eu' } } } }, ['google-beta']],
  ['its own provider and that of Terraform', { provider: { netingress: {} }, data: blocks['data'] as JsonObject }, []],
])('the other providers of a configuration with %s', (_, file, names) => {
  expect(listOtherProviders(file)).toEqual(names.map((name) => `registry.terraform.io/hashicorp/${name}`));
});

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
    ...['acme', 'hashicorp', 'team'].map((name) => `registry.opentofu.org/${name}/netingress`),
    ...['hashicorp', 'team'].map((name) => `registry.terraform.io/${name}/netingress`),
  ]);
});

test('blocks of several files are one configuration', () => {
  const files = [{ resource: { a: { b: {} } } }, { resource: [{ a: { c: {} } }], locals: [{ x: 1 }, { y: 2 }] }];
  const { resources, locals } = parseConfiguration('app', '/app', files);
  expect(resources.map(({ address }) => address)).toEqual(['a.b', 'a.c']);
  expect(locals).toEqual({ x: 1, y: 2 });
});

test.each([
  [{}, 'terraform.tfstate'],
  [{ terraform: { backend: { local: {} } } }, 'terraform.tfstate'],
  [{ terraform: [{ backend: [{ local: [{ path: 'a.tfstate' }] }] }] }, 'a.tfstate'],
  [{ terraform: { cloud: {} } }, undefined],
  [{ terraform: [{ required_version: '>= 1' }, { cloud: [{}] }] }, undefined],
])('the local file with the state of %j is %p', (file, path) => expect(findLocalPath([file])).toBe(path));
