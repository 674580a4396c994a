/** The provider served from the test's own process, for tests of which the start of its process is no part. */
import { type Client, createClient } from '../../../src/client';
import { reattachVariable, serveForReattach } from '../../../src/plugin/process/reattach';
import { createProvider } from '../../../src/provider/create-provider';
import { PROVIDER_ADDRESS } from '../../../src/terraform/mirror';
import type { Workspace } from './workspace';

export interface ProviderInProcess {
  /** Terraform of the workspace speaks to this provider from now on; it starts none of its own. */
  use(): void;
  /** Terraform starts the packaged provider again. */
  dismiss(): void;
  close(): Promise<void>;
}

/** A provider for the workspace, or whatever else has such an environment, with the settings of the environment. */
export async function providerInProcess({ env }: Pick<Workspace, 'env'>): Promise<ProviderInProcess> {
  const clients: Client[] = [];
  const provider = () =>
    createProvider({
      environment: env,
      connect({ baseUrl, apiKey, maxRequestsPerMinute, profile }) {
        const client = createClient({ baseUrl, apiKey, maxRequestsPerMinute, profile: profile.name });
        clients.push(client);
        return client;
      },
    });
  const server = await serveForReattach(provider, { pid: process.pid, platform: process.platform });
  return {
    use() {
      env['TF_REATTACH_PROVIDERS'] = reattachVariable(PROVIDER_ADDRESS, server.reattach);
    },
    dismiss() {
      delete env['TF_REATTACH_PROVIDERS'];
    },
    async close() {
      await server.close();
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}
