import { decodeRequiredObject } from '../codec/from-proto';
import { diagnosticMessages } from '../codec/to-proto';
import { ProviderMethods } from '../generated/tfplugin6';
import { defineRpc, defineRpcWithoutDiagnostics } from './rpc';

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
  const { diagnostics } = await provider.configure({ config, terraformVersion: request.terraformVersion ?? '' });
  return { diagnostics: diagnosticMessages(diagnostics, type) };
});

/** Returns at once. Operations in flight end early and return the state that they reached. */
export const stopProvider = defineRpcWithoutDiagnostics(
  ProviderMethods.StopProvider,
  ({ provider, log }) => {
    log('info', 'Terraform was interrupted: waits and retries end now');
    provider.stop();
    return {};
  },
  (_, diagnostic) => ({ error: diagnostic.detail }),
);
