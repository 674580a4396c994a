import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type CliContext, CliError } from '../command/context';
import { defineCommand, defineGroup } from '../command/define-command';
import { findRepository } from '../command/find-repository';
import { replaceFile } from '../command/output-file';
import { EXIT } from '../model/exit-status';
import { CONFIGURATION_FILE } from '../terraform/ui-json';
import { type Json, parseJsonObject } from '../values/json';
import { findPipelineExample, PIPELINE_HOSTS, type PipelineHostName } from './pipeline-files';

const HELP = {
  examples: ['netingress ci init github', 'netingress ci init gitlab'],
  exit: { done: 'the files are there' },
};

const init = defineCommand({
  ...HELP,
  name: 'init',
  about: 'Writes the files of a pipeline into this folder, and prints what to set next. Overwrites no file.',
  args: [{ name: '<host>', meaning: 'where the pipeline runs', choices: Object.keys(PIPELINE_HOSTS) }],
  options: {},
  async run(context, { args: [host] }) {
    await writePipeline(context, host as PipelineHostName);
    return { status: EXIT.done };
  },
});

export const ci = defineGroup({ ...HELP, name: 'ci', about: 'Pipelines that preview, deploy and check an app.' }, [
  init,
]);

/**
 * Writes the files that do not exist, or none if one exists with another content. If a write fails, the files that were
 * written before it stay.
 */
async function writePipeline(context: CliContext, name: PipelineHostName): Promise<void> {
  const { files, otherLanguage, next } = PIPELINE_HOSTS[name];
  const root = findRepository(context.cwd);
  if (root !== undefined && root !== context.cwd)
    throw new CliError(
      `This folder is in the repository ${root}, and no host reads the files elsewhere than in its root; expected the root. Nothing was written. Run the command there, and change the paths of the app in the files.`,
    );
  if (
    !existsSync(join(context.cwd, 'cdktf.json')) &&
    readdirSync(context.cwd).some((file) => CONFIGURATION_FILE.test(file))
  )
    throw new CliError(
      'This folder has files of Terraform and no cdktf.json, and the pipelines synthesize an app in TypeScript; expected the folder of an app. Nothing was written. Write the job as docs/guides/pipelines.md says under "HCL".',
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
  // Before the first write, because the error of a cdktf.json that cannot be read says that nothing was written.
  const language = await readLanguage(context);
  const others = language === undefined || language === 'typescript' ? [] : [otherLanguage];
  for (const { file, text, existing } of planned) {
    if (existing === undefined) await write(context, file, text);
    context.print(existing === undefined ? `Wrote ${file}.` : `${file} is there already.`);
  }
  context.print(['', 'Next:', ...others, ...next].join('\n'));
}

/** Undefined without a file that is JSON and has the member. CDKTF reports another text when it runs. */
async function readLanguage(context: CliContext): Promise<Json | undefined> {
  const text = await readExisting(context, 'cdktf.json');
  return parseJsonObject(text)?.['language'];
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
