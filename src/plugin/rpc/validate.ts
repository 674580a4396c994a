/** RPCs that validate the configuration of a block; Terraform calls them without credentials. */
import { decodeRequiredObject } from '../codec/from-proto';
import type { SchemaTypes } from '../codec/schema-types';
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
  defineValidation(ProviderMethods.ValidateResourceConfig, 'resource', 'validateResource'),
  defineValidation(ProviderMethods.ValidateDataResourceConfig, 'dataSource', 'validateDataSource'),
  defineValidation(ProviderMethods.ValidateEphemeralResourceConfig, 'ephemeral', 'validateEphemeral'),
  defineValidation(ProviderMethods.ValidateListResourceConfig, 'list', 'validateList'),
];

function defineValidation(
  method: RpcMethod<ValidateResourceConfigRequest, ValidateResourceConfigResponse>,
  block: Exclude<keyof SchemaTypes, 'provider' | 'identity'>,
  operation: 'validateResource' | 'validateDataSource' | 'validateEphemeral' | 'validateList',
): Rpc {
  return defineRpc(method, async ({ provider, types }, { typeName = '', config, clientCapabilities }) => {
    const type = types[block](typeName);
    const { diagnostics } = await provider[operation]({
      type: typeName,
      config: decodeRequiredObject(type, config, 'configuration'),
      // Terraform sends it for resources only: other blocks have no write-only attributes.
      writeOnlyAllowed: clientCapabilities?.writeOnlyAttributesAllowed ?? false,
    });
    const messages = diagnosticMessages(diagnostics, type);
    return { diagnostics: block === 'list' ? messages.map(inConfigBlock) : messages };
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
