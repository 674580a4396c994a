/** Everything that a point needs, set up once and put back before each: service, proxy, workspace and provider. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Snapshot } from '../../../src/emulator';
import type { StateResource } from '../../../src/model/inventory';
import { parseState } from '../../../src/terraform/state';
import type { AllKinds } from '../../support/acceptance/all-kinds';
import { type ProviderInProcess, providerInProcess } from '../../support/acceptance/provider-in-process';
import { createProxy, pass, type ServiceProxy } from '../../support/acceptance/proxy';
import { type TerraformProcesses, terraformProcesses } from '../../support/acceptance/terraform-processes';
import { createWorkspace, type Workspace } from '../../support/acceptance/workspace';
import { API_KEY } from '../test-environment';
import type { KillableService } from './services';
import { type StateStore, stateInFile, stateOnServer } from './state-store';

/** Terraform's side and the service's at one time, with the plan that is about to be applied. */
export interface Scene {
  readonly configuration: AllKinds;
  /** The state as JSON; undefined if there is none yet. */
  readonly state: string | undefined;
  readonly plan: Buffer;
  readonly service: Snapshot;
}

/** A stage, on which one point is tried at a time. */
export interface Stage extends TerraformProcesses {
  readonly service: KillableService;
  readonly proxy: ServiceProxy;
  readonly workspace: Workspace;
  /** The provider of this process, for runs in which the provider's process is not what breaks. */
  readonly attached: ProviderInProcess;
  readonly store: StateStore;
  /** Nothing at the service, nothing in the state; certificates take so long. */
  clear(certificateSeconds: number): Promise<void>;
  configure(resources: AllKinds): Promise<void>;
  /** Plans what the configuration calls for, and keeps everything. */
  plan(configuration: AllKinds, ...args: string[]): Promise<Scene>;
  /** Back to the scene: nothing of what was tried before is left. */
  play(scene: Scene): Promise<void>;
  /** Managed objects of the state. */
  state(): Promise<readonly StateResource[]>;
  /** Takes everything away but the service. */
  remove(): Promise<void>;
}

/** How a stage differs from the plainest one. */
export interface StageOptions {
  /** Where the state is kept: by default a file like any other. */
  readonly state?: 'file' | 'own disk' | 'server';
  /** The provider's executable, by default the packaged one. */
  readonly provider?: string;
}

/** A stage in front of the service. */
export async function createStage(service: KillableService, options: StageOptions = {}): Promise<Stage> {
  const proxy = await createProxy(service.url);
  const workspace = await createWorkspace(proxy.url, options.provider, { NETINGRESS_PROFILE: service.profile });
  workspace.env['NETINGRESS_API_KEY'] = API_KEY;
  const store = await storeFor(workspace, options.state).catch(async (failure: unknown) => {
    await proxy.close();
    await workspace.remove();
    throw failure;
  });
  const planFile = join(workspace.folder, 'plan.bin');
  const configure = (resources: AllKinds): Promise<void> => workspace.configure(resources, { terraform: store.block });
  await configure({});
  await workspace.ok('init', '-no-color', '-reconfigure');
  const attached = await providerInProcess(workspace);
  const blank = await service.snapshot();

  return {
    ...terraformProcesses(() => workspace),
    service,
    proxy,
    workspace,
    attached,
    store,
    async clear(seconds) {
      const { certificates } = blank.settings;
      await store.put(undefined);
      await service.restore({
        ...blank,
        accounts: {},
        settings: { ...blank.settings, certificates: { ...certificates, seconds } },
      });
    },
    configure,
    async plan(configuration, ...args) {
      await configure(configuration);
      // By the packaged provider: a plan names the provider that it was made with.
      attached.dismiss();
      await workspace.ok('plan', '-no-color', '-out=plan.bin', ...args);
      const [state, plan, objects] = await Promise.all([store.read(), readFile(planFile), service.snapshot()]);
      return { configuration, state, plan, service: objects };
    },
    async play(scene) {
      proxy.handle = pass;
      if (store.proxy) store.proxy.handle = pass;
      attached.dismiss();
      await store.free();
      await store.put(scene.state);
      await rm(join(workspace.folder, 'errored.tfstate'), { force: true });
      await configure(scene.configuration);
      await writeFile(planFile, scene.plan);
      await service.restore(scene.service);
    },
    state: async () => parseState((await store.read()) ?? '', { file: 'the state' }).resources,
    async remove() {
      await attached.close();
      await proxy.close();
      await store.free();
      await store.close();
      await workspace.remove();
    },
  };
}

function storeFor({ folder }: Workspace, where: StageOptions['state']): Promise<StateStore> {
  return where === 'server' ? stateOnServer() : stateInFile(folder, where === 'own disk');
}
