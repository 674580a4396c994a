/** The environment of a campaign: a service, a folder with a configuration and a state, and Terraform. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../../src/client';
import { createEmulator, type Snapshot } from '../../src/emulator';
import type { ProfileName } from '../../src/model/kind';
import { PROFILES } from '../../src/model/profiles';
import { reattachVariable, serveForReattach } from '../../src/plugin/process/reattach';
import { createProvider } from '../../src/provider/create-provider';
import { isolatedEnvironment } from '../../src/terraform/environment';
import { findBinary } from '../../src/terraform/find-binary';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import { type RunResult, run } from '../../src/terraform/run';
import type { AllKinds } from '../support/acceptance/all-kinds';
import { GO_SETTINGS, providerVariables } from '../support/acceptance/workspace';
import { createFront, type Front } from './front';

/** The key of every campaign. Nothing else looks like it, so that a search finds it in any output. */
export const API_KEY = 'unspeakable_7Qm2vZx9Lk4Tn6Bw8Rj3';

/** A service, a configuration and Terraform, with the provider in this process. */
export interface TestEnvironment {
  /** Where the configuration and the state are. */
  readonly folder: string;
  readonly front: Front;
  /** Runs a command to its end. */
  terraform(...args: string[]): Promise<RunResult>;
  /** What the service contains, secrets included. */
  snapshot(): Promise<Snapshot>;
  /** Deletes the object at the path of the service, as a person would with the API. */
  delete(path: string): Promise<void>;
  /** Declares these resources, and nothing else. */
  configure(resources: AllKinds): Promise<void>;
  /** The service and the state as they are now. */
  save(): Promise<Saved>;
  /** The service and the state as they were then. */
  restore(saved: Saved): Promise<void>;
  close(): Promise<void>;
}

/** A moment to come back to. */
export interface Saved {
  readonly snapshot: Snapshot;
  /** Text of the state file; undefined where there was none. */
  readonly state: string | undefined;
}

/** Of the service. */
export interface EnvironmentOptions {
  /** Profile of the service. */
  readonly profile: ProfileName;
  /** How long certificate jobs run, in seconds of the service's clock. */
  readonly certificateSeconds: number;
  /** The service's clock. */
  readonly clock: { now(): number };
}

/** A service that contains nothing, and an empty folder. The provider is attached, so that no `init` is needed. */
export async function createTestEnvironment(options: EnvironmentOptions): Promise<TestEnvironment> {
  const { profile, certificateSeconds, clock } = options;
  const emulator = createEmulator({
    profile,
    apiKeys: [API_KEY],
    clock,
    certificates: { seconds: certificateSeconds },
  });
  const front = await createFront(emulator);
  const root = await mkdtemp(join(tmpdir(), 'netingress-faults-'));
  const folder = join(root, 'configuration');
  await mkdir(folder);
  const binary = await findBinary(process.env['PATH'] ?? '');
  if (!binary) throw new Error('Neither terraform nor tofu is on the PATH; the campaign needs one of them');
  const variables = { ...providerVariables(front.url, API_KEY), NETINGRESS_PROFILE: profile };
  const provider = await attach(variables);
  const env = await isolatedEnvironment({
    folder: root,
    searchPath: process.env['PATH'] ?? '',
    variables: { ...variables, ...provider.variables, ...GO_SETTINGS },
  });
  const state = join(folder, 'terraform.tfstate');
  return {
    folder,
    front,
    terraform: (...args) => run(binary, args, { cwd: folder, env }),
    snapshot: () => emulator.snapshot({ secrets: true }),
    async delete(path) {
      const headers = { ...PROFILES[profile].headers, Authorization: `Bearer ${API_KEY}` };
      await emulator.fetch(new Request(`http://emulator.localhost${path}`, { method: 'DELETE', headers }));
    },
    configure: (resources) => writeFile(join(folder, 'main.tf.json'), configurationOf(resources)),
    save: async () => ({
      snapshot: await emulator.snapshot({ secrets: true }),
      state: existsSync(state) ? await readFile(state, 'utf8') : undefined,
    }),
    async restore(saved) {
      await provider.forget();
      await emulator.restore(saved.snapshot);
      for (const name of ['terraform.tfstate', 'terraform.tfstate.backup'])
        await rm(join(folder, name), { force: true });
      if (saved.state !== undefined) await writeFile(state, saved.state);
    },
    async close() {
      await provider.close();
      await front.close();
      await emulator.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** The configuration in Terraform's JSON syntax. */
function configurationOf(resources: AllKinds): string {
  const whole = {
    terraform: { required_providers: { netingress: { source: PROVIDER_ADDRESS } } },
    provider: { netingress: {} },
    ...(Object.keys(resources).length > 0 ? { resource: resources } : {}),
  };
  return JSON.stringify(whole, null, 2);
}

interface Attached {
  readonly variables: Record<string, string>;
  /** Ends the connections of the runs that are over. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

async function attach(environment: Record<string, string>): Promise<Attached> {
  let clients: Client[] = [];
  const provider = () =>
    createProvider({
      environment,
      connect({ baseUrl, apiKey, profile }) {
        const client = createClient({ baseUrl, apiKey, profile: profile.name });
        clients.push(client);
        return client;
      },
    });
  const forget = async (): Promise<void> => {
    const over = clients;
    clients = [];
    await Promise.all(over.map((client) => client.close()));
  };
  const server = await serveForReattach(provider, { pid: process.pid, platform: process.platform });
  return {
    variables: { TF_REATTACH_PROVIDERS: reattachVariable(PROVIDER_ADDRESS, server.reattach) },
    forget,
    async close() {
      await server.close();
      await forget();
    },
  };
}
