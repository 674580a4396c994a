/** A folder with a configuration, a mirror with the provider for tests, and an isolated Terraform. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { thisPlatform } from '../../../src/terraform/platforms';
import { GO_SETTINGS } from '../acceptance/workspace';
import { type Ended, type RunningScript, startScript } from '../script';
import { terraformBinary } from '../terraform-binary';

export interface Workspace {
  readonly folder: string;
  terraform(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Ended>;
  /** Starts terraform as the leader of a process group of its own, like a shell does. */
  start(args: readonly string[], environment?: Readonly<Record<string, string>>): RunningScript;
  /** The steps that the provider reported so far (`reportToFile`): `pid 42`, `configure hello`. */
  steps(): string[];
  /** Resolves when the provider has reported the step. */
  step(step: string): Promise<void>;
  /** Ids of all provider processes so far. */
  providerPids(): number[];
  /** Sockets and their folders that are left. */
  leftovers(): string[];
  state(): {
    resources: {
      type: string;
      instances: { status?: string; attributes: Record<string, unknown>; private?: string }[];
    }[];
  };
  configure(resources: string): void;
  /** Removes the state and the reported steps, and kills provider processes that still run. */
  reset(): void;
  remove(): void;
}

/**
 * A workspace whose mirror has the provider in the folder of the executable. Without `executable` the mirror is empty:
 * the test serves the provider, and names it in TF_REATTACH_PROVIDERS.
 */
export function createWorkspace(executable?: string): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'nx-'));
  const place = (name: string): string => join(folder, name);
  const paths = { home: place('home'), mirror: place('mirror'), t: place('t'), work: place('work') };
  for (const path of Object.values(paths)) mkdirSync(path);
  const events = join(folder, 'events');
  const cliConfig = join(folder, 'terraform.rc');
  const installation = `filesystem_mirror {\n    path = ${JSON.stringify(paths.mirror)}\n  }`;
  writeFileSync(cliConfig, `provider_installation {\n  ${installation}\n}\n`);
  if (executable) {
    const folder = join(paths.mirror, 'terraform.local/test/memory/1.0.0', thisPlatform());
    cpSync(dirname(executable), folder, { recursive: true });
    renameSync(join(folder, basename(executable)), join(folder, 'terraform-provider-memory'));
  }
  const environmentOf = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
    PATH: process.env['PATH'],
    HOME: paths.home,
    TMPDIR: paths.t,
    TF_CLI_CONFIG_FILE: cliConfig,
    TF_IN_AUTOMATION: '1',
    CHECKPOINT_DISABLE: '1',
    TEST_EVENTS: events,
    ...GO_SETTINGS,
    ...more,
  });
  const steps = (): string[] => (existsSync(events) ? readFileSync(events, 'utf8').split('\n').filter(Boolean) : []);
  const workspace: Workspace = {
    folder: paths.work,
    start(args, more) {
      return startScript(terraformBinary(), args, { cwd: paths.work, env: environmentOf(more) });
    },
    terraform: (args, more) => workspace.start(args, more).ended,
    steps,
    step: (step) => until(() => steps().includes(step)),
    providerPids: () =>
      steps()
        .filter((step) => step.startsWith('pid '))
        .map((step) => Number(step.slice(4))),
    leftovers: () => readdirSync(paths.t).filter((name) => name.startsWith('tf-provider-')),
    state: () => JSON.parse(readFileSync(join(paths.work, 'terraform.tfstate'), 'utf8')),
    configure(resources) {
      const source =
        'terraform {\n  required_providers {\n    memory = { source = "terraform.local/test/memory" }\n  }\n}\n';
      writeFileSync(join(paths.work, 'main.tf'), `${source}${resources}`);
    },
    reset() {
      for (const pid of workspace.providerPids()) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
      for (const name of ['terraform.tfstate', 'terraform.tfstate.backup'])
        rmSync(join(paths.work, name), { force: true });
      rmSync(events, { force: true });
    },
    remove() {
      workspace.reset();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return workspace;
}

/** Waits until the condition is true. It has no time limit but that of the test. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Whether there is a process of the id that still runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Without an init process that collects them, orphans remain as zombies, which no longer run.
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
}
