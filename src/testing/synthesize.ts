import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localBackendArguments } from '../sandbox/remote-state';
import { findBackend, remoteStateBackend } from '../terraform/configuration/configuration';
import { findByBackend } from '../terraform/configuration/evaluate';
import { PROVIDER_ADDRESS } from '../terraform/mirror';
import { isNetingressSource } from '../terraform/provider-source';
import { listOtherProviders } from '../terraform/required-providers';
import type { Json, JsonObject } from '../values/json';
import type { AnyStack } from './stack';

interface SynthesizedStack {
  readonly folder: string;
  /** Providers and modules that `terraform init` must install. */
  readonly externalDependencies: readonly string[];
}

/** The members of CDKTF's App that are used here. `manifest` is not in its types. */
interface AppInternals {
  readonly manifest?: { readonly version: string; readonly constructor: unknown };
  readonly node: { findAll(): readonly object[] };
}

type ManifestClass = new (version: string, outdir: string, hclOutput: boolean) => AnyManifest;

interface AnyManifest {
  forStack(stack: AnyStack): { readonly workingDirectory: string };
}

/**
 * Synthesizes one stack below `outdir` as `app.synth()` would, with aspects, validations and assets. Throws the errors
 * of this stack that `app.synth()` would throw, and for a stack that the kit cannot test. Three parts of the
 * configuration change: the `backend` or `cloud` block is removed, so that the state is a file in the folder; remote
 * states are redirected; and the provider is the one of this process.
 */
export async function synthesize(stack: AnyStack, outdir: string): Promise<SynthesizedStack> {
  const app = (stack.node as unknown as { readonly root: AppInternals }).root;
  if (app.manifest === undefined) {
    throw new Error(
      `Cannot synthesize the stack '${stack.node.path}': it has no App; expected \`new TerraformStack(app, 'name')\` with an app such as \`Testing.app()\`.`,
    );
  }
  const stacks = app.node.findAll().filter(isStack);
  // References between stacks create outputs and data sources, so all stacks are prepared.
  for (const other of stacks) other.prepareStack();
  await mkdir(outdir, { recursive: true });
  const manifest = new (app.manifest.constructor as ManifestClass)(app.manifest.version, outdir, false);
  const session = { outdir, manifest, skipValidation: false, stacksPrepared: true };
  (stack.synthesizer as { synthesize(session: object): void }).synthesize(session);
  const folderOf = (target: AnyStack): string => join(outdir, manifest.forStack(target).workingDirectory);
  const folder = folderOf(stack);
  const file = join(folder, 'cdk.tf.json');
  const configuration = await readConfiguration(file, stack);
  connectRemoteStates(configuration, stack, stacks, folderOf);
  if (configuration.terraform) {
    delete configuration.terraform.backend;
    delete configuration.terraform.cloud;
  }
  useAttachedProvider(configuration);
  await writeFile(file, JSON.stringify(configuration));
  return { folder, externalDependencies: findExternalDependencies(configuration) };
}

async function readConfiguration(file: string, stack: AnyStack): Promise<Configuration> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Configuration;
  } catch (cause) {
    throw new Error(
      `Cannot test the stack '${stack.node.path}': the synthesis did not write ${file}; expected an App without hclOutput.`,
      { cause },
    );
  }
}

function isStack(value: object): value is AnyStack {
  return 'prepareStack' in value && 'synthesizer' in value;
}

/** Only under PROVIDER_ADDRESS does Terraform find the provider of this process; a stack may name another registry. */
function useAttachedProvider({ terraform }: Configuration): void {
  for (const required of Object.values(terraform?.required_providers ?? {}))
    if (required.source !== undefined && isNetingressSource(required.source)) required.source = PROVIDER_ADDRESS;
}

function findExternalDependencies(configuration: Configuration): string[] {
  const modules = Object.keys(configuration.module ?? {}).map((name) => `module ${name}`);
  return [...listOtherProviders(configuration as JsonObject), ...modules].sort();
}

/**
 * Redirects each `terraform_remote_state` to the state of the referenced stack's last deployment in the test. Throws if
 * the state is not that of another stack of the same app, because a test must not depend on real deployments.
 */
function connectRemoteStates(
  configuration: Configuration,
  stack: AnyStack,
  stacks: readonly AnyStack[],
  folderOf: (stack: AnyStack) => string,
): void {
  const remoteStates = Object.entries(configuration.data?.['terraform_remote_state'] ?? {});
  if (remoteStates.length === 0) return;
  const candidates = stacks
    .filter((other) => other !== stack)
    .map((other) => ({ stack: other, backend: findBackend([other.toTerraform() as JsonObject]) }));
  for (const [name, block] of remoteStates) {
    const found = findByBackend(block, candidates);
    if (!found) {
      throw new Error(
        `Cannot test the stack '${stack.node.path}': its data source terraform_remote_state.${name} does not refer to a stack of the same app (backend '${remoteStateBackend(block).type}'). ` +
          'Declare both stacks in one app, or pass the values as props of the stack.',
      );
    }
    Object.assign(block, localBackendArguments(join(folderOf(found.stack), 'terraform.tfstate')));
  }
}

interface Configuration {
  terraform?: {
    backend?: Readonly<Record<string, unknown>>;
    cloud?: unknown;
    required_providers?: Readonly<Record<string, { source?: string }>>;
  };
  module?: Readonly<Record<string, unknown>>;
  data?: Readonly<Record<string, Readonly<Record<string, Record<string, Json>>>>>;
}
