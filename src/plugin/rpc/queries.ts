import type { ListedResource } from '../../provider/protocol/provider';
import { decodeDynamicValue, decodeRequiredObject } from '../codec/from-proto';
import type { SchemaTypes } from '../codec/schema-types';
import { deferredMessage, diagnosticMessages, dynamicValue, encodeState } from '../codec/to-proto';
import { type ListResourceEvent, ProviderMethods } from '../generated/tfplugin6';
import { defineRpc, defineRpcWithoutDiagnostics, defineStreamRpc } from './rpc';

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

/** A failure is the last event. */
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

/** Terraform calls functions in a process that is never configured. */
export const callFunction = defineRpcWithoutDiagnostics(
  ProviderMethods.CallFunction,
  async ({ provider }, { name = '', arguments: args = [] }) => {
    const { functions } = provider.schema;
    const signature = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (!signature)
      throw new Error(`The provider has no function '${name}'; expected one of ${Object.keys(functions).join(', ')}`);
    const response = await provider.callFunction({
      name,
      // Terraform sends one argument for each parameter, and the further ones of the variadic parameter.
      arguments: args.map((argument, index) => {
        const parameter = signature.parameters[index] ?? signature.variadicParameter;
        if (!parameter) throw new Error(`The function '${name}' has ${args.length} arguments; expected ${index}`);
        return decodeDynamicValue(parameter.type, argument);
      }),
    });
    if ('error' in response) return { error: { text: response.error, functionArgument: response.argument } };
    return { result: dynamicValue(signature.returns, response.result) };
  },
  (_, diagnostic) => ({ error: { text: diagnostic.detail } }),
);
