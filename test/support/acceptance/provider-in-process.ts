/** The provider in the process of the test, for tests that do not concern how Terraform starts the provider. */
import type { ServiceClient } from '../../../src/client/api';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator';
import { secretsFromEnvironment } from '../../../src/model/provider-config';
import { connect } from '../../../src/plugin/connect';
import { reattachVariable, serveForReattach } from '../../../src/plugin/process/reattach';
import { createRedactor } from '../../../src/plugin/redact';
import { createProvider } from '../../../src/provider/create-provider';
import { PROVIDER_ADDRESS } from '../../../src/terraform/mirror';
import { isFullCampaign } from '../../fuzz';
import { opened } from '../opened';
import { createFolder, createWorkspace, type Workspace } from './workspace';

export interface ProviderInProcess {
  /** From now on Terraform of the workspace calls this provider and starts none. */
  use(): void;
  /** Terraform starts the packaged provider again. */
  dismiss(): void;
  /** Closes the connections to the service that ended runs of Terraform left open. */
  disconnect(): Promise<void>;
  close(): Promise<void>;
}

/** Serves a provider with the settings in `env`, a workspace's or another one. Call `use` before Terraform runs. */
export async function providerInProcess({ env }: Pick<Workspace, 'env'>): Promise<ProviderInProcess> {
  const clients: ServiceClient[] = [];
  const disconnect = async (): Promise<void> => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
  };
  const redactor = createRedactor(() => secretsFromEnvironment(env));
  const provider = () =>
    createProvider({
      environment: env,
      connect(settings) {
        const client = connect(settings, () => undefined, redactor);
        clients.push(client);
        return client;
      },
      redact: redactor.apply,
    });
  const server = await serveForReattach(provider, {
    pid: process.pid,
    platform: process.platform,
    redact: redactor.apply,
  });
  return {
    use() {
      env['TF_REATTACH_PROVIDERS'] = reattachVariable(PROVIDER_ADDRESS, server.reattach);
    },
    dismiss() {
      delete env['TF_REATTACH_PROVIDERS'];
    },
    disconnect,
    async close() {
      await server.close();
      await disconnect();
    },
  };
}

export interface AttachedWorkspace extends Workspace {
  /** Undefined in CI. */
  readonly provider: ProviderInProcess | undefined;
  /** From now on Terraform starts the packaged provider, as it always does in CI. */
  useProcess(): Promise<void>;
}

/**
 * A workspace for claims that do not depend on how the provider was started. Starting
 * processes of the provider takes processor time, so a plain run starts none. CI uses processes, as users do.
 * Without a process of a provider Terraform needs no `terraform init`.
 */
export async function createAttachedWorkspace(
  url: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<AttachedWorkspace> {
  const { close, ...attached } = await opened(async (onClose) => {
    // The service may be in the same process, which a busy machine delays.
    const create = isFullCampaign ? createWorkspace : createFolder;
    const workspace = await create(url, undefined, { NETINGRESS_REQUEST_TIMEOUT: '5m', ...variables });
    onClose(workspace.remove);
    if (isFullCampaign) return { ...workspace, provider: undefined, useProcess: async () => undefined };
    const provider = await providerInProcess(workspace);
    onClose(provider.close);
    provider.use();
    let initialized: Promise<unknown> | undefined;
    const useProcess = async (): Promise<void> => {
      provider.dismiss();
      initialized ??= workspace.ok('init', '-no-color');
      await initialized;
    };
    return { ...workspace, provider, useProcess };
  });
  return { ...attached, remove: close };
}

export interface AttachedAccount {
  readonly emulator: Emulator;
  readonly url: string;
  readonly workspace: AttachedWorkspace;
  close(): Promise<void>;
}

/** An account for all tests of the file or `describe`, closed after them. Only hooks and tests can read its members. */
export function useAttachedAccount(options: EmulatorOptions = {}): Omit<AttachedAccount, 'close'> {
  let account: AttachedAccount | undefined;
  const ready = (): AttachedAccount => account as AttachedAccount;
  beforeAll(async () => {
    account = await openAttachedAccount(options);
  });
  afterAll(() => account?.close());
  return {
    get emulator() {
      return ready().emulator;
    },
    get url() {
      return ready().url;
    },
    get workspace() {
      return ready().workspace;
    },
  };
}

export function openAttachedAccount(options: EmulatorOptions = {}): Promise<AttachedAccount> {
  return opened(async (onClose) => {
    const emulator = createEmulator(options);
    onClose(() => emulator.close());
    const { url } = await emulator.listen();
    const { profile } = options;
    const workspace = await createAttachedWorkspace(url, { ...(profile && { NETINGRESS_PROFILE: profile }) });
    onClose(workspace.remove);
    return { emulator, url, workspace };
  });
}
