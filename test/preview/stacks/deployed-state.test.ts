import { join } from 'node:path';
import { readStateAgain } from '../../../src/preview/stacks/read-again';
import { PROVIDER_ADDRESS } from '../../../src/terraform/mirror';
import type { JsonObject } from '../../../src/values/json';
import { useCommandLine } from '../../support/cli/command-line';
import { expression } from '../../support/expression';
import { appForAll } from '../../support/preview/app';
import { testInCi, testRows } from '../../support/requirements';

const app = appForAll();
const cli = useCommandLine();
const STACK = 'cdktf.out/stacks/all';
/** In another workspace than that of the deployment, the objects that stay would change. */
const WORKSPACE = expression('terraform.workspace');

function synthesize(backend: JsonObject | undefined, names: readonly string[]): Promise<void> {
  const required_providers = { netingress: { source: PROVIDER_ADDRESS } };
  const terraform = { required_providers, ...(backend && { backend: { local: backend } }) };
  const netingress_ip_policy = Object.fromEntries(names.map((name) => [name, { description: WORKSPACE }]));
  return cli.writeApp({ all: { terraform, provider: { netingress: [{}] }, resource: { netingress_ip_policy } } });
}

interface Case {
  readonly backend?: JsonObject;
  readonly env?: Record<string, string>;
  readonly init?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

const ALL = { backend: { path: 'all.tfstate' } };
const PROD = 'backend "local" {\n    path = "prod.tfstate"\n  }';
const ESCAPED = '{"terraform":{"\\u0062ackend":{"local":{"path":"prod.tfstate"}}}}';

const deployed: readonly [string, Case][] = [
  ['a backend that is completed at init', { backend: {}, init: ['-backend-config=path=prod.tfstate'] }],
  ['a backend with a path', ALL],
  ['a workspace', { ...ALL, env: { TF_WORKSPACE: 'prod' } }],
  ['a workspace in a folder of its own', { backend: { workspace_dir: 'states' }, env: { TF_WORKSPACE: 'prod' } }],
  ['a backend that is replaced at init', { ...ALL, init: ['-backend-config=path=prod.tfstate'] }],
  ['an override file beside the synthesized one', { ...ALL, files: { 'override.tf': `terraform {\n  ${PROD}\n}\n` } }],
  ['JSON with an escaped word', { files: { 'backend.tf.json': ESCAPED } }],
];

testInCi.each(deployed)(
  'the preview finds the object that the deployment destroys: %s',
  async (_, { backend, env = {}, init = [], files }) => {
    for (const [name, text] of Object.entries(files ?? {})) await cli.write(`${STACK}/${name}`, text);
    await synthesize(backend, ['kept', 'removed']);
    const stack = join(cli.folder, STACK);
    await app.terraformIn(stack, ['init', ...init], env);
    await app.terraformIn(stack, ['apply', '-auto-approve'], env);
    await synthesize(backend, ['kept']);
    const expected = { result: 'applies', objects: [{ action: 'destroy', address: 'netingress_ip_policy.removed' }] };
    expect(await app.reportIn({ cwd: cli.folder, env })).toMatchObject(expected);
  },
);

const uninitialized: readonly [string, Case][] = [
  ['the backend has no arguments', { backend: {} }],
  ['a variable completes the backend', { ...ALL, env: { TF_CLI_ARGS_init: '-backend-config=path=prod.tfstate' } }],
  ['the path is an expression', { backend: { path: '${' + 'var.name}.tfstate' } }],
];

testRows(uninitialized, { plain: 1 })(
  'a folder without init is not previewed if its state cannot be known: %s',
  async (_, { backend, env = {} }) => {
    await synthesize(backend, ['office']);
    const report = await app.reportIn({ cwd: cli.folder, env }, '--no-new-access');
    expect(report).toMatchObject({
      ...{ result: 'incomplete', gates: [{ result: 'not_decided' }] },
      stacks: [{ status: 'not_previewed', reason: expect.stringContaining('Run `terraform init` there') }],
    });
  },
);

const UNKNOWN = 'whether its state changed during the preview is not known: the backend is gone';

test.each<[string, () => Promise<string>, boolean, readonly string[]]>([
  ['is unchanged', async () => '{"serial": 7}', false, []],
  ['has another serial', async () => '{"serial": 8}', true, []],
  ['is gone', async () => '', true, []],
  ['cannot be read', () => Promise.reject(new Error('the backend is gone')), false, [UNKNOWN]],
])('a state that %s after the preview', async (_, readState, stateChanged, notPreviewed) => {
  const { signal } = new AbortController();
  const read = await readStateAgain({ readState, signal }, { stack: {} as never, state: '{"serial": 7}' });
  expect(read).toEqual({ stateChanged, notPreviewed });
});
