/** Reads the output of `cdktf synth`: the manifest, and the JSON of each stack. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { ConfiguredResource } from '../model/inventory';
import { isJsonObject, type Json, type JsonObject } from '../model/json';
import { omitUndefined } from '../model/members';
import { StateError } from './state';

export interface SynthesizedStack {
  readonly name: string;
  readonly folder: string;
  readonly localState?: string;
  readonly resources: readonly ConfiguredResource[];
  /** Data sources, with addresses such as `data.netingress_ip_policy.office`. */
  readonly dataSources: readonly ConfiguredResource[];
  /** Values of outputs by name, as written; other stacks refer to them. */
  readonly outputs: JsonObject;
  readonly imports: readonly ImportBlock[];
  /** The `from` addresses of `moved` blocks, and of `removed` blocks that do not destroy. */
  readonly relocated: readonly string[];
  readonly moved: readonly MovedBlock[];
  /** Names of stacks that are deployed first; undefined unless the stack is part of an app. */
  readonly dependencies?: readonly string[];
  /** The configuration as written; undefined unless the stack is part of an app. */
  readonly configuration?: JsonObject;
}

export interface MovedBlock {
  readonly from: string;
  readonly to: string;
}

export interface ImportBlock {
  /** Address of the resource, which may have an instance key. */
  readonly to: string;
  readonly id: string;
}

/** Arguments that Terraform evaluates and no provider receives. */
const META_ARGUMENTS = ['//', 'count', 'for_each', 'depends_on', 'lifecycle', 'provider', 'provisioner', 'connection'];

/**
 * Reads the stacks of a `cdktf.out` in the order of its manifest. Returns undefined if there is no manifest. Throws a
 * {@link StateError} if a file cannot be read.
 */
export async function readSynthesizedStacks(out: string): Promise<readonly SynthesizedStack[] | undefined> {
  const manifest = join(out, 'manifest.json');
  if (!existsSync(manifest)) return undefined;
  const stacks = toObject((await readJson(manifest))['stacks']);
  return Promise.all(Object.entries(stacks).map(([name, stack]) => readStack(out, name, toObject(stack))));
}

async function readStack(out: string, name: string, stack: JsonObject): Promise<SynthesizedStack> {
  const folder = resolve(out, String(stack['workingDirectory'] ?? join('stacks', name)));
  const file = resolve(out, String(stack['synthesizedStackPath'] ?? join('stacks', name, 'cdk.tf.json')));
  if (!file.endsWith('.json'))
    throw new StateError(`Cannot read the stack ${name}: ${file} is not JSON. Synthesize without --hcl.`);
  const config = await readJson(file);
  const { dependencies } = stack;
  return {
    ...toStack(name, folder, [config]),
    dependencies: Array.isArray(dependencies) ? (dependencies as readonly Json[]).map(String) : [],
    configuration: config,
    ...omitUndefined({ localState: findLocalState(config, folder) }),
  };
}

/**
 * Reads the stacks of a `cdktf.out`. A file or folder in Terraform's JSON syntax (`.tf.json`) is read as one stack.
 * Returns undefined if the path has no configuration. Throws a {@link StateError}.
 */
export async function readConfiguration(path: string): Promise<readonly SynthesizedStack[] | undefined> {
  if (path.endsWith('.json')) return existsSync(path) ? [await readFiles(dirname(path), [path])] : undefined;
  const stacks = await readSynthesizedStacks(path);
  if (stacks || !existsSync(path)) return stacks;
  const files = (await readdir(path)).filter((file) => file.endsWith('.tf.json')).sort();
  const paths = files.map((file) => join(path, file));
  return paths.length > 0 ? [await readFiles(path, paths)] : undefined;
}

async function readFiles(folder: string, files: readonly string[]): Promise<SynthesizedStack> {
  const configs = await Promise.all(files.map(readJson));
  const terraform = Object.assign({}, ...configs.map((config) => config['terraform'])) as JsonObject;
  return {
    ...toStack(basename(folder), folder, configs),
    ...omitUndefined({ localState: findLocalState({ terraform }, folder) }),
  };
}

