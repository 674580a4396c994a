/** Terraform also calls these before it configures the provider. */
import type { BlockMode } from '../../provider/protocol/provider';
import { decodeRequiredObject } from '../codec/from-proto';
import { diagnosticMessages } from '../codec/to-proto';
import {
  type Diagnostic,
  ProviderMethods,
  type ValidateResourceConfigRequest,
  type ValidateResourceConfigResponse,
} from '../generated/tfplugin6';
import type { RpcMethod } from '../protobuf';
import { defineRpc, type Rpc } from './rpc';

export const VALIDATIONS: readonly Rpc[] = [
  defineValidation(ProviderMethods.ValidateResourceConfig, 'resource'),
  defineValidation(ProviderMethods.ValidateDataResourceConfig, 'dataSource'),
  defineValidation(ProviderMethods.ValidateEphemeralResourceConfig, 'ephemeral'),
  defineValidation(ProviderMethods.ValidateListResourceConfig, 'list'),
  defineValidation(ProviderMethods.ValidateActionConfig, 'action'),
];

function defineValidation(
  /** The request of a resource has every member of the others. */
  method: RpcMethod<ValidateResourceConfigRequest, ValidateResourceConfigResponse>,
  mode: BlockMode,
): Rpc {
  return defineRpc(method, async ({ provider, types }, { typeName = '', config, clientCapabilities }) => {
    const type = types[mode](typeName);
    const { diagnostics } = await provider.validate({
      mode,
      type: typeName,
      config: decodeRequiredObject(type, config, 'configuration'),
      // Terraform sends it for resources only: other blocks have no write-only attributes.
      writeOnlyAllowed: clientCapabilities?.writeOnlyAttributesAllowed ?? false,
    });
    const messages = diagnosticMessages(diagnostics, type);
    return { diagnostics: mode === 'list' ? messages.map(inConfigBlock) : messages };
  });
}

/**
 * The arguments of a list are in the block `config` of the `list` block. Terraform adds this step to the paths of
 * ListResource, but not to those of ValidateListResourceConfig.
 */
function inConfigBlock(diagnostic: Diagnostic): Diagnostic {
  const steps = diagnostic.attribute?.steps;
  return steps ? { ...diagnostic, attribute: { steps: [{ attributeName: 'config' }, ...steps] } } : diagnostic;
}
