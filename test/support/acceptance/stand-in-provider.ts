/**
 * A stand-in for the public service's own provider, which only its registry has. It has resource types with the names
 * of that provider, and the flat attributes of the same kinds; it stores the configured values in the state and sends
 * no request. The tests that need a state of that provider bundle it. Nothing here is code of that provider.
 */

import type { Kind } from '../../../src/model/kind';
import { getKind } from '../../../src/model/kinds';
import { ngrok } from '../../../src/model/profiles/ngrok';
import * as deferredModules from '../../../src/plugin/process/deferred-modules';
import { runPlugin } from '../../../src/plugin/process/run';
import type { SchemaAttribute } from '../../../src/provider/protocol/schema';
import { schemaAttributes } from '../../../src/provider/protocol/schema-from-model';
import { createResourceProvider } from '../provider/resource-provider';

process.on('SIGINT', () => undefined);

const { addresses, types } = ngrok.terraformProvider ?? { addresses: [''], types: {} };
const resources = Object.fromEntries(Object.entries(types).map(([type, name]) => [type, attributesOf(getKind(name))]));

/** The flat attributes, which that provider has under the same names. Nested ones, blocks in it, are left out here. */
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

void runPlugin({
  process,
  sourceAddress: addresses[0],
  load: () => deferredModules,
  createProvider: async () => createResourceProvider(resources),
});
