/**
 * Checks Terraform's language in documents with the real binary: it is formatted, and valid for the provider, which
 * runs in this process. Each block becomes a module of one configuration, which one command validates;
 * {@link hclProblems} and {@link rootFile} have the exceptions.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveForReattach } from '../../src/plugin/process/reattach';
import { createProvider } from '../../src/provider/create-provider';
import { isolatedEnvironment } from '../../src/terraform/environment';
import { findBinary } from '../../src/terraform/find-binary';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import { run } from '../../src/terraform/run';
import { root } from './documents';
import { type Block, placeOf } from './markdown';

const requirement = `terraform {
  required_providers {
    netingress = { source = "${PROVIDER_ADDRESS}" }
  }
}
`;

interface Validation {
  readonly diagnostics: readonly {
    readonly severity: 'error' | 'warning';
    readonly summary: string;
    readonly detail?: string;
    readonly range?: { readonly filename: string; readonly start: { readonly line: number } };
  }[];
}

interface Placed {
  readonly block: Block;
  /** Path below the folder of the whole configuration: `m3/block3.tf`. */
  readonly file: string;
}

/**
 * Validates blocks with the Terraform on the PATH. Words after the fence: a block with `continues` is in the module of
 * the previous block that has one, one with `cli-configuration` is a CLI configuration, and one with `no-run`, or with
 * `needs 1.14` if Terraform is older, is not checked.
 */
