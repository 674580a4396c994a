/**
 * A stand-in for the public service's own provider, which cannot be had without its registry: resource types of the
 * names and with the attributes that its documentation gives them, which keep in the state what they are given and talk
 * to nobody. It is bundled by the test that needs a state written by it; nothing here is that provider's code.
 */

import type { Kind } from '../../../src/model/kind';
import { getKind } from '../../../src/model/kinds';
import { ngrok } from '../../../src/model/profiles/ngrok';
import * as deferredModules from '../../../src/plugin/process/deferred-modules';
import { runPlugin } from '../../../src/plugin/process/run';
import type { Provider } from '../../../src/provider/protocol/provider';
import { impliedType, type SchemaAttribute } from '../../../src/provider/protocol/schema';
import { schemaAttributes } from '../../../src/provider/protocol/schema-from-model';
import { type ObjectValue, objectValue } from '../../../src/values/cty-value';
import { fromJson } from '../../../src/values/json';

process.on('SIGINT', () => undefined);

const { addresses, types } = ngrok.terraformProvider ?? { addresses: [''], types: {} };
const schemas = Object.fromEntries(
  Object.entries(types).map(([type, name]) => [
    type,
    { version: 0, description: 'A stand-in.', attributes: attributesOf(getKind(name)) },
  ]),
);

/** Its provider stores flat values under the same names; nested ones, which it spells as blocks, are left out here. */
function attributesOf(kind: Kind): SchemaAttribute[] {
  const flat = schemaAttributes(kind.attributes).filter(({ nested }) => !nested);
  return flat.map(({ name, type = 'string' }) => ({
    name,
    description: 'As given.',
    type,
    optional: true,
    computed: true,
  }));
}

const ok = { diagnostics: [] };
const none = async () => ok;
const nothing = new Uint8Array();

function unsupported(): never {
  throw new Error('The stand-in does not do this');
}

const provider: Provider = {
  schema: {
    provider: { version: 0, description: 'A stand-in.', attributes: [] },
    resources: schemas,
    dataSources: {},
    ephemeralResources: {},
    listResources: {},
    actions: {},
    identities: {},
    functions: {},
  },
  validateProviderConfig: none,
  configure: none,
  validateResource: none,
  upgradeState: async ({ type, state }) => ({
    ...ok,
    state: fromJson(impliedType(schemas[type]?.attributes ?? []), state) as ObjectValue,
  }),
  readResource: async ({ current, private: kept }) => ({ ...ok, state: current, private: kept }),
  planResource: async ({ proposed, priorPrivate }) => ({
    ...ok,
    planned: proposed,
    requiresReplace: [],
    plannedPrivate: priorPrivate,
  }),
  // What was computed and not given comes out null: its objects are the ones that the test made at the service.
  applyResource: async ({ planned }) => ({
    ...ok,
    state: planned && objectValue(Object.entries(planned)),
    private: nothing,
  }),
  importResource: unsupported,
  validateDataSource: none,
  readDataSource: unsupported,
  validateEphemeral: none,
  openEphemeral: unsupported,
  closeEphemeral: unsupported,
  moveState: unsupported,
  validateList: none,
  listResources: unsupported,
  generateConfig: unsupported,
  validateAction: unsupported,
  planAction: unsupported,
  invokeAction: unsupported,
  callFunction: unsupported,
  stop: () => undefined,
};

void runPlugin({
  process,
  sourceAddress: addresses[0],
  load: () => deferredModules,
  createProvider: async () => provider,
});
