/** A copy of this package's sources in a temporary folder, to change and to build; the dependencies are shared. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const packageRoot = join(__dirname, '../../..');

const copied = ['src', 'scripts', 'package.json', 'tsconfig.json'];

/** A defect that a test puts into a copy on purpose, to show that a check finds it. */
export interface Defect {
  readonly name: string;
  /** The file, from the root of the package. */
  readonly file: string;
  /** Occurs in the file exactly once. */
  readonly right: string;
  /** What to put in its place. */
  readonly wrong: string;
}

export interface CopiedTree {
  readonly folder: string;
  /** Puts a defect into the copy; throws if the file does not contain exactly one of what is right. */
  plant(defect: Defect): void;
  /** Runs a TypeScript file of the copy with tsx; rejects with its output if it fails. */
  script(file: string, ...args: string[]): Promise<string>;
  /** Type-checks a file of the copy and all that it imports; rejects with the errors. */
  typeCheck(file: string): Promise<void>;
  /**
   * Bundles TypeScript code, which may import files of the copy (`export * from './src/model/kinds'`), and returns what
   * it exports. The bundle contains the modules of the copy, and not those that the test itself has loaded.
   */
  load<Module>(source: string): Promise<Module>;
  remove(): void;
}

/** Copies {@link copied}, and the files and folders in `more`, which are paths from the root of the package. */
export function copyTree(...more: readonly string[]): CopiedTree {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-tree-'));
  for (const path of [...copied, ...more]) cpSync(join(packageRoot, path), join(folder, path), { recursive: true });
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
  const node = async (...args: string[]): Promise<string> => {
    try {
      return (await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout;
    } catch (failure) {
      const { stdout, stderr } = failure as { readonly stdout: string; readonly stderr: string };
      throw new Error(`node ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
    }
  };
  return {
    folder,
    plant({ file, right, wrong }) {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      if (text.split(right).length !== 2) throw new Error(`${file} does not contain exactly one: ${right}`);
      writeFileSync(
        path,
        text.replace(right, () => wrong),
      );
    },
    script: (file, ...args) => node('node_modules/tsx/dist/cli.mjs', file, ...args),
    async typeCheck(file) {
      const options = ['--noEmit', '--strict', '--skipLibCheck', '--exactOptionalPropertyTypes'];
      const target = ['--target', 'es2022', '--lib', 'es2023,esnext.string', '--module', 'node16', '--types', 'node'];
      await node('node_modules/typescript/bin/tsc', ...options, ...target, file);
    },
    async load(source) {
      const outfile = join(folder, 'loaded.cjs');
      await build({
        stdin: { contents: source, resolveDir: folder, loader: 'ts' },
        outfile,
        bundle: true,
        platform: 'node',
        target: 'node20',
        format: 'cjs',
        // Constructs of two copies of a CDKTF library do not go together.
        external: ['cdktf', 'constructs'],
        logLevel: 'warning',
      });
      return require(outfile);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
