/** Stand-ins for providers of other vendors: they have the resource types, and no service. */
import type { Provider } from '../../../src/provider/protocol/provider';
import { impliedType, type SchemaAttribute } from '../../../src/provider/protocol/schema';
import { type ObjectValue, objectValue } from '../../../src/values/cty-value';
import { fromJson } from '../../../src/values/from-json';

const ok = { diagnostics: [] };
const none = async () => ok;

function unsupported(): never {
  throw new Error('This stand-in only plans, applies and reads resources');
}

/** A provider whose states are the planned values. */
export function createResourceProvider(
  resources: Readonly<Record<string, readonly SchemaAttribute[]>>,
  overrides: Partial<Pick<Provider, 'planResource' | 'applyResource'>> = {},
): Provider {
  const schemas = Object.entries(resources).map(([type, attributes]) => [
    type,
    { version: 0, description: 'A stand-in.', attributes },
  ]);
  return {
    schema: {
      provider: { version: 0, description: 'A stand-in.', attributes: [] },
      resources: Object.fromEntries(schemas),
      dataSources: {},
      ephemeralResources: {},
      listResources: {},
      actions: {},
      identities: {},
      functions: {},
    },
    validateProviderConfig: none,
    configure: none,
    validate: none,
    upgradeState: async ({ type, state }) => ({
      ...ok,
      state: fromJson(impliedType(resources[type] ?? []), state) as ObjectValue,
    }),
    readResource: async ({ current, private: kept }) => ({ ...ok, state: current, private: kept }),
    // A computed attribute without a configured value is planned as null, and not as unknown.
    planResource: async ({ proposed, priorPrivate }) => ({
      ...ok,
      planned: proposed,
      requiresReplace: [],
      plannedPrivate: priorPrivate,
    }),
    applyResource: async ({ planned }) => ({
      ...ok,
      state: planned && objectValue(Object.entries(planned)),
      // No test has private data.
      private: new Uint8Array(),
    }),
    importResource: unsupported,
    readDataSource: unsupported,
    openEphemeral: unsupported,
    closeEphemeral: unsupported,
    moveState: unsupported,
    listResources: unsupported,
    generateConfig: unsupported,
    planAction: unsupported,
    invokeAction: unsupported,
    callFunction: unsupported,
    stop: () => undefined,
    ...overrides,
  };
}
