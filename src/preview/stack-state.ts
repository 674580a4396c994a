/** Reads what the preview needs from state files, and writes states that contain only outputs. */
import { writeFile } from 'node:fs/promises';
import type { StateResource } from '../model/inventory';
import { isJsonObject, type Json, type JsonObject } from '../model/json';
import { KINDS } from '../model/kinds';

const OBJECT_TYPES: ReadonlySet<string> = new Set(KINDS.map(({ name }) => `netingress_${name}`));

/** Returns addresses by id of the object; rules of a set by {@link ruleSetKey} of their policy. Later states win. */
export function listAddresses(states: readonly (readonly StateResource[])[]): Map<string, string> {
  return new Map(
    states.flat().flatMap(({ type, address, values }): [string, string][] => {
      if (type === 'netingress_ip_policy_rules') return [[ruleSetKey(String(values['ip_policy_id'])), address]];
      // Other composites have no object of their own.
      return OBJECT_TYPES.has(type) && typeof values['id'] === 'string' ? [[values['id'], address]] : [];
    }),
  );
}

export function ruleSetKey(policyId: string): string {
  return `rules of ${policyId}`;
}

/** Returns the outputs of a `terraform_remote_state` in a state file; undefined if it is not in the state. */
export function findStateOutputs(state: string, module: string, name: string): JsonObject | undefined {
  const wanted = module === '' ? undefined : `module.${module.replaceAll('.', '.module.')}`;
  const found = listStateResources(state).find(
    (resource) =>
      resource['mode'] === 'data' &&
      resource['type'] === 'terraform_remote_state' &&
      resource['name'] === name &&
      (resource['module'] ?? undefined) === wanted,
  );
  const [instance] = Array.isArray(found?.['instances']) ? (found['instances'] as readonly Json[]) : [];
  const attributes = isJsonObject(instance) ? instance['attributes'] : undefined;
  const outputs = isJsonObject(attributes) ? attributes['outputs'] : undefined;
  return isJsonObject(outputs) ? outputs : undefined;
}

/** Writes a state with the outputs of a `terraform_remote_state`: a dynamic value `{value, type}` of an object type. */
export async function writeOutputsState(path: string, outputs: JsonObject): Promise<void> {
  const { value, type } = outputs;
  const types = Array.isArray(type) && isJsonObject((type as readonly Json[])[1]) ? (type as readonly Json[])[1] : {};
  const state = {
    version: 4,
    terraform_version: '1.0.0',
    serial: 1,
    lineage: 'preview',
    outputs: Object.fromEntries(
      Object.entries(isJsonObject(value) ? value : {}).map(([name, output]) => [
        name,
        { value: output, type: (types as JsonObject)[name] ?? 'string' },
      ]),
    ),
    resources: [],
  };
  await writeFile(path, JSON.stringify(state), { mode: 0o600 });
}

/** Returns the instances of data sources in a state file. */
export function listDataSources(state: string): { readonly type: string; readonly attributes: JsonObject }[] {
  return listStateResources(state)
    .filter(({ mode }) => mode === 'data')
    .flatMap(({ type, instances }) =>
      (Array.isArray(instances) ? (instances as readonly Json[]) : []).flatMap((instance) => {
        const attributes = isJsonObject(instance) ? instance['attributes'] : undefined;
        return isJsonObject(attributes) ? [{ type: String(type), attributes }] : [];
      }),
    );
}

/** Returns the state without the identities of other providers' objects, whose schemas a sandbox does not serve. */
export function withoutIdentities(state: string): string {
  if (!state.includes('"identity"')) return state;
  const parsed = JSON.parse(state) as JsonObject;
  const resources = listStateResources(state).map((resource) => {
    if (String(resource['provider']).includes('/netingress/netingress"]')) return resource;
    const instances = Array.isArray(resource['instances']) ? (resource['instances'] as readonly Json[]) : [];
    const stripped = instances.map((instance) => {
      if (!isJsonObject(instance)) return instance;
      const { identity: _, identity_schema_version: __, ...others } = instance;
      return others;
    });
    return { ...resource, instances: stripped };
  });
  return JSON.stringify({ ...parsed, resources });
}

function listStateResources(state: string): readonly JsonObject[] {
  if (state === '') return [];
  const { resources } = JSON.parse(state) as JsonObject;
  return Array.isArray(resources) ? (resources as readonly Json[]).filter(isJsonObject) : [];
}
