/** A copy of this package's sources in a temporary folder, to change and to build; the dependencies are shared. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const packageRoot = join(__dirname, '../../..');

/** What the generators and builds read. */
const copied = ['src', 'scripts', 'package.json', 'tsconfig.json'];

/** A defect to put into a copy on purpose: what does not find it finds nothing. */
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
  /** Runs a TypeScript file of the copy, as `npm run` does; rejects with its output when it fails. */
  script(file: string, ...args: string[]): Promise<string>;
  /** Type-checks a file of the copy and all that it imports; rejects with the errors. */
  typeCheck(file: string): Promise<void>;
  /** What a module of the copy exports, with everything of the copy's own bundled into it. */
  load<Module>(source: string): Promise<Module>;
  remove(): void;
}

/** Copies the sources, and what more of the package is named. */
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
