/** Lists of resources, for `terraform query`. */
import type { ListedResource } from '../../provider/protocol/provider';
import { decodeRequiredObject } from '../codec/from-proto';
import type { SchemaTypes } from '../codec/schema-types';
import { diagnosticMessages, dynamicValue } from '../codec/to-proto';
import { type ListResourceEvent, ProviderMethods } from '../generated/tfplugin6';
import { defineRpc, defineStreamRpc } from './rpc';

/** ValidateListResourceConfig: without the service, unknown values skipped. */
export const validateListResourceConfig = defineRpc(ProviderMethods.ValidateListResourceConfig, {
  async answer({ provider, types }, { typeName = '', config }) {
    const type = types.list(typeName);
    const { diagnostics } = await provider.validateList({
      type: typeName,
      config: decodeRequiredObject(type, config, 'configuration'),
      writeOnlyAllowed: false,
    });
    return { diagnostics: diagnosticMessages(diagnostics, type) };
  },
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});

/** ListResource: objects as pages arrive, up to the limit; a failure is the last event. */
export const listResource = defineStreamRpc(ProviderMethods.ListResource, {
  async *answers({ provider, types }, { typeName = '', config, includeResourceObject, limit }, signal) {
    const listed = provider.listResources({
      type: typeName,
      config: decodeRequiredObject(types.list(typeName), config, 'configuration'),
      includeObject: includeResourceObject ?? false,
      // Without a limit, and with 0, everything is wanted.
      limit: limit || Number.POSITIVE_INFINITY,
      signal,
    });
    for await (const each of listed) yield event(types, typeName, each);
  },
  failed: (diagnostic) => ({ diagnostic: diagnosticMessages([diagnostic]) }),
});

function event(types: SchemaTypes, typeName: string, listed: ListedResource): ListResourceEvent {
  const identity = types.identity(typeName);
  if (!identity) throw new Error(`${typeName} has no identity, so it cannot be listed`);
  return {
    ...(listed.identity && { identity: { identityData: dynamicValue(identity.type, listed.identity) } }),
    displayName: listed.displayName,
    ...(listed.object && { resourceObject: dynamicValue(types.resource(typeName), listed.object) }),
    diagnostic: diagnosticMessages(listed.diagnostics),
  };
}
