import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, delimiter, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createDownload } from '../client/http/download';
import { type CliContext, CliError } from '../command/context';
import { ensureTerraform } from '../terraform/ensure-terraform';
import { isolatedEnvironment } from '../terraform/environment';
import { BINARY_VARIABLE } from '../terraform/find-binary';
import { IMPLIED_MIRROR_DIR } from '../terraform/mirror';
import { findPackage } from '../terraform/npm-package';
import { describeEnd, run } from '../terraform/run';

export type DemoProject = Awaited<ReturnType<typeof createProject>>;

/**
 * Copies the example into `parent`/project and installs the provider there; fetches OpenTofu if there is no Terraform.
 * `variables` are environment variables with the settings of the provider, for Terraform and for the commands of this
 * package. Throws a {@link CliError} with all output of a command that ends with another status than expected. If a
 * program cannot be started, the error is that of Node.js.
 */
export async function createProject(context: CliContext, parent: string, variables: Readonly<Record<string, string>>) {
  const terraform = await findTerraform(context);
  const folder = join(parent, 'project');
  await mkdir(folder);
  const configuration = join(folder, 'main.tf');
  await copyFile(join(findPackage().root, 'examples', 'demo', 'main.tf'), configuration);
  const env = await isolatedEnvironment({
    folder: parent,
    // Terraform starts the provider with the first node of the PATH.
    searchPath: [dirname(context.node), context.env['PATH']].join(delimiter),
    variables: { ...variables, [BINARY_VARIABLE]: terraform },
  });

  /** Returns the standard output without colors. Throws an error with all output for another exit status. */
  async function runExpecting(
    command: readonly [string, ...string[]],
    shown: string,
    expected: number,
  ): Promise<string> {
    const [program, ...args] = command;
    const result = await run(program, args, { cwd: folder, env, signal: context.signal });
    if (result.status === expected) return stripVTControlCharacters(result.stdout);
    const output = stripVTControlCharacters(`${result.stdout}${result.stderr}`).trim();
    throw new CliError(`${shown} ${describeEnd(result)}; expected status ${expected}:\n${output}`);
  }

  const netingress = (args: readonly string[], expected = 0): Promise<string> =>
    runExpecting([context.node, context.script, ...args], `netingress ${args.join(' ')}`, expected);
  await netingress(['provider', 'install', '--mirror', join(folder, IMPLIED_MIRROR_DIR)]);
  return {
    folder,
    terraformName: basename(terraform),
    netingress,
    terraform: (...args: string[]): Promise<string> =>
      runExpecting([terraform, ...args, '-no-color'], `${basename(terraform)} ${args.join(' ')}`, 0),
    async edit(from: string, to: string): Promise<void> {
      const code = await readFile(configuration, 'utf8');
      if (!code.includes(from)) throw new Error(`${configuration} has no text ${from}`);
      await writeFile(configuration, code.replaceAll(from, to));
    },
  };
}

function findTerraform({ env, cwd, signal, printError }: CliContext): Promise<string> {
  const download = createDownload(env);
  return ensureTerraform({ env, cwd, signal, onDownload: printError, download }).catch((error: Error) => {
    throw new CliError(`Neither terraform nor tofu is on the PATH. ${error.message}`);
  });
}
