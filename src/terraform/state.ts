/**
 * Reads what Terraform knows to exist, from any of: `terraform show -json` (the form meant for other programs), a state
 * file of version 4, and `terraform state pull`, which prints one.
 */

/** What JSON can say. */
export type StateValue = null | boolean | number | string | readonly StateValue[] | StateValues;

/** Values of a resource by attribute name. */
export interface StateValues {
  readonly [name: string]: StateValue | undefined;
}

/** One managed object; data sources are left out. */
export interface StateResource {
  /** What {@link parseState} was told the state is called. */
  readonly state: string;
  /** Whole address: `module.edge.netingress_ip_policy.office["eu"]`. */
  readonly address: string;
  readonly type: string;
  readonly name: string;
  /** Key of `count` or `for_each`. */
  readonly index?: string | number;
  /** Address of the module, absent in the root module. */
  readonly module?: string;
  /** Source address of the provider, without alias: `terraform.local/netingress/netingress`. */
  readonly provider: string;
  readonly values: StateValues;
  /** Steps to values that must not be shown: names of members and keys of maps. */
  readonly sensitive: readonly (readonly string[])[];
  /** Key of an object that was replaced and is still to be destroyed. */
  readonly deposed?: string;
}

/** One state. */
export interface State {
  readonly name: string;
  /** In the order of the state. */
  readonly resources: readonly StateResource[];
}

/** A state that cannot be read; the message says what was found and what to do. */
export class StateError extends Error {
  override readonly name = 'StateError';
}

const give = 'Give a state file of version 4, or what `terraform show -json` or `terraform state pull` printed';

/** Reads a state in any of the three forms. `name` is shown to people. Throws a {@link StateError}. */
export function parseState(text: string, name: string): State {
  const value = parseJson(text, name);
  if (typeof value['format_version'] === 'string') return { name, resources: shownResources(value, name) };
  if (typeof value['version'] === 'number') return { name, resources: filedResources(value, name) };
  if ('encrypted_data' in value)
    throw new StateError(
      `Cannot read the state ${name}: it is encrypted. Give what \`tofu show -json\` prints in its folder.`,
    );
  throw new StateError(`Cannot read the state ${name}: it is JSON, but no state. ${give}.`);
}

function parseJson(text: string, name: string): StateValues {
  const withoutMark = text.replace(/^\uFEFF/, '');
  // What `terraform state pull` prints when there is no state yet.
  if (withoutMark.trim() === '') return { version: 4, resources: [] };
  let value: unknown;
  try {
    value = JSON.parse(withoutMark);
  } catch (error) {
    const why = (error as Error).message;
    throw new StateError(`Cannot read the state ${name}: it is not JSON, or was cut off (${why}). ${give}.`);
  }
  if (isValues(value)) return value;
  throw new StateError(`Cannot read the state ${name}: it is JSON, but no state. ${give}.`);
}

/** `terraform show -json`; a state without anything in it has no `values`. */
function shownResources(shown: StateValues, name: string): StateResource[] {
  const version = String(shown['format_version']);
  if (!/^[01]\./.test(version)) throw newer(name, `has the format ${version} of \`show -json\``, 'format 1', shown);
  if ('planned_values' in shown)
    throw new StateError(
      `Cannot read the state ${name}: it is a plan. Give \`terraform show -json\` without a plan file.`,
    );
  const root = member(member(shown, 'values'), 'root_module');
  return moduleResources(root, name);
}

function moduleResources(module: StateValues, state: string): StateResource[] {
  const here = list(module['resources'])
    .filter(({ mode }) => mode === 'managed')
    .map((resource) =>
      stateResource(state, {
        address: String(resource['address']),
        type: String(resource['type']),
        name: String(resource['name']),
        index: resource['index'],
        module: module['address'],
        provider: String(resource['provider_name']),
        values: member(resource, 'values'),
        sensitive: markedPaths(resource['sensitive_values']),
        deposed: resource['deposed_key'],
      }),
    );
  return [...here, ...list(module['child_modules']).flatMap((child) => moduleResources(child, state))];
}

