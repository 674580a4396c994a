/** A folder with a configuration, the packaged provider in a mirror, and the real terraform binary. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version as packageVersion } from '../../../package.json';
import { isolatedEnvironment } from '../../../src/terraform/environment';
import { findBinary } from '../../../src/terraform/find-binary';
import { installScript, PROVIDER_ADDRESS } from '../../../src/terraform/mirror';
import { findChanges, type PlanJson, type ResourceChange } from '../../../src/terraform/plan-json';
import { readWithHashVersion } from '../../../src/terraform/provider-build';
import { type RunResult, run } from '../../../src/terraform/run';
import { parseMessages } from '../../../src/terraform/ui-json';
import type { JsonObject } from '../../../src/values/json';

/** Resources in Terraform's JSON syntax: type, name, configuration. */
export type Resources = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * A folder with a configuration, and the commands that run in it. If Terraform fails, every method but `terraform`
 * throws its output.
 */
export interface Workspace {
  readonly folder: string;
  readonly env: Record<string, string>;
  /** Writes the configuration; `more` are further top-level blocks. */
  configure(resources: Resources, more?: JsonObject): Promise<void>;
  /** Runs any terraform command and reports how it ended. */
  terraform(...args: string[]): Promise<RunResult>;
  /** Runs a terraform command that must succeed. */
  ok(...args: string[]): Promise<string>;
  /** Applies, and returns the actions of the plan by address, as {@link changes} does. */
  apply(...args: string[]): Promise<PlannedActions>;
  plan(...args: string[]): Promise<PlanJson>;
  /**
   * Plans, and returns the actions by address, `create` for example; empty if nothing changes. Saves the plan for
   * {@link applyPlanned}.
   */
  changes(...args: string[]): Promise<PlannedActions>;
  /** Applies the plan that `plan` or `changes` saved last; `apply` plans again, which takes more processes. */
  applyPlanned(): Promise<void>;
  /** Taints objects in the state file, as `terraform taint` does, or ends that. */
  taint(addresses: readonly string[], isTainted?: boolean): Promise<void>;
  /** Deletes the state and `generated.tf`, and leaves the objects at the service. */
  forget(): Promise<void>;
  /** The attributes of a managed object in the state, or undefined; see {@link allAttributes}. */
  attributes(address: string): Promise<Record<string, unknown> | undefined>;
  /** The attributes of the first instance of each managed resource in the state, by `TYPE.NAME`, without its module. */
  allAttributes(): Promise<ReadonlyMap<string, Record<string, unknown>>>;
  /** The values of the outputs in the state, by name. */
  outputs(): Promise<Readonly<Record<string, unknown>>>;
  remove(): Promise<void>;
}

/** Actions of a plan by address: what `terraform plan -json` reports while it plans, which needs no second command. */
export type PlannedActions = Readonly<Record<string, string>>;

interface StateFile {
  readonly serial: number;
  readonly outputs: Readonly<Record<string, { readonly value: unknown }>>;
  readonly resources: readonly {
    readonly mode: string;
    readonly type: string;
    readonly name: string;
    readonly instances: readonly { status?: 'tainted'; readonly attributes: Record<string, unknown> }[];
  }[];
}

export function providerVariables(url: string, apiKey = 'acceptance-key'): Record<string, string> {
  return { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: apiKey };
}

/** Settings of the Go runtime: short runs of Terraform need less processor time without garbage collection. */
export const GO_SETTINGS = { GOGC: 'off', GOMEMLIMIT: '512MiB' } as const;

/** The provider that `npm run build` writes and the package contains. */
const PACKAGED_PROVIDER = join(__dirname, '../../../lib/provider/terraform-provider-netingress');

/** Creates a workspace and runs `terraform init`. The service is at `url`; `more` are further environment variables. */
export async function createWorkspace(
  url: string,
  provider = PACKAGED_PROVIDER,
  more: Readonly<Record<string, string>> = {},
): Promise<Workspace> {
  const workspace = await createFolder(url, provider, more);
  await workspace.ok('init', '-no-color');
  return workspace;
}

/**
 * A workspace without `terraform init`, which Terraform needs before it starts a provider, but not before it calls one
 * that runs.
 */
