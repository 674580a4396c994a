/**
 * Deploys stacks with the real terraform binary to an emulator. Providers run in this process, so no init is needed.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator';
import { connect } from '../../../src/plugin/connect';
import { type ReattachServer, serveForReattach } from '../../../src/plugin/process/reattach';
import { createRedactor } from '../../../src/plugin/redact';
import { createProvider } from '../../../src/provider/create-provider';
import type { Provider } from '../../../src/provider/protocol/provider';
import { isolatedEnvironment } from '../../../src/terraform/environment';
import { findBinary } from '../../../src/terraform/find-binary';
import { PROVIDER_ADDRESS } from '../../../src/terraform/mirror';
import { type RunResult, run } from '../../../src/terraform/run';
import { parseMessages } from '../../../src/terraform/ui-json';
import { GO_SETTINGS, providerVariables } from '../acceptance/workspace';
import { createNullProvider } from './null-provider';

export interface Deployment {
  readonly emulator: Emulator;
  /** Sets the configuration to a rendered stack, without its backend, which would need an init. */
  use(configuration: object): void;
  /** The planned actions by address. Throws with the output of terraform if it fails. */
  plan(): Promise<Readonly<Record<string, string>>>;
  terraform(...args: string[]): Promise<RunResult>;
  /** Sets the configuration, and applies it. Throws with the output of terraform if it fails. */
  deploy(configuration: object): Promise<void>;
  destroy(): Promise<void>;
  outputs(): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** Certificates are issued at once unless the options say otherwise. */
export async function openDeployment(options: EmulatorOptions = {}): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-patterns-'));
  const emulator = createEmulator({ certificates: { seconds: 0 }, ...options });
  const { url } = await emulator.listen();
  const environment = providerVariables(url);
  const redactor = createRedactor();
  const createOurProvider = (): Provider =>
    createProvider({ environment, connect: (settings) => connect(settings, () => undefined, redactor) });
  const servers = await Promise.all([createOurProvider, createNullProvider].map(serve));
  const [ours, nullProvider] = servers.map((server) => server.reattach);
  const reattach = {
    [PROVIDER_ADDRESS]: ours,
    // The default registries of Terraform and OpenTofu.
    'registry.terraform.io/hashicorp/null': nullProvider,
    'registry.opentofu.org/hashicorp/null': nullProvider,
  };
  const searchPath = process.env['PATH'] ?? '';
  const binary = await findBinary(searchPath);
  if (!binary) throw new Error('Neither terraform nor tofu is on the PATH; these tests need either');
  const variables = { ...environment, ...GO_SETTINGS, TF_REATTACH_PROVIDERS: JSON.stringify(reattach) };
  const env = await isolatedEnvironment({ folder, searchPath, variables });
  const cwd = join(folder, 'stack');
  mkdirSync(cwd);

  const terraform = (...args: string[]): Promise<RunResult> => run(binary, args, { cwd, env });
  const ok = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await terraform(...args);
    if (status !== 0) throw new Error(`terraform ${args.join(' ')} ended with ${String(status)}\n${stdout}\n${stderr}`);
    return stdout;
  };
  const use = (configuration: object): void => {
    const { terraform: block, ...rest } = configuration as { terraform?: Record<string, unknown> };
    const { backend: _, ...kept } = block ?? {};
    writeFileSync(join(cwd, 'main.tf.json'), JSON.stringify({ ...rest, terraform: kept }, null, 2));
  };
  return {
    emulator,
    use,
    terraform,
    async plan() {
      return Object.fromEntries(parseMessages(await ok('plan', '-json')).planned);
    },
    async deploy(configuration) {
      use(configuration);
      await ok('apply', '-no-color', '-auto-approve');
    },
    async destroy() {
      await ok('destroy', '-no-color', '-auto-approve');
    },
    async outputs() {
      const { outputs } = JSON.parse(readFileSync(join(cwd, 'terraform.tfstate'), 'utf8'));
      const entries = Object.entries<{ readonly value: unknown }>(outputs);
      return Object.fromEntries(entries.map(([name, { value }]) => [name, value]));
    },
    async close() {
      for (const server of servers) await server.close();
      await emulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function serve(provider: () => Provider): Promise<ReattachServer> {
  return serveForReattach(provider, { pid: process.pid, platform: process.platform });
}