export async function hclProblems(blocks: readonly Block[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-documents-'));
  const provider = (): ReturnType<typeof createProvider> =>
    createProvider({
      environment: {},
      connect: () => {
        throw new Error('Validation sends no request');
      },
    });
  const server = await serveForReattach(provider, { pid: process.pid, platform: process.platform });
  try {
    const binary = await findBinary(process.env['PATH'] ?? '');
    if (!binary) throw new Error('Neither terraform nor tofu is on the PATH; one of them reads the documents');
    // The provider is attached at its own address, and at every other one that a `source` in the documents names.
    const sources = blocks.flatMap(({ code }) => [...code.matchAll(/source += "([\w.-]+\/[\w.-]+\/netingress)"/g)]);
    const addresses = new Set([PROVIDER_ADDRESS, ...sources.map(([, address = '']) => address)]);
    const reattach = Object.fromEntries([...addresses].map((address) => [address, server.reattach]));
    const variables = { TF_REATTACH_PROVIDERS: JSON.stringify(reattach) };
    const env = await isolatedEnvironment({ folder, searchPath: process.env['PATH'] ?? '', variables });
    const { stdout: version } = await run(binary, ['version', '-json'], { cwd: folder, env });
    const usable = blocks.filter(
      ({ words }) => !words.includes('no-run') && !isNewer(neededVersion(words), JSON.parse(version)),
    );
    const [ofCommandLine, ofStacks] = partition(usable, ({ words }) => words.includes('cli-configuration'));
    const problems = await commandLineProblems(ofCommandLine, { binary, folder, env });

    const modules = join(folder, 'modules');
    const placed = placeModules(ofStacks, modules);
    const terraform = (...args: string[]) => run(binary, args, { cwd: modules, env });
    const formatted = await terraform('fmt', '-no-color', '-check', '-list=true', '-recursive');
    for (const { block, file } of placed)
      if (formatted.stdout.split('\n').includes(file))
        problems.push(`${block.document}:${block.line}: not as \`terraform fmt\` leaves it`);
    // Terraform reports validation errors of all modules, but a syntax error hides all other errors.
    const init = await terraform('init', '-no-color', '-backend=false', '-json');
    problems.push(...diagnosed(placed, parseDiagnostics(init.stdout)));
    if (init.status !== 0)
      return problems.length > 0 ? problems : [`terraform init failed: ${init.stdout}${init.stderr}`];
    const hasQueries = placed.some(({ file }) => !file.includes('/') && file.endsWith('.tfquery.hcl'));
    const { stdout } = await terraform('validate', '-json', ...(hasQueries ? ['-query'] : []));
    return [...problems, ...diagnosed(placed, (JSON.parse(stdout) as Validation).diagnostics)];
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The version after `needs`; undefined unless `needs` is the first word. */
export function neededVersion(words: readonly string[]): string | undefined {
  return words[0] === 'needs' ? words[1] : undefined;
}

function isNewer(needed: string | undefined, { terraform_version: found }: { readonly terraform_version: string }) {
  if (needed === undefined) return false;
  const [[major = 0, minor = 0], [foundMajor = 0, foundMinor = 0]] = [needed, found].map((version) =>
    version.split('.').map(Number),
  ) as [number[], number[]];
  return major > foundMajor || (major === foundMajor && minor > foundMinor);
}

function partition<Value>(values: readonly Value[], isFirst: (value: Value) => boolean): [Value[], Value[]] {
  return [values.filter(isFirst), values.filter((value) => !isFirst(value))];
}

/**
 * Runs `terraform version` with each block as the CLI configuration: it reports what it cannot read. A plugin cache is
 * moved into the folder of the test, because it must exist.
 */
async function commandLineProblems(
  blocks: readonly Block[],
  { binary, folder, env }: { readonly binary: string; readonly folder: string; readonly env: Record<string, string> },
): Promise<string[]> {
  const problems: string[] = [];
  for (const [index, block] of blocks.entries()) {
    const file = join(folder, `${index}.tfrc`);
    writeFileSync(file, block.code.replace(/(plugin_cache_dir = )".*"/, `$1"${folder}"`));
    const { stdout, stderr } = await run(binary, ['version'], {
      cwd: folder,
      env: { ...env, TF_CLI_CONFIG_FILE: file },
    });
    const output = `${stdout}${stderr}`;
    if (/^(Error|There are some problems)/m.test(output)) problems.push(`${placeOf(block)}: ${output.trim()}`);
  }
  return problems;
}

function placeModules(blocks: readonly Block[], folder: string): Placed[] {
  mkdirSync(folder);
  const placed: Placed[] = [];
  const whole = new Map<string, string>();
  let name = '';
  for (const [index, block] of blocks.entries()) {
    const root = rootFile(block, index);
    if (root !== undefined) {
      writeFileSync(join(folder, root.file), root.code);
      placed.push({ block, file: root.file });
      continue;
    }
    if (!block.words.includes('continues') || name === '') name = `m${index}`;
    mkdirSync(join(folder, name), { recursive: true });
    // Files with these endings keep them, and are only formatted: Terraform before 1.14 ignores `.tfquery.hcl`, and
    // every version ignores `.tftest.hcl` in a module.
    const extension = ['tfquery.hcl', 'tftest.hcl'].find((each) => block.file?.endsWith(`.${each}`)) ?? 'tf';
    const file = `${name}/block${index}.${extension}`;
    writeFileSync(join(folder, file), block.code);
    whole.set(name, (whole.get(name) ?? '') + block.code);
    placed.push({ block, file });
  }
  for (const [module, code] of whole) {
    if (!code.includes('required_providers')) writeFileSync(join(folder, module, 'versions.tf'), requirement);
    // Paths are those of the folder that Terraform runs in, whichever module names them.
    placeFiles(code, folder);
  }
  writeFileSync(join(folder, 'versions.tf'), requirement);
  writeFileSync(join(folder, 'main.tf'), [...whole].map(([module, code]) => moduleCall(module, code)).join('\n'));
  return placed;
}

/**
 * A block with `needs` that has a query or an import: a file of the root module, because Terraform reads them only
 * there. Queries get the block's index behind their names, so that those of two blocks differ. Undefined for any other
 * block.
 */
function rootFile({ code, words }: Block, index: number): { readonly file: string; readonly code: string } | undefined {
  if (neededVersion(words) === undefined) return undefined;
  if (/^list "/m.test(code))
    return { file: `block${index}.tfquery.hcl`, code: code.replace(/^(list "\w+") "(\w+)"/gm, `$1 "$2_${index}"`) };
  return /^import \{/m.test(code) ? { file: `block${index}.tf`, code } : undefined;
}

/** A module call whose arguments are root variables without a value, so that they are unknown. */
function moduleCall(module: string, code: string): string {
  const names = [...code.matchAll(/^variable "(\w+)"/gm)].map(([, name = '']) => name);
  const variables = names.map((name) => `variable "${module}_${name}" {}\n`);
  const given = names.map((name) => `  ${name} = var.${module}_${name}\n`);
  return `${variables.join('')}module "${module}" {\n  source = "./${module}"\n${given.join('')}}\n`;
}

/**
 * Writes the files that `file("…")` reads, if a fixture has their ending: `file("app-tls-key.pem")` -> a copy of
 * `tls-key-1.pem`.
 */
function placeFiles(code: string, folder: string): void {
  const fixtures = join(root, 'test/fixtures');
  const known = readdirSync(fixtures).filter((name) => name.endsWith('-1.pem'));
  for (const [, name = ''] of code.matchAll(/\bfile\("([\w.-]+)"\)/g)) {
    const fixture = known.find((each) => name.endsWith(each.replace('-1.pem', '.pem')));
    if (fixture) copyFileSync(join(fixtures, fixture), join(folder, name));
  }
}

/** The diagnostics in the output of `terraform init -json`, in which each line is an object of its own. */
function parseDiagnostics(output: string): Validation['diagnostics'] {
  return output.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    const { diagnostic } = JSON.parse(line) as { diagnostic?: Validation['diagnostics'][number] };
    return diagnostic ? [diagnostic] : [];
  });
}

function diagnosed(placed: readonly Placed[], diagnostics: Validation['diagnostics']): string[] {
  // A reader's configuration is a root module, which may contain a provider block; here it is a called module.
  const meant = diagnostics.filter(({ summary }) => summary !== 'Redundant empty provider block');
  return meant.map(({ severity, summary, detail = '', range }) => {
    const at = placed.find(({ file }) => file === range?.filename);
    const place = at ? `${at.block.document}:${at.block.line + (range?.start.line ?? 0)}` : (range?.filename ?? 'HCL');
    return `${place}: ${severity}: ${summary}. ${detail.replace(/\s+/g, ' ')}`;
  });
}
