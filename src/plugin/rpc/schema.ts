/** What the provider consists of. Terraform asks once, tools that combine providers ask for parts of it. */
import type { Provider } from '../../engine/provider';
import { GetProviderSchemaResponse, ProviderMethods } from '../generated/tfplugin6';
import { providerSchemaMessage, SERVER_CAPABILITIES } from '../schema-message';
import { diagnosticMessages } from '../to-proto';
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

export const getMetadata = defineRpc(ProviderMethods.GetMetadata, {
  answer: ({ provider }) => ({
    serverCapabilities: SERVER_CAPABILITIES,
    resources: Object.keys(provider.schema.resources).map((typeName) => ({ typeName })),
    dataSources: Object.keys(provider.schema.dataSources).map((typeName) => ({ typeName })),
  }),
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});

/** None so far. */
export const getFunctions = defineRpc(ProviderMethods.GetFunctions, {
  answer: () => ({}),
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});

/** None: objects are found by their identifiers alone. */
export const getResourceIdentitySchemas = defineRpc(ProviderMethods.GetResourceIdentitySchemas, {
  answer: () => ({}),
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});
