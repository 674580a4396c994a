/**
 * Computes which stacks are applied first, and how the copy of a stack differs from the original: override files, state
 * file and environment. HCL is never parsed: Terraform merges the override files, and prints what they need to contain.
 * Pure.
 */
import { join, posix, resolve } from 'node:path';
import { memoizeObject } from '../../model/memoize';
import { localBackendArguments } from '../../sandbox/remote-state';
import {
  type Backend,
  type ParsedStack,
  parseConfiguration,
  remoteStateBackend,
} from '../../terraform/configuration/configuration';
import { findByBackend } from '../../terraform/configuration/evaluate';
import { listModules } from '../../terraform/configuration/plan-gaps';
import type { PlanConfiguration } from '../../terraform/plan-json';
import { parseAddress } from '../../values/address';
import { type Json, type JsonObject, toJsonObject } from '../../values/json';
import { joinPlanArguments } from './environment-arguments';

/** A root module to preview: a stack of an app, or a folder of HCL. */
export interface PreviewStack {
  readonly name: string;
  /** Absolute path. */
  readonly folder: string;
  /** The folder as messages show it. */
  readonly displayFolder: string;
  /** Names of stacks that are deployed first. */
  readonly dependencies: readonly string[];
  /** The synthesized configuration; undefined for HCL. */
  readonly configuration: JsonObject | undefined;
  /**
   * The state file, if it is known without Terraform: that of a local backend in the synthesized configuration, or
   * `terraform.tfstate` if nothing configures a backend.
   */
  readonly localState?: string;
  /** @default 'default' */
  readonly workspace?: string;
}

/** Has no blocks for HCL, which is not parsed. */
export const parseStack = memoizeObject(
  ({ name, folder, configuration }: PreviewStack): ParsedStack =>
    parseConfiguration(name, folder, configuration ? [configuration] : []),
);

/**
 * Terraform takes files whose names end in `_override.tf.json` for override files, and merges them in alphabetical
 * order. This one is the last, unless the user has a file such as `zzzzz_override.tf.json`.
 */
export const OVERRIDE_FILE = 'zzzz_netingress_preview_override.tf.json';

/** Each follows its dependencies. Throws for a cycle. */
export function sortStacks(stacks: readonly PreviewStack[]): PreviewStack[] {
  const sorted: PreviewStack[] = [];
  const visit = (stack: PreviewStack, path: readonly string[]): void => {
    if (sorted.includes(stack)) return;
    if (path.includes(stack.name)) {
      throw new Error(`The stacks ${[...path, stack.name].join(', ')} depend on each other; expected no cycle.`);
    }
    for (const name of listDependencies(stack, stacks)) {
      const dependency = stacks.find((other) => other.name === name);
      if (dependency) visit(dependency, [...path, stack.name]);
    }
    sorted.push(stack);
  };
  for (const stack of stacks) visit(stack, []);
  return sorted;
}

/** Names of declared dependencies, and of stacks whose states the stack reads; only of `stacks`. */
export function listDependencies(stack: PreviewStack, stacks: readonly PreviewStack[]): string[] {
  const declared = stack.dependencies.filter((wanted) => stacks.some(({ name }) => name === wanted));
  const read = listRemoteStates(stack).flatMap(({ block }) => findReferencedStack(stack, block, stacks)?.name ?? []);
  return [...new Set([...declared, ...read])].filter((name) => name !== stack.name);
}

export interface RemoteStateBlock {
  readonly name: string;
  readonly block: JsonObject;
}

export function listRemoteStates(stack: PreviewStack): RemoteStateBlock[] {
  return parseStack(stack)
    .dataSources.filter(({ type }) => type === 'terraform_remote_state')
    .map(({ name, values }) => ({ name, block: values }));
}

/**
 * Returns the stack whose state `block` reads. A block without a workspace reads that of `default`. A relative path
 * starts at the folder of the reader.
 */
export function findReferencedStack(
  reader: PreviewStack,
  block: JsonObject,
  stacks: readonly PreviewStack[],
): PreviewStack | undefined {
  const candidates = stacks.map((stack) => ({ stack, backend: backendOf(stack), workspace: stack.workspace }));
  const { type, config } = resolvePath(remoteStateBackend(block), reader.folder);
  return findByBackend({ ...block, backend: type, config }, candidates)?.stack;
}

/** Undefined if a backend may be configured elsewhere: then the stack has no `localState`. */
function backendOf(stack: PreviewStack): Backend | undefined {
  const { folder, localState } = stack;
  const { backend } = parseStack(stack);
  if (backend) return resolvePath(backend, folder);
  return localState === undefined ? undefined : { type: 'local', config: { path: join(folder, 'terraform.tfstate') } };
}

function resolvePath({ type, config }: Backend, folder: string): Backend {
  const { path } = config;
  return type === 'local' && typeof path === 'string'
    ? { type, config: { ...config, path: resolve(folder, path) } }
    : { type, config };
}

/**
 * The folder of workspaces in the copy. It does not have the name that Terraform gives it: otherwise `terraform init`
 * would find the states before the backend, and ask whether to migrate them.
 */
export const WORKSPACES = 'netingress-preview-states';

export interface ModuleOverride {
  readonly remoteStates: readonly { readonly name: string; readonly path: string }[];
  /** Resources with provisioners, as `<type>.<name>`. */
  readonly provisioned: readonly string[];
}