function toStack(name: string, folder: string, configs: readonly JsonObject[]): SynthesizedStack {
  return {
    name,
    folder,
    resources: configs.flatMap((config) => readResources(config, name)),
    dataSources: configs.flatMap((config) => readDataSources(config, name)),
    outputs: Object.assign({}, ...configs.map(readOutputs)) as JsonObject,
    imports: configs.flatMap(readImports),
    relocated: configs.flatMap(findMovedAddresses),
    moved: configs.flatMap(readMoved),
  };
}

function readOutputs(config: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(toObject(config['output'])).map(([name, output]) => [name, toObject(output)['value']]),
  );
}

function readImports({ import: importBlocks }: JsonObject): ImportBlock[] {
  return toBlocks(importBlocks).flatMap(({ to, id }) =>
    typeof to === 'string' && typeof id === 'string' ? [{ to, id }] : [],
  );
}

function readMoved({ moved }: JsonObject): MovedBlock[] {
  return toBlocks(moved).flatMap(({ from, to }) =>
    typeof from === 'string' && typeof to === 'string' ? [{ from, to }] : [],
  );
}

function findMovedAddresses({ moved, removed }: JsonObject): string[] {
  // By default a `removed` block destroys the object, like a resource that is no longer configured.
  const forgotten = toBlocks(removed).filter(({ lifecycle }) =>
    toBlocks(lifecycle).some(({ destroy }) => destroy === false),
  );
  return [...toBlocks(moved), ...forgotten].flatMap(({ from }) => (typeof from === 'string' ? [from] : []));
}

/** In JSON, Terraform accepts a single block instead of a list. */
function toBlocks(blocks: Json | undefined): JsonObject[] {
  if (blocks === undefined) return [];
  return Array.isArray(blocks) ? (blocks as readonly Json[]).map(toObject) : [toObject(blocks)];
}

function readResources(config: JsonObject, stack: string): ConfiguredResource[] {
  return Object.entries(toObject(config['resource'])).flatMap(([type, named]) =>
    Object.entries(toObject(named)).map(([name, value]) => toResource(stack, type, name, toObject(value))),
  );
}

function readDataSources({ data }: JsonObject, stack: string): ConfiguredResource[] {
  return readResources({ resource: data }, stack).map((dataSource) => ({
    ...dataSource,
    address: `data.${dataSource.address}`,
  }));
}

function toResource(stack: string, type: string, name: string, value: JsonObject): ConfiguredResource {
  const path = toObject(toObject(value['//'])['metadata'])['path'];
  const ignoreChanges = readIgnoreChanges(toObject(value['lifecycle'])['ignore_changes']);
  return {
    stack,
    address: `${type}.${name}`,
    type,
    name,
    ...(typeof path === 'string' && { path }),
    ...(value['count'] !== undefined && { repetition: { count: value['count'] } }),
    ...(value['for_each'] !== undefined && { repetition: { forEach: value['for_each'] } }),
    ...(ignoreChanges && { ignoreChanges }),
    values: Object.fromEntries(Object.entries(value).filter(([argument]) => !META_ARGUMENTS.includes(argument))),
  };
}

function readIgnoreChanges(ignored: Json | undefined): readonly string[] | 'all' | undefined {
  if (ignored === 'all') return 'all';
  if (!Array.isArray(ignored)) return undefined;
  const paths = (ignored as readonly Json[]).map(String);
  return paths.includes('all') ? 'all' : paths.map((path) => /^[^.[]+/.exec(path)?.[0] ?? path);
}

/** Without a backend Terraform writes the state next to the configuration. */
function findLocalState(config: JsonObject, folder: string): string | undefined {
  const terraform = toObject(config['terraform']);
  if ('cloud' in terraform) return undefined;
  const backends = toObject(terraform['backend']);
  if (Object.keys(backends).length > 0 && !('local' in backends)) return undefined;
  return resolve(folder, String(toObject(backends['local'])['path'] ?? 'terraform.tfstate'));
}

async function readJson(file: string): Promise<JsonObject> {
  try {
    return toObject(JSON.parse(await readFile(file, 'utf8')) as Json);
  } catch (error) {
    throw new StateError(
      `Cannot read the configuration ${file}: ${(error as Error).message}. Run \`cdktf synth\` again.`,
    );
  }
}

function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
