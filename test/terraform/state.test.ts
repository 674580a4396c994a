import { join } from 'node:path';
import type { SynthesizedStack } from '../../src/terraform/configuration/configuration';
import { readConfiguration, readSynthesizedStacks } from '../../src/terraform/read-configuration';
import { findWorkspace, readStackState } from '../../src/terraform/read-state';
import { parseState } from '../../src/terraform/state';
import { isMarked, marksAt } from '../../src/values/marks';
import { useCommandLine } from '../support/cli/command-line';

const provider = 'terraform.local/netingress/netingress';

const policy = { mode: 'managed', type: 'netingress_ip_policy', name: 'office' };
const data = { mode: 'data', type: 'netingress_ip_policy', name: 'x' };
const key = { mode: 'managed', type: 'netingress_api_key', name: 'ci' };
const [values, ofKey] = [
  { id: 'ipp_1', description: 'office' },
  { id: 'ak_1', token: 'secret' },
];

/** One state as Terraform shows it, and as its file contains it. */
const shownPolicy = {
  ...{ ...policy, address: 'netingress_ip_policy.office["eu"]', index: 'eu', provider_name: provider },
  ...{ schema_version: 0, values, sensitive_values: {} },
};
const shownKey = {
  ...{ ...key, address: 'module.edge.netingress_api_key.ci', provider_name: provider, deposed_key: 'abcd1234' },
  ...{ values: ofKey, sensitive_values: { token: true } },
};
const shown = {
  ...{ format_version: '1.0', terraform_version: '1.11.4' },
  values: {
    root_module: {
      resources: [shownPolicy, { ...data, address: 'data.netingress_ip_policy.x', values: {} }],
      child_modules: [{ address: 'module.edge', resources: [shownKey] }],
    },
  },
};

const marked = [[{ type: 'get_attr', value: 'token' }]];
const filed = {
  ...{ version: 4, terraform_version: '1.11.4', serial: 3, lineage: 'b5ee5a6c', outputs: {} },
  resources: [
    {
      ...{ ...policy, provider: `provider["${provider}"]` },
      instances: [{ index_key: 'eu', schema_version: 0, attributes: values, sensitive_attributes: [] }],
    },
    { ...data, provider: `provider["${provider}"]`, instances: [{}] },
    {
      ...{ ...key, module: 'module.edge', provider: `module.edge.provider["${provider}"].second` },
      instances: [{ deposed: 'abcd1234', attributes: ofKey, sensitive_attributes: marked }],
    },
  ],
};

const files = useCommandLine();

test('`show -json` and the state file give the same state; only the file has the alias of the provider configuration', () => {
  const fromFile = parseState(JSON.stringify(filed), { stack: 'edge' });
  const withoutAlias = fromFile.resources.map(({ alias: _, ...resource }) => resource);
  expect(parseState(JSON.stringify(shown), { stack: 'edge' }).resources).toEqual(withoutAlias);
  expect(fromFile.resources.map(({ alias }) => alias)).toEqual([undefined, 'second']);
  const state = { stack: 'edge' };
  expect(withoutAlias).toEqual([
    {
      ...{ state, address: 'netingress_ip_policy.office["eu"]', type: 'netingress_ip_policy', name: 'office' },
      ...{ index: 'eu', provider, values: { id: 'ipp_1', description: 'office' }, sensitive: undefined },
    },
    {
      ...{ state, address: 'module.edge.netingress_api_key.ci', type: 'netingress_api_key', name: 'ci', provider },
      ...{ module: 'module.edge', values: { id: 'ak_1', token: 'secret' }, sensitive: { token: true } },
      deposed: 'abcd1234',
    },
  ]);
});

test('the key of an instance is written as Terraform prints it: a template in it is escaped', () => {
  const [policy] = filed.resources;
  const instances = [
    { index_key: `a\${b}"`, attributes: {} },
    { index_key: 0, attributes: {} },
  ];
  const text = JSON.stringify({ ...filed, resources: [{ ...policy, instances }] });
  expect(parseState(text, { stack: 'edge' }).resources.map(({ address }) => address)).toEqual([
    'netingress_ip_policy.office["a$${b}\\""]',
    'netingress_ip_policy.office[0]',
  ]);
});

test('sensitive paths contain map keys and end at lists, in both formats', () => {
  const index = (type: string, value: unknown): object => ({ type: 'index', value: { type, value } });
  const fields = [{ type: 'get_attr', value: 'sources' }, index('number', 0), { type: 'get_attr', value: 'fields' }];
  const [rules, description] = ['rules', 'description'].map((value) => ({ type: 'get_attr', value }));
  const rule = [rules, index('string', '203.0.113.0/24'), description];
  const inFile = {
    ...filed,
    resources: [{ ...filed.resources[0], instances: [{ attributes: {}, sensitive_attributes: [rule, fields] }] }],
  };
  const marks = { rules: { '203.0.113.0/24': { description: true } }, sources: [{ fields: true }, {}], other: [{}] };
  const inShown = { ...shown, values: { root_module: { resources: [{ ...shownPolicy, sensitive_values: marks }] } } };
  const paths = ['rules 203.0.113.0/24 description', 'rules 203.0.113.0/24 action', 'sources 1', 'other'];
  for (const state of [inFile, inShown]) {
    const [resource] = parseState(JSON.stringify(state), { stack: 'edge' }).resources;
    const isSensitive = (path: string) => isMarked(marksAt(resource?.sensitive, path.split(' ')));
    expect(paths.map(isSensitive)).toEqual([true, false, true, false]);
  }
});

