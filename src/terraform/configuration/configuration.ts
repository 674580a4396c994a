/**
 * Reads the blocks of a configuration in Terraform's JSON syntax. Wherever Terraform accepts a block, it accepts a list
 * of blocks, too. Values stay as written.
 */
import type { ConfiguredResource } from '../../model/inventory';
import { isJsonObject, type Json, type JsonObject } from '../../values/json';
import { attributeOf } from '../../values/path';

export interface Resource extends ConfiguredResource {
  /** The argument `provider`, such as `netingress.second`. Undefined if it is not set. */
  readonly provider?: string;
}

/** A root module: a synthesized stack, or a folder of Terraform's JSON. */
export interface SynthesizedStack {
  readonly name: string;
  readonly folder: string;
  /** State file of a local backend in the workspace `default`; undefined for another backend. */
  readonly localState?: string;
  readonly resources: readonly Resource[];
  /** Data sources, with addresses such as `data.netingress_ip_policy.office`. */
  readonly dataSources: readonly Resource[];
  /** Values of outputs by name, as written; other stacks refer to them. */
  readonly outputs: JsonObject;
  readonly locals: JsonObject;
  /** Undefined for a `cloud` block or none. */
  readonly backend?: Backend;
  /** Names of called modules. Their resources are not read. */
  readonly modules: readonly string[];
  /** `provider` blocks with the local name `netingress`, as written. */
  readonly providers: readonly JsonObject[];
  /** Without those that have `identity` instead of an id. */
  readonly imports: readonly ImportBlock[];
  /** The `from` addresses of `moved` blocks, and of `removed` blocks that do not destroy. */
  readonly movedOrRemoved: readonly string[];
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
  /** Address of the resource, which may have an instance key; with `for_each` its key is an expression. */
  readonly to: string;
  /** The id as written, which may contain expressions. */
  readonly id: string;
}

export interface Backend {
  readonly type: string;
  readonly config: JsonObject;
}

/** Members of a resource that no provider receives. */
const META_ARGUMENTS = ['//', 'count', 'for_each', 'depends_on', 'lifecycle', 'provider', 'provisioner', 'connection'];

export type ParsedStack = Omit<SynthesizedStack, 'dependencies' | 'configuration' | 'localState'>;

export function parseConfiguration(name: string, folder: string, files: readonly JsonObject[]): ParsedStack {
  const blocks = (type: string): JsonObject[] => files.flatMap((file) => listBlocks(file[type]));
  const backend = findBackend(files);
  return {
    name,
    folder,
    resources: blocks('resource').flatMap((block) => readResources(block, name)),
    dataSources: blocks('data').flatMap((block) => readResources(block, name, 'data.')),
    outputs: Object.fromEntries(readLabeled(blocks('output')).map(([output, { value }]) => [output, value])),
    locals: mergeBlocks(blocks('locals')),
    ...(backend && { backend }),
    modules: readLabeled(blocks('module')).map(([module]) => module),
    providers: readLabeled(blocks('provider')).flatMap(([label, block]) => (label === 'netingress' ? [block] : [])),
    imports: blocks('import').flatMap(({ to, id }) =>
      typeof to === 'string' && typeof id === 'string' ? [{ to: stripTemplate(to), id }] : [],
    ),
    movedOrRemoved: [...blocks('moved'), ...blocks('removed').filter(keepsObject)].flatMap(({ from }) =>
      typeof from === 'string' ? [stripTemplate(from)] : [],
    ),
    moved: blocks('moved').flatMap(({ from, to }) =>
      typeof from === 'string' && typeof to === 'string' ? [{ from: stripTemplate(from), to: stripTemplate(to) }] : [],
    ),
  };
}

/** By default a `removed` block destroys the object. */
function keepsObject({ lifecycle }: JsonObject): boolean {
  return mergeBlocks(listBlocks(lifecycle))['destroy'] === false;
}

/** `${a.b}` -> `a.b`. Terraform accepts an address in both forms. */
export function stripTemplate(address: string): string {
  return /^\$\{\s*([^{}]*?)\s*\}$/.exec(address)?.[1] ?? address;
}

export function listBlocks(value: Json | undefined): JsonObject[] {
  return (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter(isJsonObject);
}

/** For a type that may occur several times, such as `locals` and `lifecycle`. Of equal members the last one counts. */
export function mergeBlocks(blocks: readonly JsonObject[]): JsonObject {
  return Object.assign({}, ...blocks) as JsonObject;
}

/** The blocks below a label, each of which may be a list: `provider`, `output`, names of resources. */
export function readLabeled(blocks: readonly JsonObject[]): [string, JsonObject][] {
  return blocks.flatMap((labels) =>
    Object.entries(labels)
      .filter(([label]) => label !== '//')
      .flatMap(([label, value]) => listBlocks(value).map((block): [string, JsonObject] => [label, block])),
  );
}

function readResources(block: JsonObject, stack: string, prefix = ''): Resource[] {
  return readLabeled([block]).flatMap(([type, named]) =>
    readLabeled([named]).map(([name, value]) =>
      toResource({ stack, address: `${prefix}${type}.${name}`, type, name }, value),
    ),
  );
}

function toResource(named: Pick<Resource, 'stack' | 'address' | 'type' | 'name'>, value: JsonObject): Resource {
  // CDKTF writes the path of the construct: `"//": { "metadata": { "path": "app/office" } }`
  const path = mergeBlocks(listBlocks(mergeBlocks(listBlocks(value['//']))['metadata']))['path'];
  const ignoreChanges = readIgnoreChanges(mergeBlocks(listBlocks(value['lifecycle']))['ignore_changes']);
  const { count, for_each: forEach, provider } = value;
  return {
    ...named,
    ...(typeof path === 'string' && { path }),
    ...(count !== undefined && { repetition: { count } }),
    ...(forEach !== undefined && { repetition: { forEach } }),
    ...(ignoreChanges && { ignoreChanges }),
    ...(typeof provider === 'string' && { provider: stripTemplate(provider) }),
    values: Object.fromEntries(Object.entries(value).filter(([argument]) => !META_ARGUMENTS.includes(argument))),
  };
}

function readIgnoreChanges(ignored: Json | undefined): readonly string[] | 'all' | undefined {
  if (ignored === 'all') return 'all';
  if (!Array.isArray(ignored)) return undefined;
  const paths = (ignored as readonly Json[]).map(String);
  return paths.includes('all') ? 'all' : paths.map(attributeOf);
}

/** Undefined for a `cloud` block or none. */
export function findBackend(files: readonly JsonObject[]): Backend | undefined {
  const [backend] = terraformBlocks(files).flatMap(({ backend: labels }) => readLabeled(listBlocks(labels)));
  return backend && { type: backend[0], config: backend[1] };
}

/** The path of the state file as written; undefined for a `cloud` block and for a backend other than `local`. */
export function findLocalPath(files: readonly JsonObject[]): string | undefined {
  if (terraformBlocks(files).some((block) => 'cloud' in block)) return undefined;
  const { type, config } = findBackend(files) ?? { type: 'local', config: {} };
  return type === 'local' ? String(config['path'] ?? 'terraform.tfstate') : undefined;
}

function terraformBlocks(files: readonly JsonObject[]): JsonObject[] {
  return files.flatMap((file) => listBlocks(file['terraform']));
}

export function remoteStateBackend(block: JsonObject): Backend {
  const { backend, config } = block;
  return { type: String(backend), config: mergeBlocks(listBlocks(config)) };
}