export const NO_OVERRIDE: ModuleOverride = { remoteStates: [], provisioned: [] };

/** Provisioners of the copy run `exit 0`. */
export function renderOverride({ remoteStates, provisioned }: ModuleOverride, isRoot: boolean): JsonObject {
  const data = Object.fromEntries(
    remoteStates.map(({ name, path }) => [name, { ...localBackendArguments(path), workspace: 'default' }]),
  );
  const resource: Record<string, Record<string, JsonObject>> = {};
  for (const address of provisioned) {
    const [type = '', name = ''] = address.split('.');
    resource[type] = { ...resource[type], [name]: { provisioner: [{ 'local-exec': { command: 'exit 0' } }] } };
  }
  return {
    ...(isRoot && { terraform: { backend: BACKEND } }),
    ...(remoteStates.length > 0 && { data: { terraform_remote_state: data } }),
    ...(provisioned.length > 0 && { resource }),
  };
}

const BACKEND = { local: { workspace_dir: WORKSPACES } } as const;

export function renderInitialized(realProviders: readonly string[]): JsonObject {
  return { terraform: { backend: BACKEND, required_providers: requireProviders(realProviders) } };
}

/** Local names of providers do not matter. */
export function requireProviders(addresses: readonly string[]): JsonObject {
  return Object.fromEntries(addresses.map((source, index) => [`provider-${index}`, { source }]));
}

/** Returns the resources with provisioners, by the key of their module in `modules.json`: `network.peers`. */
export function findProvisioned(configuration: PlanConfiguration | undefined): Map<string, string[]> {
  const found = listModules(configuration?.root_module).map(({ path, module }): [string, string[]] => {
    const provisioned = (module.resources ?? []).filter(({ provisioners = [] }) => provisioners.length > 0);
    return [moduleKey(path), provisioned.map(({ type, name }) => `${type}.${name}`)];
  });
  return new Map(found.filter(([, addresses]) => addresses.length > 0));
}

export interface InstalledModule {
  readonly key: string;
  /** Relative to the root module. */
  readonly dir: string;
}

/** One module for each entry of `modules.json`, in their order, with the root module. */
export function parseModules(text: string): InstalledModule[] {
  const { Modules: modules } = toJsonObject(JSON.parse(text));
  const listed = Array.isArray(modules) ? (modules as readonly Json[]).map(toJsonObject) : [];
  return listed.map(({ Key: key, Dir: dir }) => ({
    key: String(key ?? ''),
    dir: String(dir ?? '.').replaceAll('\\', '/'),
  }));
}

/** Returns how many folders above the root module the highest path leads: `a`, `../b`, `../../c/../d` -> 2. */
export function countParents(paths: readonly string[]): number {
  const parents = paths.map((path) => posix.normalize(path).split('/'));
  return Math.max(0, ...parents.map((steps) => steps.filter((step) => step === '..').length));
}

export interface RemoteStateOfModule {
  /** Names of the modules from the root; empty for the root module. */
  readonly modulePath: readonly string[];
  readonly name: string;
}

/** Nodes begin with addresses: `"[root] module.a.data.terraform_remote_state.net (expand)"`. */
export function parseGraph(dot: string): RemoteStateOfModule[] {
  const nodes = [...dot.matchAll(/"(?:\[root\] )?([^\s"]+)/g)].map(([, address = '']) => parseAddress(address));
  const found = nodes.flatMap((address): RemoteStateOfModule[] => {
    if (address?.mode !== 'data' || address.type !== 'terraform_remote_state') return [];
    return [{ modulePath: address.module.map(({ name }) => name), name: address.name }];
  });
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

/** The key of a module in `modules.json`: `network.peers`. */
export function moduleKey(modulePath: readonly string[]): string {
  return modulePath.join('.');
}

const TERRAFORM_VARIABLE = /^(PATH|HOME|USERPROFILE|SystemRoot|LANG|LANGUAGE|LC_\w+|GOGC|GOMEMLIMIT|TF_VAR_.+)$/;

/**
 * With 200, Go collects garbage when the heap has grown to three times what was in use; by default, to twice. Chosen
 * from what Terraform needed of time and memory with 100, 200 and 400 (docs/performance.md). A GOGC of the user
 * replaces it.
 */
const GO_SETTINGS = { GOGC: '200' } as const;

/**
 * Returns {@link GO_SETTINGS} and the variables of the user that Terraform of the copy receives: those that {@link
 * TERRAFORM_VARIABLE} matches, and arguments for plans. Others, such as `AWS_SECRET_ACCESS_KEY`, are left out;
 * `TF_VAR_…` is passed whatever it has.
 */
export function selectEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const selected = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && TERRAFORM_VARIABLE.test(entry[0]),
  );
  // `TF_CLI_ARGS_init` and the like do not fit the copy.
  const planArguments = joinPlanArguments(environment);
  return {
    ...GO_SETTINGS,
    ...Object.fromEntries(selected),
    ...(planArguments !== '' && { TF_CLI_ARGS_plan: planArguments }),
  };
}

export function stateFileName(workspace: string): string {
  return workspace === 'default' ? 'terraform.tfstate' : posix.join(WORKSPACES, workspace, 'terraform.tfstate');
}
