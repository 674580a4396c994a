import type { Kind } from '../src/model/kind';
import { getKind } from '../src/model/kinds';
import type { JsonObject } from '../src/values/json';
import { fullConfig, minimalConfig, namePoliciesById, referredKinds } from './support/acceptance/samples';

export type Create = (kind: Kind, body: JsonObject) => Promise<{ readonly id: string }>;

/**
 * Makes objects with bodies that the service accepts, after the objects that they refer to. The first 100 objects of one
 * maker have different numbers (SampleContext). `find` returns a kind as the profile has it.
 */
export function createMaker(
  create: Create,
  find: (name: string) => Kind = getKind,
): {
  make(kind: Kind, size?: 'minimal' | 'full', variant?: number): Promise<{ id: string; body: JsonObject }>;
  /**
   * Returns the configuration with ids in place of references. Creates two objects of each kind that it may refer to,
   * unless this maker has created them before.
   */
  resolve(kind: Kind, config: JsonObject): Promise<JsonObject>;
} {
  let object = 0;
  const dependencies = new Map<string, string>();
  const resolve = async (kind: Kind, config: JsonObject): Promise<JsonObject> => {
    for (const name of referredKinds(kind)) {
      for (const n of [0, 1]) {
        const address = `\${netingress_${name}.dep${n}.id}`;
        if (dependencies.has(address)) continue;
        const target = find(name);
        object += 1;
        const { id } = await create(target, await resolve(target, minimalConfig(target, { object: 100 + object })));
        dependencies.set(address, id);
      }
    }
    let text = JSON.stringify(namePoliciesById(config));
    for (const [address, id] of dependencies) text = text.replaceAll(address, id);
    return JSON.parse(text) as JsonObject;
  };
  return {
    resolve,
    async make(kind, size = 'full', variant = 0) {
      const config = size === 'full' ? fullConfig(kind, variant, { object }) : minimalConfig(kind, { object });
      object += 1;
      const body = await resolve(kind, config);
      return { id: (await create(kind, body)).id, body };
    },
  };
}
