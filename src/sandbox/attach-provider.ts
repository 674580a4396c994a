import { type Client, type ClientOptions, createClient } from '../client';
import type { ServiceClient } from '../client/api';
import type { CompleteSettings, Environment } from '../model/provider-settings';
import { type ReattachServer, serveForReattach } from '../plugin/process/reattach';
import { createProvider } from '../provider/create-provider';
import type { Provider } from '../provider/protocol/provider';

/** Terraform requires the pid of an attached provider. */
export interface HostProcess {
  readonly pid: number;
  readonly platform: NodeJS.Platform;
  /** Folder that is tried first for the sockets; the caller removes it. Default: the system's temporary folder. */
  readonly socketFolder?: string;
}

export interface AttachedProviders {
  /** The variable that attaches the providers. */
  readonly variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * A base URL for settings that require one. `.invalid` does not resolve (RFC 2606), so no request reaches a service.
 */
export const UNREACHABLE_URL = 'https://ingress.invalid';

/** Called for each connection of Terraform. */
export type ProviderFactory = () => Provider;

/** The keys are source addresses. If one provider cannot be served, the others are closed. */
export async function attachProviders(
  providers: Readonly<Record<string, ProviderFactory>>,
  { pid, platform, socketFolder: folder }: HostProcess,
): Promise<AttachedProviders> {
  const servers = new Map<string, ReattachServer>();
  const close = async (): Promise<void> => {
    await Promise.all([...servers.values()].map((server) => server.close()));
  };
  try {
    for (const [address, provider] of Object.entries(providers)) {
      servers.set(
        address,
        await serveForReattach(provider, { pid, platform, ...(folder !== undefined && { folder }) }),
      );
    }
  } catch (error) {
    await close();
    throw error;
  }
  const reattach = Object.fromEntries([...servers].map(([address, server]) => [address, server.reattach]));
  return { variables: { TF_REATTACH_PROVIDERS: JSON.stringify(reattach) }, close };
}

/** The source addresses of TF_REATTACH_PROVIDERS. Throws if the variable is not JSON. */
export function listAttached(env: Environment): string[] {
  return Object.keys(JSON.parse(env['TF_REATTACH_PROVIDERS'] || '{}') as object);
}

/**
 * Joins the TF_REATTACH_PROVIDERS of the environments; of equal addresses the last counts. Other variables are left
 * out.
 */
export function mergeAttached(
  ...environments: readonly Readonly<Record<string, string>>[]
): Readonly<Record<string, string>> {
  const attached = environments.map((env) => JSON.parse(env['TF_REATTACH_PROVIDERS'] || '{}') as object);
  return { TF_REATTACH_PROVIDERS: JSON.stringify(Object.assign({}, ...attached)) };
}

export function createNetingressProvider(
  environment: Environment,
  connect: (settings: CompleteSettings) => ServiceClient,
): Provider {
  return createProvider({ environment, connect });
}

/** Of the settings it uses these four: the requests go to `fetch`, whatever base URL a stack sets. */
export function connectInProcess(
  { apiKey, profile, headers, requestTimeout }: CompleteSettings,
  fetch: NonNullable<ClientOptions['fetch']>,
): Client {
  return createClient({
    baseUrl: UNREACHABLE_URL,
    apiKey,
    profile: profile.name,
    headers,
    requestTimeout,
    // The limit of a real account would only cause delays. An emulator applies its own option `rateLimit`.
    maxRequestsPerMinute: 0,
    fetch,
  });
}
