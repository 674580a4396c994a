import { readFile } from 'node:fs/promises';
import { parseState } from '../terraform/state';
import { valueAt } from '../values/json';

/** A `TerraformStack` of `cdktf` or `cdktn`. The testing kit imports neither, so it works with both. */
export interface AnyStack {
  readonly node: { readonly id: string; readonly path: string };
  readonly synthesizer: object;
  prepareStack(): void;
  toTerraform(): unknown;
}

/** A resource of a stack of `cdktf` or `cdktn`. */
export interface AnyResource {
  readonly terraformResourceType: string;
  readonly friendlyUniqueId: string;
}

/** A resource by its construct, or by its address in Terraform: `netingress_ip_policy.offices`. */
export type ResourceName = string | AnyResource;

export function toAddress(resource: ResourceName): string {
  return typeof resource === 'string' ? resource : `${resource.terraformResourceType}.${resource.friendlyUniqueId}`;
}

/** The state of a stack after a deployment. */
export interface DeployedState {
  /** Values of the outputs by name, including sensitive values. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Sorted addresses of the managed objects. */
  readonly addresses: readonly string[];
  /** The attributes of one object in the state. Throws if the state does not contain the object. */
  attributes(resource: ResourceName): Readonly<Record<string, unknown>>;
}

/**
 * Call it after a run that succeeded: a failed one may leave deposed objects, which have the addresses of others. A
 * missing file is the state of a stack that was not deployed: it has no outputs and no objects.
 */
export async function readState(file: string): Promise<DeployedState> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"version": 4}';
    throw error;
  });
  const { outputs = {} } = JSON.parse(text) as { readonly outputs?: DeployedState['outputs'] };
  const { resources } = parseState(text, { file });
  const objects = new Map(resources.map(({ address, values }) => [address, values]));
  const addresses = [...objects.keys()].sort();
  return {
    outputs: Object.fromEntries(Object.entries(outputs).map(([name, output]) => [name, valueAt(output, 'value')])),
    addresses,
    attributes(resource) {
      const found = objects.get(toAddress(resource));
      if (found) return found;
      throw new Error(
        `Cannot read the attributes of ${toAddress(resource)}: the state does not contain it. Objects in the state: ${addresses.join(', ') || 'none'}.`,
      );
    },
  };
}
