import { readFile } from 'node:fs/promises';
import { type ResourceName, toAddress } from './stack';

/** The relevant part of a state file of version 4. */
interface StateFile {
  readonly outputs?: Readonly<Record<string, { readonly value: unknown }>>;
  readonly resources?: readonly {
    readonly module?: string;
    readonly mode: string;
    readonly type: string;
    readonly name: string;
    readonly instances: readonly {
      readonly index_key?: string | number;
      readonly attributes: Readonly<Record<string, unknown>>;
    }[];
  }[];
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

/** Reads a state file. A missing file is an empty state. */
export async function readState(file: string): Promise<DeployedState> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const { outputs = {}, resources = [] } = JSON.parse(text) as StateFile;
  const objects = new Map<string, Readonly<Record<string, unknown>>>(
    resources
      .filter(({ mode }) => mode === 'managed')
      .flatMap(({ module, type, name, instances }) =>
        instances.map(({ index_key: key, attributes }) => {
          const index = key === undefined ? '' : `[${JSON.stringify(key)}]`;
          return [`${module === undefined ? '' : `${module}.`}${type}.${name}${index}`, attributes] as const;
        }),
      ),
  );
  const addresses = [...objects.keys()].sort();
  return {
    outputs: Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value])),
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
