/** Ephemeral resources: objects that live for one run. */
import { decodePrivate, decodeRequiredObject } from '../codec/from-proto';
import { deferredMessage, diagnosticMessages, dynamicValue } from '../codec/to-proto';
import { ProviderMethods } from '../generated/tfplugin6';
import { defineRpc } from './rpc';

/** ValidateEphemeralResourceConfig: without the service, unknown values skipped. */
export const validateEphemeralResourceConfig = defineRpc(ProviderMethods.ValidateEphemeralResourceConfig, {
  async answer({ provider, types }, { typeName = '', config }) {
    const type = types.ephemeral(typeName);
    const { diagnostics } = await provider.validateEphemeral({
      type: typeName,
      config: decodeRequiredObject(type, config, 'configuration'),
      // Nothing of an ephemeral resource is stored, so its schema has no write-only attributes.
      writeOnlyAllowed: false,
    });
    return { diagnostics: diagnosticMessages(diagnostics, type) };
  },
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});

/** OpenEphemeralResource: makes the object; `private` carries to the close what to delete. */
export const openEphemeralResource = defineRpc(ProviderMethods.OpenEphemeralResource, {
  async answer({ provider, types }, { typeName = '', config, clientCapabilities }) {
    const type = types.ephemeral(typeName);
    const answer = await provider.openEphemeral({
      type: typeName,
      config: decodeRequiredObject(type, config, 'configuration'),
      deferralAllowed: clientCapabilities?.deferralAllowed ?? false,
    });
    return {
      result: dynamicValue(type, answer.result),
      private: answer.private,
      deferred: deferredMessage(answer.deferred),
      diagnostics: diagnosticMessages(answer.diagnostics, type),
    };
  },
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});

/** Never asked for: no opening names a time at which to renew. Nothing expires, so there is nothing to do. */
export const renewEphemeralResource = defineRpc(ProviderMethods.RenewEphemeralResource, {
  answer({ types }, { typeName = '', private: opened }) {
    types.ephemeral(typeName);
    return { private: decodePrivate(opened) };
  },
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});

/** CloseEphemeralResource: deletes what the opening made. */
export const closeEphemeralResource = defineRpc(ProviderMethods.CloseEphemeralResource, {
  async answer({ provider, types }, { typeName = '', private: opened }) {
    types.ephemeral(typeName);
    const { diagnostics } = await provider.closeEphemeral({ type: typeName, private: decodePrivate(opened) });
    return { diagnostics: diagnosticMessages(diagnostics) };
  },
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});
