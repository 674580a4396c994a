/** Reads what CDKTF synthesized: `cdktf.out` with its manifest, and the JSON of every stack. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { StateError, type StateValue, type StateValues } from './state';

/** One resource as a stack declares it. */
export interface DeclaredResource {
  /** Name of the stack. */
  readonly stack: string;
  /** Address without instance key: `netingress_ip_policy.office`. */
  readonly address: string;
  readonly type: string;
  readonly name: string;
  /** Path of the construct, `access/office`, where the configuration tells it. */
  readonly path?: string;
  /** Declared with `count` or `for_each`. */
  readonly repeated: boolean;
  /** First steps of the paths in `lifecycle.ignore_changes`, or `all`; absent without any. */
  readonly ignoreChanges?: readonly string[] | 'all';
  /** As written, references as `${...}`; without CDKTF's own metadata and Terraform's meta-arguments. */
  readonly values: StateValues;
}

/** One stack. */
export interface SynthesizedStack {
  readonly name: string;
  /** Where Terraform runs for it, absolute. */
  readonly folder: string;
  /** File of a local backend, absolute; absent with any other backend. */
  readonly localState?: string;
  readonly resources: readonly DeclaredResource[];
  /** Data sources, at addresses such as `data.netingress_ip_policy.office`. */
  readonly data: readonly DeclaredResource[];
  /** Outputs by name, as written: other stacks refer to them. */
  readonly outputs: StateValues;
  /** Objects that exist and are taken over. */
  readonly imports: readonly DeclaredImport[];
  /** Addresses that `moved` and `removed` blocks name as `from`. */
  readonly relocated: readonly string[];
}

/** One `import` block. */
export interface DeclaredImport {
  /** Address of the resource, perhaps with an instance key: `netingress_ip_policy.office`. */
  readonly to: string;
  /** Identifier of the object, as written. */
  readonly id: string;
}

/** Arguments that Terraform reads itself and no provider sees. */
const metaArguments = ['//', 'count', 'for_each', 'depends_on', 'lifecycle', 'provider', 'provisioner', 'connection'];

/**
 * The stacks of a `cdktf.out`, in the manifest's order; undefined if there is no such folder or no manifest in it.
 * Throws a {@link StateError} where there is one that cannot be read.
 */
export async function readSynthesizedStacks(out: string): Promise<readonly SynthesizedStack[] | undefined> {
  const manifest = join(out, 'manifest.json');
  if (!existsSync(manifest)) return undefined;
  const stacks = members((await readJson(manifest))['stacks']);
  return Promise.all(Object.entries(stacks).map(([name, stack]) => readStack(out, name, members(stack))));
}

async function readStack(out: string, name: string, stack: StateValues): Promise<SynthesizedStack> {
  const folder = resolve(out, String(stack['workingDirectory'] ?? join('stacks', name)));
  const file = resolve(out, String(stack['synthesizedStackPath'] ?? join('stacks', name, 'cdk.tf.json')));
  if (!file.endsWith('.json'))
    throw new StateError(`Cannot read the stack ${name}: ${file} is not JSON. Synthesize without --hcl.`);
  const config = await readJson(file);
  const localState = localStateOf(config, folder);
  return {
    name,
    folder,
    ...(localState !== undefined && { localState }),
    resources: resourcesOf(config, name),
    data: dataOf(config, name),
    outputs: outputsOf(config),
    imports: importsOf(config),
    relocated: relocatedOf(config),
  };
}

/**
 * What is declared in a place: the stacks of a `cdktf.out`, or the resources of Terraform's JSON syntax in a file or in the
 * `.tf.json` files of a folder, as one stack. Undefined where there is neither. Throws a {@link StateError}.
 */
export async function readConfiguration(place: string): Promise<readonly SynthesizedStack[] | undefined> {
  if (place.endsWith('.json')) return existsSync(place) ? [await readFiles(dirname(place), [place])] : undefined;
  const stacks = await readSynthesizedStacks(place);
  if (stacks || !existsSync(place)) return stacks;
  const files = (await readdir(place)).filter((file) => file.endsWith('.tf.json')).sort();
  return files.length > 0
    ? [
        await readFiles(
          place,
          files.map((file) => join(place, file)),
        ),
      ]
    : undefined;
}

