/** Attaches a provider in this process to Terraform, with an emulator in this process as its service. */
import { createClient } from '../client';
import type { Emulator } from '../emulator';
import { reattachVariable, serveForReattach } from '../plugin/process/reattach';
import { createProvider } from '../provider/create-provider';
import { PROVIDER_ADDRESS } from '../terraform/mirror';
import type { TestProcess } from './process-env';

export interface AttachedProvider {
  readonly variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** This host never resolves, so no request can reach a real service. */
export const UNREACHABLE_URL = 'https://ingress.invalid';

/**
 * Serves the provider. The emulator handles every request, whatever base URL a stack sets. API key, profile and headers
 * are those of the stack; the default API key is that of the emulator.
 */
export async function attachProvider(emulator: Emulator, { pid, platform }: TestProcess): Promise<AttachedProvider> {
  const environment = { NETINGRESS_BASE_URL: UNREACHABLE_URL, NETINGRESS_API_KEY: emulator.apiKey };
  const provider = () =>
    createProvider({
      environment,
      connect: ({ apiKey, profile, headers, requestTimeout }) =>
        createClient({
          baseUrl: UNREACHABLE_URL,
          apiKey,
          profile: profile.name,
          headers,
          requestTimeout,
          // The limit of a real account would only delay tests. The emulator applies its own option `rateLimit`.
          maxRequestsPerMinute: 0,
          fetch: emulator.fetch,
        }),
    });
  const { reattach, close } = await serveForReattach(provider, { pid, platform });
  return { variables: { TF_REATTACH_PROVIDERS: reattachVariable(PROVIDER_ADDRESS, reattach) }, close };
}
