/**
 * A replacement for Terraform's null provider, which only registries have: `null_resource` with `triggers` that force
 * replacement.
 */
import type { Provider } from '../../../src/provider/protocol/provider';
import { impliedType, type SchemaAttribute } from '../../../src/provider/protocol/schema';
import { type ObjectValue, objectValue, UNKNOWN } from '../../../src/values/cty-value';
import { fromJson } from '../../../src/values/json';

const attributes: readonly SchemaAttribute[] = [
  { name: 'id', description: 'Set on create.', type: 'string', computed: true },
  { name: 'triggers', description: 'A change forces replacement.', type: ['map', 'string'], optional: true },
];

/** A new provider. */
export function createNullProvider(): Provider {
  let made = 0;
  const ok = { diagnostics: [] };
  const unserved = async (): Promise<never> => {
    throw new Error('The replacement of the null provider does not support this operation');
  };
  return {
    schema: {
      provider: { version: 0, description: 'Replacement.', attributes: [] },
      resources: { null_resource: { version: 0, description: 'Nothing.', attributes } },
      dataSources: {},
      ephemeralResources: {},
      listResources: {},
      actions: {},
      identities: {},
      functions: {},
    },
    validateProviderConfig: async () => ok,
    configure: async () => ok,
    validateResource: async () => ok,
    upgradeState: async ({ state }) => ({ ...ok, state: fromJson(impliedType(attributes), state) as ObjectValue }),
    readResource: async ({ current, private: data }) => ({ ...ok, state: current, private: data }),
    planResource: async ({ prior, proposed, priorPrivate }) => {
      const planned = proposed && objectValue(Object.entries(proposed));
      if (planned && !prior) planned['id'] = UNKNOWN;
      // Terraform ignores a path whose value does not change.
      return { ...ok, planned, plannedPrivate: priorPrivate, requiresReplace: [['triggers']] };
    },
    async applyResource({ planned }) {
      const state = planned && objectValue(Object.entries(planned));
      if (state && state['id'] === UNKNOWN) state['id'] = String(++made);
      return { ...ok, state, private: Buffer.alloc(0) };
    },
    importResource: unserved,
    validateDataSource: async () => ok,
    readDataSource: unserved,
    validateEphemeral: async () => ok,
    openEphemeral: unserved,
    closeEphemeral: unserved,
    moveState: unserved,
    validateList: async () => ok,
    async *listResources() {
      yield await unserved();
    },
    generateConfig: unserved,
    validateAction: unserved,
    planAction: unserved,
    async *invokeAction() {
      yield await unserved();
    },
    callFunction: unserved,
    stop: () => undefined,
  };
}
