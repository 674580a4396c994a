/** The provider in this process, in front of an emulator in this process. */
import { createClient } from '../client';
import type { Emulator } from '../emulator';
import { reattachVariable, serveForReattach } from '../plugin/process/reattach';
import { createProvider } from '../provider/create-provider';
import { PROVIDER_ADDRESS } from '../terraform/mirror';
import type { Host } from './process-env';

/** A provider that Terraform can be told of. */
export interface AttachedProvider {
  /** What Terraform's environment must hold to use it. */
  readonly variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** No such host exists, so nothing can reach a real service by mistake. */
const ADDRESS = 'https://ingress.invalid';

/**
 * Serves the provider. Whatever address a stack gives its provider, every request is answered by the emulator: a test
 * never reaches a service. Key, profile and headers are those of the stack, or the emulator's where it names none.
 */
export async function attachProvider(emulator: Emulator, { pid, platform }: Host): Promise<AttachedProvider> {
  const environment = { NETINGRESS_BASE_URL: ADDRESS, NETINGRESS_API_KEY: emulator.apiKey };
  const provider = () =>
    createProvider({
      environment,
      connect: ({ apiKey, profile, headers, requestTimeout }) =>
        createClient({
          baseUrl: ADDRESS,
          apiKey,
          profile: profile.name,
          headers,
          requestTimeout,
          // A real account's limit would only make tests wait; the emulator has the one that it was asked for.
          maxRequestsPerMinute: 0,
          fetch: emulator.fetch,
        }),
    });
  const { reattach, close } = await serveForReattach(provider, { pid, platform });
  return { variables: { TF_REATTACH_PROVIDERS: reattachVariable(PROVIDER_ADDRESS, reattach) }, close };
}
