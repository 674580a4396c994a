/**
 * Terraform calls neither GetMetadata nor GetFunctions; servers that combine providers do. OpenTofu calls GetFunctions
 * for a function that is not in the schema.
 */
import { memoizeObject } from '../../model/memoize';
import { decodeRequiredObject } from '../codec/from-proto';
import {
  functionMessages,
  identityMessages,
  providerSchemaMessage,
  SERVER_CAPABILITIES,
} from '../codec/schema-message';
import { diagnosticMessages } from '../codec/to-proto';
import { ProviderMethods } from '../generated/tfplugin6';
import { defineRpc, defineRpcWithoutDiagnostics } from './rpc';

const { response, ...schemaMethod } = ProviderMethods.GetProviderSchema;
const schemaMessage = memoizeObject(providerSchemaMessage);

/** Encodes the schema once: in a preview one process answers many processes of Terraform. */
export const getProviderSchema = defineRpc(
  { ...schemaMethod, response: { ...response, encode: memoizeObject(response.encode) } },
  ({ provider }) => schemaMessage(provider.schema),
);

export const getMetadata = defineRpc(ProviderMethods.GetMetadata, ({ provider: { schema } }) => ({
  serverCapabilities: SERVER_CAPABILITIES,
  resources: typeNames(schema.resources),
  dataSources: typeNames(schema.dataSources),
  ephemeralResources: typeNames(schema.ephemeralResources),
  listResources: typeNames(schema.listResources),
  actions: typeNames(schema.actions),
  functions: Object.keys(schema.functions).map((name) => ({ name })),
}));

export const getFunctions = defineRpc(ProviderMethods.GetFunctions, ({ provider }) => ({
  functions: functionMessages(provider.schema),
}));

export const getResourceIdentitySchemas = defineRpc(ProviderMethods.GetResourceIdentitySchemas, ({ provider }) => ({
  identitySchemas: identityMessages(provider.schema),
}));

export const validateProviderConfig = defineRpc(
  ProviderMethods.ValidateProviderConfig,
  async ({ provider, types }, request) => {
    const type = types.provider();
    const config = decodeRequiredObject(type, request.config, 'provider configuration');
    const { diagnostics } = await provider.validateProviderConfig(config);
    return { diagnostics: diagnosticMessages(diagnostics, type) };
  },
);

export const configureProvider = defineRpc(ProviderMethods.ConfigureProvider, async ({ provider, types }, request) => {
  const type = types.provider();
  const config = decodeRequiredObject(type, request.config, 'provider configuration');
  const { diagnostics } = await provider.configure({ config });
  return { diagnostics: diagnosticMessages(diagnostics, type) };
});

export const stopProvider = defineRpcWithoutDiagnostics(
  ProviderMethods.StopProvider,
  ({ provider, log }) => {
    log('info', 'Terraform was interrupted: waits and retries end now');
    provider.stop();
    return {};
  },
  (_, diagnostic) => ({ error: diagnostic.detail }),
);

function typeNames(schemas: object): { readonly typeName: string }[] {
  return Object.keys(schemas).map((typeName) => ({ typeName }));
}
