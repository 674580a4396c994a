/** From a stack to a folder that Terraform can run in without `init`. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fullAddress } from '../terraform/lock-file';
import { PROVIDER_ADDRESS } from '../terraform/mirror';
import { connectRemoteStates } from './remote-state';
import type { AnyStack } from './stack';

/** What is synthesised: Terraform's JSON configuration, as far as it is read here. */
export interface Configuration {
  terraform?: {
    backend?: Readonly<Record<string, unknown>>;
    cloud?: unknown;
    required_providers?: Readonly<Record<string, { readonly source?: string }>>;
  };
  module?: Readonly<Record<string, unknown>>;
  data?: Readonly<Record<string, Readonly<Record<string, Record<string, unknown>>>>>;
  resource?: Readonly<Record<string, unknown>>;
  ephemeral?: Readonly<Record<string, unknown>>;
}

/** A stack that was synthesised. */
export interface Synthesised {
  /** Where Terraform is to run. */
  readonly folder: string;
  /** Providers and modules that only `terraform init` can bring; empty for a stack of this library alone. */
  readonly needsInit: readonly string[];
}

/** The parts of a core's App that make a synthesis; both cores have them. */
interface AnyApp {
  readonly manifest?: { readonly version: string; readonly constructor: unknown };
  readonly node: { findAll(): readonly object[] };
}

type ManifestClass = new (version: string, outdir: string, hclOutput: boolean) => ManifestOf;

interface ManifestOf {
  forStack(stack: AnyStack): { readonly workingDirectory: string };
}

/**
 * Synthesises one stack below `outdir`, as `app.synth()` would: aspects, validations and assets included. What it throws
 * is the core's own error. In what comes out no backend is left, so the state is a file in the folder, and the state of
 * another stack of the app is read where that stack was deployed to.
 */
export async function synthesise(stack: AnyStack, outdir: string): Promise<Synthesised> {
  const app = (stack.node as unknown as { readonly root: AnyApp }).root;
  if (app.manifest === undefined) {
    throw new Error(
      `Cannot synthesise the stack '${stack.node.path}': it stands in no App, expected \`new TerraformStack(app, 'name')\` with an app such as \`Testing.app()\`.`,
    );
  }
  const stacks = app.node.findAll().filter(isStack);
  // References between stacks make outputs in the one and data sources in the other, so all are prepared.
  for (const each of stacks) each.prepareStack();
  await mkdir(outdir, { recursive: true });
  const manifest = new (app.manifest.constructor as ManifestClass)(app.manifest.version, outdir, false);
  const session = { outdir, manifest, skipValidation: false, stacksPrepared: true };
  (stack.synthesizer as { synthesize(session: object): void }).synthesize(session);
  const folderOf = (of: AnyStack): string => join(outdir, manifest.forStack(of).workingDirectory);
  const folder = folderOf(stack);
  const file = join(folder, 'cdk.tf.json');
  const configuration = await readConfiguration(file, stack);
  connectRemoteStates(configuration, stack, stacks, folderOf);
  if (configuration.terraform) {
    delete configuration.terraform.backend;
    delete configuration.terraform.cloud;
  }
  await writeFile(file, JSON.stringify(configuration));
  return { folder, needsInit: neededFromElsewhere(configuration) };
}

async function readConfiguration(file: string, stack: AnyStack): Promise<Configuration> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Configuration;
  } catch (cause) {
    throw new Error(
      `Cannot test the stack '${stack.node.path}': its synthesis wrote no ${file}, expected JSON output, that is an App without hclOutput.`,
      { cause },
    );
  }
}

function isStack(value: object): value is AnyStack {
  return 'prepareStack' in value && 'synthesizer' in value;
}

/** Terraform brings this provider itself. */
const BUILT_IN = 'terraform.io/builtin/terraform';

function neededFromElsewhere({ terraform, module = {}, resource, data, ephemeral }: Configuration): string[] {
  const required = Object.entries(terraform?.required_providers ?? {}).map(
    ([name, { source }]) => [name, fullAddress(source ?? name)] as const,
  );
  const types = [resource, data, ephemeral].flatMap((blocks) => Object.keys(blocks ?? {}));
  const implied = types
    .map((type) => type.split('_')[0] as string)
    .filter((name) => name !== 'terraform' && !required.some(([local]) => local === name));
  const providers = [...required.map(([, address]) => address), ...implied.map(fullAddress)];
  return [
    ...new Set(providers.filter((address) => address !== PROVIDER_ADDRESS && address !== BUILT_IN)),
    ...Object.keys(module).map((name) => `module ${name}`),
  ].sort();
}
