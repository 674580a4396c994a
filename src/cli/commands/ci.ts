import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Argument, Command } from 'commander';
import { findPipelineExample, PIPELINE_HOSTS, type PipelineHostName } from '../ci/pipeline-files';
import { type CliContext, CliError } from '../context';
import { formatExitHelp } from '../failure';
import { replaceFile } from '../output-file';

const EXAMPLES = `
Examples:
  netingress ci init github
  netingress ci init gitlab

${formatExitHelp({ done: 'the files are there' })}
`;

export function ciCommand(context: CliContext): Command {
  return new Command('ci')
    .description('Pipelines that preview, deploy and check an app.')
    .addHelpText('after', EXAMPLES)
    .addCommand(initCommand(context));
}

function initCommand(context: CliContext): Command {
  return new Command('init')
    .description('Writes the files of a pipeline into this folder, and prints what to set next. Overwrites no file.')
    .addArgument(new Argument('<host>', 'where the pipeline runs').choices(Object.keys(PIPELINE_HOSTS)))
    .addHelpText('after', EXAMPLES)
    .action((host: PipelineHostName) => init(context, host));
}

async function init(context: CliContext, name: PipelineHostName): Promise<void> {
  const { files, next } = PIPELINE_HOSTS[name];
  const root = findRepository(context.cwd);
  if (root !== undefined && root !== context.cwd)
    throw new CliError(
      `This folder is in the repository ${root}, and no host reads the files elsewhere than in its root; expected the root. Nothing was written. Run the command there, and change the paths of the app in the files.`,
    );
  const planned = await Promise.all(
    Object.entries(files).map(async ([file, example]) => {
      const path = findPipelineExample(example);
      const text = await readFile(path, 'utf8');
      const existing = await readExisting(context, file);
      return { file, path, text, existing };
    }),
  );
  const differing = planned.filter(({ text, existing }) => existing !== undefined && existing !== text);
  if (differing.length > 0) {
    const lines = differing.map(({ file, path }) => `\n  ${file}, to be compared with ${path}`);
    throw new CliError(
      `A file exists and differs from the one that would be written; expected no file, or an equal one. Nothing was written. Combine each by hand, or move it away:${lines.join('')}`,
    );
  }
  for (const { file, text, existing } of planned) {
    if (existing === undefined) await write(context, file, text);
    context.print(existing === undefined ? `Wrote ${file}.` : `${file} is there already.`);
  }
  context.print(['', 'Next:', ...next].join('\n'));
}

/** The folder with `.git`, a folder or the file of a worktree: this one, or the next above it. */
function findRepository(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : findRepository(parent);
}

async function readExisting({ cwd }: CliContext, file: string): Promise<string | undefined> {
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CliError(`Cannot read ${file}: ${(error as Error).message}. Nothing was written.`);
  }
}

async function write({ cwd }: CliContext, file: string, text: string): Promise<void> {
  const path = resolve(cwd, file);
  try {
    await mkdir(dirname(path), { recursive: true });
    await replaceFile(path, text);
  } catch (error) {
    throw new CliError(`Cannot write ${file}: ${(error as Error).message}.`);
  }
}
