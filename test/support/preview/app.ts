/**
 * An app in a folder of its own, as its synth would write it, and an emulator with the account to which it is deployed.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator';
import { PROFILES } from '../../../src/model/profiles';
import type { PreviewReport } from '../../../src/preview/report';
import { PROVIDER_ADDRESS } from '../../../src/terraform/mirror';
import { type RunResult, run } from '../../../src/terraform/run';
import type { JsonObject } from '../../../src/values/json';
import { type AllKinds, mapResources } from '../acceptance/all-kinds';
import { providerInProcess } from '../acceptance/provider-in-process';
import { GO_SETTINGS } from '../acceptance/workspace';
import { type RanInProcess, runInProcess } from '../cli/run-in-process';
import { type CreatedObject, createObject } from '../emulator/create-object';
import { type TestFolder, writeIn } from '../folder';

/**
 * The content of one stack in Terraform's JSON syntax, `{ resource: … }`. `synthesize` adds a backend, and unless there
 * is a `provider` block, that of netingress. `dependsOn` has names of other stacks.
 */
export type StackBlocks = JsonObject;

export interface PreviewApp extends TestFolder {
  readonly emulator: Emulator;
  readonly url: string;
  /** The environment of a user's shell, with the settings of the account. */
  readonly env: Readonly<Record<string, string>>;
  /** Writes `cdktf.out` with these stacks, in this order. */
  synthesize(stacks: Readonly<Record<string, StackBlocks>>): Promise<void>;
  /** Deploys a stack of `cdktf.out` to the emulator. */
  deploy(stack: string): Promise<void>;
  /** Plans a stack, and writes the plan as JSON into the file whose name it returns. */
  plan(stack: string): Promise<string>;
  /** Runs Terraform in the folder of a stack, with the account. It is attached to a provider in this process. */
  terraform(stack: string, ...args: string[]): Promise<RunResult>;
  /** Runs Terraform in any folder and returns its standard output. Throws if it fails. */
  terraformIn(cwd: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  preview(...args: string[]): Promise<RanInProcess>;
  /** Previews with `--json` and returns the report. */
  report(...args: string[]): Promise<PreviewReport>;
  /** Like `report`, in another folder or with more environment variables. */
  reportIn(place: Place, ...args: string[]): Promise<PreviewReport>;
  /** The state file of a stack of {@link synthesize}. */
  state(stack: string): string;
  /** Creates an object outside of Terraform. */
  create(path: string, body: JsonObject): Promise<CreatedObject>;
  remove(): Promise<void>;
}

interface Place {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export const API_KEY = 'preview-test-key';

export async function createApp(options: EmulatorOptions = {}): Promise<PreviewApp> {
  const emulator = createEmulator(options);
  const { url } = await emulator.listen();
  const folder = await mkdtemp(join(tmpdir(), 'netingress-preview-test-'));
  const profile = PROFILES[options.profile ?? 'spec'];
  const env = {
    ...GO_SETTINGS,
    PATH: process.env['PATH'] ?? '',
    CHECKPOINT_DISABLE: '1',
    NETINGRESS_BASE_URL: url,
    NETINGRESS_API_KEY: API_KEY,
    NETINGRESS_PROFILE: profile.name,
  };
  const previewIn = ({ cwd = folder, env: more }: Place, ...args: string[]): Promise<RanInProcess> =>
    runInProcess(['preview', ...args], { cwd, env: { ...env, ...more } });
  const reportIn = async (place: Place, ...args: string[]): Promise<PreviewReport> => {
    const { stdout, stderr, status } = await previewIn(place, '--json', ...args);
    if (stdout === '') throw new Error(`The preview ended with ${status} and printed no report:\n${stderr}`);
    const report = JSON.parse(stdout) as PreviewReport;
    expect(report.exit_status).toBe(status);
    return report;
  };
  const state = (stack: string): string => join(folder, `terraform.${stack}.tfstate`);
  const write: PreviewApp['write'] = (file, content) => writeIn(folder, file, content);
  const read: PreviewApp['read'] = (file) => readFile(join(folder, file), 'utf8');
  const runTerraform = async (
    cwd: string,
    args: readonly string[],
    more: Readonly<Record<string, string>> = {},
  ): Promise<RunResult> => {
    const variables: Record<string, string> = { ...env, ...more };
    const provider = await providerInProcess({ env: variables });
    provider.use();
    try {
      return await run('terraform', args, { cwd, env: { ...variables, TF_INPUT: '0' } });
    } finally {
      await provider.close();
    }
  };
  const terraformIn: PreviewApp['terraformIn'] = async (cwd, args, more) => {
    const { status, stdout, stderr } = await runTerraform(cwd, args, more);
    if (status !== 0) throw new Error(`terraform ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`);
    return stdout;
  };
  const folderOf = (stack: string): string => join(folder, 'cdktf.out', 'stacks', stack);
  /** Where Terraform runs for a stack. It needs no init in a folder that configures no backend. */
  const workingFolderOf = async (stack: string): Promise<{ cwd: string; options: readonly string[] }> => {
    const own = folderOf(stack);
    if (existsSync(join(own, '.terraform'))) return { cwd: own, options: [] };
    const { terraform, ...blocks } = JSON.parse(await read(`cdktf.out/stacks/${stack}/cdk.tf.json`));
    const { backend, ...settings } = terraform;
    await write(`cdktf.out/deployed/${stack}/cdk.tf.json`, { ...blocks, terraform: settings });
    return { cwd: join(folder, 'cdktf.out', 'deployed', stack), options: [`-state=${backend.local.path}`] };
  };
  return {
    folder,
    emulator,
    url,
    env,
    write,
    read,
    state,
    async synthesize(stacks) {
      await rm(join(folder, 'cdktf.out', 'manifest.json'), { force: true });
      for (const [name, { dependsOn: _, ...blocks }] of Object.entries(stacks)) {
        const content = withPaths(name, { ...blocks, ...frame(blocks, { path: state(name) }) });
        await write(`cdktf.out/stacks/${name}/cdk.tf.json`, content);
      }
      const entries = Object.entries(stacks).map(([name, { dependsOn: dependencies = [] }]) => {
        const [workingDirectory, synthesizedStackPath] = [`stacks/${name}`, `stacks/${name}/cdk.tf.json`];
        return [name, { name, synthesizedStackPath, workingDirectory, dependencies }];
      });
      await write('cdktf.out/manifest.json', { version: '0.21.0', stacks: Object.fromEntries(entries) });
    },
    async deploy(stack) {
      const { cwd, options } = await workingFolderOf(stack);
      await terraformIn(cwd, ['apply', '-auto-approve', ...options]);
    },
    async plan(stack) {
      const { cwd, options } = await workingFolderOf(stack);
      await terraformIn(cwd, ['plan', '-out=plan.bin', ...options]);
      return write('plan.json', await terraformIn(cwd, ['show', '-json', 'plan.bin']));
    },
    terraform: (stack, ...args) => runTerraform(folderOf(stack), args),
    terraformIn,
    preview: (...args) => previewIn({}, ...args),
    report: (...args) => reportIn({}, ...args),
    reportIn,
    create: (path, body) => createObject(url, path, body, { key: API_KEY, headers: profile.headers }),
    async remove() {
      await emulator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A new app for each test. */
export function appForEach(options?: EmulatorOptions): PreviewApp {
  const app = {} as PreviewApp;
  beforeEach(async () => void Object.assign(app, await createApp(options)));
  afterEach(() => app.remove());
  return app;
}

/** One app for all tests of a file or a `describe`. */
export function appForAll(options?: EmulatorOptions): PreviewApp {
  const app = {} as PreviewApp;
  beforeAll(async () => void Object.assign(app, await createApp(options)));
  afterAll(() => app.remove());
  return app;
}

/** The block that reads the state of another stack of the app, as CDKTF writes it. */
export function readStack(app: PreviewApp, name: string): JsonObject {
  return { backend: 'local', config: { path: app.state(name) } };
}

/** The backend and the providers of a stack; by default only netingress, with an empty provider block. */
function frame({ terraform = {}, provider = { netingress: [{}] } }: StackBlocks, backend: JsonObject): JsonObject {
  const { required_providers: others = {}, ...settings } = terraform as { readonly required_providers?: JsonObject };
  const required_providers = { netingress: { source: PROVIDER_ADDRESS }, ...others };
  return { provider, terraform: { backend: { local: backend }, ...settings, required_providers } };
}

/** Adds the metadata with which CDKTF names the construct of a resource. */
function withPaths(stack: string, blocks: JsonObject): JsonObject {
  const resource = mapResources((blocks['resource'] ?? {}) as AllKinds, (values, _, name) => {
    const metadata = { path: `${stack}/${name}`, uniqueId: name };
    return { ...values, '//': { metadata } };
  });
  return { ...blocks, resource };
}

/** The token of the API key in the state of the stack `all`. */
export async function readToken(app: PreviewApp): Promise<string> {
  const [, token] = /"token": "([^"]+)"/.exec(await readFile(app.state('all'), 'utf8')) ?? [];
  if (token === undefined) throw new Error('The state has no token');
  return token;
}

/** The contents of the files below the folder as base64, by path. */
export async function readTree(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(file, 'base64')])));
}
