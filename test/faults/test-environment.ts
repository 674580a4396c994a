import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmulator, type Emulator, type Snapshot } from '../../src/emulator';
import type { ProfileName } from '../../src/model/kind';
import { PROFILES } from '../../src/model/profiles';
import { providerInProcess } from '../support/acceptance/provider-in-process';
import { createProxy, type ServiceProxy } from '../support/acceptance/proxy';
import { createFolder, type Workspace } from '../support/acceptance/workspace';
import { type OnClose, opened } from '../support/opened';
import { startTlsFront } from '../support/release/tls-front';

/** Nothing else looks like it, so that a search of the outputs finds the key alone. */
export const API_KEY = 'unspeakable_7Qm2vZx9Lk4Tn6Bw8Rj3';

export interface TestEnvironment extends Pick<Workspace, 'folder' | 'terraform' | 'configure'> {
  readonly emulator: Emulator;
  /** Between the provider and the service. */
  readonly proxy: ServiceProxy;
  /** What the service contains, secrets included. */
  snapshot(): Promise<Snapshot>;
  /** Deletes the object at the path of the service, as a person would with the API. */
  delete(path: string): Promise<void>;
  save(): Promise<Saved>;
  restore(saved: Saved): Promise<void>;
  close(): Promise<void>;
}

/** The service and the state at one moment, to restore them. */
export interface Saved {
  readonly snapshot: Snapshot;
  /** Text of the state file; undefined where there was none. */
  readonly state: string | undefined;
}

interface EnvironmentOptions {
  readonly profile: ProfileName;
  /** How long certificate jobs run, in seconds of the service's clock. */
  readonly certificateSeconds: number;
  readonly clock: { now(): number };
}

export function createTestEnvironment(options: EnvironmentOptions): Promise<TestEnvironment> {
  return opened((onClose) => openEnvironment(options, onClose));
}

async function openEnvironment(
  { profile, certificateSeconds, clock }: EnvironmentOptions,
  onClose: OnClose,
): Promise<Omit<TestEnvironment, 'close'>> {
  const certificates = { seconds: certificateSeconds };
  const emulator = createEmulator({ profile, apiKeys: [API_KEY], clock, certificates });
  onClose(() => emulator.close());
  const proxy = await createProxy(emulator.fetch);
  onClose(proxy.close);
  const front = await startTlsFront(proxy.url);
  onClose(front.close);
  const settings = { NETINGRESS_PROFILE: profile, NETINGRESS_CA_CERTIFICATE_PEM: front.authority };
  const variables = { NETINGRESS_API_KEY: API_KEY, ...settings };
  const workspace = await createFolder(front.url, undefined, variables);
  onClose(workspace.remove);
  const provider = await providerInProcess(workspace);
  onClose(provider.close);
  provider.use();
  const state = join(workspace.folder, 'terraform.tfstate');
  const snapshot = (): Promise<Snapshot> => emulator.snapshot({ secrets: true });
  return {
    ...workspace,
    emulator,
    proxy,
    snapshot,
    async delete(path) {
      const headers = { ...PROFILES[profile].headers, Authorization: `Bearer ${API_KEY}` };
      await emulator.fetch(new Request(`http://emulator.localhost${path}`, { method: 'DELETE', headers }));
    },
    save: async () => ({
      snapshot: await snapshot(),
      state: existsSync(state) ? await readFile(state, 'utf8') : undefined,
    }),
    async restore(saved) {
      await provider.disconnect();
      await emulator.restore(saved.snapshot);
      await workspace.forget();
      if (saved.state !== undefined) await writeFile(state, saved.state);
    },
  };
}