/** Steps to what is `true`; marks within lists and sets mark the whole of them. */
function markedPaths(marks: StateValue | undefined, above: readonly string[] = []): (readonly string[])[] {
  if (marks === true) return [above];
  if (Array.isArray(marks)) return marks.some((mark) => markedPaths(mark).length > 0) ? [above] : [];
  if (!isValues(marks)) return [];
  return Object.entries(marks).flatMap(([name, mark]) => markedPaths(mark, [...above, name]));
}

/** A state file; version 4 has been the only one since Terraform 0.12. */
function filedResources(file: StateValues, name: string): StateResource[] {
  const version = file['version'] as number;
  if (version > 4) throw newer(name, `is of version ${version}`, 'version 4', file);
  if (version < 4)
    throw new StateError(
      `Cannot read the state ${name}: it is of version ${version}, which Terraform before 0.12 wrote; expected version 4. ` +
        'Let a newer Terraform write it once, with `terraform apply -refresh-only`.',
    );
  return list(file['resources'])
    .filter(({ mode }) => mode === 'managed')
    .flatMap((resource) => list(resource['instances']).map((instance) => filedInstance(resource, instance, name)));
}

function filedInstance(resource: StateValues, instance: StateValues, state: string): StateResource {
  const { type, name, module } = resource;
  const index = instance['index_key'];
  const within = typeof module === 'string' ? `${module}.` : '';
  const key = index === undefined || index === null ? '' : `[${JSON.stringify(index)}]`;
  return stateResource(state, {
    address: `${within}${String(type)}.${String(name)}${key}`,
    type: String(type),
    name: String(name),
    index,
    module,
    provider: providerSource(String(resource['provider'])),
    values: member(instance, 'attributes'),
    sensitive: sensitivePaths(instance['sensitive_attributes']),
    deposed: instance['deposed'],
  });
}

/** `provider["terraform.local/netingress/netingress"].alias`, perhaps within a module. */
function providerSource(text: string): string {
  return /provider\["([^"]+)"\]/.exec(text)?.[1] ?? text;
}

/** Paths are lists of steps, an index with its type; after a step into a list or set the whole of it is marked. */
function sensitivePaths(paths: StateValue | undefined): (readonly string[])[] {
  if (!Array.isArray(paths)) return [];
  return (paths as readonly StateValue[]).map((path) => {
    const steps = list(path).map(({ type, value }) =>
      type === 'get_attr' ? value : isValues(value) && value['type'] === 'string' ? value['value'] : undefined,
    );
    const end = steps.findIndex((step) => typeof step !== 'string');
    return (end < 0 ? steps : steps.slice(0, end)).map(String);
  });
}

interface Found {
  readonly address: string;
  readonly type: string;
  readonly name: string;
  readonly index: StateValue | undefined;
  readonly module: StateValue | undefined;
  readonly provider: string;
  readonly values: StateValues;
  readonly sensitive: readonly (readonly string[])[];
  readonly deposed: StateValue | undefined;
}

function stateResource(state: string, { index, module, deposed, ...found }: Found): StateResource {
  return {
    state,
    ...found,
    ...((typeof index === 'string' || typeof index === 'number') && { index }),
    ...(typeof module === 'string' && module !== '' && { module }),
    ...(typeof deposed === 'string' && deposed !== '' && { deposed }),
  };
}

function newer(name: string, found: string, expected: string, state: StateValues): StateError {
  const by = typeof state['terraform_version'] === 'string' ? ` (written by ${state['terraform_version']})` : '';
  return new StateError(
    `Cannot read the state ${name}: it ${found}${by}; expected ${expected}, the newest this program knows. ` +
      'Update netingress; nothing of the state was read or changed.',
  );
}

function member(value: StateValues, name: string): StateValues {
  const found = value[name];
  return isValues(found) ? found : {};
}

function list(value: StateValue | undefined): readonly StateValues[] {
  return Array.isArray(value) ? (value as readonly StateValue[]).filter(isValues) : [];
}

function isValues(value: unknown): value is StateValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
