/** Projects of users, for the check of the package. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { type RunResult, run } from '../../src/terraform/run';

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

/** Packs the package into the folder and answers the file. */
export async function packTarball(root: string, folder: string): Promise<string> {
  const { stdout } = await runs('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root });
  // What the build prints comes first.
  const [packed] = JSON.parse(stdout.slice(stdout.lastIndexOf('\n[') + 1)) as { filename: string; size: number }[];
  if (!packed) throw new Error(`npm pack packed nothing:\n${stdout}`);
  console.log(`      ${packed.filename}, ${(packed.size / 1024).toFixed(0)} KiB`);
  return join(folder, packed.filename);
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

/** Compiles the files strictly, the declarations of all that they import included, with each resolution of modules. */
export async function compileEachWay(
  root: string,
  {
    folder,
    files = ['main.ts'],
    types = ['node'],
    resolutions = RESOLUTIONS,
  }: { folder: string; files?: string[]; types?: string[]; resolutions?: typeof RESOLUTIONS },
): Promise<void> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  for (const resolution of resolutions) {
    const compilerOptions = { ...resolution, target: 'es2022', strict: true, skipLibCheck: false, noEmit: true, types };
    const config = `tsconfig.${resolution.moduleResolution}.json`;
    writeFileSync(join(folder, config), JSON.stringify({ compilerOptions, files }));
    await runs(process.execPath, [tsc, '-p', config], { cwd: folder });
  }
}

/** Which of the packages were installed in the project. */
export function installedPackages(folder: string, names: readonly string[]): string[] {
  return names.filter((name) => existsSync(join(folder, 'node_modules', name)));
}
