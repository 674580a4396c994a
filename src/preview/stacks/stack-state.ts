/** Reads what the preview needs from state files, and writes states that contain only outputs. */
import { writeFile } from 'node:fs/promises';
import { ipPolicyRules } from '../../model/composites';
import { tryFindKind } from '../../model/kinds';
import type { Placed } from '../../objects/objects';
import { isJsonObject, type Json, type JsonObject } from '../../values/json';

/**
 * Returns the addresses of resources by the ids of their objects. A rule set has the {@link ruleSetKey} of its policy.
 * If several objects have one id, the last one decides.
 */
export function listAddresses(objects: readonly Placed[]): Map<string, string> {
  return new Map(
    objects.flatMap(({ kind, id, isNew, place: { address } }): [string, string][] => {
      if (kind === ipPolicyRules.name) return [[ruleSetKey(id), address]];
      // Other composites have no object of their own.
      return tryFindKind(kind) && !isNew ? [[id, address]] : [];
    }),
  );
}

export function ruleSetKey(policyId: string): string {
  return `rules of ${policyId}`;
}

export interface StackOutputs {
  readonly values: JsonObject;
  /** Terraform's types in JSON, such as `"string"` or `["list", "string"]`. */
  readonly types: JsonObject;
}

export const NO_OUTPUTS: StackOutputs = { values: {}, types: {} };

/**
 * The outputs that the data source `terraform_remote_state.NAME` has read, of its first instance. `module` is
 * `module.network.module.peers`, or empty for the root module.
 */
export function findStateOutputs(state: string, module: string, name: string): StackOutputs | undefined {
  const found = listStateResources(state).find(
    (resource) =>
      resource['mode'] === 'data' &&
      resource['type'] === 'terraform_remote_state' &&
      resource['name'] === name &&
      (resource['module'] ?? '') === module,
  );
  const [instance] = Array.isArray(found?.['instances']) ? (found['instances'] as readonly Json[]) : [];
  const attributes = isJsonObject(instance) ? instance['attributes'] : undefined;
  const outputs = isJsonObject(attributes) ? attributes['outputs'] : undefined;
  return isJsonObject(outputs) ? decodeOutputs(outputs) : undefined;
}

/** The attribute has a dynamic type, so the state contains its value and its type: `["object", {<name>: <type>}]`. */
function decodeOutputs({ value = null, type = null }: JsonObject): StackOutputs {
  const [, types = null] = Array.isArray(type) ? (type as readonly Json[]) : [];
  return { values: isJsonObject(value) ? value : {}, types: isJsonObject(types) ? types : {} };
}

export async function writeOutputsState(path: string, { values, types }: StackOutputs): Promise<void> {
  const state = {
    version: 4,
    terraform_version: '1.0.0',
    serial: 1,
    lineage: 'preview',
    outputs: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, { value, type: types[name] ?? 'string' }]),
    ),
    resources: [],
  };
  await writeFile(path, JSON.stringify(state), { mode: 0o600 });
}

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

/** Removes the identities of other providers, because frozen providers have no schemas for them. */
export function withoutIdentities(state: string): string {
  if (!state.includes('"identity"')) return state;
  const parsed = JSON.parse(state) as JsonObject;
  const resources = listStateResources(state).map((resource) => {
    if (String(resource['provider']).includes('/netingress"]')) return resource;
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
