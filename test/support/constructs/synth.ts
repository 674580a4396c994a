import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, TerraformStack, Testing } from 'cdktf';
import { NetingressProvider } from '../../../src';
import type { Attribute, Attributes } from '../../../src/model/kind';
import { camelCase } from '../../../src/model/naming';
import { terraformBinary } from '../terraform-binary';

const folders: string[] = [];

/** Creates a folder, which {@link removeFolders} removes. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-constructs-'));
  folders.push(folder);
  return folder;
}

/** Removes the folders of a test; call it after each test. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/**
 * Runs terraform in a directory, with an empty CLI configuration and no plugin cache. Returns its output, or throws.
 */
export function runTerraform(directory: string, args: readonly string[], input = ''): string {
  const home = newFolder();
  writeFileSync(join(home, 'rc'), '');
  const { TF_PLUGIN_CACHE_DIR: _, ...env } = process.env;
  return execFileSync(terraformBinary(), [...args], {
    cwd: directory,
    input,
    encoding: 'utf8',
    env: { ...env, HOME: home, TF_CLI_CONFIG_FILE: join(home, 'rc'), CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

export function newStack(id = 'stack'): TerraformStack {
  return new TerraformStack(new App({ outdir: newFolder() }), id);
}

/** A stack with a provider block, and what `declare` adds. */
export function stackWith(
  declare: (stack: TerraformStack) => void = () => undefined,
  settings: { readonly profile?: string } = {},
): TerraformStack {
  const stack = newStack();
  new NetingressProvider(stack, 'netingress', settings);
  declare(stack);
  return stack;
}

type Blocks = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

export interface Configuration {
  readonly resource: Blocks;
  readonly ephemeral: Blocks;
  readonly action: Blocks;
  readonly data: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly output: Readonly<Record<string, { readonly value: unknown }>>;
  readonly provider: Readonly<Record<string, readonly unknown[]>>;
  readonly terraform: {
    readonly required_providers: Readonly<Record<string, unknown>>;
    readonly required_version?: unknown;
  };
  readonly import: readonly unknown[];
  readonly moved: readonly unknown[];
}

export function render(stack: TerraformStack): Configuration {
  return JSON.parse(Testing.synth(stack)) as Configuration;
}

/** The rendered resources of a type, without the prefix of the provider, in the order of their names. */
export function bodiesOf<T = Readonly<Record<string, unknown>>>(stack: TerraformStack, type: string): T[] {
  return Object.values(render(stack).resource[`netingress_${type}`] ?? {}) as T[];
}

/** The validation problems of the stack's constructs, each with the path of its construct. */
export function problemsIn(stack: TerraformStack): string[] {
  return stack.node
    .findAll()
    .filter((construct) => construct !== stack)
    .flatMap(({ node }) => node.validate().map((problem) => `${node.path}: ${problem}`));
}

/** Converts values with the specification's names to props. */
export function propsOf(attributes: Attributes, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [camelCase(name), propOf(attributes[name] as Attribute, value)]),
  );
}

function propOf(attribute: Attribute, value: unknown): unknown {
  if (attribute.type === 'object') return propsOf(attribute.attributes, value as Record<string, unknown>);
  if (!('elements' in attribute) || attribute.elements === 'string') return value;
  const of = attribute.elements;
  return (value as Record<string, unknown>[]).map((item) => propsOf(of, item));
}
