import type { ListedResource } from '../../provider/protocol/provider';
import { decodeRequiredObject } from '../codec/from-proto';
import type { SchemaTypes } from '../codec/schema-types';
import { diagnosticMessages, dynamicValue } from '../codec/to-proto';
import { type ListResourceEvent, ProviderMethods } from '../generated/tfplugin6';
import { defineRpc, defineStreamRpc } from './rpc';

export const validateListResourceConfig = defineRpc(
  ProviderMethods.ValidateListResourceConfig,
  async ({ provider, types }, { typeName = '', config }) => {
    const type = types.list(typeName);
    const { diagnostics } = await provider.validateList({
      type: typeName,
      config: decodeRequiredObject(type, config, 'configuration'),
      writeOnlyAllowed: false,
    });
    return { diagnostics: diagnosticMessages(diagnostics, type) };
  },
);

/** Used by `terraform query`. Sends objects as pages arrive; a failure is the last event. */
export const listResource = defineStreamRpc(
  ProviderMethods.ListResource,
  async function* ({ provider, types }, { typeName = '', config, includeResourceObject, limit }, signal) {
    const listed = provider.listResources({
      type: typeName,
      config: decodeRequiredObject(types.list(typeName), config, 'configuration'),
      includeObject: includeResourceObject ?? false,
      // Terraform sends 0 for no limit.
      limit: limit || Number.POSITIVE_INFINITY,
      signal,
    });
    for await (const resource of listed) yield toEvent(types, typeName, resource);
  },
  (diagnostic) => ({ diagnostic: diagnosticMessages([diagnostic]) }),
);

function toEvent(types: SchemaTypes, typeName: string, listed: ListedResource): ListResourceEvent {
  const identity = types.identity(typeName);
  if (!identity) throw new Error(`${typeName} has no identity, so it cannot be listed`);
  return {
    ...(listed.identity && { identity: { identityData: dynamicValue(identity.type, listed.identity) } }),
    displayName: listed.displayName,
    ...(listed.object && { resourceObject: dynamicValue(types.resource(typeName), listed.object) }),
    diagnostic: diagnosticMessages(listed.diagnostics),
  };
}
