/** Import of objects that exist already. */
import { decodeRequiredObject } from '../codec/from-proto';
import type { SchemaTypes } from '../codec/schema-types';
import { diagnosticMessages, dynamicValue, identityData } from '../codec/to-proto';
import { ProviderMethods, type ResourceIdentityData } from '../generated/tfplugin6';
import { defineRpc } from './rpc';

/** ImportResourceState: one stub, found by identifier, natural key or identity; or errors. */
export const importResourceState = defineRpc(ProviderMethods.ImportResourceState, {
  async answer({ provider, types }, { typeName = '', id, identity }) {
    types.resource(typeName);
    const wanted = id || identifierOf(types, typeName, identity);
    const { imported, diagnostics } = await provider.importResource({ type: typeName, id: wanted });
    return {
      importedResources: imported.map((resource) => ({
        typeName: resource.type,
        state: dynamicValue(types.resource(resource.type), resource.state),
        private: resource.private,
        identity: identityData(types, resource.type, resource.state),
      })),
      diagnostics: diagnosticMessages(diagnostics),
    };
  },
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});

/** An import block may give the identity in place of an identifier. */
function identifierOf(types: SchemaTypes, typeName: string, identity: ResourceIdentityData | undefined): string {
  const known = types.identity(typeName);
  if (!identity || !known) return '';
  const { id } = decodeRequiredObject(known.type, identity.identityData, 'identity');
  return typeof id === 'string' ? id : '';
}
