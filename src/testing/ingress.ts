/** A service for tests: an emulator, the provider attached to it, and Terraform run on stacks. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '../client';
import { createDownload } from '../client/http/download';
import { createEmulator, type Emulator, type EmulatorOptions, type ServiceEvent } from '../emulator';
import { ensureTerraform } from '../terraform/ensure-terraform';
import { isolatedEnvironment } from '../terraform/environment';
import { type Admission, policyAdmission, type RestrictedTraffic, trafficAdmission } from './access-decision';
import { type AttachedProvider, attachProvider } from './attach';
import { createQueues } from './keyed-queue';
import type { Plan } from './plan';
import { type Host, readHost } from './process-env';
import type { AnyStack } from './stack';
import type { DeployedState } from './state';
import { applyStack, planStack, type Runner, type RunVariables } from './workspace';

/** What a suite can ask for, beside the emulator's own options. */
export interface IngressOptions extends EmulatorOptions {
  /**
   * The `terraform` or `tofu` to run.
   *
   * @default - the first on the PATH; where there is none, a pinned OpenTofu is fetched into the project's cache
   */
  readonly binary?: string;
  /**
   * More environment variables for Terraform, such as credentials of other providers.
   *
   * @default - none: nothing of the caller's environment but the PATH, so that tests run alike everywhere
   */
  readonly env?: Readonly<Record<string, string>>;
}

/** What a deployment did and left. */
export interface Deployment extends DeployedState {
  /** What was done, by address: `create`, `update`, `replace`, `delete`. */
  readonly changes: Readonly<Record<string, string>>;
  /** The audit events that the service emitted meanwhile, oldest first. */
  readonly events: readonly ServiceEvent[];
}

/** The service as tests see it. */
export interface Ingress {
  /**
   * Deploys the stack as it is declared now. A stack of the same name that was deployed before is changed, whichever
   * object declared it. Rejects with a {@link TerraformError} that holds what Terraform reported.
   */
  deploy(stack: AnyStack, given?: RunVariables): Promise<Deployment>;
  /** What a deployment would do now; changes nothing. */
  plan(stack: AnyStack, given?: RunVariables): Promise<Plan>;
  /** Destroys what was deployed of the stack. */
  destroy(stack: AnyStack, given?: RunVariables): Promise<Deployment>;
  /** The emulator: its objects, events and requests, and `listen` for others that must reach it. */
  readonly emulator: Emulator;
  /** A client of the service, to look at things and to change them behind Terraform's back. */
  readonly client: Client;
  /** The audit events since the test began, oldest first. */
  readonly events: readonly ServiceEvent[];
  /** Whom the enforced restriction of a type lets in; every address if there is none. Throws for an unknown type. */
  trafficTo(type: RestrictedTraffic): Admission;
  /** Whom one policy lets in, by its identifier or its exact description. */
  policy(name: string): Admission;
  /** Back to an empty service without any deployment. */
  reset(): Promise<void>;
  /** Ends what runs and removes everything. */
  close(): Promise<void>;
}

/** Of the caller's environment, what Terraform needs to install other providers and modules. */
const FOR_INIT =
  /^(HOME|TF_CLI_CONFIG_FILE|TF_PLUGIN_CACHE_DIR|TF_TOKEN_.*|SSL_CERT_.*|.*_proxy|GIT_.*|SSH_AUTH_SOCK)$/i;

/**
 * Starts an empty service. Everything it makes is its own, so any number can be used at once. For a suite of tests
 * `withIngress` does this and closes it again.
 *
 * Certificate jobs end at once, in place of the emulator's 2 seconds.
 */
export async function startIngress(options: IngressOptions = {}): Promise<Ingress> {
  const { binary, env: more = {}, ...emulatorOptions } = options;
  const host = readHost();
  const emulator = createEmulator({ ...emulatorOptions, certificates: { seconds: 0, ...options.certificates } });
  const folder = await mkdtemp(join(tmpdir(), 'netingress-testing-'));
  const outdir = (): string => join(folder, 'out');
  const attached = await attachProvider(emulator, host).catch(async (error: unknown) => {
    await emulator.close();
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  const controller = new AbortController();
  const queues = createQueues();
  const engine = createEngine();
  const runner = async (): Promise<Runner> => ({
    binary: binary ?? (await engine(host)),
    outdir: outdir(),
    env: await environmentFor(folder, host, attached, more),
    signal: controller.signal,
  });
  const change = async (stack: AnyStack, given: RunVariables, destroy: boolean): Promise<Deployment> => {
    const before = new Set(emulator.events().map(({ event_id }) => event_id));
    const { planned, state } = await applyStack(await runner(), stack, given, destroy);
    const events = emulator.events().filter(({ event_id }) => !before.has(event_id));
    return { ...state, changes: Object.fromEntries(planned), events };
  };
  const inTurn = <T>(stack: AnyStack, work: () => Promise<T>): Promise<T> => {
    if (controller.signal.aborted) throw new Error('Cannot run Terraform: this service was closed.');
    return queues.run(stack.node.path, work);
  };
  return {
    deploy: async (stack, given = {}) => inTurn(stack, () => change(stack, given, false)),
    destroy: async (stack, given = {}) => inTurn(stack, () => change(stack, given, true)),
    plan: async (stack, given = {}) => inTurn(stack, async () => planStack(await runner(), stack, given)),
    emulator,
    client: clientOf(emulator, options),
    get events() {
      return emulator.events();
    },
    trafficTo: (type) => trafficAdmission(emulator, type),
    policy: (name) => policyAdmission(emulator, name),
    async reset() {
      await queues.alone(async () => {
        await rm(outdir(), { recursive: true, force: true });
        await emulator.reset();
      });
    },
    async close() {
      controller.abort();
      await queues.alone(async () => {
        await attached.close();
        await emulator.close();
        await rm(folder, { recursive: true, force: true });
      });
    },
  };
}

/** Found once: the PATH does not change while tests run, and what has to be fetched is fetched by one of them. */
function createEngine(): (host: Host) => Promise<string> {
  let found: Promise<string> | undefined;
  return (host) => {
    found ??= ensureTerraform({ ...host, download: createDownload(host.env) }).catch((error: unknown) => {
      // The next deployment tries again: a download can fail once.
      found = undefined;
      throw error;
    });
    return found;
  };
}

function clientOf(emulator: Emulator, { profile }: IngressOptions): Client {
  return createClient({
    baseUrl: 'https://ingress.invalid',
    apiKey: emulator.apiKey,
    maxRequestsPerMinute: 0,
    fetch: emulator.fetch,
    ...(profile && { profile }),
  });
}

async function environmentFor(
  folder: string,
  { env }: Host,
  attached: AttachedProvider,
  more: Readonly<Record<string, string>>,
): Promise<Runner['env']> {
  const variables = { ...attached.variables, ...more };
  const isolated = await isolatedEnvironment({ folder, searchPath: env['PATH'] ?? '', variables });
  const { TF_CLI_CONFIG_FILE: _, ...open } = isolated;
  const forInit = Object.fromEntries(Object.entries(env).filter(([name]) => FOR_INIT.test(name)));
  return (needsInit) => (needsInit ? { ...open, ...forInit, ...variables } : isolated);
}
