/** The real CDKTF command line on the example, in a folder of its own. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createDownload } from '../../client/http/download';
import { ensureTerraform } from '../../terraform/ensure-terraform';
import { isolatedEnvironment } from '../../terraform/environment';
import { findPackage } from '../../terraform/npm-package';
import { run } from '../../terraform/run';
import { CliError } from '../cli-error';
import type { CliContext } from '../context';

/** A project that the CDKTF command line can work on. */
export interface DemoProject {
  readonly folder: string;
  /** Runs `cdktf …` and answers what it printed, without colours; throws that text if the command fails. */
  cdktf(...args: string[]): Promise<string>;
}

/** Prepares the example as a project below `folder`; the service is told to it by the environment alone. */
export async function createProject(
  context: CliContext,
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<DemoProject> {
  const searchPath = context.env['PATH'] ?? '';
  const engine = await findEngine(context);
  const program = findCdktf(context.cwd);
  const project = join(folder, 'project');
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
    folder,
    searchPath,
    variables: { ...variables, TERRAFORM_BINARY_NAME: engine },
  });
  return {
    folder: project,
    async cdktf(...args) {
      const { status, stdout, stderr } = await run(context.node, [program, ...args], {
        cwd: project,
        env,
        signal: context.signal,
      });
      const text = `${stdout}${stderr}`.replace(ansi, '').replace(stackPrefix, (name) => ' '.repeat(name.length));
      if (status !== 0) throw new CliError(`cdktf ${args.join(' ')} ended with ${String(status)}:\n${text.trim()}`);
      return text;
    },
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what starts a colour
const ansi = /\u001b\[[0-9;]*m/g;

/** The CLI puts the stack's name before whichever line it flushes first. */
const stackPrefix = /^access(?= )/gm;

function findEngine({ env, cwd, signal, err }: CliContext): Promise<string> {
  return ensureTerraform({ env, cwd, signal, onFetch: err, download: createDownload(env) }).catch((error: Error) => {
    throw new CliError(`Neither terraform nor tofu is on the PATH. ${error.message}`);
  });
}

/** The CDKTF command line of this package's own tree, or of the project one stands in. */
function findCdktf(cwd: string): string {
  for (const from of [findPackage().root, cwd]) {
    try {
      const manifest = createRequire(join(from, 'package.json')).resolve('cdktf-cli/package.json');
      return join(dirname(manifest), 'bundle', 'bin', 'cdktf');
    } catch {
      // Not installed there; perhaps in the next place.
    }
  }
  throw new CliError('Cannot find cdktf-cli. Install it with `npm install --save-dev cdktf-cli@0.21` and try again.');
}
