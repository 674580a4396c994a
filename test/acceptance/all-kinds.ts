/** One object of every kind in one configuration, for rows of the matrix that need not be told apart by attribute. */
import type { JsonObject } from '../../src/model/json';
import type { Kind } from '../../src/model/kind';
import { KINDS } from '../../src/model/kinds';
import { dependencies, fullConfig } from './samples';

/** The name that the object of every kind has in the configuration. */
export const OBJECT = 'sample';

/** Configurations by type and name. */
export type AllKinds = Record<string, Record<string, JsonObject>>;

/** Address of the object of a kind. */
export function addressOf(kind: Kind): string {
  return `netingress_${kind.name}.${OBJECT}`;
}

/**
 * The resources, with what they refer to. Every description is another one, so that a lost create of a kind without
 * natural key can be told from its neighbours; `suffix` changes them all.
 */
export function allKindsResources(suffix = ''): AllKinds {
  const resources: AllKinds = {};
  const add = (type: string, name: string, config: JsonObject): void => {
    resources[type] = { ...resources[type], [name]: { ...config, description: `${type} ${name}${suffix}` } };
  };
  for (const kind of KINDS) {
    for (const [type, objects] of Object.entries(dependencies(kind))) {
      for (const [name, config] of Object.entries(objects)) add(type, name, config);
    }
  }
  for (const kind of KINDS) add(`netingress_${kind.name}`, OBJECT, fullConfig(kind, 0, { object: 0 }));
  return resources;
}
