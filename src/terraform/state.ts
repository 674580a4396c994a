import { formatStateSource, type StateResource, type StateSource } from '../model/inventory';
import { type DestroyOrder, formatKey, stripInstanceKeys } from '../values/address';
import { isJsonObject, type Json, type JsonObject, toJsonObject } from '../values/json';
import { isMarked, type Marks, marksOf } from '../values/marks';
import type { Words } from '../values/words';

export interface TerraformState {
  readonly source: StateSource;
  /** Instances of managed resources, also deposed ones, in the order of the state; no data sources. */
  readonly resources: readonly StateResource[];
}

/**
 * A state or a configuration cannot be read. `invalid`: the user's to correct, such as a file that is no state, a stack
 * that is not initialized, or a missing program. `not_read`: `terraform state pull` failed, for example because the
 * backend did not answer.
 */
export class StateError extends Error {
  override readonly name = 'StateError';

  constructor(
    message: Words,
    readonly reason: 'invalid' | 'not_read' = 'invalid',
  ) {
    super(message);
  }
}

const ADVICE = 'Give a state file of version 4, or the output of `terraform show -json` or `terraform state pull`';

/** Empty text is an empty state. Throws a {@link StateError} for what is no state, also for a plan. */
export function parseState(text: string, source: StateSource): TerraformState {
  const name = formatStateSource(source);
  const value = parseJson(text, name);
  if (typeof value['format_version'] === 'string') return { source, resources: parseShowJson(value, source) };
  if (typeof value['version'] === 'number') return { source, resources: parseStateV4(value, source) };
  if ('encrypted_data' in value)
    throw unreadable(name, 'it is encrypted. Give what `tofu show -json` prints in its folder');
  throw unreadable(name, `it is JSON, but not a state. ${ADVICE}`);
}

function unreadable(name: string, reason: string): StateError {
  return new StateError(`Cannot read the state ${name}: ${reason}.`);
}

function parseJson(text: string, name: string): JsonObject {
  const json = text.replace(/^\uFEFF/, '');
  // `terraform state pull` prints nothing if there is no state.
  if (json.trim() === '') return { version: 4, resources: [] };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    const { message } = error as Error;
    throw unreadable(name, `it is not JSON, or is incomplete (${message}). ${ADVICE}`);
  }
  if (isJsonObject(value)) return value;
  throw unreadable(name, `it is JSON, but not a state. ${ADVICE}`);
}

/**
 * Answers from a state of version 4. The order is known only if each instance of the changed resource depends on the
 * destroyed one. Then it is `after` if all instances of the destroyed resource have `create_before_destroy`, `before`
 * if none has it, and undefined if some have it. Instance keys are ignored, as Terraform does.
 */
export function createDestroyOrder(state: string): DestroyOrder {
  const instances = new Map<string, JsonObject[]>();
  for (const { module, mode, type, name, instances: own } of list(parseJson(state, 'of the stack')['resources'])) {
    if (mode !== 'managed') continue;
    const address = stripInstanceKeys([...(module === undefined ? [] : [module]), type, name].join('.'));
    instances.set(address, [...(instances.get(address) ?? []), ...list(own)]);
  }
  return (destroyed, changed) => {
    const address = stripInstanceKeys(destroyed);
    const flags = new Set(instances.get(address)?.map((each) => each['create_before_destroy'] === true));
    const users = instances.get(stripInstanceKeys(changed)) ?? [];
    const dependOnIt = users.map(({ dependencies }) => Array.isArray(dependencies) && dependencies.includes(address));
    if (flags.size !== 1 || users.length === 0 || dependOnIt.includes(false)) return undefined;
    return flags.has(true) ? 'after' : 'before';
  };
}

/** Of a state of either format, or of the `prior_state` of a plan. */
export function listDataSourceValues(state: JsonObject): Pick<StateResource, 'type' | 'values' | 'sensitive'>[] {
  const source: StateSource = { stack: '' };
  return 'values' in state ? shownResources(state, source, 'data') : fileResources(state, source, 'data');
}

/**
 * By the address of each managed resource in the `prior_state` of a plan: what it depended on when it was written, as
 * addresses without keys of instances, `module.app.netingress_ip_policy.office`.
 */
export function readStateDependencies(priorState: JsonObject): ReadonlyMap<string, readonly string[]> {
  const listOf = (module: JsonObject): [string, readonly string[]][] => [
    // A deposed object has the address of the current one, whose dependencies Terraform uses for both.
    ...list(module['resources'])
      .filter((resource) => resource['deposed_key'] === undefined)
      .map((resource): [string, readonly string[]] => {
        const dependencies = resource['depends_on'];
        return [String(resource['address']), Array.isArray(dependencies) ? dependencies.map(String) : []];
      }),
    ...list(module['child_modules']).flatMap(listOf),
  ];
  return new Map(listOf(member(member(priorState, 'values'), 'root_module')));
}

