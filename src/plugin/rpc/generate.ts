/** The configuration of an object that exists. */
import { decodeRequiredObject } from '../codec/from-proto';
import { diagnosticMessages, dynamicValue } from '../codec/to-proto';
import { ProviderMethods } from '../generated/tfplugin6';
import { defineRpc } from './rpc';

/** GenerateResourceConfig: what a user would have written for an object in that state. */
export const generateResourceConfig = defineRpc(ProviderMethods.GenerateResourceConfig, {
  async answer({ provider, types }, { typeName = '', state }) {
    const type = types.resource(typeName);
    const { config, diagnostics } = await provider.generateConfig({
      type: typeName,
      state: decodeRequiredObject(type, state, 'state'),
    });
    return { config: dynamicValue(type, config), diagnostics: diagnosticMessages(diagnostics, type) };
  },
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});
