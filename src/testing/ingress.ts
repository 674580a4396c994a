import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../client';
import { createDownload } from '../client/http/download';
import { createEmulator, type Emulator, type EmulatorOptions, type ServiceEvent } from '../emulator';
import type { PreviewReport } from '../preview/report';
import { type AttachedProviders, UNREACHABLE_URL } from '../sandbox/attach-provider';
import { createRunFolder } from '../sandbox/run-folder';
import { ensureTerraform } from '../terraform/ensure-terraform';
import { isolatedEnvironment } from '../terraform/environment';
import {
  type AccessCheck,
  type EndpointCheck,
  type EndpointRequest,
  endpointAccess,
  policyAccess,
  type RestrictedTraffic,
  trafficAccess,
} from './access-decision';
import { attachEmulator } from './attach';
import { createKeyedQueue } from './keyed-queue';
import type { Plan } from './plan';
import { type AnyApp, type PreviewOptions, previewApp } from './preview';
import { readProcess, type TestProcess } from './process-env';
import type { AnyStack, DeployedState } from './stack';
import { applyStack, planStack, type Runner, type RunVariables } from './workspace';

/** Options of {@link startIngress}, including all options of the emulator. */
export interface IngressOptions extends EmulatorOptions {
  /**
   * Path of the `terraform` or `tofu` binary.
   *
   * @default - the one that TERRAFORM_BINARY_NAME names, or else `terraform` or `tofu` on the PATH, or else a pinned
   * OpenTofu that is fetched into the project's cache
   */
  readonly binary?: string;
  /**
   * Additional environment variables for Terraform, such as credentials of other providers. A preview does not get
   * them.
   *
   * @default - none; of the variables of the test's process Terraform gets only the PATH, so that tests do not depend
   * on the machine. A stack with other providers or modules also gets what their installation needs, such as HOME,
   * TF_CLI_CONFIG_FILE and proxy variables.
   */
  readonly env?: Readonly<Record<string, string>>;
}

/** The changes and the state of a deployment. */
export interface Deployment extends DeployedState {
  /** Action by address, such as `create`, `update`, `replace` or `delete`; without objects that do not change. */
  readonly changes: Readonly<Record<string, string>>;
  /**
   * The events that the service emitted during the deployment, oldest first: its audit events, and those of other
   * changes and of traffic at that time. At most the newest 10,000.
   */
  readonly events: readonly ServiceEvent[];
}

/** The service of a test, and the operations on stacks. */
export interface Ingress {
  /**
   * Deploys the stack. If a stack with the same path was deployed since the last `reset`, updates that deployment. If
   * Terraform fails, rejects with a {@link TerraformError} that contains its errors; with another error if it does not
   * run, such as for a stack that cannot be synthesized, without a binary, or when the service is closed.
   */
  deploy(stack: AnyStack, run?: RunVariables): Promise<Deployment>;
  /** Plans a deployment of the stack, without changes. Rejects as `deploy` does. */
  plan(stack: AnyStack, run?: RunVariables): Promise<Plan>;
  /** Destroys the deployed objects of the stack. Rejects as `deploy` does. */
  destroy(stack: AnyStack, run?: RunVariables): Promise<Deployment>;
  /**
   * Applies all stacks of an app, or one stack, to a copy of the first account, and reports what would be refused, who
   * gets in and who is shut out. Neither the account nor the deployments change. Rejects, for example, if the app has
   * no stack or the service is closed.
   */
  preview(app: AnyApp, options?: PreviewOptions): Promise<PreviewReport>;
  /** The emulator, with its objects, events and requests, and `listen` for other processes. */
  readonly emulator: Emulator;
  /** A client of the service, for reads and for changes outside Terraform. */
  readonly client: Client;
  /**
   * The events since the start or the last `reset`, oldest first, at most the newest 10,000: audit events, and traffic
   * that the test generates. `withIngress` resets before each test, unless `keep` is set.
   */
  readonly events: readonly ServiceEvent[];
  /**
   * The addresses that the restriction of a type admits. Without an enforced restriction these are all. Throws for an
   * unknown type.
   */
  trafficTo(type: RestrictedTraffic): AccessCheck;
  /** The addresses that a policy admits; `name` is its id or exact description. */
  policy(name: string): AccessCheck;
  /**
   * The addresses that an endpoint admits. `url` is that of the endpoint, or of a request with its path. `toAdmit`
   * throws if the decision depends on more of the request than is given.
   */
  endpoint(url: string, request?: EndpointRequest): EndpointCheck;
  /** Waits for running operations, forgets all deployments, and resets the emulator as its `reset` does. */
  reset(): Promise<void>;
  /** Interrupts running operations, stops the service and removes its files. */
  close(): Promise<void>;
}