/** An empty state has no member `values`. */
function parseShowJson(shown: JsonObject, source: StateSource): StateResource[] {
  const name = formatStateSource(source);
  const version = String(shown['format_version']);
  if (!/^[01]\./.test(version))
    throw newerFormat(name, `has the format ${version} of \`show -json\``, 'format 1', shown);
  if ('planned_values' in shown)
    throw unreadable(name, 'it is a plan. Give `terraform show -json` without a plan file');
  return shownResources(shown, source, 'managed');
}

type Mode = 'managed' | 'data';

function shownResources(shown: JsonObject, source: StateSource, mode: Mode): StateResource[] {
  return moduleResources(member(member(shown, 'values'), 'root_module'), source, mode);
}

function moduleResources(module: JsonObject, state: StateSource, mode: Mode): StateResource[] {
  const resources = list(module['resources'])
    .filter((resource) => resource['mode'] === mode)
    .map((resource) =>
      stateResource(state, {
        address: String(resource['address']),
        type: String(resource['type']),
        name: String(resource['name']),
        index: resource['index'],
        module: module['address'],
        provider: String(resource['provider_name']),
        values: member(resource, 'values'),
        sensitive: isMarked(resource['sensitive_values']) ? resource['sensitive_values'] : undefined,
        deposed: resource['deposed_key'],
      }),
    );
  return [...resources, ...list(module['child_modules']).flatMap((child) => moduleResources(child, state, mode))];
}

/** Terraform writes version 4 since 0.12. */
function parseStateV4(file: JsonObject, source: StateSource): StateResource[] {
  const name = formatStateSource(source);
  const version = file['version'] as number;
  if (version > 4) throw newerFormat(name, `is of version ${version}`, 'version 4', file);
  if (version < 4)
    throw unreadable(
      name,
      `it is of version ${version}, which Terraform before 0.12 wrote; expected version 4. ` +
        'Run `terraform apply -refresh-only` with a newer Terraform, which rewrites it',
    );
  return fileResources(file, source, 'managed');
}

function fileResources(file: JsonObject, source: StateSource, mode: Mode): StateResource[] {
  return list(file['resources'])
    .filter((resource) => resource['mode'] === mode)
    .flatMap((resource) => list(resource['instances']).map((instance) => instanceResource(resource, instance, source)));
}

function instanceResource(resource: JsonObject, instance: JsonObject, state: StateSource): StateResource {
  const { type, name, module } = resource;
  const index = instance['index_key'];
  const prefix = typeof module === 'string' ? `${module}.` : '';
  const key = typeof index === 'string' || typeof index === 'number' ? formatKey(index) : '';
  return stateResource(state, {
    address: `${prefix}${String(type)}.${String(name)}${key}`,
    type: String(type),
    name: String(name),
    index,
    module,
    ...parseProvider(String(resource['provider'])),
    values: member(instance, 'attributes'),
    sensitive: marksFromStateFile(instance['sensitive_attributes']),
    deposed: instance['deposed'],
  });
}

/** Parses `provider["terraform.local/netingress/netingress"].alias`, which may have a module prefix. */
function parseProvider(text: string): Pick<StateResource, 'provider' | 'alias'> {
  const [, provider = text, alias] = /provider\["([^"]+)"\](?:\.([\w-]+))?/.exec(text) ?? [];
  return { provider, ...(alias !== undefined && { alias }) };
}

/** A step into a list or set ends the path, so the whole collection is sensitive. */
function marksFromStateFile(paths: Json | undefined): Marks {
  if (!Array.isArray(paths)) return undefined;
  return marksOf(
    (paths as readonly Json[]).map((path) => {
      const steps = list(path).map(({ type, value }) =>
        type === 'get_attr' ? value : isJsonObject(value) && value['type'] === 'string' ? value['value'] : undefined,
      );
      const end = steps.findIndex((step) => typeof step !== 'string');
      return (end < 0 ? steps : steps.slice(0, end)).map(String);
    }),
  );
}

interface ParsedResource extends Omit<StateResource, 'state' | 'index' | 'module' | 'deposed'> {
  readonly index: Json | undefined;
  readonly module: Json | undefined;
  readonly deposed: Json | undefined;
}

function stateResource(state: StateSource, { index, module, deposed, ...resource }: ParsedResource): StateResource {
  return {
    state,
    ...resource,
    ...((typeof index === 'string' || typeof index === 'number') && { index }),
    ...(typeof module === 'string' && module !== '' && { module }),
    ...(typeof deposed === 'string' && deposed !== '' && { deposed }),
  };
}

function newerFormat(name: string, found: string, expected: string, state: JsonObject): StateError {
  const writtenBy = typeof state['terraform_version'] === 'string' ? ` (written by ${state['terraform_version']})` : '';
  return unreadable(name, `it ${found}${writtenBy}; expected ${expected} or older. Update netingress`);
}

function member(value: JsonObject, name: string): JsonObject {
  const result = value[name];
  return toJsonObject(result);
}

function list(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly Json[]).filter(isJsonObject) : [];
}
