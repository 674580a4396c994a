/** Projects of users, for the check of the package. */
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

/** A project on one of the cores. */
export interface PackageProject {
  readonly folder: string;
  readonly tarball: string;
  /** Name and version of the core's package. */
  readonly core: string;
  /** Where the constructs on that core are imported from. */
  readonly entry: string;
}

/** Runs a program and answers what it printed; throws that if the program fails. */
export async function runs(
  binary: string,
  args: readonly string[],
  { cwd = '.', env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<RunResult> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const result = await run(binary, args, { cwd, env: { ...Object.fromEntries(inherited), ...env } });
  if (result.status === 0) return result;
  throw new Error(`${binary} ${args.join(' ')} ended with ${result.status}:\n${result.stdout}\n${result.stderr}`);
}

/** Packs the package into the folder, looks through what is in it, and answers the file. */
export async function packTarball(root: string, folder: string): Promise<string> {
  const { stdout } = await runs('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root });
  // What the build prints comes first.
  const [packed] = JSON.parse(stdout.slice(stdout.lastIndexOf('\n[') + 1)) as PackedPackage[];
  if (!packed) throw new Error(`npm pack packed nothing:\n${stdout}`);
  const problems = packageProblems(root, packed);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  console.log(`      ${packed.filename}, ${(packed.size / 1024).toFixed(0)} KiB`);
  return join(folder, packed.filename);
}

/**
 * Installs packages into the project. Types of Node are those of our own tree: only one version of them may be in a
 * compilation, and the testing kit's brings jest's from there.
 */
export async function install(root: string, folder: string, packages: readonly string[]): Promise<void> {
  await runs('npm', ['install', '--no-audit', '--no-fund', '--no-progress', '--prefer-offline', ...packages], {
    cwd: folder,
  });
  link(root, folder, ['@types/node', 'undici-types']);
}

/** Puts packages of our own tree into a project, which costs nothing. */
export function link(root: string, folder: string, packages: readonly string[]): void {
  for (const name of packages) {
    const target = join(folder, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    rmSync(target, { recursive: true, force: true });
    symlinkSync(join(root, 'node_modules', name), target);
  }
}

/** Writes the main example on the project's core, as TypeScript and as the JavaScript that users would make of it. */
export function writeExample({ folder, core, entry }: PackageProject): void {
  const example = join(__dirname, '../../examples/all-kinds');
  mkdirSync(folder, { recursive: true });
  const [name = ''] = core.split('@');
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

/** Old and new ways in which the compiler finds a package's entries. */
export const RESOLUTIONS = [
  { module: 'commonjs', moduleResolution: 'node10' },
  { module: 'node16', moduleResolution: 'node16' },
  { module: 'esnext', moduleResolution: 'bundler' },
];

/** Compiles the files strictly with each resolution of modules; see compile-project.ts for what is checked. */
export async function compileEachWay(
  root: string,
  folder: string,
  { files = ['main.ts'], types = ['node'], resolutions = RESOLUTIONS, others = true }: Partial<Compilation> = {},
): Promise<void> {
  const compilation: Compilation = { files, types, resolutions, others };
  const script = join(root, 'scripts/lib/compile-project.ts');
  await runs(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), script, JSON.stringify(compilation)], {
    cwd: folder,
  });
}

/** Which of the packages were installed in the project. */
export function installedPackages(folder: string, names: readonly string[]): string[] {
  return names.filter((name) => existsSync(join(folder, 'node_modules', name)));
}
