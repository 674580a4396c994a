/** The provider's own configuration and its interruption. */

import { decodeRequiredObject } from '../codec/from-proto';
import { diagnosticMessages } from '../codec/to-proto';
import { ProviderMethods } from '../generated/tfplugin6';
import { defineRpc } from './rpc';

/** ValidateProviderConfig: what is given must be right; what is missing may come from the environment. */
export const validateProviderConfig = defineRpc(ProviderMethods.ValidateProviderConfig, {
  async answer({ provider, types }, request) {
    const type = types.provider();
    const config = decodeRequiredObject(type, request.config, 'provider configuration');
    const { diagnostics } = await provider.validateProviderConfig(config);
    return { diagnostics: diagnosticMessages(diagnostics, type) };
  },
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});

/** ConfigureProvider: sends nothing to the service by itself; values may be unknown in a plan. */
export const configureProvider = defineRpc(ProviderMethods.ConfigureProvider, {
  async answer({ provider, types }, request) {
    const type = types.provider();
    const config = decodeRequiredObject(type, request.config, 'provider configuration');
    const { diagnostics } = await provider.configure({ config, terraformVersion: request.terraformVersion ?? '' });
    return { diagnostics: diagnosticMessages(diagnostics, type) };
  },
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});

/** Answers at once; what is under way answers by itself, with the state it has reached. */
export const stopProvider = defineRpc(ProviderMethods.StopProvider, {
  answer({ provider, log }) {
    log('info', 'Terraform was interrupted: waits and retries end now');
    provider.stop();
    return {};
  },
  failed: (_, diagnostic) => ({ error: diagnostic.detail }),
});
