/** Data sources. */
import { decodeRequiredObject } from '../codec/from-proto';
import { deferredMessage, diagnosticMessages, readState } from '../codec/to-proto';
import { ProviderMethods } from '../generated/tfplugin6';
import { defineRpc } from './rpc';

/** ValidateDataResourceConfig: without the service, unknown values skipped. */
export const validateDataResourceConfig = defineRpc(ProviderMethods.ValidateDataResourceConfig, {
  async answer({ provider, types }, { typeName = '', config }) {
    const type = types.dataSource(typeName);
    const { diagnostics } = await provider.validateDataSource({
      type: typeName,
      config: decodeRequiredObject(type, config, 'configuration'),
      // Data sources are always written to state, so their schemas have no write-only attributes.
      writeOnlyAllowed: false,
    });
    return { diagnostics: diagnosticMessages(diagnostics, type) };
  },
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});

/** ReadDataSource: the data, or why it is read later. */
export const readDataSource = defineRpc(ProviderMethods.ReadDataSource, {
  async answer({ provider, types }, { typeName = '', config, clientCapabilities }) {
    const type = types.dataSource(typeName);
    const answer = await provider.readDataSource({
      type: typeName,
      config: decodeRequiredObject(type, config, 'configuration'),
      deferralAllowed: clientCapabilities?.deferralAllowed ?? false,
    });
    const { state, problems } = readState(typeName, type, answer.state);
    return {
      state,
      deferred: deferredMessage(answer.deferred),
      diagnostics: diagnosticMessages([...answer.diagnostics, ...problems], type),
    };
  },
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});
