import type { Emulator } from '../emulator';
import {
  type AttachedProviders,
  attachProviders,
  connectInProcess,
  createNetingressProvider,
  UNREACHABLE_URL,
} from '../sandbox/attach-provider';
import { PROVIDER_ADDRESS } from '../terraform/mirror';
import type { TestProcess } from './process-env';

/**
 * The emulator gets the requests whatever base URL a stack sets, because `connectInProcess` ignores it. API key,
 * profile and headers are those of the stack; the default API key is that of the emulator.
 */
export function attachEmulator(emulator: Emulator, testProcess: TestProcess): Promise<AttachedProviders> {
  const environment = { NETINGRESS_BASE_URL: UNREACHABLE_URL, NETINGRESS_API_KEY: emulator.apiKey };
  const provider = () =>
    createNetingressProvider(environment, (settings) => connectInProcess(settings, emulator.fetch));
  return attachProviders({ [PROVIDER_ADDRESS]: provider }, testProcess);
}
