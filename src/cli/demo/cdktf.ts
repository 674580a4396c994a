/** Runs the installed `cdktf` CLI on the example. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createDownload } from '../../client/http/download';
import { ensureTerraform } from '../../terraform/ensure-terraform';
import { isolatedEnvironment } from '../../terraform/environment';
import { findPackage } from '../../terraform/npm-package';
import { run } from '../../terraform/run';
import { CDKTF_CLI_ADVICE, findCdktfCliProblem } from '../cdktf-cli';
import { type CliContext, CliError } from '../context';

export type DemoProject = Awaited<ReturnType<typeof createProject>>;

export async function createProject(context: CliContext, parent: string, variables: Readonly<Record<string, string>>) {
  const terraform = await findTerraform(context);
  const cli = findCdktf(context.cwd);
  const program = join(cli, 'bundle', 'bin', 'cdktf');
  const problem = await findCdktfCliProblem(context, cli);
  if (typeof problem === 'string') throw new CliError(`${problem}. ${CDKTF_CLI_ADVICE}`);
  const project = join(parent, 'project');
  await mkdir(project);
  const app = join(findPackage().root, 'lib', 'examples', 'all-kinds', 'main.js');
  if (!existsSync(app))
    throw new CliError(`Cannot find the example at ${app}. In a checkout of netingress, run \`npm run build\` first.`);
  const config = {
    language: 'typescript',
    app: `"${context.node}" "${app}"`,
    projectId: 'netingress-demo',
    sendCrashReports: 'false',
  };
  await writeFile(join(project, 'cdktf.json'), JSON.stringify(config, null, 2));
  const env = await isolatedEnvironment({
    folder: parent,
    searchPath: context.env['PATH'] ?? '',
    variables: { ...variables, TERRAFORM_BINARY_NAME: terraform },
  });
  return {
    folder: project,
    /** Runs `cdktf …` and returns its output without colors. Throws the output if the command fails. */
    async cdktf(...args: string[]): Promise<string> {
      const { status, stdout, stderr } = await run(context.node, [program, ...args], {
        cwd: project,
        env,
        signal: context.signal,
      });
      const output = stripVTControlCharacters(`${stdout}${stderr}`);
      const text = output.replace(STACK_PREFIX, (name) => ' '.repeat(name.length));
      if (status !== 0)
        throw new CliError(`cdktf ${args.join(' ')} ended with status ${String(status)}:\n${text.trim()}`);
      return text;
    },
  };
}

/** `cdktf` prefixes the first line of each flush with the name of the stack, `access` in the example. */
const STACK_PREFIX = /^access(?= )/gm;

function findTerraform({ env, cwd, signal, printError: err }: CliContext): Promise<string> {
  return ensureTerraform({ env, cwd, signal, onDownload: err, download: createDownload(env) }).catch((error: Error) => {
    throw new CliError(`Neither terraform nor tofu is on the PATH. ${error.message}`);
  });
}

/** Returns the folder of the package. */
function findCdktf(cwd: string): string {
  try {
    const paths = [findPackage().root, cwd];
    const manifest = createRequire(__filename).resolve('cdktf-cli/package.json', { paths });
    return dirname(manifest);
  } catch {
    throw new CliError('Cannot find cdktf-cli. Install it with `npm install --save-dev cdktf-cli@0.21` and try again.');
  }
}
