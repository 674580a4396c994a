import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { type RunResult, run } from '../../src/terraform/run';
import type { Compilation } from './compile-project';
import { type PackedPackage, packageProblems } from './package-contents';

export interface PackageProject {
  readonly folder: string;
  readonly tarball: string;
  /** Package of the CDKTF library, also with a version: `cdktf@^0.21.0`. */
  readonly library: string;
  /** Where the constructs for that library are imported from. */
  readonly entry: string;
}

export async function runOrThrow(
  binary: string,
  args: readonly string[],
  { cwd = '.', env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<RunResult> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const result = await run(binary, args, { cwd, env: { ...Object.fromEntries(inherited), ...env } });
  if (result.status === 0) return result;
  throw new Error(`${binary} ${args.join(' ')} ended with ${result.status}:\n${result.stdout}\n${result.stderr}`);
}

export async function packTarball(root: string, folder: string): Promise<string> {
  const { stdout } = await runOrThrow('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root });
  // The output of the build precedes the JSON.
  const [packed] = JSON.parse(stdout.slice(stdout.lastIndexOf('\n[') + 1)) as PackedPackage[];
  if (!packed) throw new Error(`npm pack created no package:\n${stdout}`);
  const problems = packageProblems(root, packed);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  console.log(`      ${packed.filename}, ${(packed.size / 1024).toFixed(0)} KiB`);
  return join(folder, packed.filename);
}

/**
 * Installs packages into the project. A compilation can contain only one version of the types of Node. The types of
 * jest that check-package.ts links import those of our tree, so the project gets these.
 */
export async function install(root: string, folder: string, packages: readonly string[]): Promise<void> {
  await runOrThrow('npm', ['install', '--no-audit', '--no-fund', '--no-progress', '--prefer-offline', ...packages], {
    cwd: folder,
  });
  link(root, folder, ['@types/node', 'undici-types']);
}

export function link(root: string, folder: string, packages: readonly string[]): void {
  for (const name of packages) {
    const target = join(folder, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    rmSync(target, { recursive: true, force: true });
    symlinkSync(join(root, 'node_modules', name), target);
  }
}

/**
 * Writes a project with the main example (examples/all-kinds) for the CDKTF library: `main.ts`, the compiled `main.js`,
 * the `.pem` files that they read, `cdktf.json` and `package.json`.
 */
export function writeExample({ folder, library, entry }: Omit<PackageProject, 'tarball'>): void {
  const example = join(__dirname, '../../examples/all-kinds');
  mkdirSync(folder, { recursive: true });
  const [name = ''] = library.split('@');
  const source = readFileSync(join(example, 'main.ts'), 'utf8')
    .replace("from 'cdktf'", `from '${name}'`)
    .replace("from 'netingress'", `from '${entry}'`);
  writeFileSync(join(folder, 'main.ts'), source);
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  writeFileSync(join(folder, 'main.js'), ts.transpileModule(source, { compilerOptions }).outputText);
  for (const name of readdirSync(example).filter((file) => file.endsWith('.pem')))
    copyFileSync(join(example, name), join(folder, name));
  const config = { language: 'typescript', app: 'node main.js', projectId: 'package', sendCrashReports: 'false' };
  writeFileSync(join(folder, 'cdktf.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
}

/** Module resolutions of the compiler, old and new. */
export const RESOLUTIONS = [
  { module: 'commonjs', moduleResolution: 'node10' },
  { module: 'node16', moduleResolution: 'node16' },
  { module: 'esnext', moduleResolution: 'bundler' },
];

/**
 * `compile-project.ts` does it, in a process of its own: it compiles the current folder, and meanwhile this process
 * deploys the project.
 */
export async function compileEachWay(
  root: string,
  folder: string,
  { files = ['main.ts'], types = ['node'], resolutions = RESOLUTIONS, others = true }: Partial<Compilation> = {},
): Promise<void> {
  const compilation: Compilation = { files, types, resolutions, others };
  const script = join(root, 'scripts/lib/compile-project.ts');
  await runOrThrow(
    process.execPath,
    [join(root, 'node_modules/tsx/dist/cli.mjs'), script, JSON.stringify(compilation)],
    {
      cwd: folder,
    },
  );
}

export function installedPackages(folder: string, names: readonly string[]): string[] {
  return names.filter((name) => existsSync(join(folder, 'node_modules', name)));
}
