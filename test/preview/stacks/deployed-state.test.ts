/** A preview reads the state that the deployment uses, whatever decides where it is. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/model/json';
import { PROVIDER_ADDRESS } from '../../../src/terraform/mirror';
import { appForAll } from '../../support/preview/app';
import { testRows } from '../../support/requirements';

const app = appForAll();
let folder: string;
let stack: string;

beforeEach(async () => {
  folder = await mkdtemp(join(app.folder, 'app-'));
  stack = join(folder, 'cdktf.out', 'stacks', 'all');
  await mkdir(stack, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function synthesize(backend: JsonObject | undefined, descriptions: readonly string[]): Promise<void> {
  const files = {
    'manifest.json': {
      version: '0.21.0',
      stacks: {
        all: { name: 'all', synthesizedStackPath: 'stacks/all/cdk.tf.json', workingDirectory: 'stacks/all' },
      },
    },
    'stacks/all/cdk.tf.json': {
      terraform: {
        required_providers: { netingress: { source: PROVIDER_ADDRESS } },
        ...(backend && { backend: { local: backend } }),
      },
      provider: { netingress: [{}] },
      resource: {
        netingress_ip_policy: Object.fromEntries(descriptions.map((description) => [description, { description }])),
      },
    },
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, 'cdktf.out', name), JSON.stringify(content));
  }
}

interface Case {
  readonly backend?: JsonObject;
  readonly env?: Record<string, string>;
  readonly init?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

const deployed: readonly [string, Case][] = [
  ['a backend with a path', { backend: { path: 'all.tfstate' } }],
  ['a workspace', { backend: { path: 'all.tfstate' }, env: { TF_WORKSPACE: 'prod' } }],
  ['a workspace in a folder of its own', { backend: { workspace_dir: 'states' }, env: { TF_WORKSPACE: 'prod' } }],
  ['a backend that is completed at init', { backend: {}, init: ['-backend-config=path=prod.tfstate'] }],
  [
    'a backend that is replaced at init',
    { backend: { path: 'all.tfstate' }, init: ['-backend-config=path=prod.tfstate'] },
  ],
  [
    'an override file beside the synthesized one',
    {
      backend: { path: 'all.tfstate' },
      files: { 'override.tf': 'terraform {\n  backend "local" {\n    path = "prod.tfstate"\n  }\n}\n' },
    },
  ],
  [
    'JSON with an escaped word',
    {
      files: { 'backend.tf.json': '{"terraform":{"\\u0062ackend":{"local":{"path":"prod.tfstate"}}}}' },
    },
  ],
];

testRows(deployed, { plain: 2 })(
  'the preview finds the objects that the deployment destroys: %s',
  async (_, { backend, env = {}, init = [], files }) => {
    for (const [name, text] of Object.entries(files ?? {})) await writeFile(join(stack, name), text);
    await synthesize(backend, ['kept', 'removed']);
    await app.terraformIn(stack, ['init', ...init], env);
    await app.terraformIn(stack, ['apply', '-auto-approve'], env);
    await synthesize(backend, ['kept']);
    const expected = { result: 'applies', objects: [{ action: 'destroy', address: 'netingress_ip_policy.removed' }] };
    expect(await app.reportIn({ cwd: folder, env })).toMatchObject(expected);
  },
);

const uninitialized: readonly [string, Case][] = [
  ['the backend has no arguments', { backend: {} }],
  [
    'a variable completes the backend',
    { backend: { path: 'all.tfstate' }, env: { TF_CLI_ARGS_init: '-backend-config=path=prod.tfstate' } },
  ],
  ['the path is an expression', { backend: { path: '${' + 'var.name}.tfstate' } }],
];

testRows(uninitialized, { plain: 1 })(
  'a folder that is not initialized is not previewed if its state cannot be known: %s',
  async (_, { backend, env = {} }) => {
    await synthesize(backend, ['office']);
    const report = await app.reportIn({ cwd: folder, env }, '--no-new-access');
    expect(report).toMatchObject({
      result: 'incomplete',
      gates: [{ result: 'not_decided' }],
      stacks: [{ status: 'not_previewed', reason: expect.stringContaining('Run `terraform init` there') }],
    });
  },
);
