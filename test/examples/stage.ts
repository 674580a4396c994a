/** A service, Terraform and a folder for an example: what its reader has on a machine. */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../src/emulator';
import type { JsonObject } from '../../src/model/json';
import { KINDS } from '../../src/model/kinds';
import { isolatedEnvironment } from '../../src/terraform/environment';
import { findBinary } from '../../src/terraform/find-binary';
import { type RunResult, run } from '../../src/terraform/run';
import { readSynthesizedStacks, type SynthesizedStack } from '../../src/terraform/synthesized-config';
import { GO_SETTINGS, providerVariables } from '../support/acceptance/workspace';

export const packageRoot = join(__dirname, '../..');
export const examplesFolder = join(packageRoot, 'examples');

/** Objects at the service by kind; kinds without any are left out. */
export type Counts = Readonly<Record<string, number>>;

export interface Stage {
  readonly emulator: Emulator;
  readonly url: string;
  /** Removed with everything in it. */
  readonly root: string;
  /** Empty, and within `root`: the example works here. */
  readonly folder: string;
  /** The whole environment of what is run; the service is in it. */
  readonly env: Record<string, string>;
  counts(): Counts;
  /** Runs a program and answers what it printed on standard output; throws all that it printed if it fails. */
  runs(program: string, args: readonly string[], cwd?: string): Promise<string>;
  terraform(cwd: string, ...args: string[]): Promise<string>;
  /** Runs terraform and reports how it ended. */
  tryTerraform(cwd: string, ...args: string[]): Promise<RunResult>;
  /** What a plan would do, by address of objects and name of outputs; empty when nothing. */
  plan(cwd: string): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

/** What a stage may be told. */
export interface StageOptions {
  /** Added to the environment. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Folder within `root` where Terraform finds its providers; beside the configuration without it. */
  readonly mirror?: string;
  readonly emulator?: EmulatorOptions;
}

/** A new stage; the emulator has nothing in it. */
export async function openStage({ variables, mirror, emulator: options }: StageOptions = {}): Promise<Stage> {
  const binary = await findBinary(process.env['PATH'] ?? '');
  if (!binary) throw new Error('Neither terraform nor tofu is on the PATH; these tests need one of them');
  const root = await mkdtemp(join(tmpdir(), 'netingress-examples-'));
  const folder = join(root, 'example');
  await mkdir(folder);
  const emulator = createEmulator({ certificates: { seconds: 0 }, ...options });
  const { url } = await emulator.listen();
  const env = await isolatedEnvironment({
    folder: root,
    searchPath: process.env['PATH'] ?? '',
    ...(mirror !== undefined && { mirror: join(root, mirror) }),
    variables: { ...providerVariables(url, 'examples-key'), ...GO_SETTINGS, ...variables },
  });
  const runs = async (program: string, args: readonly string[], cwd = folder): Promise<string> => {
    const { status, stdout, stderr } = await run(program, args, { cwd, env });
    if (status === 0) return stdout;
    throw new Error(`${program} ${args.join(' ')} ended with ${String(status)}\n${stdout}\n${stderr}`);
  };
  const terraform = (cwd: string, ...args: string[]): Promise<string> => runs(binary, args, cwd);
  return {
    emulator,
    url,
    root,
    folder,
    env,
    counts: () =>
      Object.fromEntries(
        KINDS.map(({ name }) => [name, emulator.objects(name).length] as const).filter(([, count]) => count > 0),
      ),
    runs,
    terraform,
    tryTerraform: (cwd, ...args) => run(binary, args, { cwd, env }),
    plan: async (cwd) => plannedChanges(await terraform(cwd, 'plan', '-json')),
    async close() {
      await emulator.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Changes in what `terraform plan -json` reports. */
function plannedChanges(report: string): Record<string, string> {
  const lines = report.split('\n').filter((line) => line !== '');
  const changes = lines.flatMap((line) => {
    const { type, change, outputs } = JSON.parse(line) as {
      readonly type: string;
      readonly change?: { readonly resource: { readonly addr: string }; readonly action: string };
      readonly outputs?: Readonly<Record<string, { readonly action: string }>>;
    };
    if (type === 'planned_change' && change) return [[change.resource.addr, change.action] as const];
    if (type !== 'outputs') return [];
    return Object.entries(outputs ?? {}).map(([name, { action }]) => [`output.${name}`, action] as const);
  });
  return Object.fromEntries(changes.filter(([, action]) => action !== 'noop' && action !== 'read'));
}

/** Synthesises an example as it was built, in the stage's folder, and answers its stacks, each after those it needs. */
export async function synthesise({ runs, folder }: Stage, example: string): Promise<readonly SynthesizedStack[]> {
  await runs(process.execPath, [join(packageRoot, 'lib/examples', example, 'main.js')]);
  return stacksIn(folder);
}

/** The stacks of a folder's `cdktf.out`, each after those it depends on. */
export async function stacksIn(folder: string): Promise<readonly SynthesizedStack[]> {
  const stacks = (await readSynthesizedStacks(join(folder, 'cdktf.out'))) ?? [];
  const manifest = JSON.parse(await readFile(join(folder, 'cdktf.out/manifest.json'), 'utf8')) as {
    readonly stacks: Readonly<Record<string, { readonly dependencies: readonly string[] }>>;
  };
  const needs = (name: string): number =>
    (manifest.stacks[name]?.dependencies ?? []).reduce((most, each) => Math.max(most, needs(each) + 1), 0);
  return [...stacks].sort((a, b) => needs(a.name) - needs(b.name));
}

/** Makes an object at the service as somebody would without Terraform, and answers its identifier. */
export async function createByHand(emulator: Emulator, path: string, body: JsonObject): Promise<string> {
  const answer = await emulator.fetch(
    new Request(`http://service.test${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${emulator.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`);
  return String(((await answer.json()) as JsonObject)['id']);
}