export async function createFolder(
  url: string,
  provider = PACKAGED_PROVIDER,
  more: Readonly<Record<string, string>> = {},
): Promise<Workspace> {
  const root = await mkdtemp(join(tmpdir(), 'netingress-acceptance-'));
  const folder = join(root, 'configuration');
  await mkdir(folder);
  const mirror = join(root, 'mirror');
  const build = readWithHashVersion(provider, packageVersion);
  installScript(mirror, build);
  const searchPath = process.env['PATH'] ?? '';
  const binary = await findBinary(searchPath);
  if (!binary) throw new Error('Neither terraform nor tofu is on the PATH; the acceptance tests need one of them');
  const variables = { ...providerVariables(url), ...GO_SETTINGS, ...more };
  const env = await isolatedEnvironment({ folder: root, searchPath, mirror, variables });

  const terraform = (...args: string[]): Promise<RunResult> => run(binary, [...args], { cwd: folder, env });
  const ok = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await terraform(...args);
    if (status === 0) return stdout;
    const errors = parseMessages(stdout).diagnostics.filter(({ severity }) => severity === 'error');
    const shown = errors.map(({ address, summary, detail }) => `${address ?? ''}\n${summary}\n${detail}\n`);
    const output = shown.length > 0 ? shown.join('\n') : stdout;
    throw new Error(`terraform ${args.join(' ')} ended with ${status}\n${output}\n${stderr}`);
  };
  const plan = async (...args: string[]): Promise<PlanJson> => {
    await ok('plan', '-no-color', '-out=plan.bin', ...args);
    return JSON.parse(await ok('show', '-json', 'plan.bin')) as PlanJson;
  };

  const stateFile = join(folder, 'terraform.tfstate');
  const readState = async (): Promise<StateFile> => JSON.parse(await readFile(stateFile, 'utf8')) as StateFile;

  const workspace: Workspace = {
    folder,
    env,
    async configure(resources, more = {}) {
      const { terraform: block = {}, ...others } = more;
      const netingress = { source: PROVIDER_ADDRESS, version: `~> ${packageVersion}` };
      const all = {
        terraform: { required_providers: { netingress }, ...(block as JsonObject) },
        provider: { netingress: {} },
        ...(Object.keys(resources).length > 0 ? { resource: resources } : {}),
        ...others,
      };
      await writeFile(join(folder, 'main.tf.json'), JSON.stringify(all, null, 2));
    },
    terraform,
    ok,
    async apply(...args) {
      return Object.fromEntries(parseMessages(await ok('apply', '-json', '-auto-approve', ...args)).planned);
    },
    plan,
    async changes(...args) {
      return Object.fromEntries(parseMessages(await ok('plan', '-json', '-out=plan.bin', ...args)).planned);
    },
    async applyPlanned() {
      await ok('apply', '-no-color', 'plan.bin');
    },
    async taint(addresses, isTainted = true) {
      const state = await readState();
      const found = addresses.map((address) => state.resources.find(({ type, name }) => address === `${type}.${name}`));
      for (const resource of found) {
        if (!resource) throw new Error(`The state does not have all of ${addresses.join(', ')}`);
        for (const instance of resource.instances) {
          if (isTainted) instance.status = 'tainted';
          else delete instance.status;
        }
      }
      await writeFile(stateFile, JSON.stringify({ ...state, serial: state.serial + 1 }));
    },
    async forget() {
      for (const name of ['terraform.tfstate', 'terraform.tfstate.backup', 'generated.tf'])
        await rm(join(folder, name), { force: true });
    },
    attributes: async (address) => (await workspace.allAttributes()).get(address),
    async allAttributes() {
      const managed = (await readState()).resources.filter(({ mode }) => mode === 'managed');
      return new Map(
        managed.flatMap(({ type, name, instances: [first] }) =>
          first ? [[`${type}.${name}`, first.attributes] as const] : [],
        ),
      );
    },
    async outputs() {
      const { outputs } = await readState();
      return Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]));
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
  await workspace.configure({});
  return workspace;
}

/** Expects that `terraform plan -refresh-only` finds no change. The error names the objects that it would change. */
export async function expectUnchangedByRefresh(workspace: Workspace): Promise<void> {
  const refresh = (...args: string[]): Promise<RunResult> =>
    workspace.terraform('plan', '-no-color', '-refresh-only', '-detailed-exitcode', ...args);
  const { status, stdout, stderr } = await refresh();
  if (status === 0) return;
  if (status !== 2) throw new Error(`terraform plan -refresh-only ended with ${status}\n${stdout}\n${stderr}`);
  const changed: string[] = [];
  for (const address of (await workspace.allAttributes()).keys())
    if ((await refresh(`-target=${address}`)).status !== 0) changed.push(address);
  throw new Error(`A refresh changes ${changed.join(', ') || 'something'}\n${stdout}`);
}

/**
 * Expects that a plan changes nothing, and that its refresh finds no change either. The error has the attributes that
 * differ.
 */
export async function expectUnchanged(workspace: Workspace, ...args: string[]): Promise<void> {
  const lines = (await workspace.ok('plan', '-json', '-out=plan.bin', ...args)).split('\n');
  if (!lines.some((line) => /"type":"(planned_change|resource_drift)"/.test(line))) return;
  // Only now, because it takes a second command: what differs.
  const plan = JSON.parse(await workspace.ok('show', '-json', 'plan.bin')) as PlanJson;
  const changes = [...findChanges(plan), ...(plan.resource_drift ?? [])];
  expect(changes.map(({ address, change }) => ({ address, differs: differing(change) }))).toEqual([]);
}

function differing({ before, after, after_unknown }: ResourceChange['change']): string[] {
  return Object.keys({ ...before, ...after, ...after_unknown }).filter(
    (name) => after_unknown?.[name] === true || JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  );
}

/** Runs a command that must fail, and returns its output on one line, without the frame around messages. */
export async function failureOf(workspace: Workspace, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await workspace.terraform(...args);
  expect([args[0], status]).toEqual([args[0], 1]);
  return `${stdout}${stderr}`.replace(/[\s│╷╵]+/g, ' ');
}
