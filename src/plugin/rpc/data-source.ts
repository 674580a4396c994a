import { decodeRequiredObject } from '../codec/from-proto';
import { deferredMessage, diagnosticMessages, encodeState } from '../codec/to-proto';
import { ProviderMethods } from '../generated/tfplugin6';
import { defineRpc } from './rpc';

export const validateDataResourceConfig = defineRpc(
  ProviderMethods.ValidateDataResourceConfig,
  async ({ provider, types }, { typeName = '', config }) => {
    const type = types.dataSource(typeName);
    const { diagnostics } = await provider.validateDataSource({
      type: typeName,
      config: decodeRequiredObject(type, config, 'configuration'),
      // Data sources are always written to state, so their schemas have no write-only attributes.
      writeOnlyAllowed: false,
    });
    return { diagnostics: diagnosticMessages(diagnostics, type) };
  },
);

export const readDataSource = defineRpc(
  ProviderMethods.ReadDataSource,
  async ({ provider, types }, { typeName = '', config, clientCapabilities }) => {
    const type = types.dataSource(typeName);
    const response = await provider.readDataSource({
      type: typeName,
      config: decodeRequiredObject(type, config, 'configuration'),
      deferralAllowed: clientCapabilities?.deferralAllowed ?? false,
    });
    const { state, problems } = encodeState(typeName, type, response.state);
    return {
      state,
      deferred: deferredMessage(response.deferred),
      diagnostics: diagnosticMessages([...response.diagnostics, ...problems], type),
    };
  },
);