test.each([
  [
    'a newer file',
    { ...filed, version: 5, terraform_version: '2.0.0' },
    /is of version 5 \(written by 2\.0\.0\); expected version 4/,
  ],
  ['an older file', { ...filed, version: 3 }, /is of version 3, .* expected version 4/],
  ['a newer format of `show`', { ...shown, format_version: '2.0' }, /has the format 2\.0 of `show -json`/],
  ['a plan', { format_version: '1.2', planned_values: {} }, /it is a plan/],
  ['an encrypted state', { encrypted_data: 'x', encryption_version: 'v0' }, /it is encrypted/],
  ['another JSON document', { name: 'x' }, /it is JSON, but not a state/],
  ['a list', [], /it is JSON, but not a state/],
])('%s is rejected with the reason', (_, value, message) => {
  expect(() => parseState(JSON.stringify(value), { stack: 'edge' })).toThrow(message);
});

test('an incomplete state is rejected, and empty input is an empty state', () => {
  expect(() => parseState(JSON.stringify(filed).slice(0, -20), { stack: 'edge' })).toThrow(
    /edge: it is not JSON, or is incomplete/,
  );
  expect(parseState('', { stack: 'edge' }).resources).toEqual([]);
  expect(parseState('{"format_version":"1.0"}', { stack: 'edge' }).resources).toEqual([]);
});

async function synthesize(backend: object): Promise<SynthesizedStack> {
  await files.writeApp({ access: { terraform: { backend } } });
  const [stack] = (await readSynthesizedStacks(join(files.folder, 'cdktf.out'))) ?? [];
  if (!stack) throw new Error('No stack');
  return stack;
}

test('a state file that cannot be read is an error with the name of the stack', async () => {
  const stack = await synthesize({ local: { path: files.folder } });
  await expect(readStackState(stack, { binary: undefined, env: {} })).rejects.toThrow(
    /Cannot read the state stack access: EISDIR/,
  );
});

test('without a manifest there are no stacks, and an incomplete manifest or file, or HCL, is an error with advice', async () => {
  const out = join(files.folder, 'cdktf.out');
  expect(await readSynthesizedStacks(out)).toBeUndefined();
  await files.write('cdktf.out/manifest.json', '{"stacks": {');
  await expect(readSynthesizedStacks(out)).rejects.toThrow(
    /Cannot read the configuration .*manifest\.json: .*\. Run `cdktf synth` again\.$/,
  );
  await files.write('main.tf.json', '{');
  await expect(readConfiguration(join(files.folder, 'main.tf.json'), {})).rejects.toThrow(
    /main\.tf\.json: .*\. Correct the file\.$/,
  );
  await files.write('main.tf', '');
  await expect(readConfiguration(join(files.folder, 'main.tf'), {})).rejects.toThrow(
    /^Cannot read the configuration .*main\.tf: ENOTDIR.*\. Give a folder, or a file whose name ends in \.json\.$/,
  );
});

test('the state of a stack that is not initialized is its local file, or empty, or an error with advice if its path is not known or its backend is remote', async () => {
  const run = { binary: '/nowhere/terraform', env: {} };
  const stack = await synthesize({ local: { path: join(files.folder, 'access.tfstate') } });
  expect((await readStackState(stack, run)).resources).toEqual([]);
  await files.write('access.tfstate', filed);
  expect((await readStackState(stack, run)).resources).toHaveLength(2);
  // `terraform init` will take the path of the state from the variable.
  const env = { TF_CLI_ARGS_init: '-backend-config=path=other.tfstate' };
  const advice = /is not initialized. Run `terraform init` there/;
  await expect(readStackState(stack, { ...run, env })).rejects.toThrow(advice);
  await expect(readStackState(await synthesize({ s3: { bucket: 'b' } }), run)).rejects.toThrow(advice);
});

test('TF_WORKSPACE selects the local state of a stack; if TF_DATA_DIR exists, only Terraform can read the state', async () => {
  const stack = await synthesize({ local: { path: join(files.folder, 'access.tfstate') } });
  await files.write('cdktf.out/stacks/access/terraform.tfstate.d/prod/terraform.tfstate', filed);
  const read = (env: Record<string, string>) => readStackState(stack, { binary: undefined, env });
  expect((await read({ TF_WORKSPACE: 'prod' })).resources).toHaveLength(2);
  expect((await read({ TF_WORKSPACE: 'default' })).resources).toEqual([]);
  await expect(read({ TF_DATA_DIR: files.folder })).rejects.toThrow('neither terraform nor tofu is on the PATH');
});

test.each<[string, Readonly<Record<string, string>>, string | undefined, string]>([
  ['the default one, before init', {}, undefined, 'default'],
  ['that of terraform workspace select', {}, 'staging\n', 'staging'],
  ['that of TF_WORKSPACE, although another one is selected', { TF_WORKSPACE: 'prod' }, 'staging', 'prod'],
  ['that of the folder in TF_DATA_DIR', { TF_DATA_DIR: 'data' }, 'staging', 'default'],
])('the workspace of a stack is %s', async (_, env, selected, expected) => {
  if (selected !== undefined) await files.write('.terraform/environment', selected);
  expect(findWorkspace(files.folder, env)).toBe(expected);
});
