import { existsSync } from 'node:fs';
import { access, constants, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { omitUndefined } from '../model/members';
import { type Json, type JsonObject, toJsonObject } from '../values/json';
import type { Words } from '../values/words';
import {
  findLocalPath,
  listBlocks,
  mergeBlocks,
  parseConfiguration,
  type SynthesizedStack,
} from './configuration/configuration';
import { findConfiguredBinary, isOpenTofu } from './find-binary';
import { synthCommand } from './find-cdktf-library';
import { StateError } from './state';

/**
 * In the order of the manifest; undefined without one. Throws a {@link StateError} if a file cannot be read, or is HCL.
 */
export async function readSynthesizedStacks(out: string): Promise<readonly SynthesizedStack[] | undefined> {
  const stacks = await readStacks(out);
  return (
    stacks && Promise.all(Object.entries(stacks).map(([name, stack]) => readStack(out, name, toJsonObject(stack))))
  );
}

export async function readStackNames(out: string): Promise<readonly string[] | undefined> {
  const stacks = await readStacks(out);
  return stacks && Object.keys(stacks);
}

async function readStacks(out: string): Promise<JsonObject | undefined> {
  const manifest = join(out, 'manifest.json');
  return (await findPathProblem(manifest))?.isMissing
    ? undefined
    : mergeBlocks(listBlocks((await readJson(manifest))['stacks']));
}

async function readStack(out: string, name: string, stack: JsonObject): Promise<SynthesizedStack> {
  const folder = resolve(out, String(stack['workingDirectory'] ?? join('stacks', name)));
  const file = resolve(out, String(stack['synthesizedStackPath'] ?? join('stacks', name, 'cdk.tf.json')));
  if (!file.endsWith('.json'))
    throw new StateError(`Cannot read the stack ${name}: ${file} is not JSON. Synthesize without --hcl.`);
  const configuration = await readJson(file);
  const { dependencies } = stack;
  return {
    ...parseFiles(name, folder, [configuration]),
    dependencies: Array.isArray(dependencies) ? (dependencies as readonly Json[]).map(String) : [],
    configuration,
  };
}

/**
 * `path` is the output of a synthesis, a file in Terraform's JSON syntax, or a folder of such files. A file or a folder
 * is one stack. Of a folder, every `.tf.json` is read, and if the binary of `env` is OpenTofu, every `.tofu.json`; HCL
 * is not. Undefined if the path has no configuration. Throws a {@link StateError} if something cannot be read, also for
 * a file whose name does not end in `.json`.
 */
export async function readConfiguration(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly SynthesizedStack[] | undefined> {
  if (path.endsWith('.json')) return existsSync(path) ? [await readFiles(dirname(path), [path])] : undefined;
  const stacks = await readSynthesizedStacks(path);
  if (stacks || !existsSync(path)) return stacks;
  const names = await readdir(path).catch(({ message }: Error) => {
    throw new StateError(
      `Cannot read the configuration ${path}: ${message}. Give a folder, or a file whose name ends in .json.`,
    );
  });
  const files = selectFiles(names, isOpenTofu(await findConfiguredBinary(env)));
  const paths = files.sort().map((file) => join(path, file));
  return paths.length > 0 ? [await readFiles(path, paths)] : undefined;
}

/** If there is an `a.tofu.json`, OpenTofu does not read `a.tf.json`. */
function selectFiles(files: readonly string[], readsTofu: boolean): string[] {
  const own = readsTofu ? files.filter((file) => file.endsWith('.tofu.json')) : [];
  const replaced = own.map((file) => file.replace(/tofu\.json$/, 'tf.json'));
  return [...own, ...files.filter((file) => file.endsWith('.tf.json') && !replaced.includes(file))];
}

async function readFiles(folder: string, files: readonly string[]): Promise<SynthesizedStack> {
  const configurations = files.map((file) => readJson(file, 'Correct the file.'));
  return parseFiles(basename(folder), folder, await Promise.all(configurations));
}

function parseFiles(name: string, folder: string, files: readonly JsonObject[]): SynthesizedStack {
  const path = findLocalPath(files);
  return {
    ...parseConfiguration(name, folder, files),
    ...omitUndefined({ localState: path === undefined ? undefined : resolve(folder, path) }),
  };
}

/** Undefined if the path can be read. */
export async function findPathProblem(
  path: string,
): Promise<{ readonly isMissing: boolean; readonly problem: Words } | undefined> {
  try {
    await access(path, constants.R_OK);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    return { isMissing, problem: isMissing ? 'does not exist' : `cannot be read: ${code ?? message}` };
  }
}

/** `advice`: how the user gets a file that can be read; by default by a synthesis. */
async function readJson(file: string, advice?: string): Promise<JsonObject> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return toJsonObject(value);
  } catch (error) {
    const remedy = advice ?? `Run ${synthCommand(dirname(file))} again.`;
    throw new StateError(`Cannot read the configuration ${file}: ${(error as Error).message}. ${remedy}`);
  }
}
