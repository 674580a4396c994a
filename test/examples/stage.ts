/** An emulator, Terraform and a temporary folder for an example. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../src/emulator';
import type { SynthesizedStack } from '../../src/terraform/configuration/configuration';
import { isolatedEnvironment } from '../../src/terraform/environment';
import { findBinary } from '../../src/terraform/find-binary';
import { readSynthesizedStacks } from '../../src/terraform/read-configuration';
import { type RunResult, run } from '../../src/terraform/run';
import { parseMessages } from '../../src/terraform/ui-json';
import { type ProviderInProcess, providerInProcess } from '../support/acceptance/provider-in-process';
import { GO_SETTINGS, providerVariables } from '../support/acceptance/workspace';
import { SPEC_KINDS } from '../support/kinds';

export const packageRoot = join(__dirname, '../..');
export const examplesFolder = join(packageRoot, 'examples');

/**
 * Numbers of objects by kind: `{ ip_policy: 2 }`. Kinds without objects, and kinds that only the profile `ngrok` has,
 * are omitted.
 */
export type Counts = Readonly<Record<string, number>>;

export interface Stage {
  readonly emulator: Emulator;
  readonly url: string;
  readonly root: string;
  /** The working directory of the example, within `root`. */
  readonly folder: string;
  /** The complete environment of programs, with the variables of the provider. */
  readonly env: Record<string, string>;
  counts(): Counts;
  /** Runs a program and returns its standard output. Throws with all output if it fails. */
  runProgram(program: string, args: readonly string[], cwd?: string): Promise<string>;
  terraform(cwd: string, ...args: string[]): Promise<string>;
  tryTerraform(cwd: string, ...args: string[]): Promise<RunResult>;
  /** Addresses of the resources, and names of the outputs, that a plan changes. */
  planned(cwd: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface StageOptions {
  readonly variables?: Readonly<Record<string, string>>;
  /** Folder within `root` in which Terraform finds providers. By default `terraform.d/plugins` of the configuration. */
  readonly mirror?: string;
  readonly emulator?: EmulatorOptions;
}

export async function openStage({ variables, mirror, emulator: options }: StageOptions = {}): Promise<Stage> {
  const binary = await findBinary(process.env['PATH'] ?? '');
  if (!binary) throw new Error('Neither terraform nor tofu is on the PATH; these tests need one of them');
  const root = await mkdtemp(join(tmpdir(), 'netingress-examples-'));
  const folder = join(root, 'example');
  await mkdir(folder);
  const emulator = createEmulator({ certificates: { seconds: 0 /* issued at once */ }, ...options });
  const { url } = await emulator.listen();
  const env = await isolatedEnvironment({
    folder: root,
    searchPath: process.env['PATH'] ?? '',
    ...(mirror !== undefined && { mirror: join(root, mirror) }),
    variables: { ...providerVariables(url, 'examples-key'), ...GO_SETTINGS, ...variables },
  });
  const runProgram = async (program: string, args: readonly string[], cwd = folder): Promise<string> => {
    const { status, stdout, stderr } = await run(program, args, { cwd, env });
    if (status === 0) return stdout;
    throw new Error(`${program} ${args.join(' ')} ended with ${String(status)}\n${stdout}\n${stderr}`);
  };
  const terraform = (cwd: string, ...args: string[]): Promise<string> => runProgram(binary, args, cwd);
  return {
    emulator,
    url,
    root,
    folder,
    env,
    counts: () =>
      Object.fromEntries(
        SPEC_KINDS.map(({ name }) => [name, emulator.objects(name).length] as const).filter(([, count]) => count > 0),
      ),
    runProgram,
    terraform,
    tryTerraform: (cwd, ...args) => run(binary, args, { cwd, env }),
    async planned(cwd) {
      const { planned, outputs } = parseMessages(await terraform(cwd, 'plan', '-json'));
      return [...planned.keys(), ...outputs];
    },
    async close() {
      await emulator.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Opens a stage before each test and closes it after the test. Must be called where `beforeEach` may be. */
export function useStage(open: () => Promise<Stage> = openStage) {
  let stage: Stage | undefined;
  let provider: ProviderInProcess | undefined;
  beforeEach(async () => {
    stage = await open();
  });
  afterEach(async () => {
    await provider?.close();
    provider = undefined;
    await stage?.close();
  });
  return {
    get stage() {
      return stage as Stage;
    },
    /** Until the end of the test, Terraform uses a provider in this process and starts none. */
    async useProvider(): Promise<void> {
      provider = await providerInProcess(stage as Stage);
      provider.use();
    },
  };
}

/** Synthesizes a built example in the stage's folder. Returns its stacks in order of deployment. */
export async function synthesize({ runProgram, folder }: Stage, example: string): Promise<readonly SynthesizedStack[]> {
  await runProgram(process.execPath, [join(packageRoot, 'lib/examples', example, 'main.js')]);
  return stacksIn(folder);
}

/** The stacks of a folder's `cdktf.out`, each after those that it depends on; empty if the folder has none. */
export async function stacksIn(folder: string): Promise<readonly SynthesizedStack[]> {
  const stacks = (await readSynthesizedStacks(join(folder, 'cdktf.out'))) ?? [];
  const depth = (name: string): number => {
    const { dependencies = [] } = stacks.find((stack) => stack.name === name) ?? {};
    return dependencies.reduce((deepest, each) => Math.max(deepest, depth(each) + 1), 0);
  };
  return [...stacks].sort((a, b) => depth(a.name) - depth(b.name));
}
