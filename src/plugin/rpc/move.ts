/** State that another provider wrote. Works in a process that is not configured. */
import { decodeStoredState } from '../codec/from-proto';
import { diagnosticMessages, dynamicValue, identityData } from '../codec/to-proto';
import { ProviderMethods } from '../generated/tfplugin6';
import { defineRpc } from './rpc';

/** MoveResourceState: a stub of the same object; the refresh that follows fills in the rest. */
export const moveResourceState = defineRpc(ProviderMethods.MoveResourceState, {
  async answer({ provider, types }, { sourceProviderAddress, sourceTypeName, sourceState, targetTypeName = '' }) {
    const type = types.resource(targetTypeName);
    const stored = decodeStoredState(sourceState);
    if (!stored) throw new Error('The state to move is in the form of Terraform 0.11 and earlier');
    const {
      state,
      private: kept,
      diagnostics,
    } = await provider.moveState({
      sourceProvider: sourceProviderAddress ?? '',
      sourceType: sourceTypeName ?? '',
      state: stored,
      targetType: targetTypeName,
    });
    return {
      targetState: dynamicValue(type, state),
      targetPrivate: kept,
      targetIdentity: identityData(types, targetTypeName, state),
      diagnostics: diagnosticMessages(diagnostics),
    };
  },
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});