/** The caller's variables that `terraform init` needs to install other providers and modules. */
const INIT_VARIABLES =
  /^(HOME|TF_CLI_CONFIG_FILE|TF_PLUGIN_CACHE_DIR|TF_TOKEN_.*|SSL_CERT_.*|.*_proxy|GIT_.*|SSH_AUTH_SOCK)$/i;

/**
 * Starts a service for tests. Several can run at the same time. In a test suite, use `withIngress`, which also closes
 * the service. Rejects with what `createEmulator` throws.
 *
 * By default certificate jobs finish with the next request, instead of after 2 seconds as in the emulator.
 */
export async function startIngress(options: IngressOptions = {}): Promise<Ingress> {
  const { binary, env = {}, ...emulatorOptions } = options;
  const testProcess = readProcess();
  const emulator = createEmulator({ ...emulatorOptions, certificates: { seconds: 0, ...options.certificates } });
  const own = await createRunFolder(tmpdir(), 'netingress-testing', testProcess.pid);
  const folder = own.path;
  const outdir = (): string => join(folder, 'out');
  const attached = await attachEmulator(emulator, testProcess).catch(async (error: unknown) => {
    await emulator.close();
    await own.remove();
    throw error;
  });
  const controller = new AbortController();
  const queue = createKeyedQueue();
  const runner = async (): Promise<Runner> => ({
    binary: binary ?? (await ensureTerraform({ ...testProcess, download: createDownload(testProcess.env) })),
    outdir: outdir(),
    env: await createEnvironment(folder, testProcess, attached, env),
    signal: controller.signal,
  });
  const apply = async (stack: AnyStack, run: RunVariables, destroy: boolean): Promise<Deployment> => {
    const previousEventIds = new Set(emulator.events().map(({ event_id }) => event_id));
    const { planned, state } = await applyStack(await runner(), stack, run, destroy);
    const events = emulator.events().filter(({ event_id }) => !previousEventIds.has(event_id));
    return { ...state, changes: Object.fromEntries(planned), events };
  };
  const enqueue = <T>(stack: AnyStack, work: () => Promise<T>): Promise<T> => {
    if (controller.signal.aborted) throw new Error('Cannot run Terraform: the service is closed.');
    return queue.run(stack.node.path, work);
  };
  return {
    deploy: async (stack, run = {}) => enqueue(stack, () => apply(stack, run, false)),
    destroy: async (stack, run = {}) => enqueue(stack, () => apply(stack, run, true)),
    plan: async (stack, run = {}) => enqueue(stack, async () => planStack(await runner(), stack, run)),
    preview: async (app, previewOptions = {}) => {
      if (controller.signal.aborted) throw new Error('Cannot run Terraform: the service is closed.');
      const { binary: found, signal } = await runner();
      const context = { emulator, testProcess, binary: found, outdir: outdir(), signal };
      const previewFolder = await mkdtemp(join(folder, 'preview-'));
      try {
        return await queue.exclusive(() => previewApp({ ...context, folder: previewFolder }, app, previewOptions));
      } finally {
        await rm(previewFolder, { recursive: true, force: true });
      }
    },
    emulator,
    client: createEmulatorClient(emulator, options),
    get events() {
      return emulator.events();
    },
    trafficTo: (type) => trafficAccess(emulator, type),
    policy: (name) => policyAccess(emulator, name),
    endpoint: (url, request) => endpointAccess(emulator, url, request),
    async reset() {
      await queue.exclusive(async () => {
        await rm(outdir(), { recursive: true, force: true });
        await emulator.reset();
      });
    },
    async close() {
      controller.abort();
      await queue.exclusive(async () => {
        await attached.close();
        await emulator.close();
        await own.remove();
      });
    },
  };
}

function createEmulatorClient(emulator: Emulator, { profile }: IngressOptions): Client {
  return createClient({
    baseUrl: UNREACHABLE_URL,
    apiKey: emulator.apiKey,
    maxRequestsPerMinute: 0,
    fetch: emulator.fetch,
    ...(profile && { profile }),
  });
}

async function createEnvironment(
  folder: string,
  { env }: TestProcess,
  attached: AttachedProviders,
  additional: Readonly<Record<string, string>>,
): Promise<Runner['env']> {
  const variables = { ...attached.variables, ...additional };
  const isolated = await isolatedEnvironment({ folder, searchPath: env['PATH'] ?? '', variables });
  const { TF_CLI_CONFIG_FILE: _, ...withoutCliConfig } = isolated;
  const forInit = Object.fromEntries(Object.entries(env).filter(([name]) => INIT_VARIABLES.test(name)));
  return (needsInit) => (needsInit ? { ...withoutCliConfig, ...forInit, ...variables } : isolated);
}
