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
import type { SchemaAttribute } from '../../../src/provider/protocol/schema';
import { schemaAttributes } from '../../../src/provider/protocol/schema-from-model';
import { createResourceProvider } from '../provider/resource-provider';

process.on('SIGINT', () => undefined);

const { addresses, types } = ngrok.terraformProvider ?? { addresses: [''], types: {} };
const resources = Object.fromEntries(Object.entries(types).map(([type, name]) => [type, attributesOf(getKind(name))]));

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

void runPlugin({
  process,
  sourceAddress: addresses[0],
  load: () => deferredModules,
  createProvider: async () => createResourceProvider(resources),
});
