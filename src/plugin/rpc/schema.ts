/** What the provider consists of. Terraform asks once, tools that combine providers ask for parts of it. */
import type { Provider } from '../../provider/protocol/provider';
import {
  functionMessages,
  identityMessages,
  providerSchemaMessage,
  SERVER_CAPABILITIES,
} from '../codec/schema-message';
import { diagnosticMessages } from '../codec/to-proto';
import { GetProviderSchemaResponse, ProviderMethods } from '../generated/tfplugin6';
import { defineRpc, type Rpc } from './rpc';

const encodedSchemas = new WeakMap<Provider, Uint8Array>();

/** The one large answer, encoded once for each provider. */
export function encodedSchema(provider: Provider): Uint8Array {
  const bytes =
    encodedSchemas.get(provider) ?? GetProviderSchemaResponse.encode(providerSchemaMessage(provider.schema));
  encodedSchemas.set(provider, bytes);
  return bytes;
}

const slowSchema = defineRpc(ProviderMethods.GetProviderSchema, {
  answer: ({ provider }) => providerSchemaMessage(provider.schema),
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});

/** GetProviderSchema: everything at once, encoded once. */
export const getProviderSchema: Rpc = {
  path: slowSchema.path,
  async call(context, request) {
    try {
      return encodedSchema(context.provider);
    } catch {
      // The same again, where failing is reported.
      return slowSchema.call(context, request);
    }
  },
};

/** GetMetadata: the names of everything, without schemas. */
export const getMetadata = defineRpc(ProviderMethods.GetMetadata, {
  answer: ({ provider: { schema } }) => ({
    serverCapabilities: SERVER_CAPABILITIES,
    resources: typeNames(schema.resources),
    dataSources: typeNames(schema.dataSources),
    ephemeralResources: typeNames(schema.ephemeralResources),
    listResources: typeNames(schema.listResources),
    functions: Object.keys(schema.functions).map((name) => ({ name })),
  }),
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});

/** GetFunctions: the signatures that are also part of the schema. */
export const getFunctions = defineRpc(ProviderMethods.GetFunctions, {
  answer: ({ provider }) => ({ functions: functionMessages(provider.schema) }),
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});

/** GetResourceIdentitySchemas: what identifies an object of each type. */
export const getResourceIdentitySchemas = defineRpc(ProviderMethods.GetResourceIdentitySchemas, {
  answer: ({ provider }) => ({ identitySchemas: identityMessages(provider.schema) }),
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});

function typeNames(schemas: object): { readonly typeName: string }[] {
  return Object.keys(schemas).map((typeName) => ({ typeName }));
}
