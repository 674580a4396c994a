import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createDownload } from '../../src/client/http/download';
import { ensureTerraform } from '../../src/terraform/ensure-terraform';
import { isolatedEnvironment } from '../../src/terraform/environment';
import { describeEnd, run } from '../../src/terraform/run';
import { link, writeExample } from './package-project';

export const LIBRARIES = ['cdktf', 'cdktn'] as const;
export type Library = (typeof LIBRARIES)[number];

export type CdktfProject = Awaited<ReturnType<typeof createCdktfProject>>;

const root = join(__dirname, '../..');
const program = join(root, 'node_modules/cdktf-cli/bundle/bin/cdktf');

/** `cdktf` prefixes the first line of each flush with the name of the stack. */
const STACK_PREFIX = /^access(?= )/gm;

export interface CdktfProjectOptions {
  /** Folder in which the project, the home folder and the CLI configuration are created. */
  readonly parent: string;
  readonly library: Library;
  readonly variables: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export async function createCdktfProject({ parent, library, variables, signal }: CdktfProjectOptions) {
  const { env } = process;
  const terraform = await ensureTerraform({ env, cwd: root, onDownload: console.error, download: createDownload(env) });
  const folder = join(parent, 'project');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  link(root, folder, [library, 'constructs']);
  symlinkSync(root, join(folder, 'node_modules/netingress'));
  writeExample({ folder, library, entry: library === 'cdktf' ? 'netingress' : 'netingress/cdktn' });
  const isolated = await isolatedEnvironment({
    folder: parent,
    searchPath: `${dirname(process.execPath)}:${env['PATH']}`,
    variables: { ...variables, TERRAFORM_BINARY_NAME: terraform },
  });
  return {
    folder,
    /** Runs `cdktf …` and returns its output without colors. Throws an error with the output if the command fails. */
    async cdktf(...args: string[]): Promise<string> {
      const options = { cwd: folder, env: isolated, ...(signal && { signal }) };
      const result = await run(process.execPath, [program, ...args], options);
      const output = stripVTControlCharacters(`${result.stdout}${result.stderr}`);
      const text = output.replace(STACK_PREFIX, (name) => ' '.repeat(name.length));
      if (result.status === 0) return text;
      throw new Error(`cdktf ${args.join(' ')} ${describeEnd(result)}:\n${text.trim()}`);
    },
  };
}
