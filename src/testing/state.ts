/** What a deployment left in Terraform's state. */
import { readFile } from 'node:fs/promises';
import { addressOf, type ResourceName } from './stack';

/** The part of a state file that is read here (its format 4). */
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
  /** Values of the outputs by name, secret ones too. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Addresses of the objects, sorted. */
  readonly addresses: readonly string[];
  /** The attributes of one object, as Terraform knows them. Throws, naming what there is, if the state has no such object. */
  attributes(resource: ResourceName): Readonly<Record<string, unknown>>;
}

/** Reads a state file; one that is not there holds nothing. */
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
      const found = objects.get(addressOf(resource));
      if (found) return found;
      throw new Error(
        `Cannot read the attributes of ${addressOf(resource)}: the state has no such object. It has ${addresses.join(', ') || 'none'}.`,
      );
    },
  };
}
