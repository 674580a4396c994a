import { decodePrivate, decodeRequiredObject } from '../codec/from-proto';
import { deferredMessage, diagnosticMessages, dynamicValue } from '../codec/to-proto';
import { ProviderMethods } from '../generated/tfplugin6';
import { defineRpc } from './rpc';

export const openEphemeralResource = defineRpc(
  ProviderMethods.OpenEphemeralResource,
  async ({ provider, types }, { typeName = '', config, clientCapabilities }) => {
    const type = types.ephemeral(typeName);
    const response = await provider.openEphemeral({
      type: typeName,
      config: decodeRequiredObject(type, config, 'configuration'),
      deferralAllowed: clientCapabilities?.deferralAllowed ?? false,
    });
    return {
      result: dynamicValue(type, response.result),
      private: response.private,
      deferred: deferredMessage(response.deferred),
      diagnostics: diagnosticMessages(response.diagnostics, type),
    };
  },
);

/** Terraform never calls it, because no open response sets `renewAt`: the objects do not expire. */
export const renewEphemeralResource = defineRpc(
  ProviderMethods.RenewEphemeralResource,
  ({ types }, { typeName = '', private: privateData }) => {
    // Throws for an unknown type.
    types.ephemeral(typeName);
    return { private: decodePrivate(privateData) };
  },
);

export const closeEphemeralResource = defineRpc(
  ProviderMethods.CloseEphemeralResource,
  async ({ provider, types }, { typeName = '', private: privateData }) => {
    types.ephemeral(typeName);
    const { diagnostics } = await provider.closeEphemeral({ type: typeName, private: decodePrivate(privateData) });
    return { diagnostics: diagnosticMessages(diagnostics) };
  },
);
