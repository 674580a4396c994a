/** A preview reads the state that the deployment uses, whatever decides where it is. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/model/json';
import type { PreviewReport } from '../../../src/preview/report';
import { PROVIDER_ADDRESS } from '../../../src/terraform/mirror';
import { run } from '../../../src/terraform/run';
import { providerInProcess } from '../../support/acceptance/provider-in-process';
import { runInProcess } from '../../support/cli/run-in-process';
import { API_KEY, createApp, type PreviewApp } from '../../support/preview/app';

let app: PreviewApp;
let folder: string;
let stack: string;

beforeAll(async () => {
  app = await createApp();
}, 120_000);
afterAll(() => app.remove());
beforeEach(async () => {
  folder = await mkdtemp(join(app.folder, 'app-'));
  stack = join(folder, 'cdktf.out', 'stacks', 'all');
  await mkdir(stack, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const environment = (more: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  CHECKPOINT_DISABLE: '1',
  NETINGRESS_BASE_URL: app.url,
  NETINGRESS_API_KEY: API_KEY,
  ...more,
});

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

async function terraform(env: Record<string, string>, ...args: string[]): Promise<void> {
  const provider = await providerInProcess({ env });
  provider.use();
  try {
    const { status, stdout, stderr } = await run('terraform', args, { cwd: stack, env: { ...env, TF_INPUT: '0' } });
    if (status !== 0) throw new Error(`terraform ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`);
  } finally {
    await provider.close();
  }
}

async function preview(env: Record<string, string>, ...args: string[]): Promise<PreviewReport> {
  const { stdout, stderr } = await runInProcess(['preview', '--json', ...args], { cwd: folder, env });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as PreviewReport;
}

interface Case {
  readonly backend?: JsonObject;
  readonly env?: Record<string, string>;
  readonly init?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

test.each<[string, Case]>([
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
])(
  'the preview finds the objects that the deployment destroys: %s',
  async (_, { backend, env, init = [], files }) => {
    const variables = environment(env);
    for (const [name, text] of Object.entries(files ?? {})) await writeFile(join(stack, name), text);
    await synthesize(backend, ['kept', 'removed']);
    await terraform(variables, 'init', ...init);
    await terraform(variables, 'apply', '-auto-approve');
    await synthesize(backend, ['kept']);
    const expected = { result: 'applies', objects: [{ action: 'destroy', address: 'netingress_ip_policy.removed' }] };
    expect(await preview(variables)).toMatchObject(expected);
  },
  120_000,
);

test.each<[string, Case]>([
  ['the backend has no arguments', { backend: {} }],
  [
    'a variable completes the backend',
    { backend: { path: 'all.tfstate' }, env: { TF_CLI_ARGS_init: '-backend-config=path=prod.tfstate' } },
  ],
  ['the path is an expression', { backend: { path: '${' + 'var.name}.tfstate' } }],
])(
  'a folder that is not initialized is not previewed if its state cannot be known: %s',
  async (_, { backend, env }) => {
    await synthesize(backend, ['office']);
    const report = await preview(environment(env), '--no-new-access');
    expect(report).toMatchObject({
      result: 'incomplete',
      gates: [{ result: 'not_decided' }],
      stacks: [{ status: 'not_previewed', reason: expect.stringContaining('Run `terraform init` there') }],
    });
  },
);
