/**
 * Terraform's language in documents: formatted, and validated by the real binary with the provider attached in this
 * process. Every block is a module of its own, so one command validates them all.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reattachVariable, serveForReattach } from '../../src/plugin/process/reattach';
import { createProvider } from '../../src/provider/create-provider';
import { isolatedEnvironment } from '../../src/terraform/environment';
import { findBinary } from '../../src/terraform/find-binary';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import { run } from '../../src/terraform/run';
import { root } from './documents';
import type { Block } from './markdown';

const requirement = `terraform {
  required_providers {
    netingress = { source = "${PROVIDER_ADDRESS}" }
  }
}
`;

/** What `terraform validate -json` says. */
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
  /** File below the folder of all. */
  readonly file: string;
}

/**
 * Validates blocks with Terraform. A block with `continues` belongs to the previous block; one with `no-run` needs a newer
 * Terraform than the oldest that runs these tests.
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
    const modules = join(folder, 'modules');
    const placed = placeModules(
      blocks.filter(({ words }) => !words.includes('no-run')),
      modules,
    );
    const binary = await findBinary(process.env['PATH'] ?? '');
    if (!binary) throw new Error('Neither terraform nor tofu is on the PATH; one of them reads the documents');
    const variables = { TF_REATTACH_PROVIDERS: reattachVariable(PROVIDER_ADDRESS, server.reattach) };
    const env = await isolatedEnvironment({ folder, searchPath: process.env['PATH'] ?? '', variables });
    const terraform = (...args: string[]) => run(binary, args, { cwd: modules, env });

    const problems: string[] = [];
    const formatted = await terraform('fmt', '-no-color', '-check', '-list=true', '-recursive');
    for (const { block, file } of placed)
      if (formatted.stdout.split('\n').includes(file))
        problems.push(`${block.document}:${block.line}: not as \`terraform fmt\` leaves it`);
    // Terraform reports validation errors of all modules, but a syntax error hides all other errors.
    const init = await terraform('init', '-no-color', '-backend=false', '-json');
    problems.push(...diagnosed(placed, parseErrors(init.stdout)));
    if (init.status !== 0)
      return problems.length > 0 ? problems : [`terraform init failed: ${init.stdout}${init.stderr}`];
    const { stdout } = await terraform('validate', '-json');
    const { diagnostics } = JSON.parse(stdout) as Validation;
    return [...problems, ...diagnosed(placed, diagnostics)];
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function placeModules(blocks: readonly Block[], folder: string): Placed[] {
  mkdirSync(folder);
  const placed: Placed[] = [];
  const whole = new Map<string, string>();
  let name = '';
  for (const [index, block] of blocks.entries()) {
    if (!block.words.includes('continues') || name === '') name = `m${index}`;
    mkdirSync(join(folder, name), { recursive: true });
    // Terraform before 1.14 ignores files of queries.
    const extension = block.file?.endsWith('.tfquery.hcl') ? 'tfquery.hcl' : 'tf';
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
  writeFileSync(join(folder, 'main.tf'), [...whole].map(([module, code]) => moduleCall(module, code)).join('\n'));
  return placed;
}

/** A module call whose arguments are root variables without a value, so that they are unknown. */
function moduleCall(module: string, code: string): string {
  const names = [...code.matchAll(/^variable "(\w+)"/gm)].map(([, name = '']) => name);
  const variables = names.map((name) => `variable "${module}_${name}" {}\n`);
  const given = names.map((name) => `  ${name} = var.${module}_${name}\n`);
  return `${variables.join('')}module "${module}" {\n  source = "./${module}"\n${given.join('')}}\n`;
}

/** Certificates and keys that a configuration reads from files: the tests' own, by the end of the name. */
function placeFiles(code: string, folder: string): void {
  const fixtures = join(root, 'test/fixtures');
  const known = readdirSync(fixtures).filter((name) => name.endsWith('-1.pem'));
  for (const [, name = ''] of code.matchAll(/\bfile\("([\w.-]+)"\)/g)) {
    const fixture = known.find((each) => name.endsWith(each.replace('-1.pem', '.pem')));
    if (fixture) copyFileSync(join(fixtures, fixture), join(folder, name));
  }
}

/** `terraform init -json` prints a line for each thing that it says. */
function parseErrors(output: string): Validation['diagnostics'] {
  return output.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    const { diagnostic } = JSON.parse(line) as { diagnostic?: Validation['diagnostics'][number] };
    return diagnostic ? [diagnostic] : [];
  });
}

function diagnosed(placed: readonly Placed[], diagnostics: Validation['diagnostics']): string[] {
  // A complete configuration is a root module, which may contain a provider block.
  const meant = diagnostics.filter(({ summary }) => summary !== 'Redundant empty provider block');
  return meant.map(({ severity, summary, detail = '', range }) => {
    const at = placed.find(({ file }) => file === range?.filename);
    const place = at ? `${at.block.document}:${at.block.line + (range?.start.line ?? 0)}` : (range?.filename ?? 'HCL');
    return `${place}: ${severity}: ${summary}. ${detail.replace(/\s+/g, ' ')}`;
  });
}
