/**
 * RPCs that describe the provider. Responses are not cached: Terraform calls each RPC once per process, and encoding the
 * schema takes about 10 ms.
 */
import {
  functionMessages,
  identityMessages,
  providerSchemaMessage,
  SERVER_CAPABILITIES,
} from '../codec/schema-message';
import { ProviderMethods } from '../generated/tfplugin6';
import { defineRpc } from './rpc';

export const getProviderSchema = defineRpc(ProviderMethods.GetProviderSchema, ({ provider }) =>
  providerSchemaMessage(provider.schema),
);

export const getMetadata = defineRpc(ProviderMethods.GetMetadata, ({ provider: { schema } }) => ({
  serverCapabilities: SERVER_CAPABILITIES,
  resources: typeNames(schema.resources),
  dataSources: typeNames(schema.dataSources),
  ephemeralResources: typeNames(schema.ephemeralResources),
  listResources: typeNames(schema.listResources),
  functions: Object.keys(schema.functions).map((name) => ({ name })),
}));

export const getFunctions = defineRpc(ProviderMethods.GetFunctions, ({ provider }) => ({
  functions: functionMessages(provider.schema),
}));

export const getResourceIdentitySchemas = defineRpc(ProviderMethods.GetResourceIdentitySchemas, ({ provider }) => ({
  identitySchemas: identityMessages(provider.schema),
}));

function typeNames(schemas: object): { readonly typeName: string }[] {
  return Object.keys(schemas).map((typeName) => ({ typeName }));
}
