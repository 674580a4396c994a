/** Import of objects that exist already. */
import { ProviderMethods } from '../generated/tfplugin6';
import { diagnosticMessages, dynamicValue } from '../to-proto';
import { defineRpc } from './rpc';

export const importResourceState = defineRpc(ProviderMethods.ImportResourceState, {
  async answer({ provider, types }, { typeName = '', id = '' }) {
    types.resource(typeName);
    const { imported, diagnostics } = await provider.importResource({ type: typeName, id });
    return {
      importedResources: imported.map((resource) => ({
        typeName: resource.type,
        state: dynamicValue(types.resource(resource.type), resource.state),
        private: resource.private,
      })),
      diagnostics: diagnosticMessages(diagnostics),
    };
  },
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});