async function readFiles(folder: string, files: readonly string[]): Promise<SynthesizedStack> {
  const name = basename(folder);
  const configs = await Promise.all(files.map(readJson));
  return {
    name,
    folder,
    resources: configs.flatMap((config) => resourcesOf(config, name)),
    data: configs.flatMap((config) => dataOf(config, name)),
    outputs: Object.assign({}, ...configs.map(outputsOf)) as StateValues,
    imports: configs.flatMap(importsOf),
    relocated: configs.flatMap(relocatedOf),
  };
}

function outputsOf(config: StateValues): StateValues {
  return Object.fromEntries(
    Object.entries(members(config['output'])).map(([name, output]) => [name, members(output)['value']]),
  );
}

function importsOf({ import: given }: StateValues): DeclaredImport[] {
  return blocks(given).flatMap(({ to, id }) => (typeof to === 'string' && typeof id === 'string' ? [{ to, id }] : []));
}

function relocatedOf({ moved, removed }: StateValues): string[] {
  // Unless it says otherwise, a `removed` block destroys like none.
  const forgotten = blocks(removed).filter(({ lifecycle }) =>
    blocks(lifecycle).some(({ destroy }) => destroy === false),
  );
  return [...blocks(moved), ...forgotten].flatMap(({ from }) => (typeof from === 'string' ? [from] : []));
}

/** Terraform takes a single block in place of a list of one. */
function blocks(given: StateValue | undefined): StateValues[] {
  if (given === undefined) return [];
  return Array.isArray(given) ? (given as readonly StateValue[]).map(members) : [members(given)];
}

function resourcesOf(config: StateValues, stack: string): DeclaredResource[] {
  return Object.entries(members(config['resource'])).flatMap(([type, named]) =>
    Object.entries(members(named)).map(([name, value]) => declaredResource(stack, type, name, members(value))),
  );
}

function dataOf({ data }: StateValues, stack: string): DeclaredResource[] {
  return resourcesOf({ resource: data }, stack).map((each) => ({ ...each, address: `data.${each.address}` }));
}

function declaredResource(stack: string, type: string, name: string, value: StateValues): DeclaredResource {
  const path = members(members(value['//'])['metadata'])['path'];
  const ignoreChanges = ignoredChanges(members(value['lifecycle'])['ignore_changes']);
  return {
    stack,
    address: `${type}.${name}`,
    type,
    name,
    ...(typeof path === 'string' && { path }),
    repeated: 'count' in value || 'for_each' in value,
    ...(ignoreChanges && { ignoreChanges }),
    values: Object.fromEntries(Object.entries(value).filter(([argument]) => !metaArguments.includes(argument))),
  };
}

function ignoredChanges(given: StateValue | undefined): readonly string[] | 'all' | undefined {
  if (given === 'all') return 'all';
  if (!Array.isArray(given)) return undefined;
  const paths = (given as readonly StateValue[]).map(String);
  return paths.includes('all') ? 'all' : paths.map((path) => /^[^.[]+/.exec(path)?.[0] ?? path);
}

/** Without any backend Terraform keeps the state beside the configuration. */
function localStateOf(config: StateValues, folder: string): string | undefined {
  const terraform = members(config['terraform']);
  if ('cloud' in terraform) return undefined;
  const backends = members(terraform['backend']);
  if (Object.keys(backends).length > 0 && !('local' in backends)) return undefined;
  return resolve(folder, String(members(backends['local'])['path'] ?? 'terraform.tfstate'));
}

async function readJson(file: string): Promise<StateValues> {
  try {
    return members(JSON.parse(await readFile(file, 'utf8')) as StateValue);
  } catch (error) {
    const why = (error as Error).message;
    throw new StateError(`Cannot read the declared configuration ${file}: ${why}. Run \`cdktf synth\` again.`);
  }
}

function members(value: StateValue | undefined): StateValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as StateValues) : {};
}
