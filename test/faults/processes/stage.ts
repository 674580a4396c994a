/** Everything that a point needs, set up once and put back before each: service, proxy, workspace and provider. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Snapshot } from '../../../src/emulator';
import type { JsonObject } from '../../../src/model/json';
import { parseState, type StateResource } from '../../../src/terraform/state';
import type { AllKinds } from '../../acceptance/all-kinds';
import { type ProviderInProcess, providerInProcess } from '../../acceptance/provider-in-process';
import { createProxy, pass, type ServiceProxy } from '../../acceptance/proxy';
import { type TerraformProcesses, terraformProcesses } from '../../acceptance/terraform-processes';
import { createWorkspace, type Workspace } from '../../acceptance/workspace';
import { API_KEY, type KillableService } from './services';

/** Terraform's side and the service's at one time, with the plan that is about to be applied. */
export interface Scene {
  readonly configuration: AllKinds;
  /** Text of the state file, undefined where there is none yet. */
  readonly state: string | undefined;
  readonly plan: Buffer;
  readonly service: Snapshot;
}

/** A stage, on which one point is tried at a time. */
export interface Stage extends TerraformProcesses {
  readonly service: KillableService;
  readonly proxy: ServiceProxy;
  readonly workspace: Workspace;
  /** The provider of this process, for what is done when nothing is broken any more. */
  readonly attached: ProviderInProcess;
  /** Folder of the state file, a disk of its own where there is one. */
  readonly disk: Disk;
  configure(resources: AllKinds): Promise<void>;
  /** Plans what the configuration calls for and keeps it all. */
  plan(configuration: AllKinds, ...args: string[]): Promise<Scene>;
  /** Back to the scene: nothing of what was tried before is left. */
  play(scene: Scene): Promise<void>;
  /** Managed objects of the state. */
  state(): Promise<readonly StateResource[]>;
  remove(): Promise<void>;
}

/** A folder that can be filled up to the last byte. */
export interface Disk {
  readonly folder: string;
  fill(): Promise<void>;
  free(): Promise<void>;
}

/** How a stage differs from the plainest one. */
export interface StageOptions {
  /** The state is on a disk of its own, which takes the right to mount one. */
  readonly ownDisk?: boolean;
  /** The provider's executable, by default the packaged one. */
  readonly provider?: string;
}

/** Large enough for the state of a few objects. */
const DISK_SIZE = '512k';

/** A stage in front of the service, which belongs to it from now on. */
export async function createStage(service: KillableService, options: StageOptions = {}): Promise<Stage> {
  const proxy = await createProxy(service.url);
  const workspace = await createWorkspace(proxy.url, ...(options.provider === undefined ? [] : [options.provider]));
  workspace.env['NETINGRESS_API_KEY'] = API_KEY;
  const disk = await createDisk(join(workspace.folder, 'state'), options.ownDisk === true);
  const stateFile = join(disk.folder, 'terraform.tfstate');
  const planFile = join(workspace.folder, 'plan.bin');
  const terraform: JsonObject = { backend: { local: { path: 'state/terraform.tfstate' } } };
  const configure = (resources: AllKinds): Promise<void> => workspace.configure(resources, { terraform });
  await configure({});
  await workspace.ok('init', '-no-color', '-reconfigure');
  const attached = await providerInProcess(workspace);
  const stateText = (): Promise<string | undefined> => readFile(stateFile, 'utf8').catch(() => undefined);

  return {
    ...terraformProcesses(() => workspace),
    service,
    proxy,
    workspace,
    attached,
    disk,
    configure,
    async plan(configuration, ...args) {
      await configure(configuration);
      // By the packaged provider: a plan names the provider that it was made with.
      attached.dismiss();
      await workspace.ok('plan', '-no-color', '-out=plan.bin', ...args);
      const [state, plan, held] = await Promise.all([stateText(), readFile(planFile), service.snapshot()]);
      return { configuration, state, plan, service: held };
    },
    async play(scene) {
      proxy.handle = pass;
      attached.dismiss();
      await disk.free();
      for (const name of ['terraform.tfstate.backup', '.terraform.tfstate.lock.info', 'terraform.tfstate'])
        await rm(join(disk.folder, name), { force: true });
      await rm(join(workspace.folder, 'errored.tfstate'), { force: true });
      await configure(scene.configuration);
      await writeFile(planFile, scene.plan);
      if (scene.state !== undefined) await writeFile(stateFile, scene.state);
      await service.restore(scene.service);
    },
    state: async () => parseState((await stateText()) ?? '', 'the state').resources,
    async remove() {
      await attached.close();
      await proxy.close();
      await service.close();
      await disk.free();
      if (options.ownDisk) await promisify(execFile)('umount', [disk.folder]);
      await workspace.remove();
    },
  };
}

/** The root of a stage's files: everything that one of its processes can be found by. */
export function rootOf({ workspace }: Stage): string {
  return dirname(workspace.folder);
}

async function createDisk(folder: string, own: boolean): Promise<Disk> {
  await mkdir(folder);
  if (own) await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE},mode=700`, 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill() {
      if (!own) throw new Error('The state is on no disk of its own, and filling a shared one is not done');
      const { bavail, bsize } = await statfs(folder);
      await writeFile(filler, Buffer.alloc(bavail * bsize));
    },
    free: () => rm(filler, { force: true }),
  };
}
